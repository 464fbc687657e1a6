"""Witnesses to one date that disagree: the file's name, a header, the prose of the source."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from historag_tui import days
from historag_tui.records import NamedDate


def conflicts(dates: Sequence[NamedDate]) -> tuple[tuple[NamedDate, NamedDate], ...]:
    """The pairs of witnesses whose ranges share no day, in the order given; empty when none disagree.

    All dates are of one event (when a letter was written), each named for its witness: ``file name``, ``header``,
    ``prose``.  A range that holds another's day agrees with it, and so does one that is open on that side.
    """
    return tuple((one, other) for one, other in combinations(dates, 2) if not _touch(one, other))


def told(dates: Sequence[NamedDate]) -> str:
    """The disagreement in a sentence that names every witness, the agreeing too; empty when there is none."""
    pairs = conflicts(dates)
    if not pairs:
        return ""
    witnesses = "; ".join(f"{date.name}: {_shown(date)}" for date in dates)
    return f"{witnesses} ({', '.join(f'{one.name} against {other.name}' for one, other in pairs)})"


def _touch(one: NamedDate, other: NamedDate) -> bool:
    return not (_ends_before(one, other) or _ends_before(other, one))


def _ends_before(one: NamedDate, other: NamedDate) -> bool:
    if one.last is None or other.first is None:
        return False
    return days.last_day(one.last) < days.first_day(other.first)


def _shown(date: NamedDate) -> str:
    read = days.written(date.first, date.last)
    return f"{read}, written '{date.written}'" if date.written not in ("", read) else read
