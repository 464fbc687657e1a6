"""Review: what waits for a second key, what is hidden, and reading on while a judge works."""

from __future__ import annotations

from rich.color import ColorType
from textual.containers import VerticalScroll

from historag_tui.models.scripted import ScriptedServer, serving
from historag_tui.session import open_study
from historag_tui.tui.app import HistoragApp
from historag_tui.tui.rows import RowList
from historag_tui.workspace import Workspace, open_workspace
from tests.tui.conftest import opened
from tests.tui.test_app import begun, search


async def test_a_digit_is_a_score_only_right_behind_s(workspace: Workspace) -> None:
    async with opened(workspace) as driver:
        await begun(driver)
        await search(driver)
        for between in (["escape"], ["a"], ["n", "escape"], ["j"], ["G", "a"]):
            await driver.press("4", "s", *between, "6")
            assert driver.app.session.state.scores == {}, between
            assert driver.app.screen.MODE == "record", between  # type: ignore[attr-defined]


async def test_only_a_rubric_s_first_chunks_are_hidden_and_only_until_decided(
    with_model: Workspace, server: ScriptedServer
) -> None:
    async with opened(with_model) as driver:
        await begun(driver)
        await search(driver)
        await driver.press("4", "v")
        assert "no judgment is hidden here" in driver.app.status
        await driver.press("J", "enter")
        assert "30 judged" in driver.app.status
        [run] = driver.app.session.state.runs
        assert len(driver.app.session.heuristik.blind(run)) == 5
        await driver.press("c")
        assert "decide first" in driver.app.status
        await driver.press("x")
        assert "the judge says" in driver.app.status
        await driver.press("k")
        assert "of 10" in driver.shown() or "A scripted reply" in driver.shown()
        await driver.press("u")
        assert "Hidden until" in driver.shown(), "what is undone was not decided"
        await driver.press(*"jjjjj")
        assert "Hidden until" not in driver.shown()


async def test_the_reading_place_is_kept_while_judgments_come(workspace: Workspace) -> None:
    with serving(delay=0.01) as slow:
        path = workspace.root / "historag.toml"
        path.write_text(f'{path.read_text()}\n[models.slow]\nurl = "{slow.url}"\nmodel = "m"\n')
        async with opened(open_workspace(workspace.root)) as driver:
            await begun(driver)
            await search(driver)
            await driver.press("4", "G", "tab")
            pane = driver.app.screen.query_one("#passage-pane", VerticalScroll)
            place = pane.scroll_offset.y
            assert place > 0
            key = driver.app.screen.query_one("#hits", RowList).key
            await driver.pilot.press("J")
            await driver.pilot.pause()
            await driver.pilot.press("enter")
            await driver.until(lambda: len(driver.app.session.state.judgments) >= 3)
            await driver.pilot.press("s")
            await driver.until(lambda: len(driver.app.session.state.judgments) >= 6)
            await driver.pilot.press("7")
            await driver.until(lambda: bool(driver.app.session.state.scores))
            [scored] = driver.app.session.state.scores.items()
            assert scored == ((next(iter(driver.app.session.state.runs)), key), 7)
            await driver.press("J", "enter")
            assert pane.scroll_offset.y == place
            assert len(driver.app.session.state.judgings) == 1, "the same work is never begun twice"


async def test_without_colour_no_colour_is_sent_and_states_stay_words(workspace: Workspace) -> None:
    session = open_study(workspace)
    session.revise_question("Who feared power?")
    for _ in session.heuristik.search(session.heuristik.recipe("railroads", first="1860", last="1919")):
        pass
    app = HistoragApp(workspace, session, "mono")
    async with app.run_test(size=(120, 40)) as pilot:
        for key in "4axf":
            await pilot.press(key)
            await pilot.pause()
        segments = [segment for line in app.screen._compositor.render_strips() for segment in line]
        colours = [c for s in segments if s.style for c in (s.style.color, s.style.bgcolor) if c]
        assert colours and all(colour.type is ColorType.DEFAULT for colour in colours)
        shown = "".join(segment.text for segment in segments)
        assert "✓ acc" in shown and "✗ rej" in shown and "⚑ flg" in shown
    session.close()


async def test_one_review_over_two_runs_has_each_chunk_once_and_transfers_both(workspace: Workspace) -> None:
    async with opened(workspace, (120, 40)) as driver:
        await begun(driver)
        await search(driver)
        await driver.fill("#layer", "keyword")
        await driver.press("t", "enter", "R", "V")
        assert "mark runs" in driver.shown()
        await driver.press("space", "space", "V")
        newer, older = reversed(driver.app.session.state.runs.values())
        ids = {hit.chunk for run in (newer, older) for hit in run.hits}
        rows = driver.app.screen.query_one("#hits", RowList)
        assert len(rows.keys) == len(ids) < len(newer.hits) + len(older.hits)
        assert newer.id in driver.shown() and older.id in driver.shown() and "found by" in driver.shown()
        standing = driver.app.session.heuristik.review_over([newer.id, older.id]).standing
        only_older = next(chunk for chunk in rows.keys if standing[chunk].run == older.id)
        both = next(chunk for chunk in rows.keys if len(standing[chunk].found_by) == 2)
        for chunk in (only_older, both):
            rows.go_to(chunk)
            await driver.press("a")
        assert set(driver.app.session.state.decisions) == {(older.id, only_older), (newer.id, both)}
        await driver.press("T")
        await driver.type("read together")
        await driver.press("enter")
        corpus = driver.app.session.state.corpora["corpus-1"]
        assert corpus.runs == (newer.id, older.id) and len(corpus.chunks) == 2
        await driver.press("R", "enter")
        assert len(rows.keys) in (len(newer.hits), len(older.hits))


async def test_what_is_hidden_in_one_run_is_hidden_in_a_review_of_both(
    with_model: Workspace, server: ScriptedServer
) -> None:
    async with opened(with_model, (120, 40)) as driver:
        await begun(driver)
        await search(driver)
        await driver.press("4", "J", "enter", "A", "3", "A", "escape", "R", "space", "space", "V")
        again, first = reversed(driver.app.session.state.runs)
        assert again != first and len(server.requests) == 30
        assert "Hidden until you decide" in driver.shown()
        await driver.press("J", "enter")
        assert len(server.requests) == 60, "judged under the run that stands first, and not once more under the other"
        await driver.press("v")
        assert driver.app.session.state.revealed and "of 10" in driver.shown()
        await driver.press("x", "k")
        assert "of 10" in driver.shown()


async def test_undoing_goes_back_to_what_was_undone_and_coming_back_scrolls_there(workspace: Workspace) -> None:
    async with opened(workspace) as driver:
        await begun(driver)
        await search(driver)
        await driver.press("4")
        rows = driver.app.screen.query_one("#hits", RowList)
        order = rows.keys
        await driver.press("a", "x", "G", "u")
        assert rows.key == order[1]
        await driver.press("G", "a", "q")
    async with opened(workspace) as driver:
        rows = driver.app.screen.query_one("#hits", RowList)
        assert rows.key == order[-1]
        assert rows.scroll_offset.y > 0 and "▸✓ acc" in driver.shown()


async def test_what_was_said_of_one_screen_is_not_said_on_the_next(workspace: Workspace) -> None:
    async with opened(workspace) as driver:
        await begun(driver)
        await search(driver)
        assert "is in the record" in driver.app.status
        await driver.press("4", "a")
        assert "accepted" in driver.app.status
        await driver.press("6")
        assert driver.app.status == "ready" and "accepted" not in driver.shown().splitlines()[-2]
