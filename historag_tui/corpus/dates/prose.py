"""Dates in the words of German, English and French sources and their editors.

A date is one point or several between separators; an earlier point takes from the later what it does not say itself
(*zwischen 3. und 21. 8. 1896*).  The whole text must be understood: an unknown word ends the reading, for it may turn
the date around.  Dates without a mark of style stand as written, those before 1582 too: a reader of mediaeval sources
counts as they do.  Marked old style is converted.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from historag_tui.corpus.dates.calendars import GREGORIAN, JULIAN
from historag_tui.corpus.dates.points import SHORT_YEAR, Point, point, reading
from historag_tui.corpus.dates.reading import Reading, Unread, calendar_date, hull
from historag_tui.corpus.dates.tokens import SEPARATORS, Token, tokens

_MONTH_AND_YEAR = re.compile(r"([0-9]{1,2})[./]([0-9]{4})")
_DAY_AND_MONTH = re.compile(r"([0-9]{1,2})([/-])([0-9]{1,2})(?:\2|[ .,] ?)([0-9]{4})")
_ROMAN_BETWEEN = re.compile(r"(?<![0-9])([0-9]{1,2})([/-])([ivxIVX]{1,4})\2(?=[0-9]{4})")
_CUT_YEAR = re.compile(r"(1[0-9]|20)(?:([0-9])[-xX?_]|--|[xX]{2}|\?\?|__)\??")
_DAY_FIRST = frozenset(("de", "fr"))


def read(written: str, language: str = "") -> Reading:
    """The days a date in words or in the order of the country may mean.  Raises Unread, with the reason."""
    plain = re.sub(r"[\[\]()]", "", written[:40]).strip()
    if (match := _MONTH_AND_YEAR.fullmatch(plain)) is not None:
        return calendar_date(int(match[2]), int(match[1]))
    if (match := _DAY_AND_MONTH.fullmatch(plain)) is not None:
        return _either_order(int(match[1]), int(match[3]), int(match[4]), language)
    if (match := _CUT_YEAR.fullmatch(plain)) is not None:
        return _cut_year(match[1], match[2], plain.endswith("?"))
    found = tokens(_ROMAN_BETWEEN.sub(r"\1. \3. ", written))
    julian = any(token.kind == "style" and token.name == "julian" for token in found)
    doubt = any(token.kind in ("doubt", "hole") for token in found)
    between = any(token.kind == "between" for token in found)
    kept = [token for token in found if token.kind not in ("skip", "doubt", "style", "between")]
    result = _points(_with_eras(kept), julian, between)
    return result._replace(uncertain=result.uncertain or doubt)


def _either_order(one: int, other: int, year: int, language: str) -> Reading:
    """Day and month where the order is not said: read when only one order is possible, or by the language's custom."""
    orders = [(month, day) for day, month in ((one, other), (other, one)) if GREGORIAN.span(year, month, day)]
    if not orders:
        raise Unread("the calendar has no such day")
    if len(set(orders)) > 1 and language not in _DAY_FIRST:
        raise Unread("day and month cannot be told apart")
    return calendar_date(year, *orders[0])


def _cut_year(two: str, third: str | None, doubtful: bool) -> Reading:
    """``187-`` is a year of that decade, ``18--`` of that century, as catalogues write it."""
    first = int(two) * 100 + int(third or 0) * 10
    whole = hull(calendar_date(first), calendar_date(first + (99 if third is None else 9)))
    return whole._replace(uncertain=doubtful)


def _points(found: list[Token], julian: bool, between: bool) -> Reading:
    """From the first to the last point."""
    separators = [token.kind for token in found if token.kind in SEPARATORS]
    groups: list[list[Token]] = [[]]
    for token in found:
        if token.kind in SEPARATORS:
            groups.append([])
        else:
            groups[-1].append(token)
    if len(groups) == 2 and not groups[0] and separators == ["until"] and not between:
        groups[:] = [[Token("before"), *groups[1]]]
    if not all(groups):
        raise Unread("a part of it is missing")
    read = _completed([point(group) for group in groups])
    if len(read) == 1:
        if between:
            raise Unread("its other end is missing")
        return reading(read[0], julian)
    if separators == ["slash"] and read[0].day is not None and read[1].day is not None:
        # Two days that give both styles give both years in the new one.
        read = [one._replace(year=one.until or one.year, until=0) for one in read]
        if (day := _in_both_calendars(*read)) is not None:
            return day
    return _range(read, separators, julian)


