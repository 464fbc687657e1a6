"""ISO 8601 and the Extended Date/Time Format (Library of Congress, 2019; ISO 8601-2), levels 0 to 2.

The parser is our own.  The package edtf was tried (5.0.2, maintained) and agrees with this one on plain dates and
intervals, years before 1000 and circa included (its issues 35 and 38).  It was left aside because it takes 3 to 20
milliseconds a date and 25 seconds for a set of 2,000 years; ends ``1560/`` in 1570, which nobody wrote; gives ``1560/..``
no last day to ask for; begins ``-0042-10-XX`` with the 31st; refuses ``1984-06-1X`` and ``10XX-03~``; and its reader of
prose makes 1964-12 of *12. März 1964*, -0044 of *44 BC* and a day of August of 12/08/1863.

Beyond the standard we read what libraries export: 18631208, 1863-12-00, a time behind the day (left out), *unknown* and
*open* as ends, ``u`` for X and one-digit months.  Seasons 21 to 24, of no hemisphere there, are those of the northern.
Sets become the range from their first to their last member.
"""

from __future__ import annotations

import re

from historag_tui import days
from historag_tui.corpus.dates.reading import FARTHEST_YEAR, Reading, Unit, Unread, calendar_date, hull
from historag_tui.corpus.dates.stretches import Season, Share, part_of_year, season

_DATE = re.compile(
    r"(?P<before_year>[?~%]?)(?P<year>-?[0-9X]{4}|Y-?[0-9]{5,9}|Y-?[0-9]{1,6}E[0-9])(?:S(?P<digits>[0-9]))?(?P<after_year>[?~%]?)"
    r"(?:-(?P<before_month>[?~%]?)(?P<month>[0-9X]{1,2})(?P<after_month>[?~%]?)"
    r"(?:-(?P<before_day>[?~%]?)(?P<day>[0-9X]{1,2})(?P<after_day>[?~%]?))?)?"
)
_TIME = re.compile(
    r"(-?[0-9]{4}-[0-9]{2}-[0-9]{2})[T ][0-9]{2}(?::?[0-9]{2}){0,2}(?:[.,][0-9]{1,9})?(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?)?"
)
_BASIC = re.compile(r"([0-9]{4})([0-9]{2})([0-9]{2})")
_YEAR = re.compile(r"[0-9]{4}")
_NUMBER = re.compile(r"[0-9]{1,2}")
_NORTHERN: tuple[Season, ...] = ("spring", "summer", "autumn", "winter")
_SEASONS = dict(enumerate((*_NORTHERN, *_NORTHERN, *_NORTHERN[2:], *_NORTHERN[:2]), 21))
"""Seasons 21 to 24 of no hemisphere, 25 to 28 northern, 29 to 32 southern, by the northern season of those months."""


def read(text: str) -> Reading | None:
    """The days of a date in this format; None when it is not in it.  Raises Unread for days that do not exist."""
    if (basic := _BASIC.fullmatch(text)) is not None:
        text = "-".join(basic.groups())
    if (timed := _TIME.fullmatch(text)) is not None:
        text = timed[1]
    if text[:1] + text[-1:] in ("[]", "{}"):
        return _set(text[1:-1])
    begin, slash, end = text.partition("/")
    return _interval(begin.strip(), end.strip()) if slash else _date(text)


def may_be_years(text: str) -> bool:
    """Whether a year and a number may also be two years, as 1914-39 (an EDTF third of 1914) or 1901-2 (February)."""
    year, dash, number = text.strip("[]()?~% ").partition("-")
    if not (dash and _YEAR.fullmatch(year) and _NUMBER.fullmatch(number)) or (len(number) == 2 and int(number) <= 12):
        return False
    return int(year[-len(number) :]) < int(number)


def _interval(begin: str, end: str) -> Reading | None:
    """Two dates, either of which may be open or unknown."""
    first, last = _end(begin), _end(end)
    if first is None or last is None:
        return None
    return hull(first, last)


def _end(text: str) -> Reading | None:
    return Reading(None, None) if text.lower() in ("", "..", "open", "unknown") else _date(text)


