"""Scanning vectors: which rows can be among the nearest to a query.

A scan is certified.  A unit row v = c + r is kept as a coarse int8 row c and the length of what it leaves out, |r|;
the query q = p + s likewise.  By the inequality of Cauchy and Schwarz v·q lies within |r||q| + |c||s| of c·p.  So the
count best lower bounds give a similarity that the answer reaches at least, and a row whose upper bound does not reach
it is not in the answer.  What is left is scored again from its float32 row.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from historag_tui.errors import IndexDamaged
from historag_tui.index import kernels
from historag_tui.index.parts import array
from historag_tui.index.tables import Numbers
from historag_tui.models.embedder import Vector

Doubles = np.ndarray[Any, np.dtype[np.float64]]

ROUNDED = 6
"""Decimal places to which similarities are rounded before they are compared; equal ones are ordered by chunk id."""
_UNIT_ROUNDOFF = 2.0**-24
"""Of float32: a sum of n products of vectors of length one errs by less than n + 1 of it (Higham, 2002, section 3.1)."""
_BLOCK = 16_384
"""Rows scanned at once; their scores stay in the processor's cache."""
_FIRST_BLOCK = 2_048
"""The first is smaller: what it reaches already keeps most of the others out."""
_COARSE_FROM = 0 if kernels.KERNEL == "numkong" else 100_000
"""Rows from which the int8 rows are scanned: numpy has to widen them first, which pays only in reading less."""
_DENSE_COARSE, _DENSE = 7, 3
"""A stretch up to so many times the rows wanted of it is read whole, which is quicker than picking them out."""
_SHORT_RUN = 8
"""Rows whose vectors follow one another for fewer rows than this are strays: texts that stand elsewhere, too."""
_FEW_STRAYS = 0.1
"""Up to this part of what is read at once, strays are read apart, so that the others can be read in one stretch."""


class Part(NamedTuple):
    """A vector part, memory-mapped; ``begin`` is the place of its first row when the parts are laid end to end."""

    begin: int
    vectors: Vector
    coarse: np.ndarray[Any, np.dtype[np.int8]]
    scale: Vector
    residual: Vector


class _Block(NamedTuple):
    where: Any
    """Which of the rows that were asked for."""
    part: Part
    places: Any
    """Where in the part: a slice, or ascending or scattered numbers."""

    def reading(self, dense: int) -> tuple[Any, Any]:
        """What to read of the part, and what to pick from it; None where all of it is wanted."""
        if isinstance(self.places, slice):
            return self.places, None
        low, high = int(self.places.min()), int(self.places.max()) + 1
        return (slice(low, high), self.places - low) if high - low <= dense * len(self.places) else (self.places, None)


