"""Calendar days as whole numbers, so that years before 1 and far ahead need no special case.

A day is the number of days since 1970-01-01 in the proleptic Gregorian calendar with astronomical years (year 0 is
1 BCE), the same count as numpy's ``datetime64[D]``.  The conversion is Howard Hinnant's ``days_from_civil``.
"""

from __future__ import annotations

import re

from historag_tui.errors import UsageError

_ISO = re.compile(r"(-?\d{1,6})(?:-(\d{1,2})(?:-(\d{1,2}))?)?")


def day_of(year: int, month: int, day: int) -> int:
    """The number of a calendar day.  The month is 1–12, the day 1–31; no check is made here."""
    shifted = year - (month <= 2)
    era, of_era = divmod(shifted, 400)
    of_year = (153 * (month + (-3 if month > 2 else 9)) + 2) // 5 + day - 1
    return era * 146097 + of_era * 365 + of_era // 4 - of_era // 100 + of_year - 719468


def calendar(day: int) -> tuple[int, int, int]:
    """Year, month and day of a day number."""
    era, of_era = divmod(day + 719468, 146097)
    year_of_era = (of_era - of_era // 1460 + of_era // 36524 - of_era // 146096) // 365
    of_year = of_era - (365 * year_of_era + year_of_era // 4 - year_of_era // 100)
    shifted_month = (5 * of_year + 2) // 153
    month = shifted_month + (3 if shifted_month < 10 else -9)
    return year_of_era + era * 400 + (month <= 2), month, of_year - (153 * shifted_month + 2) // 5 + 1


def iso(day: int) -> str:
    """A day number as an ISO 8601 calendar day."""
    year, month, of_month = calendar(day)
    return f"{iso_year(year)}-{month:02d}-{of_month:02d}"


def iso_year(number: int) -> str:
    """A year as ISO 8601 writes it: ``0476``, ``-0044``."""
    return f"{'-' if number < 0 else ''}{abs(number):04d}"


def year_of(day: int) -> int:
    """The year of a day number."""
    return calendar(day)[0]


def first_day(text: str) -> int:
    """The first day of ``1860``, ``1860-05`` or ``1860-05-12``.  Raises UsageError when it is no such date."""
    return span(text)[0]


def last_day(text: str) -> int:
    """The last day of ``1860``, ``1860-05`` or ``1860-05-12``.  Raises UsageError when it is no such date."""
    return span(text)[1]


def span(text: str) -> tuple[int, int]:
    """First and last day of a year, month or day in ISO form.  Raises UsageError when it is no such date."""
    match = _ISO.fullmatch(text.strip())
    if match is None:
        raise UsageError(f"'{text[:40]}' is not a date", "Write a year, a month or a day: 1860, 1860-05, 1860-05-12")
    year, month, day = (int(part) if part else None for part in match.groups())
    assert year is not None
    if month is None:
        return day_of(year, 1, 1), day_of(year, 12, 31)
    if not 1 <= month <= 12 or (day is not None and not 1 <= day <= month_length(year, month)):
        raise UsageError(f"'{text[:40]}' is not a day of the calendar", "Write a year, a month or a day: 1860-05-12")
    if day is None:
        return day_of(year, month, 1), day_of(year, month, month_length(year, month))
    return day_of(year, month, day), day_of(year, month, day)


def month_length(year: int, month: int) -> int:
    """How many days the month has."""
    following = (year + 1, 1) if month == 12 else (year, month + 1)
    return day_of(*following, 1) - day_of(year, month, 1)


def written(first: str | None, last: str | None) -> str:
    """A date range as people write it: ``1860``, ``May 1860`` stays ISO (``1860-05``), a day as a day."""
    if first is None and last is None:
        return ""
    if first is None:
        return f"before {last}"
    if last is None:
        return f"after {first}"
    if first == last:
        return first
    start, end = calendar(first_day(first)), calendar(last_day(last))
    if start[0] == end[0] and start[1:] == (1, 1) and end[1:] == (12, 31):
        return first[:-6]
    if start[:2] == end[:2] and start[2] == 1 and end[2] == month_length(end[0], end[1]):
        return first[:-3]
    return f"{first} to {last}"