def _set(text: str) -> Reading | None:
    """From the first to the last member."""
    readings = []
    for member in text.split(","):
        begin, dots, end = member.strip().partition("..")
        reading = _interval(begin, end) if dots else _date(begin)
        if reading is None:
            return None
        readings.append(reading)
    firsts = [reading.first for reading in readings]
    lasts = [reading.last for reading in readings]
    return Reading(
        None if None in firsts else min(day for day in firsts if day is not None),
        None if None in lasts else max(day for day in lasts if day is not None),
        readings[-1].unit,
        any(reading.circa for reading in readings),
        any(reading.uncertain for reading in readings),
    )


def _date(text: str) -> Reading | None:
    """One date with its marks of doubt."""
    match = _DATE.fullmatch(text.upper().replace("U", "X"))
    if match is None or (match["month"] is None and match["digits"] is None and match["year"].strip("-") == "XXXX"):
        return None
    reading = _span(match["year"], match["digits"], match["month"], match["day"])
    marks: dict[str, Unit] = {"year": "year", "month": "month", "day": "day"}
    doubted = {part: (match[f"before_{part}"] or "") + (match[f"after_{part}"] or "") for part in marks}
    reading = reading._replace(uncertain=any(mark in "?%" for marked in doubted.values() for mark in marked))
    approximate = [part for part, marked in doubted.items() if "~" in marked or "%" in marked]
    return reading._replace(unit=marks[approximate[0]]).about() if approximate else reading


def _span(year: str, digits: str | None, month: str | None, day: str | None) -> Reading:
    """From the earliest to the latest day that fits; X stands for any digit, 00 for an unknown month or day."""
    earliest, latest = _years(year, digits)
    if month is None or month in ("00", "XX"):
        return _from_to(calendar_date(earliest), calendar_date(latest))
    months = _fitting(month, 1, 12)
    if not months:
        return _from_to(_division(earliest, month), _division(latest, month))
    if day is None or day in ("00", "XX"):
        return _from_to(calendar_date(earliest, months[0]), calendar_date(latest, months[-1]))
    leap = 2000 if "X" in year else latest
    fitting = _fitting(day, 1, max(days.month_length(leap, one) for one in months))
    if not fitting:
        raise Unread("the calendar has no such day")
    first, last = (
        calendar_date(year, month, min(day, days.month_length(year, month)))
        for year, month, day in ((earliest, months[0], fitting[0]), (latest, months[-1], fitting[-1]))
    )
    return _from_to(first, last)


def _years(text: str, digits: str | None) -> tuple[int, int]:
    """First and last year of ``1863``, ``186X``, ``Y17E4`` or, by significant digits, ``1863S2``."""
    plain = text.removeprefix("Y")
    if "X" in plain:
        ends = sorted((int(plain.replace("X", "0")), int(plain.replace("X", "9"))))
        return ends[0], ends[1]
    base, _, power = plain.partition("E")
    year = int(base) * 10 ** int(power or 0)
    if abs(year) > FARTHEST_YEAR:
        raise Unread("its year is too far away")
    if digits is None:
        return year, year
    step = 10 ** max(len(str(abs(year))) - int(digits), 0)
    start = abs(year) // step * step
    return (start, start + step - 1) if year >= 0 else (-start - step + 1, -start)


def _fitting(pattern: str, low: int, high: int) -> list[int]:
    """The numbers of two digits that the pattern may stand for."""
    if "X" not in pattern:
        return [int(pattern)] if low <= int(pattern) <= high else []
    padded = pattern.zfill(2)
    return [
        number
        for number in range(low, high + 1)
        if all(wanted in ("X", digit) for wanted, digit in zip(padded, f"{number:02d}", strict=True))
    ]


def _division(year: int, code: str) -> Reading:
    """Seasons, quarters, thirds and halves of a year, 21 to 41."""
    number = int(code) if code.isdecimal() else 0
    if number in _SEASONS:
        return season(_SEASONS[number], year)
    match number:
        case 33 | 34 | 35 | 36:
            return part_of_year(year, Share(number - 32, 4))
        case 37 | 38 | 39:
            return part_of_year(year, Share(number - 36, 3))
        case 40 | 41:
            return part_of_year(year, Share(number - 39, 2))
    raise Unread("the calendar has no such month")


def _from_to(first: Reading, last: Reading) -> Reading:
    return Reading(first.first, last.last, last.unit)
