"""One point of a written date, such as *12. März 1964* or *Ende Oktober*: what it names, and the days it means."""

from __future__ import annotations

from typing import Literal, NamedTuple

from historag_tui import days
from historag_tui.corpus.dates.calendars import GREGORIAN, JULIAN, REPUBLICAN, REPUBLICAN_YEARS, weekday
from historag_tui.corpus.dates.reading import Reading, Unread, calendar_date, hull
from historag_tui.corpus.dates.stretches import (
    Season,
    Stretch,
    century,
    decade,
    part_of_month,
    part_of_year,
    season,
)

Scale = Literal["date", "decade", "century"]
SHORT_YEAR = "a year of fewer than four digits is not guessed (write 0085, or 85 n. Chr., where it is meant)"


LAST_OLD_YEAR = 1752
"""Until then the English year began on 25 March, and careful writers gave both years before that day."""


class Point(NamedTuple):
    """What a point names; None for what it takes from its neighbour, as the first of *3. bis 5. Mai 1890*."""

    year: int | None = None
    """Astronomical; the first year of a decade, the number of a century."""
    until: int = 0
    """The second year of ``1789/90``; 0 for one year."""
    month: int | None = None
    day: int | None = None
    scale: Scale = "date"
    season: Season | None = None
    stretch: Stretch | None = None
    republican: bool = False
    before_christ: bool = False
    """Of a century."""
    circa: bool = False
    open: Literal["", "before", "after"] = ""
    weekday: int | None = None
    loose: bool = False
    """A bare number, which may be a day or a century."""


def reading(read: Point, julian: bool) -> Reading:
    """The days a complete point means.  Raises Unread when it is not complete or there is no such day."""
    found = _days(read, julian)
    if read.weekday is not None and found.first == found.last and not _fits(found, read.weekday):
        found = found._replace(uncertain=True)
    if read.circa:
        found = found.about()
    if read.open == "before":
        return found._replace(first=None)
    return found._replace(last=None) if read.open == "after" else found


def _days(read: Point, julian: bool) -> Reading:
    year = read.year
    if year is None:
        raise Unread(SHORT_YEAR if (read.day or 0) > 31 else "it has no year")
    if (wide := _wide(read, year)) is not None:
        return wide.in_old_style() if julian else wide
    if read.day is not None and (read.month is None or read.stretch is not None):
        raise Unread("its parts do not stand in the order of a date")
    if read.republican and year not in REPUBLICAN_YEARS:
        raise Unread("the Republic has no such year")
    if read.until:
        return _two_years(read, julian)
    by = REPUBLICAN if read.republican else JULIAN if julian else GREGORIAN
    if read.stretch is None:
        return calendar_date(year, read.month, read.day, by)
    if read.month is None:
        return part_of_year(year, read.stretch, by)
    return part_of_month(year, read.month, read.stretch, by)


def _wide(read: Point, year: int) -> Reading | None:
    """Seasons, decades and centuries; None for years, months and days."""
    if read.scale == "decade":
        return decade(year, read.stretch)
    if read.scale == "century":
        return century(year, read.stretch, read.before_christ)
    if read.season is None:
        return None
    if read.stretch is not None:
        raise Unread("a part of a season is not read")
    return season(read.season, year, read.until or None)


def _two_years(read: Point, julian: bool) -> Reading:
    """Two years; or one, where a day of January to March bears the years of both styles, as *10 Feb. 1650/51*.

    Such a day is of the second year as we count; unless the text says which calendar its day follows, both are taken.
    """
    assert read.year is not None
    one = read._replace(until=0)
    if read.month is not None and read.month <= 3 and read.until == read.year + 1 <= LAST_OLD_YEAR:
        later = one._replace(year=read.until)
        return _days(later, True) if julian else hull(_days(later, False), _days(later, True))
    return hull(_days(one, julian), _days(Point(year=read.until), julian))


def _fits(found: Reading, expected: int) -> bool:
    """Whether the weekday fits the day, in either calendar."""
    assert found.first is not None
    old = JULIAN.day_of(*days.calendar(found.first))
    return expected in (weekday(found.first), weekday(old))
