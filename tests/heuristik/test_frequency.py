"""Frequencies and dispersion, by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from historag_tui.days import day_of, year_of
from historag_tui.heuristik.filters import parse_filter
from historag_tui.heuristik.frequency import Scope, deviation_of_proportions, frequency, years_of
from historag_tui.heuristik.windows import cut
from historag_tui.index.reader import Index
from tests.heuristik import counted


def _deviation(counts: list[int], sizes: list[int]) -> float | None:
    return deviation_of_proportions(np.array(counts), np.array(sizes), sum(sizes), min(sizes))


def test_dispersion_by_hand() -> None:
    # Shares of text .18 .22 .20 .20 .20, of occurrences 1/15 … 5/15: differences .1133 .0867 0 .0667 .1333, half their sum .2.
    assert _deviation([1, 2, 3, 4, 5], [18, 22, 20, 20, 20]) == pytest.approx(0.2 / (1 - 0.18))
    assert _deviation([2, 4, 6], [10, 20, 30]) == 0
    assert _deviation([0, 0, 7], [30, 20, 10]) == pytest.approx(1)
    # All in the larger of two: |0 - .25| and |1 - .75|, half of it .25, by 1 - .25.
    assert _deviation([0, 3], [25, 75]) == pytest.approx(1 / 3)


def test_dispersion_is_undefined_without_an_occurrence_or_with_one_document() -> None:
    assert _deviation([0, 0], [10, 10]) is None
    assert _deviation([5], [10]) is None


@given(some.lists(some.tuples(some.integers(0, 9), some.integers(1, 50)), min_size=2, max_size=12))
def test_documents_without_an_occurrence_need_not_be_listed(parts: list[tuple[int, int]]) -> None:
    counts, sizes = map(np.array, zip(*parts, strict=True))
    held, tokens, smallest = counts > 0, int(sizes.sum()), int(sizes.min())
    whole = deviation_of_proportions(counts, sizes, tokens, smallest)
    short = deviation_of_proportions(counts[held], sizes[held], tokens, smallest)
    assert whole == (short if short is None else pytest.approx(short))
    assert whole is None or 0 <= whole <= 1


def test_a_zero_says_below_what_it_lies_and_no_text_is_no_zero() -> None:
    nothing = np.array([], dtype=np.int64)
    zero = frequency("w", nothing, nothing, 4_000, 10)
    assert (zero.count, zero.per_million, zero.below) == (0, 0.0, 250.0)
    empty = frequency("w", nothing, nothing, 0, 10)
    assert (empty.per_million, empty.below, empty.dispersion) == (None, None, None)


TEXTS = [
    ("1850", "steam steam coal iron"),  # 4 tokens
    ("1851-05-03", "coal coal coal coal coal iron"),  # 6
    ("1865", "steam coal"),  # 2
    ("", "steam steam steam"),  # 3
    ("1999", "steam"),  # outside
]


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Index:
    return counted.index(tmp_path_factory.mktemp("frequency"), TEXTS, kind=["a", "b", "a", "a", "a"])


def test_windows_and_the_undated_sum_to_the_whole(index: Index) -> None:
    scope = Scope(index, cut(day_of(1850, 1, 1), day_of(1869, 12, 31), "10y", 1))
    found = index.vocabulary.counts("steam")
    assert [(one.window, one.count, one.documents, one.tokens) for one in scope.frequencies(*found)] == [
        ("1850–1859", 2, 1, 10),
        ("1860–1869", 1, 1, 2),
        ("undated", 3, 1, 3),
    ]
    assert scope.frequencies(*found)[0].per_million == 200_000
    # Of 10 tokens: |1 - .4| and |0 - .6|, half of it .6, by 1 - .4.
    assert scope.frequencies(*found)[0].dispersion == pytest.approx(1.0)
    overall = scope.overall(*found)
    assert (overall.count, overall.documents, overall.tokens) == (6, 3, 15)
    assert scope.years(found[0]) == (1850, 1865)


def test_everything_is_relative_to_what_passes_the_filters(index: Index) -> None:
    scope = Scope(index, cut(day_of(1850, 1, 1), day_of(1869, 12, 31), "10y", 1), [parse_filter("kind=a")])
    assert scope.tokens.tolist() == [4, 2, 3]
    assert scope.documents.tolist() == [1, 1, 1]
    assert scope.overall(*index.vocabulary.counts("coal")).count == 2
    assert scope.frequencies(*index.vocabulary.counts("steam"))[0].per_million == 500_000


def test_without_windows_everything_is_counted(index: Index) -> None:
    scope = Scope(index)
    assert scope.overall(*index.vocabulary.counts("steam")).count == 7
    assert scope.names == ("", "undated")


@given(some.lists(some.integers(day_of(-3000, 1, 1), day_of(12_000, 12, 31)), min_size=1))
def test_years_of_many_days_are_those_of_each(days: list[int]) -> None:
    assert years_of(np.array(days)).tolist() == [year_of(day) for day in days]