def _range(read: Sequence[Point], separators: Sequence[str], julian: bool) -> Reading:
    """From the beginning of the first to the end of the last; *after* and *before* may stand at the ends."""
    first, last = read[0], read[-1]
    bounded = last.open == "before" or all(separator in ("until", "dash") for separator in separators)
    if first.open == "before" or last.open == "after" or (first.open and not bounded) or (last.open and not first.open):
        raise Unread("one end of it is open, another is not")
    if any(middle.open for middle in read[1:-1]):
        raise Unread("one end of it is open, another is not")
    every = [reading(one._replace(open=""), julian) for one in read]
    for earlier, later in pairwise(every):
        hull(earlier, later)
    whole = hull(every[0], every[-1])
    return whole._replace(
        first=min(one.first for one in every if one.first is not None),
        last=max(one.last for one in every if one.last is not None),
        circa=any(one.circa for one in every),
        uncertain=any(one.uncertain for one in every),
    )


def _completed(read: list[Point]) -> list[Point]:
    """Each point with what it takes from its neighbours: year and month from the next, a month also from the one
    before when that has no year of its own (*March 3–5, 1864*).
    """
    for index in range(len(read) - 2, -1, -1):
        here, following = read[index], read[index + 1]
        if here.year is None and here.loose and following.scale == "century":
            here = here._replace(year=here.day, day=None, scale="century", before_christ=following.before_christ)
        elif here.year is None:
            here = here._replace(year=following.year, until=following.until, republican=following.republican)
            if here.month is None and here.season is None:
                here = here._replace(month=following.month)
                if here.day is None:
                    here = here._replace(scale=following.scale, before_christ=following.before_christ)
        read[index] = here
    for index in range(1, len(read)):
        here, before = read[index], read[index - 1]
        if here.day is not None and here.month is None and before.day is not None:
            read[index] = here._replace(month=before.month)
    return read


def _in_both_calendars(old: Point, new: Point) -> Reading | None:
    """The day of *2/14. März 1880*, the same in the old and the new style; None when the two are not one day."""
    if new.year is None or new.month is None or old.year is None or old.month is None or old.day is None:
        return None
    day = GREGORIAN.span(new.year, new.month, new.day)
    if day is None or day not in (JULIAN.span(year, old.month, old.day) for year in (old.year, new.year - 1)):
        return None
    return reading(new, False)


def _with_eras(found: list[Token]) -> list[Token]:
    """Numbers beside *v. Chr.* or *AD* as years, centuries before it as such."""
    result: list[Token] = []
    for index, token in enumerate(found):
        if token.kind != "christ":
            result.append(token)
            continue
        following = found[index + 1] if index + 1 < len(found) else None
        if result and result[-1].kind == "century":
            result[-1] = result[-1]._replace(value=token.value)
        elif result and _counts(result[-1]):
            result[-1] = _year(result[-1], token)
            if len(result) > 2 and result[-2].kind in SEPARATORS and _counts(result[-3]) and len(result) == 3:
                result[-3] = _year(result[-3], token)
        elif following is not None and _counts(following):
            found[index + 1] = _year(following, token)
        else:
            raise Unread(SHORT_YEAR)
    return result


def _counts(token: Token) -> bool:
    return token.kind in ("number", "short", "year") and not token.until and not token.dotted


def _year(token: Token, era: Token) -> Token:
    """The astronomical year: 1 BC is the year 0."""
    if token.value == 0:
        raise Unread("there is no year 0 before or after Christ")
    return Token("year", 1 - token.value if era.value < 0 else token.value)
