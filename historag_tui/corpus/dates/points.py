"""One point of a written date, such as *12. März 1964* or *Ende Oktober*: what it names, and the days it means."""

from __future__ import annotations

from typing import Literal, NamedTuple, cast

from historag_tui import days
from historag_tui.corpus.dates.calendars import GREGORIAN, JULIAN, REPUBLICAN, REPUBLICAN_YEARS, weekday
from historag_tui.corpus.dates.reading import Reading, Unread, calendar_date, hull
from historag_tui.corpus.dates.stretches import (
    Season,
    Share,
    Stretch,
    Vague,
    century,
    decade,
    part_of_month,
    part_of_year,
    season,
)
from historag_tui.corpus.dates.tokens import Token

Scale = Literal["date", "decade", "century"]
SHORT_YEAR = "a year of fewer than four digits is not guessed (write 0085, or 85 n. Chr., where it is meant)"

_LETTERS = {
    "number": "n", "year": "y", "short": "k", "decade": "e", "roman": "x", "hole": "h", "month": "m", "republican": "r",
    "republic": "R", "season": "s", "century": "c", "decades": "D", "ordinal": "o",
}  # fmt: skip


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


def point(tokens: list[Token]) -> Point:
    """What the tokens between two separators name.  Raises Unread when they have no order of a date."""
    read = Point()
    rest: list[Token] = []
    for token in tokens:
        match token.kind:
            case "circa":
                read = read._replace(circa=True)
            case "before" | "after" if not read.open and not rest:
                read = read._replace(open=token.kind)
            case "weekday":
                read = read._replace(weekday=token.value)
            case "vague" if not rest and read.stretch is None:
                read = read._replace(stretch=cast(Vague, token.name))
            case "fraction" if len(rest) == 1 and read.stretch is None and _position(rest[0]):
                part = _position(rest.pop())
                read = read._replace(stretch=Share(token.value if part == -1 else part, token.value))
            case _:
                rest.append(token)
    return _core(read, rest)


def _position(token: Token) -> int:
    """First, second … or -1 for the last; 0 when the token does not count."""
    return token.value if token.kind == "ordinal" or (token.kind in ("number", "roman") and token.dotted) else 0


def _core(read: Point, tokens: list[Token]) -> Point:
    """Year, month and day by the order in which they stand."""
    shape = "".join(_LETTERS.get(token.kind, "#") for token in tokens)
    value = [token.value for token in tokens]
    until = next((token.until for token in tokens if token.kind == "year"), 0)
    if "k" in shape or shape in ("nnn", "nmn", "nxn"):
        raise Unread(SHORT_YEAR)
    match shape:
        case "nmy" | "nxy":
            return read._replace(day=value[0], month=value[1], year=value[2], until=until)
        case "nny" if tokens[0].dotted or tokens[1].dotted:
            return read._replace(day=value[0], month=value[1], year=value[2], until=until)
        case "mny":
            return read._replace(month=value[0], day=value[1], year=value[2], until=until)
        case "ymn":
            return read._replace(year=value[0], until=until, month=value[1], day=value[2])
        case "my" | "xy" | "hmy" | "hxy":
            return read._replace(month=value[-2], year=value[-1], until=until)
        case "hny" if tokens[0].dotted and tokens[1].dotted:
            return read._replace(month=value[1], year=value[2], until=until)
        case "ynm":
            return read._replace(year=value[0], until=until, day=value[1], month=value[2])
        case "ym":
            return read._replace(year=value[0], until=until, month=value[1])
        case "y" | "hy" | "nhy" | "hhy" | "Ry":
            return read._replace(year=value[-1], until=until)
        case "ny" if not tokens[0].dotted:  # the end of "March 3-5, 1864"
            return read._replace(day=value[0], year=value[1], until=until)
        case "nm" | "nx":
            return read._replace(day=value[0], month=value[1])
        case "nn" if tokens[1].dotted:
            return read._replace(day=value[0], month=value[1])
        case "mn":
            return read._replace(month=value[0], day=value[1])
        case "m":
            return read._replace(month=value[0])
        case "n" | "x" | "o":
            return read._replace(day=value[0], loose=True)
        case "":
            return read
    return _longer(read, shape, tokens)


def _longer(read: Point, shape: str, tokens: list[Token]) -> Point:
    """Seasons, decades, centuries and the years of the Republic."""
    value = [token.value for token in tokens]
    match shape:
        case "sy" | "s":
            until = tokens[-1].until
            name = cast(Season, tokens[0].name)
            return read._replace(season=name, year=value[1] if shape == "sy" else None, until=until)
        case "e":
            return read._replace(scale="decade", year=value[0])
        case "Dy" if value[1] % 10 == 0 and not tokens[1].until:
            return read._replace(scale="decade", year=value[1])
        case "nc" | "xc" | "oc":
            return read._replace(scale="century", year=value[0], before_christ=value[1] < 0)
        case "cn" | "cx":
            return read._replace(scale="century", year=value[1], before_christ=value[0] < 0)
        case "Rn" | "Rx":
            return read._replace(republican=True, year=value[1])
        case "rRn" | "rRx":
            return read._replace(republican=True, month=value[0], year=value[2])
        case "nrRn" | "nrRx" | "orRn" | "orRx":
            return read._replace(republican=True, day=value[0], month=value[1], year=value[3])
        case "nr" | "or":
            return read._replace(republican=True, day=value[0], month=value[1])
        case "r":
            return read._replace(republican=True, month=value[0])
    raise Unread("its parts do not stand in the order of a date")


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
    if read.scale == "decade":
        return decade(year, read.stretch)
    if read.scale == "century":
        return century(year, read.stretch, read.before_christ)
    if read.season is not None:
        if read.stretch is not None:
            raise Unread("a part of a season is not read")
        return season(read.season, year, read.until or None)
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


def _two_years(read: Point, julian: bool) -> Reading:
    """Two years; or one, where a day of January to March bears the years of both styles, as *10 Feb. 1650/51*.

    Such a day is of the second year as we count; unless the text says which calendar its day follows, both are taken.
    """
    assert read.year is not None
    one = read._replace(until=0)
    if read.month is not None and read.month <= 3 and read.until == read.year + 1:
        later = one._replace(year=read.until)
        return _days(later, True) if julian else hull(_days(later, False), _days(later, True))
    return hull(_days(one, julian), _days(Point(year=read.until), julian))


def _fits(found: Reading, expected: int) -> bool:
    """Whether the weekday fits the day, in either calendar."""
    assert found.first is not None
    old = JULIAN.day_of(*days.calendar(found.first))
    return expected in (weekday(found.first), weekday(old))
