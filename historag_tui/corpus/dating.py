"""Which date of a source is used, and which days it may mean."""

from __future__ import annotations

from historag_tui import days
from historag_tui.errors import UsageError
from historag_tui.records import Document, NamedDate

PAST = -(2**31)
"""Stands for the missing first day of a date that is open towards the past."""
FUTURE = 2**31 - 1
"""Stands for the missing last day of a date that is open towards the future; both days of the undated are FUTURE."""


def used_date(document: Document, name: str) -> NamedDate | None:
    """The date of that name, or the first when the name is empty; None when the document has no such date."""
    return next((date for date in document.dates if not name or date.name == name), None)


def day_range(date: NamedDate | None) -> tuple[int, int]:
    """First and last day number, PAST and FUTURE where it is open; FUTURE twice for no date."""
    if date is None or (date.first is None and date.last is None):
        return FUTURE, FUTURE
    first = PAST if date.first is None else days.first_day(date.first)
    last = FUTURE if date.last is None else days.last_day(date.last)
    return first, last


def is_dated(day: int) -> bool:
    """Whether a day number is a day, not the mark of an open end."""
    return PAST < day < FUTURE


def read_date(written: str, name: str) -> NamedDate | None:
    """An ISO year, month or day, or an interval ``A/B`` of two of them; None when it is neither."""
    begin, slash, end = written.strip().partition("/")
    try:
        first, last = days.first_day(begin), days.last_day(end if slash else begin)
    except UsageError:
        return None
    if first > last or not (is_dated(first) and is_dated(last)):
        return None
    certainty = "exact" if first == last else "range"
    return NamedDate(name, days.iso(first), days.iso(last), certainty, written)  # type: ignore[arg-type]
