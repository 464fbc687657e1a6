"""The app, by its keys."""

from __future__ import annotations

import json

import pytest
from textual.widgets import Input

from historag_tui.models.scripted import ScriptedServer, serving
from historag_tui.session import open_study
from historag_tui.tui.keymap import FORBIDDEN, described
from historag_tui.tui.rows import RowList
from historag_tui.workspace import Workspace, open_workspace
from tests.tui.conftest import Driver, opened

SIZES = [(80, 24), (120, 40), (200, 50)]


async def search(driver: Driver) -> None:
    """Fill in the form and search."""
    for name, value in (
        ("#topic", "railroads and the regulation of corporations"),
        ("#first", "1860"),
        ("#last", "1919"),
    ):
        await driver.fill(name, value)
    await driver.press("enter")


async def begun(driver: Driver, question: str = "How was power argued about?") -> None:
    """From the first screen to the form."""
    await driver.type(question)
    await driver.press("enter")


@pytest.mark.parametrize("size", SIZES)
async def test_an_empty_study_asks_what_you_want_to_know(workspace: Workspace, size: tuple[int, int]) -> None:
    async with opened(workspace, size) as driver:
        shown = driver.shown()
        assert "What do you want to know?" in shown
        assert "249 documents" in shown and "1933" in shown and "undated: 0" in shown and "SOURCE.md" in shown
        for step in (
            "1 Corpus",
            "2 Expand",
            "3 Retrieve",
            "4 Review",
            "5 Analyse",
            "6 Record",
            "no model needed",
            "needs a model",
        ):
            assert step in shown
        await begun(driver)
        assert driver.app.session.state.question == "How was power argued about?"
        assert driver.app.screen.MODE == "retrieve"  # type: ignore[attr-defined]


@pytest.mark.parametrize("size", SIZES)
async def test_a_search_shows_windows_warnings_and_hits(workspace: Workspace, size: tuple[int, int]) -> None:
    async with opened(workspace, size) as driver:
        await begun(driver)
        await search(driver)
        shown = driver.shown()
        assert "1860–1869" in shown and "eligible" in shown
        assert "! 3 of 5 from one document" in shown
        [run] = driver.app.session.state.runs.values()
        assert len(run.hits) == 30
        await driver.press("l")
        assert "sampling fraction" in driver.shown() and "first not" in driver.shown()
        await driver.press("escape", "w")
        assert "surfaced" in driver.shown() and "█" in driver.shown()


async def test_a_question_typed_as_a_topic_gets_one_line_of_advice(workspace: Workspace) -> None:
    async with opened(workspace) as driver:
        await begun(driver)
        await driver.type("Why were railroads feared?")
        assert "reads as a question" in driver.shown() and "belongs to Analyse" in driver.shown()


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("#topic", "", "topic is empty"),
        ("#first", "1999", "reversed"),
        ("#windowing", "0y", "zero"),
        ("#per_window", "x", "whole number"),
    ],
)
async def test_bad_input_is_one_line_and_nothing_is_lost(
    workspace: Workspace, field: str, value: str, says: str
) -> None:
    async with opened(workspace) as driver:
        await begun(driver)
        await driver.fill("#topic", "railroads")
        await driver.fill("#last", "1919")
        await driver.fill(field, value)
        await driver.press("enter")
        assert says in driver.app.status
        assert driver.app.session.state.runs == {}
        assert driver.app.screen.query_one("#last", Input).value == "1919"


@pytest.mark.parametrize("size", SIZES)
async def test_review_by_single_keys(workspace: Workspace, size: tuple[int, int]) -> None:
    async with opened(workspace, size) as driver:
        await begun(driver)
        await search(driver)
        await driver.press("4")
        state = driver.app.session.state
        rows = driver.app.screen.query_one("#hits", RowList)
        order = rows.keys
        assert len(order) == 30
        await driver.press("a", "x", "f")
        [run] = state.runs
        decided = {key[1]: decision.verdict for key, decision in driver.app.session.state.decisions.items()}
        assert decided == {order[0]: "accept", order[1]: "reject", order[2]: "flag"}
        assert rows.key == order[3], "each decision goes on to the next"
        await driver.press("full_stop")
        assert driver.app.session.state.decisions[(run, order[3])].verdict == "flag"
        await driver.press("u")
        assert (run, order[3]) not in driver.app.session.state.decisions
        await driver.press("k", "s", "0")
        assert driver.app.session.state.scores == {(run, rows.key): 10}
        await driver.press("s", "7")
        assert driver.app.session.state.scores == {(run, rows.key): 7}
        await driver.press("n")
        await driver.type("axfu and nothing else")
        before = dict(driver.app.session.state.decisions)
        await driver.press("enter")
        assert driver.app.session.state.decisions == before, "verdict keys never fire while typing"
        assert driver.app.session.state.notes == {(run, rows.key): "axfu and nothing else"}
        assert "axfu and nothing else" in driver.shown()
        shown = driver.shown()
        assert "✓ acc" in shown and "✗ rej" in shown and "⚑ flg" in shown