class Scan:
    """The vectors of a generation's chunks, row by row.

    parts:  the vector parts in the order in which ``places`` counts through them.
    places: for each chunk the place of its vector.
    Raises IndexDamaged when they do not belong together.
    """

    def __init__(self, parts: Sequence[Path], places: Numbers, chunks: int) -> None:
        self._places = places
        self.parts: list[Part] = []
        begin = 0
        for part in parts:
            columns = [array(part, name) for name in ("vectors", "coarse", "scale", "residual")]
            self.parts.append(Part(begin, *columns))
            begin += len(columns[0])
        self.dimension: int = self.parts[0].vectors.shape[1] if self.parts else 0
        # Twice the error of a scan, since two similarities are compared, and the rounding of both.
        self._slack = 2.1 * (self.dimension + 8) * _UNIT_ROUNDOFF + 2 * 10.0**-ROUNDED
        breaks = self._broken(places)
        lengths = np.diff(breaks, prepend=0, append=len(places))
        self._is_stray = np.repeat(lengths < _SHORT_RUN, lengths)
        self._strays = np.flatnonzero(self._is_stray)
        others = np.flatnonzero(~self._is_stray)
        self._bends = others[self._broken(places[others])]
        """Rows whose vector does not follow that of the row before it in one part, strays left out."""
        if len(places) != chunks or (chunks and int(places.max()) >= begin):
            raise IndexDamaged("The vectors do not belong to the chunks", "Build the index again: historag index")

    def similarities(self, query: Vector, rows: Numbers) -> Doubles:
        """Cosines of rows and a unit query, computed in float64 and rounded to six places."""
        values = np.empty(len(rows), dtype=np.float64)
        wide = np.asarray(query, dtype=np.float64)
        for block in self.blocks(rows):
            # One sum a row, so that a similarity does not depend on which other rows are asked for.
            values[block.where] = (block.part.vectors[block.places].astype(np.float64) * wide).sum(axis=1)
        return np.round(values, ROUNDED) + 0.0

    def candidates(self, query: Vector, rows: Numbers, count: int) -> tuple[Numbers, str]:
        """Ascending rows among which the count nearest certainly are, and how they were found."""
        if count < 1 or count >= len(rows):
            return rows[: max(0, count)], "all rows"
        nearest = _Nearest(count, self._slack)
        if len(rows) < _COARSE_FROM:
            for block in self.blocks(rows):
                read, wanted = block.reading(_DENSE)
                scores = block.part.vectors[read] @ query
                nearest.add(block.where, scores if wanted is None else scores[wanted])
            return rows[nearest.places()], "float32 scan"
        coarse, step, lost = _quantised(query)
        products, length = kernels.Products(coarse), _length(query)
        for block in self.blocks(rows):
            read, wanted = block.reading(_DENSE_COARSE)
            scores = np.multiply(
                products(block.part.coarse[read]), block.part.scale[read], dtype=np.float32, casting="unsafe"
            )
            scores *= step
            loss = block.part.residual[block.places] * (length + lost)
            loss += lost
            nearest.add(block.where, scores if wanted is None else scores[wanted], loss)
        near = rows[nearest.places()]
        return self._narrowed(query, near, count), f"int8 scan ({kernels.KERNEL})"

    def _narrowed(self, query: Vector, rows: Numbers, count: int) -> Numbers:
        """The candidates that remain when the query is not coarse, and after that when the likeliest are scored exactly."""
        if len(rows) <= count + 32:
            return rows
        nearest = _Nearest(count, self._slack)
        length = _length(query)
        for block in self.blocks(rows):
            part, places = block.part, block.places
            scores = (part.coarse[places].astype(np.float32) @ query) * part.scale[places]
            nearest.add(block.where, scores, part.residual[places] * length)
        kept, upper = nearest.bounded()
        if len(kept) > 4 * count + 64:
            likely = np.argpartition(-upper, count)[: count + 32]
            reached = np.partition(self.similarities(query, rows[kept[likely]]), len(likely) - count)[-count]
            kept = kept[upper >= reached - self._slack]
        return rows[np.sort(kept)]

    def _broken(self, places: Numbers) -> Numbers:
        """Numbers of the places that do not follow the one before them in the same part."""
        torn = np.diff(places) != 1
        for later in self.parts[1:]:
            torn |= places[1:] == later.begin
        return np.flatnonzero(torn) + 1

    def blocks(self, rows: Numbers) -> Iterator[_Block]:
        """Which of the rows lie in which part, and where in it, in pieces that fit the processor's cache."""
        first, behind = (int(rows[0]), int(rows[-1]) + 1) if len(rows) else (0, 0)
        if behind - first == len(rows):
            strays = self._strays[slice(*np.searchsorted(self._strays, (first, behind)))]
            if len(strays) <= _FEW_STRAYS * len(rows):
                yield from self._by_part(strays - first, self._places[strays])
                yield from self._stretch(first, behind)
                return
        for begin in range(0, len(rows), _BLOCK):
            some = rows[begin : begin + _BLOCK]
            stray = self._is_stray[some]
            few = np.count_nonzero(stray) <= _FEW_STRAYS * len(some)
            for chosen in (~stray, stray) if few else (np.ones(len(some), dtype=bool),):
                yield from self._by_part(np.flatnonzero(chosen) + begin, self._places[some[chosen]])

    def _stretch(self, first: int, behind: int) -> Iterator[_Block]:
        """All rows from the first on, strays left out."""
        row, size = first, _FIRST_BLOCK
        while row < behind:
            end = min(row + size, behind)
            numbers = np.flatnonzero(~self._is_stray[row:end]) + (row - first)
            bends = np.searchsorted(self._bends, (first + int(numbers[0]) + 1, end)) if len(numbers) else (0, 1)
            if bends[0] == bends[1]:
                place = int(self._places[first + int(numbers[0])])
                part = next(part for part in reversed(self.parts) if part.begin <= place)
                where = slice(row - first, end - first) if len(numbers) == end - row else numbers
                yield _Block(where, part, slice(place - part.begin, place - part.begin + len(numbers)))
            else:
                yield from self._by_part(numbers, self._places[first + numbers])
            row, size = end, _BLOCK

    def _by_part(self, numbers: Numbers, places: Numbers) -> Iterator[_Block]:
        """Rows that were asked for by these numbers, in whatever part their places are."""
        for part in self.parts:
            within = (places >= part.begin) & (places < part.begin + len(part.vectors))
            if within.any():
                yield _Block(numbers[within], part, _as_slice(places[within] - part.begin))


