"""One review over several runs: each chunk once, in reading order, with all who found it."""

from __future__ import annotations

from historag_tui.heuristik.review import joint_order, reading_order
from historag_tui.records import Hit, Ledger, Recipe, Run, Window, WindowResult

_NOTHING = dict.fromkeys(Ledger.__struct_fields__[:23])


def run(name: str, **windows: str) -> Run:
    """A run whose windows, named by their year, hold chunks: letter and year of each, best first."""
    results = []
    for window, found in windows.items():
        year = window.removeprefix("w")
        of = Window(year, f"{year}-01-01", f"{year}-12-31", 5)
        hits = tuple(
            Hit(chunk, chunk, "t", year, year, rank, 1.0, None, (), 0, 1, "x", "", {}, first=f"{year}-0{ord(chunk) - 96}-01")
            for rank, chunk in enumerate(found, 1)
        )  # fmt: skip
        results.append(WindowResult(of, Ledger(**_NOTHING), hits))  # type: ignore[arg-type]
    recipe = Recipe(topic="t", first="", last="", windowing="1y", windows=(), per_window=5)
    return Run(id=name, recipe=recipe, windows=tuple(results), comparison=None)


def test_each_chunk_once_by_window_and_date_with_every_rank() -> None:
    one, two = run("one", w1861="cb", w1860="a"), run("two", w1860="da", w1862="e", w1861="b")
    order = joint_order([one, two])
    assert [standing.hit.chunk for standing in order] == ["a", "d", "b", "c", "e"]
    found = {standing.hit.chunk: standing.found_by for standing in order}
    assert found["a"] == (("one", 1), ("two", 2)) and found["b"] == (("one", 2), ("two", 1))
    assert found["d"] == (("two", 1),)
    assert {standing.hit.chunk: standing.run for standing in order} == {
        "a": "one", "b": "one", "c": "one", "d": "two", "e": "two",
    }  # fmt: skip


def test_one_run_keeps_the_order_of_its_own_windows() -> None:
    only = run("one", w1861="cb", w1860="a")
    assert [standing.hit for standing in joint_order([only])] == reading_order(only)
