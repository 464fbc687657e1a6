"""Silences of the sources and silences of the corpus, by hand."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as some

from historag_tui.days import day_of
from historag_tui.errors import UsageError
from historag_tui.heuristik.forms import read_term
from historag_tui.heuristik.frequency import Scope
from historag_tui.heuristik.silence import NO_VALUE, Cell, Rate, silences, spans
from historag_tui.heuristik.windows import cut
from historag_tui.index.reader import Index
from historag_tui.records import SilenceReport
from tests.heuristik import counted

TEXTS = [
    ("1850", "canal canal lock"),  # 3 tokens
    ("1852", "lock lock"),  # 2
    ("1853", "lock"),  # 1
    ("1856", "canals"),  # 1
    ("1872", "lock lock lock"),  # 3
    ("", "lock lock"),  # 2
]
KINDS = ["law", "law", "letter", "law", "letter", ""]


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Index:
    return counted.index(tmp_path_factory.mktemp("silence"), TEXTS, kind=KINDS)


def _report(index: Index, *terms: str, field: str = "") -> SilenceReport:
    scope = Scope(index, cut(day_of(1850, 1, 1), day_of(1879, 12, 31), "10y", 1))
    return silences(index, [read_term(index, term, "stemmed") for term in terms], scope, field)


def test_a_silent_window_is_told_from_one_without_sources(index: Index) -> None:
    found = _report(index, "canal")
    assert (found.overall.count, found.overall.documents, found.overall.tokens) == (3, 2, 12)
    empty, silent, undated = found.windows
    assert (empty.name, empty.cause, empty.documents, empty.expected) == ("1860–1869", "no sources", 0, 0.0)
    assert (silent.name, silent.cause, silent.documents, silent.tokens) == ("1870–1879", "not found", 1, 3)
    # 3 occurrences in 12 tokens make .75 in 3; 2 of 6 documents hold it, so that one lacks it with 4/6.
    assert silent.expected == pytest.approx(0.75)
    assert silent.chance_by_tokens == pytest.approx(math.exp(-0.75))
    assert silent.chance_by_documents == pytest.approx(4 / 6)
    assert (undated.name, undated.tokens) == ("undated", 2)


def test_silent_years_are_spans_of_one_cause(index: Index) -> None:
    found = _report(index, "canal")
    assert [(span.name, span.cause, span.documents) for span in found.years] == [
        ("1851", "no sources", 0),
        ("1852–1853", "not found", 2),
        ("1854–1855", "no sources", 0),
        ("1857–1871", "no sources", 0),
        ("1872", "not found", 1),
    ]
    assert found.years[1].chance_by_documents == pytest.approx((4 / 6) ** 2)
    assert (found.years_with_sources, found.years_silent) == (5, 3)
    assert found.years_silent_expected == pytest.approx(5 * 4 / 6)


def test_kinds_of_sources(index: Index) -> None:
    found = _report(index, "canal", field="kind")
    assert [(value.name, value.documents, value.tokens) for value in found.values] == [
        ("letter", 2, 4),
        (NO_VALUE, 1, 2),
    ]
    with pytest.raises(UsageError, match="no field 'sort'"):
        _report(index, "canal", field="sort")


def test_any_of_several_terms_breaks_the_silence(index: Index) -> None:
    found = _report(index, "canal", "lock")
    assert [window.name for window in found.windows] == ["1860–1869"]
    assert found.years_silent == 0 and found.years_silent_expected == pytest.approx(0)


def test_a_word_that_is_nowhere_is_silent_everywhere_and_nothing_is_expected(index: Index) -> None:
    found = _report(index, "telegraph")
    assert found.searched_as == ()
    assert [window.expected for window in found.windows] == [0.0] * 4
    assert {window.chance_by_documents for window in found.windows} == {1.0}


@given(some.lists(some.tuples(some.integers(0, 2), some.integers(0, 2)), min_size=1, max_size=30))
def test_spans_and_sounding_years_make_up_all_years(cells: list[tuple[int, int]]) -> None:
    years = [
        Cell(str(1800 + number), documents, documents * 5, min(count, documents))
        for number, (documents, count) in enumerate(cells)
    ]
    found = list(spans(years, Rate(0.1, 0.2)))
    covered = set()
    for span in found:
        first, _, last = span.name.partition("–")
        covered |= set(range(int(first), int(last or first) + 1))
    assert covered == {int(cell.name) for cell in years if not cell.occurrences}
    assert sum(span.tokens for span in found) == sum(cell.tokens for cell in years if not cell.occurrences)
