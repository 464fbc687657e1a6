"""From a ranking to a quota: the cap per document and the removal of overlapping neighbours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import NamedTuple


class Place(NamedTuple):
    """Where a chunk lies: its document and its character offsets there."""

    document: int
    start: int
    end: int


class Selection(NamedTuple):
    """What a quota admitted, in the order of the ranking."""

    admitted: list[int]
    following: int | None
    """The first row that only the quota kept out."""
    capped: int
    """Rows passed over because their document was full."""
    overlapping: int
    """Rows passed over because they share text with a better one."""


def select(
    ranking: Iterable[int], place: Callable[[int], Place], quota: int, cap: int = 0, drop_overlapping: bool = True
) -> Selection:
    """Admit rows from the best down until the quota is filled.

    ranking: row numbers, best first.
    cap:     at most so many of one document; 0 for no cap.
    """
    admitted: list[int] = []
    taken: Counter[int] = Counter()
    spans: dict[int, list[tuple[int, int]]] = {}
    capped = overlapping = 0
    for row in ranking:
        document, start, end = place(row)
        if cap and taken[document] >= cap:
            capped += 1
        elif drop_overlapping and any(
            start < other_end and other_start < end for other_start, other_end in spans.get(document, ())
        ):
            overlapping += 1
        elif len(admitted) == quota:
            return Selection(admitted, row, capped, overlapping)
        else:
            admitted.append(row)
            taken[document] += 1
            spans.setdefault(document, []).append((start, end))
    return Selection(admitted, None, capped, overlapping)
