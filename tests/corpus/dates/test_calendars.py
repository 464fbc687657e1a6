"""Calendars by dates that stand in every handbook, and by counting on."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from historag_tui.corpus.dates.calendars import GREGORIAN, JULIAN, REPUBLICAN, REPUBLICAN_YEARS, weekday
from historag_tui.days import calendar, day_of


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ((1582, 10, 5), (1582, 10, 15)),
        ((1752, 9, 3), (1752, 9, 14)),
        ((1900, 2, 29), (1900, 3, 13)),
        ((1917, 10, 25), (1917, 11, 7)),
        ((1, 1, 1), (0, 12, 30)),
        ((200, 3, 1), (200, 3, 1)),
        ((-4712, 1, 1), (-4713, 11, 24)),
    ],
)
def test_old_style_is_the_day_it_is(old: tuple[int, int, int], new: tuple[int, int, int]) -> None:
    assert JULIAN.day_of(*old) == day_of(*new)


@pytest.mark.parametrize(
    ("republican", "ours"),
    [
        ((1, 1, 1), (1792, 9, 22)),
        ((2, 11, 9), (1794, 7, 27)),
        ((3, 13, 6), (1795, 9, 22)),
        ((4, 1, 1), (1795, 9, 23)),
        ((8, 2, 18), (1799, 11, 9)),
        ((12, 1, 1), (1803, 9, 24)),
        ((13, 3, 11), (1804, 12, 2)),
        ((14, 4, 10), (1805, 12, 31)),
        ((79, 8, 16), (1871, 5, 6)),
    ],
)
def test_the_days_of_the_republic(republican: tuple[int, int, int], ours: tuple[int, int, int]) -> None:
    assert REPUBLICAN.day_of(*republican) == day_of(*ours)


def test_each_year_of_the_republic_begins_when_the_last_has_ended() -> None:
    for year in sorted(REPUBLICAN_YEARS - {14, 79}):
        whole, following = REPUBLICAN.span(year), REPUBLICAN.span(year + 1)
        assert whole is not None and following is not None
        assert whole[1] + 1 == following[0]


@given(some.integers(-9999, 9999), some.integers(1, 12), some.integers(1, 31))
def test_a_calendar_counts_on_without_gaps(year: int, month: int, day: int) -> None:
    for one in (GREGORIAN, JULIAN):
        following = (year + 1, 1) if month == 12 else (year, month + 1)
        length = one.month_length(year, month)
        assert one.day_of(year, month, length) + 1 == one.day_of(*following, 1)
        assert one.span(year, month, day) == ((one.day_of(year, month, day),) * 2 if day <= length else None)
    assert JULIAN.day_of(year + 4, month, 1) - JULIAN.day_of(year, month, 1) == 1461


def test_weekdays_are_those_of_the_calendar() -> None:
    assert weekday(day_of(1970, 1, 1)) == 3
    assert weekday(day_of(1858, 12, 7)) == 1
    assert weekday(day_of(1582, 10, 15)) == 4
    assert calendar(JULIAN.day_of(1582, 10, 4) + 1) == (1582, 10, 15)
