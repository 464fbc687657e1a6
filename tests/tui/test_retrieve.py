"""Retrieve beyond the plain search: more choices, samples, passages like one, runs again and side by side."""

from __future__ import annotations

import pytest
from textual.widgets import Input

from historag_tui.records import FieldCap, Run
from historag_tui.session.tables import read_csv
from historag_tui.tui.rows import RowList
from historag_tui.workspace import Workspace
from tests.tui.conftest import Driver, opened
from tests.tui.test_app import SIZES, begun, search


def runs_of(driver: Driver) -> list[Run]:
    return list(driver.app.session.state.runs.values())


async def test_more_choices_are_folded_away_and_say_so_when_they_decide(workspace: Workspace) -> None:
    async with opened(workspace) as driver:
        await begun(driver)
        assert "reprints" not in driver.shown() and "^o more choices" in driver.shown()
        await driver.press("ctrl+o")
        assert "reprints" in driver.shown() and driver.app.focused is driver.app.screen.query_one("#cap")
        for name, value in (("#cap", "2; president=3"), ("#spread", "party"), ("#reprints", "each")):
            await driver.fill(name, value)
        await driver.fill("#variants", "1860–1869=iron roads")
        await search(driver)
        [run] = runs_of(driver)
        recipe = run.recipe
        assert (recipe.cap, recipe.field_caps, recipe.spread) == (2, (FieldCap("president", 3),), ("party",))
        assert recipe.reprints == "each" and recipe.windows[0].topic == "iron roads"
        assert "in turn: Democratic" in driver.shown()
        await driver.press("m")
        assert "spread party · reprints each" in driver.shown() and "as each" not in driver.shown()


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("#cap", "issue=", "is not a cap"),
        ("#cap", "=2", "is not a cap"),
        ("#spread", "partei", "no field 'partei'"),
        ("#reprints", "twice", "not a choice for reprints"),
        ("#range_rule", "x", "touched, midpoint, inside"),
        ("#vectors", "quick", "not a choice for vectors"),
        ("#undated", "-1", "whole number"),
        ("#variants", "1860–1869", "names no topic"),
    ],
)
async def test_each_choice_is_refused_by_its_own_name(workspace: Workspace, field: str, value: str, says: str) -> None:
    async with opened(workspace, (120, 40)) as driver:
        await begun(driver)
        await driver.fill(field, value)
        await search(driver)
        assert says in driver.app.status and not runs_of(driver)


@pytest.mark.parametrize("size", SIZES)
async def test_the_balance_is_drawn_with_its_query_and_n_and_written(
    workspace: Workspace, size: tuple[int, int]
) -> None:
    async with opened(workspace, size) as driver:
        await begun(driver)
        await search(driver)
        await driver.press("w")
        shown = driver.shown()
        assert "railroads and the regulation of corporations · 1860-01-01" in shown
        assert "windows 30 chunks" in shown and "60 documents" in shown and "corpus, chunks" in shown and "░" in shown
        await driver.press("C")
        [run] = runs_of(driver)
        rows = read_csv((workspace.exports_folder / f"{run.id}.balance.csv").read_bytes())
        assert [int(row["windows"]) for row in rows] == [5] * 6
        assert driver.app.session.state.exports[-1].object == run.id


async def test_the_ledger_begins_at_the_window_under_the_cursor(workspace: Workspace) -> None:
    async with opened(workspace) as driver:
        await begun(driver)
        await search(driver)
        await driver.press("end", "k", "l")
        shown = driver.shown().splitlines()
        assert any("1910–1919" in line for line in shown)
        await driver.press("escape", "home", "l")
        assert "int8 scan" in driver.shown() or "all rows" in driver.shown()
        assert "certified exact" in driver.shown() and "among their best" in driver.shown()


async def test_a_sample_is_drawn_with_the_seed_that_is_written(workspace: Workspace) -> None:
    async with opened(workspace) as driver:
        await begun(driver)
        await driver.fill("#first", "1860")
        await driver.fill("#last", "1879")
        await driver.press("escape", "D")
        await driver.type("17 3")
        await driver.press("enter")
        [run] = runs_of(driver)
        assert (run.recipe.layer, run.recipe.seed, run.recipe.per_window, run.recipe.cap) == ("random", 17, 3, 1)
        assert len(run.hits) == 6 and "random sample, seed 17" in driver.shown()
        await driver.press("D")
        await driver.type("17")
        await driver.press("enter")
        assert "two whole numbers" in driver.app.status and len(runs_of(driver)) == 1


async def test_passages_like_one_by_one_key_from_retrieve_and_review(workspace: Workspace) -> None:
    async with opened(workspace, (120, 40)) as driver:
        await begun(driver)
        await search(driver)
        chunk = driver.app.screen.query_one("#result", RowList).key.partition("\t")[2]
        await driver.press("S")
        assert runs_of(driver)[-1].recipe.like == chunk
        assert driver.app.screen.query_one("#topic", Input).value.startswith("railroads and")
        await driver.press("4", "right_square_bracket", "S")
        beside = driver.app.session.heuristik.passage(runs_of(driver)[-1].recipe.like)
        assert runs_of(driver)[-1].recipe.like != chunk
        assert "1 after" not in driver.shown() and driver.app.screen.MODE == "retrieve"  # type: ignore[attr-defined]
        before = runs_of(driver)[1].hits
        assert beside.chunk in {
            near.chunk for hit in before if (near := driver.app.session.heuristik.beside(hit.chunk)) is not None
        }


async def test_again_repeats_the_recipe_and_opens_the_comparison(workspace: Workspace) -> None:
    async with opened(workspace) as driver:
        await begun(driver)
        await search(driver)
        await driver.press("A")
        first, second = runs_of(driver)
        assert second.repeats == first.id and second.recipe == first.recipe
        shown = driver.shown()
        assert "A 0 · both 30 · B 0" in shown and f"repeats {first.id}" in shown
        await driver.press("escape")
        assert second.id in driver.shown()
        await driver.press("R", "A")
        assert runs_of(driver)[-1].repeats == second.id and "both 30" in driver.shown()
        await driver.press("escape", "E", "end", "enter")
        assert (workspace.exports_folder / f"{runs_of(driver)[-1].id}.balance.csv").exists()


@pytest.mark.parametrize("size", SIZES)
async def test_two_marked_runs_are_compared_window_by_window(workspace: Workspace, size: tuple[int, int]) -> None:
    async with opened(workspace, size) as driver:
        await begun(driver)
        await search(driver)
        await driver.fill("#layer", "keyword")
        await driver.press("t", "enter")
        await driver.press("R", "C")
        assert "mark two runs" in driver.shown()
        await driver.press("space", "space", "C")
        second, first = reversed(runs_of(driver))
        found = driver.app.session.heuristik.compare(second.id, first.id)
        shown = driver.shown()
        assert f"A {found.chunks[0]} · both {found.chunks[2]} · B {found.chunks[1]}" in shown
        listed = found.windows[0]
        first_row = (*listed.only_a, *listed.only_b, *listed.both)[0]
        assert driver.app.session.heuristik.passage(first_row.chunk).text[:30] in " ".join(shown.split())
        await driver.press("l")
        assert driver.app.screen.query_one("#both", RowList).key.startswith(found.windows[1].window)
        await driver.press("h", "enter")
        assert "j k space b scroll" in driver.shown()
        await driver.press("escape", "escape", "C", "enter")
        assert found.windows[0].window in driver.shown()
