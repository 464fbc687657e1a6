"""Dates in numbers alone: 5/1891, 12/8/1863, 1863.8.12, and the cut years of catalogues."""

from __future__ import annotations

import re

from historag_tui.corpus.dates.calendars import GREGORIAN, Calendar
from historag_tui.corpus.dates.reading import Reading, Unread, calendar_date, hull

_MONTH_AND_YEAR = re.compile(r"([0-9]{1,2})[./]([0-9]{4})")
_YEAR_FIRST = re.compile(r"([0-9]{4})([./])([0-9]{1,2})\2([0-9]{1,2})")
_YEAR_LAST = re.compile(r"([0-9]{1,2})([/-])([0-9]{1,2})(?:\2|[ .,] ?)([0-9]{4})")
_CUT_YEAR = re.compile(r"(1[0-9]|20)(?:([0-9])[-xX?_]|--|[xX]{2}|\?\?|__)(\??)")
_BRACKETS = re.compile(r"[\[\]()]")
_LONGEST = 20
_DAY_FIRST = frozenset(("de", "fr"))


def read(written: str, language: str, by: Calendar = GREGORIAN) -> Reading | None:
    """The days of a date in numbers; None when it is none.  Raises Unread where day and month cannot be told apart."""
    plain = _BRACKETS.sub("", written).strip()
    if len(plain) > _LONGEST:
        return None
    if (match := _CUT_YEAR.fullmatch(plain)) is not None:
        return _cut_year(match[1], match[2])._replace(uncertain=plain.endswith("?"))
    certain = plain.removesuffix("?").strip()
    if (match := _MONTH_AND_YEAR.fullmatch(certain)) is not None:
        found = calendar_date(int(match[2]), int(match[1]), None, by)
    elif (match := _YEAR_FIRST.fullmatch(certain)) is not None:
        found = calendar_date(int(match[1]), int(match[3]), int(match[4]), by)
    elif (match := _YEAR_LAST.fullmatch(certain)) is not None:
        found = _either_order(int(match[1]), int(match[3]), int(match[4]), language, by)
    else:
        return None
    return found._replace(uncertain=certain != plain)


def _either_order(one: int, other: int, year: int, language: str, by: Calendar) -> Reading:
    """Day and month where the order is not said: read when only one order is possible, or by the language's custom."""
    orders = [(month, day) for day, month in ((one, other), (other, one)) if by.span(year, month, day)]
    if not orders:
        raise Unread("the calendar has no such day")
    if len(set(orders)) > 1 and language not in _DAY_FIRST:
        raise Unread("day and month cannot be told apart")
    return calendar_date(year, *orders[0], by)


def _cut_year(two: str, third: str | None) -> Reading:
    """``187-`` is a year of that decade, ``18--`` of that century, as catalogues write it."""
    first = int(two) * 100 + int(third or 0) * 10
    return hull(calendar_date(first), calendar_date(first + (99 if third is None else 9)))
