"""Cutting a period into windows."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as some

from historag_tui.days import day_of, first_day, last_day
from historag_tui.errors import UsageError
from historag_tui.heuristik.windows import cut

FROM, TO = day_of(1860, 1, 1), day_of(1919, 12, 31)


def test_six_decades() -> None:
    windows = cut(FROM, TO, "10y", 5)
    assert [window.name for window in windows] == [
        "1860–1869", "1870–1879", "1880–1889", "1890–1899", "1900–1909", "1910–1919",
    ]  # fmt: skip
    assert (windows[0].first, windows[0].last) == ("1860-01-01", "1869-12-31")
    assert not any(window.partial for window in windows)


def test_a_last_window_that_is_cut_short_says_so() -> None:
    *whole, last = cut(FROM, day_of(1915, 6, 30), "10y", 5)
    assert not any(window.partial for window in whole)
    assert last.partial
    assert last.name == "1910-01-01–1915-06-30"


def test_calendar_decades_are_partial_at_both_ends() -> None:
    windows = cut(day_of(1865, 4, 1), day_of(1882, 1, 1), "decade", 1)
    assert [(window.first, window.last, window.partial) for window in windows] == [
        ("1865-04-01", "1869-12-31", True),
        ("1870-01-01", "1879-12-31", False),
        ("1880-01-01", "1882-01-01", True),
    ]


def test_months_of_different_length() -> None:
    windows = cut(day_of(1904, 1, 31), day_of(1904, 4, 30), "1m", 1)
    assert [window.first for window in windows] == ["1904-01-31", "1904-02-29", "1904-03-31", "1904-04-30"]


def test_named_windows_may_be_unequal_and_overlap_with_quotas_of_their_own() -> None:
    windows = cut(FROM, TO, "war=1914..1918:20, long war=1912-06..1919, before=1860..1913", 5, {"war": "trenches"})
    assert [(window.name, window.quota, window.first, window.last, window.topic) for window in windows] == [
        ("war", 20, "1914-01-01", "1918-12-31", "trenches"),
        ("long war", 5, "1912-06-01", "1919-12-31", ""),
        ("before", 5, "1860-01-01", "1913-12-31", ""),
    ]


def test_none_is_one_window() -> None:
    [window] = cut(FROM, TO, "none", 30)
    assert (window.name, window.quota) == ("1860–1919", 30)


@pytest.mark.parametrize(
    ("first", "last", "windowing", "quota", "says"),
    [
        (TO, FROM, "10y", 5, "reversed"),
        (FROM, TO, "0y", 5, "zero"),
        (FROM, TO, "10y", 0, "quota"),
        (FROM, TO, "1d", 5, "more than"),
        (FROM, TO, "ten years", 5, "not a windowing"),
        (FROM, TO, "a=1900..1899", 5, "reversed"),
        (FROM, TO, "a=1900..1901,a=1902..1903", 5, "Two windows"),
        (FROM, TO, "a=1900..1901:0", 5, "quota of 0"),
        (FROM, TO, "a=spring..1901", 5, "not a date"),
        (FROM, TO, "", 5, "not a windowing"),
    ],
)
def test_what_cannot_be_meant_is_refused(first: int, last: int, windowing: str, quota: int, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        cut(first, last, windowing, quota)


def test_a_topic_for_a_window_that_does_not_exist_is_refused() -> None:
    with pytest.raises(UsageError, match="no window"):
        cut(FROM, TO, "10y", 5, {"1960–1969": "EDV"})


@given(
    first=some.integers(day_of(-500, 1, 1), day_of(2100, 1, 1)),
    length=some.integers(0, 40_000),
    windowing=some.sampled_from(["1y", "7y", "10y", "5m", "90d", "decade", "none"]),
)
def test_equal_windows_cover_the_period_without_gap_or_overlap(first: int, length: int, windowing: str) -> None:
    windows = cut(first, first + length, windowing, 1)
    edges = [(first_day(window.first), last_day(window.last)) for window in windows]
    assert edges[0][0] == first
    assert edges[-1][1] == first + length
    assert all(start <= end for start, end in edges)
    assert all(after[0] == before[1] + 1 for before, after in itertools.pairwise(edges))
