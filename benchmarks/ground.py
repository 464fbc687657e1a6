"""What the measurements stand on: one size's folder, its questions, and the exact answers to them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from benchmarks.peers.serving import read_lines
from benchmarks.texts import SHELVES, Size

COUNT = 20
"""Chunks from each window."""
KINDS = {"words": "word vectors", "clustered": "384 dimensions"}
"""The vectors: the corpus's own, and made-up ones."""


class Ground(NamedTuple):
    """A size whose indexes are built."""

    size: Size
    folder: Path
    shelf: str
    """The filter."""
    share: float
    """The part of the chunks that passes it."""
    bounded: bool
    """Whether the issue sets bounds at this size."""

    def queries(self, kind: str) -> str:
        """The file of the query vectors."""
        return str(self.folder / f"{kind}-queries.npy")

    def filters(self) -> dict[str, str]:
        """The filters in turn, with what a figure's name ends in."""
        return {"": "", self.shelf: f", {self.share:.0%} filter"}


def ground(size: Size, folder: Path, bounded: bool) -> Ground:
    """The ground of a folder, with the shelf that comes nearest to its due part of the chunks."""
    held = Counter(line["shelf"] for line in read_lines(str(folder / "chunks.jsonl")))
    shelf = min(held, key=lambda name: (abs(held[name] / held.total() - 1 / SHELVES), name))
    return Ground(size, folder, shelf, held[shelf] / held.total(), bounded)


class Truth:
    """Exact answers from the vectors alone, by numpy in float64."""

    def __init__(self, on: Ground, kind: str) -> None:
        self._matrix = np.load(on.folder / f"{kind}.npy", mmap_mode="r")
        lines = [(line["day"], line["shelf"]) for line in read_lines(str(on.folder / "chunks.jsonl"))]
        self._days = np.array([day for day, _ in lines])
        self._shelves = np.array([shelf for _, shelf in lines])

    def best(self, query: Any, windows: list[list[int]], shelf: str) -> list[set[int]]:
        """In each window the chunks that may be among the best, similarities being equal to six places."""
        found = []
        for first, last in windows:
            inside = (self._days >= first) & (self._days <= last)
            rows = np.flatnonzero(inside & (self._shelves == shelf) if shelf else inside)
            values = np.round(self._matrix[rows].astype(np.float64) @ query.astype(np.float64), 6)
            reached = np.sort(values)[-COUNT] if len(values) > COUNT else -2.0
            found.append(set(rows[values >= reached].tolist()))
        return found


def recall(given: list[list[int]], exact: list[set[int]]) -> float:
    """The share of the chunks that should be found and were; of equal ones any will do."""
    wanted = sum(min(COUNT, len(best)) for best in exact)
    found = sum(row in best for rows, best in zip(given, exact, strict=True) for row in rows)
    return found / wanted if wanted else 1.0
