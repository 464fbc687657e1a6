"""The balance of a run: figures by hand, units named, and a table that reads back."""

from __future__ import annotations

import pytest

from historag_tui.records import Comparison, Hit, Ledger, Recipe, Run, Share, Shortfall, Turn, Window, WindowResult
from historag_tui.session.balance import account, distribution_csv, distributions, largest_share, stroke, wholes
from historag_tui.session.tables import read_csv


def _hits(window: str, count: int) -> tuple[Hit, ...]:
    return tuple(
        Hit(f"{window}-{rank}", "d", "t", "1860", window, rank, 1.0, None, (), 0, 1, "x", "", {})
        for rank in range(1, count + 1)
    )


def _result(name: str, found: int, documents: int, chunks: int, **figures: object) -> WindowResult:
    known: dict[str, object] = {
        "documents": documents,
        "chunks": chunks,
        "eligible_documents": documents,
        "eligible_chunks": chunks,
        "retrieved": found,
        "quota": 3,
        "sampling_fraction": found / chunks,
        "corpus_share_documents": documents / 10,
        "corpus_share_chunks": chunks / 400,
        "ratio_documents": 1.0,
        "ratio_chunks": 1.5,
        "distinct_documents": found,
        "years": 1,
        "first_year": 1860,
        "last_year": 1860,
        "largest_document_share": 0.5,
        "similarity_highest": None,
        "similarity_median": None,
        "similarity_lowest": None,
        "similarity_next": None,
    }
    window = Window(name, f"{name}-01-01", f"{name}-12-31", 3)
    return WindowResult(window, Ledger(**known | figures), _hits(name, found))  # type: ignore[arg-type]


@pytest.fixture
def run() -> Run:
    first = _result("1860", 3, 4, 100, turns=(Turn("a", 60, 2), Turn("b", 40, 1)), how="int8 scan", certified=True)
    second = _result("1861", 1, 6, 300, shortfall=Shortfall(cap=2), warnings=("1 of 3: short by 2 (caps)",))
    recipe = Recipe(
        topic="rails", first="1860-01-01", last="1861-12-31", windowing="1y", windows=(first.window, second.window), per_window=3
    )  # fmt: skip
    comparison = Comparison(
        unwindowed=("a", "b", "c", "d"),
        surfaced=("a",),
        deprioritised=("e",),
        surfaced_similarity=None,
        deprioritised_similarity=None,
        distribution=(Share("1860", 3, 1, None, 4, 100), Share("1861", 1, 3, None, 6, 300)),
    )
    return Run(id="run-1", recipe=recipe, windows=(first, second), comparison=comparison, distinct=4)


def test_each_bar_is_a_share_of_its_own_whole(run: Run) -> None:
    (_, first), (_, second) = distributions(run)
    assert [(bar.name, bar.count, bar.whole, bar.share) for bar in first] == [
        ("windows", 3, 4, 0.75),
        ("one list", 1, 4, 0.25),
        ("corpus, documents", 4, 10, 0.4),
        ("corpus, chunks", 100, 400, 0.25),
    ], "no keyword list where no words were asked for"
    assert [bar.share for bar in second] == [0.25, 0.75, 0.6, 0.75]
    assert wholes(run) == "windows 4 chunks · one list 4 chunks · corpus 10 documents, 400 chunks"
    assert largest_share(run) == 0.75
    assert [stroke(bar, 0.75, 6) for bar in first] == ["██████", "██", "░░░", "░░"]


def test_the_account_names_what_was_and_leaves_out_what_was_not(run: Run) -> None:
    first, second = (dict(account(result)) for result in run.windows)
    assert first["turns"] == "a 2 of 60, b 1 of 40"
    assert first["vectors"] == "int8 scan, certified exact"
    assert first["short by"] == "nothing" and second["short by"] == "2 (caps)"
    assert not {"turns", "vectors", "similarity", "largest issue", "both layers have"} & second.keys()


def test_the_table_has_query_n_and_ledger_of_each_window(run: Run) -> None:
    first, second = read_csv(distribution_csv(run))
    assert first["query"].startswith("rails · 1860-01-01 to 1861-12-31")
    assert (first["windows"], first["windows_n"], first["one_list"], first["corpus_chunks_n"]) == ("3", "4", "1", "400")
    assert "keywords" not in first
    assert (second["short_by"], second["warnings"]) == ("2 (caps)", "1 of 3: short by 2 (caps)")
    assert first["certified"] == "true" and float(first["windows_share"]) == 0.75
