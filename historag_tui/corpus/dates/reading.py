"""What is read from a written date: the days it may mean, and how sure the source is of them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

from historag_tui import days
from historag_tui.corpus.dates.calendars import GREGORIAN, JULIAN, Calendar
from historag_tui.records import Certainty, NamedDate

Unit = Literal["day", "month", "year"]

CIRCA = 5
"""How many units circa reaches to either side, the unit being what the date is given in."""

EXPLAINED: Mapping[Certainty, str] = MappingProxyType(
    {
        "exact": "one day, as the source gives it",
        "range": "a year, a month or a span that the source gives",
        "circa": f"called approximate by the source: {CIRCA} years to either side of a stated year, {CIRCA} months of "
        f"a month, {CIRCA} days of a day",
        "uncertain": "doubted by the source or its editor: the days given, not widened",
        "before": "open towards the past; the day, month or year named is still included",
        "after": "open towards the future; the day, month or year named is still included",
    }
)
"""What each certainty of a date means, in words for people."""

FARTHEST_YEAR = 999_999
"""Years beyond this, in either direction, are not read: the written form of a day has no place for them."""


class Unread(Exception):
    """The date was not read, and why; never leaves the package ``corpus.dates`` and its entrance."""


class Reading(NamedTuple):
    """The days a written date may mean, both included; None where it is open."""

    first: int | None
    last: int | None
    unit: Unit = "day"
    """What the date is given in: the unit by which circa widens."""
    circa: bool = False
    uncertain: bool = False

    def about(self) -> Reading:
        """Widened by CIRCA units to either side, to whole months or years."""
        first, last = self.first, self.last
        return self._replace(
            first=None if first is None else _shifted(first, -CIRCA, self.unit)[0],
            last=None if last is None else _shifted(last, CIRCA, self.unit)[1],
            circa=True,
        )

    def in_old_style(self) -> Reading:
        """The days that the Julian calendar calls so."""
        first, last = (None if day is None else JULIAN.day_of(*days.calendar(day)) for day in (self.first, self.last))
        return self._replace(first=first, last=last)

    def named(self, name: str, written: str) -> NamedDate:
        """As a record.  Raises Unread when the days lie in the wrong order or beyond what can be written."""
        if self.first is not None and self.last is not None and self.first > self.last:
            raise Unread("its end lies before its beginning")
        if any(abs(days.year_of(day)) > FARTHEST_YEAR for day in (self.first, self.last) if day is not None):
            raise Unread("its year is too far away")
        if self.first is None and self.last is None:
            raise Unread("it is open on both sides")
        return NamedDate(
            name,
            None if self.first is None else days.iso(self.first),
            None if self.last is None else days.iso(self.last),
            self._certainty(),
            written,
        )

    def _certainty(self) -> Certainty:
        if self.first is None:
            return "before"
        if self.last is None:
            return "after"
        if self.circa:
            return "circa"
        if self.uncertain:
            return "uncertain"
        return "exact" if self.first == self.last else "range"


def calendar_date(year: int, month: int | None = None, day: int | None = None, by: Calendar = GREGORIAN) -> Reading:
    """A year, month or day of a calendar.  Raises Unread when the calendar has no such day."""
    span = by.span(year, month, day)
    if span is None:
        raise Unread("the calendar has no such day")
    return Reading(*span, "year" if month is None else "month" if day is None else "day")


def hull(first: Reading, last: Reading) -> Reading:
    """From the beginning of the one to the end of the other.  Raises Unread when that runs backwards."""
    if first.first is not None and last.last is not None and first.first > last.last:
        raise Unread("its end lies before its beginning")
    return Reading(first.first, last.last, last.unit, first.circa or last.circa, first.uncertain or last.uncertain)


def _shifted(day: int, by: int, unit: Unit) -> tuple[int, int]:
    """First and last day of the day, month or year that lies so many units from that of the day."""
    year, month, _ = days.calendar(day)
    if unit == "day":
        return day + by, day + by
    if unit == "year":
        return days.day_of(year + by, 1, 1), days.day_of(year + by, 12, 31)
    year, month = (year * 12 + month - 1 + by) // 12, (year * 12 + month - 1 + by) % 12 + 1
    return days.day_of(year, month, 1), days.day_of(year, month, days.month_length(year, month))
