"""Reciprocal rank fusion of two layers.

Cormack, Clarke and Büttcher, "Reciprocal rank fusion outperforms Condorcet and individual rank learning methods",
SIGIR 2009: the fused score of an item is the sum over the lists that hold it of 1 / (k + rank), ranks counted from 1.
"""

from __future__ import annotations

from collections.abc import Sequence


def fuse(lists: Sequence[Sequence[int]], constant: int) -> dict[int, float]:
    """The fused score of every row that any list holds.

    lists:    row numbers, best first, each at most once a list.
    constant: k of the formula; 60 in the paper.
    """
    scores: dict[int, float] = {}
    for rows in lists:
        for rank, row in enumerate(rows, 1):
            scores[row] = scores.get(row, 0.0) + 1.0 / (constant + rank)
    return scores