def _as_slice(places: Numbers) -> Any:
    """Places that follow one another as a slice, others as they are."""
    first, behind = int(places[0]), int(places[-1]) + 1
    follow = behind - first == len(places) and bool((np.diff(places) == 1).all())
    return slice(first, behind) if follow else places


class _Nearest:
    """The rows that can be among the nearest, as far as they were seen."""

    def __init__(self, count: int, slack: float) -> None:
        self._count, self._slack = count, slack
        self._reached = -np.inf
        self._seen: list[tuple[Numbers, Vector, Vector]] = []
        self._size = 0

    def add(self, where: Any, scores: Vector, loss: Vector | None = None) -> None:
        """Rows with their scores and how far these may be from the truth; none where they are as good as true."""
        upper = scores if loss is None else scores + loss
        kept = np.flatnonzero(upper >= self._reached)
        if len(kept):
            numbers = kept + where.start if isinstance(where, slice) else where[kept]
            low = scores[kept] if loss is None else scores[kept] - loss[kept]
            self._seen.append((numbers, upper[kept], low))
            self._size += len(kept)
            if self._size > self._count:
                self._prune()

    def _prune(self) -> None:
        numbers, upper, lower = (np.concatenate(columns) for columns in zip(*self._seen, strict=True))
        if len(lower) > self._count:
            self._reached = float(np.partition(lower, len(lower) - self._count)[-self._count]) - self._slack
            kept = upper >= self._reached
            numbers, upper, lower = numbers[kept], upper[kept], lower[kept]
        self._seen = [(numbers, upper, lower)]
        self._size = len(numbers)

    def bounded(self) -> tuple[Numbers, Vector]:
        """The numbers of the candidates, in no order, and their upper bounds."""
        self._prune()
        return self._seen[0][0], self._seen[0][1]

    def places(self) -> Numbers:
        """The numbers of the candidates, ascending."""
        return np.sort(self.bounded()[0])


def _quantised(query: Vector) -> tuple[kernels.Bytes, np.float32, float]:
    """The query in int8, its step, and the length of what is lost, rounded upward."""
    step = np.float32(np.abs(query).max(initial=0) / 127)
    coarse = np.rint(query / step).clip(-127, 127) if step else np.zeros_like(query)
    lost = np.linalg.norm(query.astype(np.float64) - coarse * np.float64(step))
    return coarse.astype(np.int8), step, float(lost) * (1 + 1e-5)


def _length(query: Vector) -> float:
    return float(np.linalg.norm(query.astype(np.float64))) * (1 + 1e-6)
