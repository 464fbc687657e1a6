"""Parts of months, years, decades and centuries: *Anfang*, *early*, *1. Hälfte*, seasons.

Such words name no edge, so each reading takes the widest use that editors make of it.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from historag_tui import days
from historag_tui.corpus.dates.calendars import GREGORIAN, Calendar
from historag_tui.corpus.dates.reading import Reading, Unread, calendar_date

Season = Literal["spring", "summer", "autumn", "winter"]


class Share(NamedTuple):
    """One of so many equal parts, counted from 1: the first of two is a first half."""

    part: int
    of: int


Vague = Literal["beginning", "middle", "end"]
Stretch = Share | Vague

_HALVES: dict[Stretch, tuple[int, int]] = {"beginning": (0, 2), "middle": (1, 3), "end": (2, 4)}


def _quarters(stretch: Stretch, length: int) -> tuple[int, int]:
    """Which units of a span of so many, from 0 and half open; parts that end inside a unit take the whole unit."""
    if isinstance(stretch, Share):
        if not 1 <= stretch.part <= stretch.of:
            raise Unread("it names a part beyond the last")
        begin, end, of = stretch.part - 1, stretch.part, stretch.of
    else:
        (begin, end), of = _HALVES[stretch], 4
    return length * begin // of, -(-length * end // of)


def part_of_month(year: int, month: int, stretch: Stretch, by: Calendar = GREGORIAN) -> Reading:
    """*Anfang* are the days 1 to 20, *Mitte* 6 to 25, *Ende* from the 11th: two thirds, since letter editors call
    days up to the 20th *Anfang*.  Halves and thirds are counted in days; a first half reaches at least the 15th.
    """
    whole = calendar_date(year, month, None, by)
    assert whole.first is not None and whole.last is not None
    length = whole.last - whole.first + 1
    vague = {"beginning": (0, 20), "middle": (5, 25), "end": (10, length)}
    begin, end = _quarters(stretch, length) if isinstance(stretch, Share) else vague[stretch]
    if stretch == Share(1, 2):
        end = max(end, 15)
    return Reading(whole.first + begin, whole.first + min(end, length) - 1)


def part_of_year(year: int, stretch: Stretch, by: Calendar = GREGORIAN) -> Reading:
    """*Anfang* is the first half, *Mitte* April to September, *Ende* the second half."""
    begin, end = _quarters(stretch, 12)
    first, last = calendar_date(year, begin + 1, None, by), calendar_date(year, end, None, by)
    return Reading(first.first, last.last, "month")


def decade(year: int, stretch: Stretch | None) -> Reading:
    """The ten years from a year that ends in 0, or a part of them."""
    begin, end = (0, 10) if stretch is None else _quarters(stretch, 10)
    return Reading(days.day_of(year + begin, 1, 1), days.day_of(year + end - 1, 12, 31), "year")


def century(number: int, stretch: Stretch | None, before_christ: bool) -> Reading:
    """The 19th century is 1800 to 1900, since some count from 1800 and others from 1801; so with its parts."""
    if not 1 <= number <= 99:
        raise Unread("it names no century")
    begin, end = (0, 100) if stretch is None else _quarters(stretch, 100)
    start = 1 - 100 * number if before_christ else 100 * (number - 1)
    return Reading(days.day_of(start + begin, 1, 1), days.day_of(start + end, 12, 31), "year")


_SEASONS: dict[Season, tuple[tuple[int, int, int], tuple[int, int, int]]] = {
    "spring": ((0, 3, 1), (0, 6, 22)),
    "summer": ((0, 6, 1), (0, 9, 24)),
    "autumn": ((0, 9, 1), (0, 12, 23)),
    "winter": ((-1, 12, 1), (1, 3, 22)),
}


def season(name: Season, year: int, following: int | None = None) -> Reading:
    """A season of the northern half of the earth, from the first of its month to the end that astronomers give it.

    *Winter 1895* may begin in December 1894 or 1895 and takes both; *Winter 1895/96* is one winter.
    """
    (shift, month, day), (until, last_month, last_day) = _SEASONS[name]
    if following is not None:
        shift = until = 0
    end = year if following is None else following
    return Reading(days.day_of(year + shift, month, day), days.day_of(end + until, last_month, last_day), "month")