async def test_neighbours_and_the_whole_document_are_one_key_away(workspace: Workspace) -> None:
    async with opened(workspace, (120, 40)) as driver:
        await begun(driver)
        await search(driver)
        await driver.press("4", "right_square_bracket")
        assert "1 after the chunk that was found" in driver.shown()
        await driver.press("left_square_bracket", "left_square_bracket")
        assert "1 before the chunk that was found" in driver.shown()
        await driver.press("j", "o")
        assert "escape closes" in driver.shown()
        await driver.press("escape", "g", "w")
        await driver.press("down", "enter")
        chunk = driver.app.screen.query_one("#hits", RowList).key
        assert driver.app.session.heuristik.passage(chunk).date.startswith("187")


async def test_the_list_can_be_filtered(workspace: Workspace) -> None:
    async with opened(workspace) as driver:
        await begun(driver)
        await search(driver)
        await driver.press("4", "a", "slash")
        await driver.type("accept")
        await driver.press("enter")
        assert len(driver.app.screen.query_one("#hits", RowList).keys) == 1
        await driver.press("slash")
        await driver.type("")
        await driver.press("enter")
        assert len(driver.app.screen.query_one("#hits", RowList).keys) == 30


async def test_without_a_model_judge_and_analyse_say_what_to_configure(workspace: Workspace) -> None:
    async with opened(workspace) as driver:
        await begun(driver)
        await search(driver)
        await driver.press("4", "J")
        assert "No model is configured" in driver.app.status and "historag.toml" in driver.app.status
        await driver.press("a", "T")
        await driver.type("read")
        await driver.press("enter", "5", "i")
        await driver.type("Why")
        await driver.press("enter")
        assert "No model is configured" in driver.app.status
        await driver.press("escape", "E")
        await driver.press("enter")
        assert "exported to" in driver.app.status
        assert (workspace.exports_folder / "corpus-1.md").exists()


async def test_the_whole_path_and_coming_back(with_model: Workspace, server: ScriptedServer) -> None:
    async with opened(with_model, (120, 40)) as driver:
        await begun(driver)
        await search(driver)
        await driver.press("4", "J", "enter")
        assert len(server.requests) == 30
        assert "Hidden until you decide" in driver.shown() and "of 10" not in driver.shown()
        await driver.press("v")
        assert "✓ exact" in driver.shown() and "of 10" in driver.shown()
        await driver.press("a")
        assert "Hidden until you decide" in driver.shown(), "the next is one of the rubric's first, too"
        await driver.press("a", "a", "k", "c")
        await driver.type("it only counts letters")
        await driver.press("enter", "T")
        assert "undecided" in driver.shown()
        await driver.type("read in full")
        await driver.press("enter", "5", "i")
        await driver.type("Which remedies are named?")
        await driver.press("enter")
        text = driver.app.session.state.zwischentexte["zwischentext-1"]
        assert text.state == "complete"
        shown = driver.shown()
        assert "not a finding" in shown and "✓ located" in shown and "Claims that nothing cited supports" in shown
        await driver.press("n", "enter")
        assert "Citation 2" in driver.shown()
        await driver.press("escape", "p", "enter")
        assert "Citation 1" in driver.shown()
        await driver.press("escape", "v", "down", "enter")
        assert driver.app.session.state.checks == {("zwischentext-1", 0): "checked in the text"}
        assert driver.app.session.state.rebuttals
        await driver.press("E", "enter")
        assert (with_model.exports_folder / "zwischentext-1.md").exists()
        before = driver.app.session.state
        await driver.press("q")
    async with opened(with_model, (120, 40)) as driver:
        assert driver.app.session.state == before
        assert driver.app.screen.MODE == "analyse"  # type: ignore[attr-defined]
        assert "✓ located" in driver.shown()
        await driver.press("4")
        assert "✓ acc" in driver.shown()


async def test_judging_can_be_stopped_and_goes_on_later(workspace: Workspace) -> None:
    with serving(delay=0.01) as slow:
        path = workspace.root / "historag.toml"
        path.write_text(f'{path.read_text()}\n[models.slow]\nurl = "{slow.url}"\nmodel = "m"\n')
        async with opened(open_workspace(workspace.root)) as driver:
            await begun(driver)
            await search(driver)
            await driver.press("4")
            await driver.pilot.press("J")
            await driver.pilot.pause()
            await driver.pilot.press("enter")
            await driver.until(lambda: len(driver.app.session.state.judgments) >= 3)
            await driver.pilot.press("a")
            await driver.until(lambda: len(driver.app.session.state.decisions) == 1)
            await driver.press("escape")
            assert "stopped" in driver.app.status
            judged = len(driver.app.session.state.judgments)
            assert 3 <= judged < 30
            assert (
                driver.app.session.heuristik.pending(*driver.app.session.state.runs, "general-relevance") == 30 - judged
            )


