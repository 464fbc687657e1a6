"""From a ranking to a quota: caps, the removal of overlapping neighbours, and turns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import NamedTuple


class Place(NamedTuple):
    """Where a chunk lies: its document and its character offsets there."""

    document: int
    start: int
    end: int


class Cap(NamedTuple):
    """At most so many rows of a group."""

    group: Callable[[int], Hashable | None]
    """The group of a row: its document, its issue; None for a row that belongs to none and is never capped."""
    most: int


class Selection(NamedTuple):
    """What a quota admitted, in the order in which it was."""

    admitted: list[int]
    following: int | None
    """The first row that only the quota kept out."""
    capped: int
    """Rows passed over because their document, or another group with a cap, was full."""
    overlapping: int
    """Rows passed over because they share text with a better one."""


class _Quota:
    """A quota that is being filled."""

    def __init__(self, place: Callable[[int], Place], caps: Sequence[Cap], drop_overlapping: bool) -> None:
        self._place = place
        self._caps = [(cap.group, cap.most, Counter[Hashable]()) for cap in caps]
        self._drop_overlapping = drop_overlapping
        self._spans: dict[int, list[tuple[int, int]]] = {}
        self.admitted: list[int] = []
        self.capped = self.overlapping = 0

    def admits(self, row: int) -> bool:
        """Whether nothing but the size of the quota could keep the row out; what does is counted."""
        if any((group := group_of(row)) is not None and taken[group] >= most for group_of, most, taken in self._caps):
            self.capped += 1
            return False
        document, start, end = self._place(row)
        spans = self._spans.get(document, ()) if self._drop_overlapping else ()
        if any(start < other_end and other_start < end for other_start, other_end in spans):
            self.overlapping += 1
            return False
        return True

    def admit(self, row: int) -> None:
        """Take the row in."""
        self.admitted.append(row)
        document, start, end = self._place(row)
        self._spans.setdefault(document, []).append((start, end))
        for group_of, _, taken in self._caps:
            taken[group_of(row)] += 1


def select(
    rankings: Sequence[Iterable[int]],
    place: Callable[[int], Place],
    quota: int,
    caps: Sequence[Cap] = (),
    drop_overlapping: bool = True,
) -> Selection:
    """Admit rows from the best down until the quota is filled.

    rankings: row numbers, best first.  Several rankings take turns, in their order: in each turn each of them gives its
              best row that is not admitted yet and that no cap and no overlap keeps out.
    quota:    at least 0.
    """
    filled = _Quota(place, caps, drop_overlapping)
    remaining = [iter(ranking) for ranking in rankings]
    following = None
    while remaining and following is None:
        giving: list[Iterator[int]] = []
        for ranking in remaining:
            row = next((row for row in ranking if filled.admits(row)), None)
            if row is None:
                continue
            if len(filled.admitted) == quota:
                following = row
                break
            filled.admit(row)
            giving.append(ranking)
        remaining = giving
    return Selection(filled.admitted, following, filled.capped, filled.overlapping)
