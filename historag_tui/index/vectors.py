"""Vector search: exact by scanning, or approximate by one graph a year.  The one file that knows hnswlib.

A scan is certified exact.  For a unit query q and a row v = c + r, where c is the coarse int8 row and r what it
leaves out, v·q lies within |r| of c·q (Cauchy and Schwarz).  So the count best lower bounds give a similarity that the
answer reaches at least, and every row whose upper bound reaches it is scored again from its float32 row.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

import hnswlib
import numpy as np

from historag_tui.corpus.dating import PAST
from historag_tui.days import day_of, year_of
from historag_tui.errors import IndexDamaged, WorkFailed
from historag_tui.index.parts import array
from historag_tui.index.tables import ChunkTable, Numbers
from historag_tui.models.embedder import Vector
from historag_tui.records import Progress

Method = Literal["auto", "exact", "approximate"]
_Floats = np.ndarray[Any, np.dtype[np.float64]]

ROUNDED = 6
"""Decimal places to which similarities are rounded before they are compared; equal ones are ordered by chunk id."""
_UNIT_ROUNDOFF = 2.0**-24
"""Of float32: a sum of n products of vectors of length one errs by less than n + 1 of it (Higham, 2002, section 3.1)."""
_BLOCK = 16_384
_COARSE_FROM = 100_000
"""Rows from which the int8 rows are scanned; below, float32 is as quick and is read from the same cache."""
_APPROXIMATE_FROM = 1_000_000
_NEIGHBOURS, _BUILD_EFFORT, _SEARCH_EFFORT, _SEED = 16, 100, 100, 100


class Found(NamedTuple):
    """The answer of a vector search, best first."""

    rows: Numbers
    similarities: _Floats
    """Cosines, rounded to six places."""
    certified: bool
    """Whether the answer is proven to be the exact one."""
    method: Literal["exact", "approximate"]


class _Part(NamedTuple):
    begin: int
    vectors: Vector
    coarse: np.ndarray[Any, np.dtype[np.int8]]
    scale: Vector
    residual: Vector


class Vectors:
    """The vectors of a generation's chunks.

    parts:   the vector parts in the order in which ``places`` counts through them.
    places:  the part that holds each chunk's place in them.
    graphs:  the part with one graph a year.
    """

    def __init__(self, parts: Sequence[Path], places: Path, graphs: Path, chunks: ChunkTable) -> None:
        self._chunks = chunks
        self._places = array(places, "places")
        self._graphs = graphs
        self._parts: list[_Part] = []
        begin = 0
        for part in parts:
            columns = [array(part, name) for name in ("vectors", "coarse", "scale", "residual")]
            self._parts.append(_Part(begin, *columns))
            begin += len(columns[0])
        dimension = self._parts[0].vectors.shape[1] if self._parts else 0
        # Twice the error of a scan, since two similarities are compared, and the rounding of both.
        self._slack = 2.1 * (dimension + 8) * _UNIT_ROUNDOFF + 2 * 10.0**-ROUNDED
        self._open_graphs: dict[str, Any] = {}
        if len(self._places) != len(chunks) or (len(self._places) and int(self._places.max()) >= begin):
            raise IndexDamaged("The vectors do not belong to the chunks", "Build the index again: historag index")

    def search(self, query: Vector, rows: Numbers, count: int, method: Method = "auto") -> Found:
        """The nearest of these rows to a unit query, by similarity rounded to six places, then by chunk id.

        rows: ascending row numbers.  ``auto`` scans unless there are more than a million rows in one stretch.
        """
        whole_stretch = len(rows) > _APPROXIMATE_FROM and int(rows[-1]) - int(rows[0]) + 1 == len(rows)
        if method == "approximate" or (method == "auto" and whole_stretch):
            candidates, exact = self._by_year(query, rows, count)
        else:
            candidates, exact = self._candidates(query, rows, count), True
        similarities = self.similarities(query, candidates)
        order = np.lexsort((self._chunks.ids[candidates], -similarities))[: max(0, count)]
        return Found(candidates[order], similarities[order], exact, "exact" if exact else "approximate")

    def similarities(self, query: Vector, rows: Numbers) -> _Floats:
        """Cosines of rows and a unit query, computed in float64 and rounded to six places."""
        values = np.empty(len(rows), dtype=np.float64)
        wide = np.asarray(query, dtype=np.float64)
        for block, part, places in self._blocks(rows):
            # One sum a row, so that a similarity does not depend on which other rows are asked for.
            values[block] = (part.vectors[places].astype(np.float64) * wide).sum(axis=1)
        return np.round(values, ROUNDED) + 0.0

    def _candidates(self, query: Vector, rows: Numbers, count: int) -> Numbers:
        """Rows among which the exact answer certainly is."""
        if count >= len(rows) or not len(rows):
            return rows if count > 0 else rows[:0]
        if count < 1:
            return rows[:0]
        scores, loss = self._scan(query, rows, coarse=len(rows) >= _COARSE_FROM)
        lower = scores - loss
        least = np.partition(lower, len(rows) - count)[len(rows) - count] - self._slack
        near = np.flatnonzero(scores + loss >= least)
        if len(near) > 4 * count + 64:
            # The bounds are wide: the exact similarities of the likeliest give a higher one to reach.
            likely = near[np.argpartition(-scores[near], count)[: count + 32]]
            reached = np.partition(self.similarities(query, rows[likely]), len(likely) - count)[len(likely) - count]
            near = near[(scores + loss)[near] >= reached - self._slack]
        return rows[near]

    def _scan(self, query: Vector, rows: Numbers, coarse: bool) -> tuple[Vector, Vector]:
        """Float32 similarities and, per row, how far they may be from the true ones."""
        scores = np.empty(len(rows), dtype=np.float32)
        loss = np.zeros(len(rows), dtype=np.float32)
        length = np.nextafter(np.float32(np.linalg.norm(query.astype(np.float64))), np.float32(np.inf))
        for block, part, places in self._blocks(rows):
            source = part.coarse if coarse else part.vectors
            low, high = int(places.min()), int(places.max()) + 1
            stretch = high - low <= len(places) + len(places) // 4
            chosen: Any = slice(low, high) if stretch else places
            products = source[chosen].astype(np.float32, copy=False) @ query
            if coarse:
                products *= part.scale[chosen]
                loss[block] = part.residual[places] * length
            scores[block] = products[places - low] if stretch else products
        return scores, loss

    def _blocks(self, rows: Numbers) -> Iterator[tuple[Any, _Part, Numbers]]:
        """Which of the rows lie in which part, and where in it, in pieces that fit the processor's cache."""
        for begin in range(0, len(rows), _BLOCK):
            places = self._places[rows[begin : begin + _BLOCK]]
            for part in self._parts:
                inside = (places >= part.begin) & (places < part.begin + len(part.vectors))
                if inside.all():
                    yield slice(begin, begin + len(places)), part, places - part.begin
                    break
                if inside.any():
                    yield np.flatnonzero(inside) + begin, part, places[inside] - part.begin

    def _by_year(self, query: Vector, rows: Numbers, count: int) -> tuple[Numbers, bool]:
        """Candidates from the graphs of the years that the rows hold whole, from scans of the rest."""
        exact = True
        found: list[Numbers] = []
        covered = np.zeros(len(rows), dtype=bool)
        for year, begin, end in _years(self._chunks):
            low, high = np.searchsorted(rows, (begin, end))
            if high - low < end - begin or end - begin <= count or not query.any():
                continue
            graph = self._graph(year, end - begin, count)
            if graph is None:
                continue
            try:
                labels, _ = graph.knn_query(np.asarray(query, dtype=np.float32), k=count, num_threads=1)
            except RuntimeError:
                # It raises when it reaches fewer than count; the scan below does not.
                continue
            found.append(labels[0].astype(np.int64))
            covered[low:high] = True
            exact = False
        rest = rows[~covered]
        return np.unique(np.concatenate([*found, self._candidates(query, rest, count)])), exact

    def _graph(self, year: str, size: int, count: int) -> Any:
        path = self._graphs / f"{year}.hnsw"
        if year not in self._open_graphs:
            if not path.is_file():
                return None
            graph = hnswlib.Index(space="ip", dim=self._parts[0].vectors.shape[1])
            try:
                graph.load_index(str(path), max_elements=size)
            except RuntimeError as error:
                raise IndexDamaged(f"{path} cannot be read: {error}", "Build it again: historag index") from error
            self._open_graphs[year] = graph
        graph = self._open_graphs[year]
        graph.set_ef(max(_SEARCH_EFFORT, 2 * count))
        return graph

    def build_graphs(self, folder: Path) -> Iterator[Progress]:
        """Write one graph for each year into a folder.  Raises WorkFailed."""
        years = list(_years(self._chunks))
        for number, (year, begin, end) in enumerate(years):
            yield Progress("linking neighbours", number, len(years), year)
            graph = hnswlib.Index(space="ip", dim=self._parts[0].vectors.shape[1])
            graph.init_index(end - begin, M=_NEIGHBOURS, ef_construction=_BUILD_EFFORT, random_seed=_SEED)
            for block, part, places in self._blocks(np.arange(begin, end)):
                labels = np.arange(begin, end)[block]
                graph.add_items(part.vectors[places], labels, num_threads=1)
            try:
                graph.save_index(str(folder / f"{year}.hnsw"))
            except RuntimeError as error:
                raise WorkFailed(f"The graph of {year} cannot be written: {error}", "Check the disk's space") from error
        yield Progress("linking neighbours", len(years), len(years))


def _years(chunks: ChunkTable) -> Iterator[tuple[str, int, int]]:
    """Each year in which chunks begin, with its first row and the row behind its last: exact days, then ranges."""
    for begin, end, kind in ((0, chunks.exact_count, ""), (chunks.exact_count, chunks.dated_count, "-ranges")):
        row = begin + int(np.searchsorted(chunks.first[begin:end], PAST, "right"))
        while row < end:
            year = year_of(int(chunks.first[row]))
            behind = begin + int(np.searchsorted(chunks.first[begin:end], day_of(year, 12, 31), "right"))
            yield f"{year}{kind}", row, behind
            row = behind
