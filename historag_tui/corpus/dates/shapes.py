"""The tokens between two separators as a point: which number is the day, which the year."""

from __future__ import annotations

from typing import cast

from historag_tui.corpus.dates.points import SHORT_YEAR, Point
from historag_tui.corpus.dates.reading import Unread
from historag_tui.corpus.dates.stretches import Season, Share, Vague
from historag_tui.corpus.dates.tokens import Token

_LETTERS = {
    "number": "n", "year": "y", "short": "k", "decade": "e", "roman": "x", "hole": "h", "month": "m", "republican": "r",
    "republic": "R", "season": "s", "century": "c", "decades": "D", "ordinal": "o",
}  # fmt: skip
"""One letter a token, so that an order of tokens is a word: nmy is day, month, year."""


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
            case "vague" if read.stretch is None and (not rest or token is tokens[-1]):
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
    if not shape and read.stretch is None:
        raise Unread("a part of it is missing")
    match shape:
        case "nmy" | "nxy":
            return read._replace(day=value[0], month=value[1], year=value[2], until=until)
        case "nny" if tokens[0].dotted or tokens[1].dotted:
            return read._replace(day=value[0], month=value[1], year=value[2], until=until)
        case "mny":
            return read._replace(month=value[0], day=value[1], year=value[2], until=until)
        case "ymn":
            return read._replace(year=value[0], until=until, month=value[1], day=value[2])
        case "omy" if value[0] > 0:
            return read._replace(day=value[0], month=value[1], year=value[2], until=until)
        case "xy" if not tokens[0].dotted:  # III 1891 may be a volume
            raise Unread("its parts do not stand in the order of a date")
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
