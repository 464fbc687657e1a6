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

from historag_tui.corpus.dates import numeric
from historag_tui.corpus.dates.calendars import GREGORIAN, JULIAN
from historag_tui.corpus.dates.eras import with_eras
from historag_tui.corpus.dates.points import Point, reading
from historag_tui.corpus.dates.reading import Reading, Unread, hull
from historag_tui.corpus.dates.shapes import point
from historag_tui.corpus.dates.stretches import Share
from historag_tui.corpus.dates.tokens import SEPARATORS, Token, tokens

_ISO_DAY = re.compile(r"(?<![0-9-])([0-9]{4})-([0-9]{2})-([0-9]{2})(?![0-9-])")
_DAY_IN_BRACKETS = re.compile(r"([0-9]{1,2}\.? ?[^\W\d_]+\.?) ?\(([0-9]{1,2}\.? ?[^\W\d_]+\.?)\)(?=,? ?[0-9]{4})")
_ROMAN_BETWEEN = re.compile(r"(?<![0-9])([0-9]{1,2})([/-])([ivxIVX]{1,4})\2(?=[0-9]{4})")


def read(written: str, language: str = "", julian: bool = False) -> Reading:
    """The days a date in words may mean, in old style where it or the caller says so.  Raises Unread, with the reason."""
    if (plain := numeric.read(written, language, JULIAN if julian else GREGORIAN)) is not None:
        return plain
    text = _DAY_IN_BRACKETS.sub(r"\1/\2", _ISO_DAY.sub(r"\3. \2. \1", _ROMAN_BETWEEN.sub(r"\1. \3. ", written)))
    found = tokens(text)
    julian = julian or any(token.kind == "style" and token.name == "julian" for token in found)
    doubt = any(token.kind in ("doubt", "hole") for token in found)
    between = any(token.kind == "between" for token in found)
    kept = [token for token in found if token.kind not in ("skip", "doubt", "style", "between")]
    result = _points(with_eras(kept), julian, between)
    return result._replace(uncertain=result.uncertain or doubt)


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
    bounded = last.open == "before" or all(separator in ("until", "to", "dash") for separator in separators)
    if first.open == "before" or last.open == "after" or (first.open and not bounded) or (last.open and not first.open):
        raise Unread("one end of it is open, another is not")
    if any(middle.open for middle in read[1:-1]):
        raise Unread("one end of it is open, another is not")
    # "ca. 1850–1860" may mean both.
    every = [reading(one._replace(open="", circa=one.circa or first.circa), julian) for one in read]
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
        if read[index].year is None:
            read[index] = _taken(read[index], read[index + 1])
    for index in range(1, len(read)):
        here, before = read[index], read[index - 1]
        if here.day is not None and here.month is None and before.day is not None:
            read[index] = here._replace(month=before.month if here.republican == before.republican else None)
    return read


def _taken(here: Point, following: Point) -> Point:
    """A point without a year, with what the following says for both."""
    if here.loose and isinstance(following.stretch, Share):
        here = here._replace(day=None, stretch=Share(here.day or 0, following.stretch.of))
    elif here.loose and following.scale == "century":
        here = here._replace(year=here.day, day=None)
    alone = here.day is None and here.month is None and here.season is None
    if following.scale != "date":
        year = following.year if here.year is None else here.year
        return here._replace(year=year, scale=following.scale, before_christ=following.before_christ) if alone else here
    if here.month is None and here.season is None:
        here = here._replace(month=following.month, republican=following.republican)
    if here.republican != following.republican:
        return here
    return here._replace(year=following.year, until=following.until)


def _in_both_calendars(old: Point, new: Point) -> Reading | None:
    """The day of *2/14. März 1880*, the same in the old and the new style; None when the two are not one day."""
    if new.year is None or new.month is None or old.year is None or old.month is None or old.day is None:
        return None
    day = GREGORIAN.span(new.year, new.month, new.day)
    if (
        old.stretch
        or day is None
        or day not in (JULIAN.span(year, old.month, old.day) for year in (old.year, new.year - 1))
    ):
        return None
    return reading(new._replace(open=old.open or new.open, circa=old.circa or new.circa), False)
