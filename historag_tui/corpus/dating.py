"""Which date of a source is used, and which days a date as sources write it may mean.

``read_date`` is the one entrance for written dates: ISO and EDTF (``dates.edtf``), German, English and French prose
(``dates.prose``).  No day is invented: a month is read as its days, *Anfang September* as days 1 to 20, and what is not
understood to the last word is undated, for a reason that ``unread`` tells.
"""

from __future__ import annotations

from historag_tui import days
from historag_tui.corpus.dates import forms
from historag_tui.corpus.dates.attributes import from_attributes, unread_attributes
from historag_tui.corpus.dates.conflicts import conflicts, told
from historag_tui.corpus.dates.reading import CIRCA, EXPLAINED, Unread
from historag_tui.records import Document, NamedDate

__all__ = [
    "CIRCA",
    "EXPLAINED",
    "FUTURE",
    "PAST",
    "conflicts",
    "day_range",
    "from_attributes",
    "is_dated",
    "read_date",
    "told",
    "unread",
    "unread_attributes",
    "used_date",
]

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


def read_date(written: str, name: str, language: str = "") -> NamedDate | None:
    """The days a written date may mean; None when it is not understood, see ``unread``.

    The language (``de``, ``en``, ``fr``) decides only what the words leave open: 12/8/1863 is a day of August in German
    and French, and not read without a hint.
    """
    try:
        return forms.read(written, language).named(name, written)
    except Unread:
        return None


def unread(written: str, language: str = "") -> str:
    """Why a date is not read, as the end of a sentence that begins with it; empty when it is read."""
    try:
        forms.read(written, language).named("", written)
    except Unread as reason:
        return str(reason)
    return ""