async def test_expand_and_keep_a_list(workspace: Workspace) -> None:
    async with opened(workspace, (120, 40)) as driver:
        await begun(driver)
        await driver.press("escape", "2")
        await driver.type("railroad")
        await driver.press("enter")
        assert "railroads" in driver.shown() and "per million of 2,0" in driver.shown()
        assert "not found in this corpus before 1835" in " ".join(driver.shown().split())
        await driver.press("a", "x")
        [terms] = driver.app.session.state.term_lists.values()
        assert terms.accepted == ("railroad",) and len(terms.refused) == 1
        await driver.press("home", "c")
        assert "211 in 71 documents" in driver.shown() and "by date" in driver.shown()
        lines = driver.shown()
        await driver.press("s", "s")
        assert "by L1" in driver.shown() and driver.shown() != lines
        await driver.press("plus")
        assert "Annual Message" in driver.shown(), "more context stands under its source"
        await driver.press("minus", "escape", "d")
        assert "shuffled periods" in driver.shown() and "from the window before" in driver.shown()
        await driver.press("escape", "s")
        assert "Windows with nothing" in driver.shown() and "1790–1799" in driver.shown()
        await driver.press("escape", "j")
        assert "railroads" in driver.shown().splitlines()[3]


async def test_corpus_and_record_are_readable(workspace: Workspace) -> None:
    async with opened(workspace) as driver:
        await begun(driver)
        await search(driver)
        await driver.press("1")
        assert "249 documents" in driver.shown() and "problems in the sources" in driver.shown()
        await driver.press("6")
        assert "search run-" in driver.shown()
        await driver.press("M")
        await driver.type("a thought")
        await driver.press("enter")
        assert "memo on study: a thought" in driver.shown()
        await driver.press("m")
        assert "equal quota" in driver.shown()


async def test_a_command_can_be_typed(workspace: Workspace) -> None:
    async with opened(workspace, (120, 40)) as driver:
        await begun(driver)
        await driver.press("escape", "colon")
        await driver.type("study list")
        await driver.press("enter")
        assert "first-study" in driver.shown()


async def test_every_screen_shows_its_keys_and_binds_no_forbidden_one(workspace: Workspace) -> None:
    async with opened(workspace) as driver:
        await begun(driver)
        for mode in "123456":
            await driver.press("escape", mode, "escape")
            bound = set(driver.app.screen.active_bindings)
            if driver.app.focused is not None:
                bound |= set(driver.app.focused._bindings.key_to_bindings)
            assert not bound & FORBIDDEN
            for field in driver.app.screen.query(Input):
                assert not set(field._bindings.key_to_bindings) & FORBIDDEN
            await driver.press("question_mark")
            assert "Keys" in driver.shown()
            await driver.press("escape")
            listed = described(driver.app.screen).plain
            assert "undo" in listed and "quit" in listed and "mode.review" in listed


async def test_keys_can_be_changed_in_a_file(workspace: Workspace) -> None:
    (workspace.root / "keys.toml").write_text('"review.accept" = "z"\n')
    async with opened(workspace) as driver:
        await begun(driver)
        await search(driver)
        await driver.press("4", "a")
        assert driver.app.session.state.decisions == {}
        await driver.press("z")
        assert len(driver.app.session.state.decisions) == 1


@pytest.mark.parametrize("line", ['"review.accept" = "ctrl+a"\n', "nonsense", '"review.accept" = 3\n'])
async def test_a_bad_keys_file_is_one_line_and_the_usual_keys_hold(workspace: Workspace, line: str) -> None:
    (workspace.root / "keys.toml").write_text(line)
    async with opened(workspace) as driver:
        assert "keys.toml" in driver.app.status
        await begun(driver)
        assert driver.app.session.state.question


async def test_a_read_only_place_is_no_hindrance(workspace: Workspace) -> None:
    (workspace.studies_folder / "first-study" / "screen.json").write_text("no json")
    async with opened(workspace) as driver:
        assert "What do you want to know?" in driver.shown()


async def test_a_torn_record_is_said_on_opening(workspace: Workspace) -> None:
    [record] = (workspace.studies_folder / "first-study" / "record").glob("*.jsonl")
    with record.open("ab") as stream:
        stream.write(b'{"torn')
    async with opened(workspace) as driver:
        assert "incomplete" in driver.app.status


async def test_another_writer_is_seen(workspace: Workspace) -> None:
    async with opened(workspace) as driver:
        await begun(driver)
        other = open_study(workspace)
        other.memo("study", json.dumps("from a colleague"))
        other.close()
        await driver.press("escape", "6")
        assert "from a colleague" in driver.shown()
