"""The calendars in which sources date, each counted into the same day numbers as ``historag_tui.days``."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from historag_tui import days

REPUBLICAN_YEARS = frozenset((*range(1, 15), 79))
"""Years in which the calendar of the French Republic was in use: I to XIV, and 79 in the Paris Commune."""

_LONG_YEARS = (3, 7, 11)
_FIRST_REPUBLICAN_DAY = days.day_of(1792, 9, 22)
_COMMUNE = days.day_of(1870, 9, 23)


class Calendar(NamedTuple):
    """A calendar as three functions; months count from 1."""

    day_of: Callable[[int, int, int], int]
    """The day number of year, month and day, unchecked."""
    month_length: Callable[[int, int], int]
    months: int

    def span(self, year: int, month: int | None = None, day: int | None = None) -> tuple[int, int] | None:
        """First and last day of a year, a month or a day; None when the calendar has no such day."""
        if month is None:
            return self.day_of(year, 1, 1), self.day_of(year, self.months, self.month_length(year, self.months))
        if not 1 <= month <= self.months:
            return None
        length = self.month_length(year, month)
        if day is None:
            return self.day_of(year, month, 1), self.day_of(year, month, length)
        return (self.day_of(year, month, day),) * 2 if 1 <= day <= length else None


def _julian_day(year: int, month: int, day: int) -> int:
    """As ``days.day_of``, with a leap day every fourth year; 1 March of the year 0 falls two days earlier."""
    shifted = year - (month <= 2)
    of_year = (153 * (month + (-3 if month > 2 else 9)) + 2) // 5 + day - 1
    return shifted * 365 + shifted // 4 + of_year - 719470


def _julian_month_length(year: int, month: int) -> int:
    return (29 if year % 4 == 0 else 28) if month == 2 else days.month_length(year, month)


def _republican_day(year: int, month: int, day: int) -> int:
    """Twelve months of thirty days and five or six complementary days, as the years I to XIV in fact began."""
    of_year = 30 * (month - 1) + day - 1
    if year == 79:
        return _COMMUNE + of_year
    return _FIRST_REPUBLICAN_DAY + 365 * (year - 1) + sum(long < year for long in _LONG_YEARS) + of_year


def _republican_month_length(year: int, month: int) -> int:
    return 30 if month < 13 else 5 + (year in _LONG_YEARS)


GREGORIAN = Calendar(days.day_of, days.month_length, 12)
"""The calendar of today, reckoned back before 1582 as ISO 8601 does."""
JULIAN = Calendar(_julian_day, _julian_month_length, 12)
"""Old style: the calendar of Caesar, in Russia until 1918."""
REPUBLICAN = Calendar(_republican_day, _republican_month_length, 13)
"""The calendar of the French Republic; the thirteenth month are the complementary days."""


def weekday(day: int) -> int:
    """The weekday of a day number, 0 for Monday."""
    return (day + 3) % 7
