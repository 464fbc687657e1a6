"""Vector search: exact by scanning, or approximate by one graph a year.  The one file that knows hnswlib."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import hnswlib
import numpy as np

from historag_tui.corpus.dating import PAST
from historag_tui.days import day_of, year_of
from historag_tui.errors import IndexDamaged
from historag_tui.index import links
from historag_tui.index.parts import array
from historag_tui.index.scanning import Doubles, Scan
from historag_tui.index.tables import ChunkTable, Numbers
from historag_tui.models.embedder import Vector
from historag_tui.records import Progress, VectorMethod

_LINKS = ".links.npz"
_REBUILD = "Build it again: historag index --verify"
APPROXIMATE_FROM = 1_000_000
"""Rows in one stretch above which graphs are quicker than a scan; below, and under any filter, a scan is."""
_NEIGHBOURS, _BUILD_EFFORT, _SEARCH_EFFORT, _SEED = 16, 100, 100, 100


class Found(NamedTuple):
    """The answer of a vector search, best first."""

    rows: Numbers
    similarities: Doubles
    """Cosines, rounded to six places."""
    certified: bool
    """Whether the answer is proven to be the exact one."""
    how: str
    """How it was found, in words: which scan, or the graphs."""


class Vectors:
    """The vectors of a generation's chunks.

    parts:   the vector parts in the order in which ``places`` counts through them.
    places:  the part that holds each chunk's place in them.
    graphs:  the part with one graph a year.
    """

    def __init__(self, parts: Sequence[Path], places: Path, graphs: Path, chunks: ChunkTable) -> None:
        self._chunks = chunks
        self._scan = Scan(parts, array(places, "places"), len(chunks))
        self._graphs = graphs
        self._open_graphs: dict[str, Any] = {}

    def search(self, query: Vector, rows: Numbers, count: int, method: VectorMethod = "auto") -> Found:
        """The nearest of these rows to a unit query, by similarity rounded to six places, then by chunk id.

        rows: ascending row numbers.  ``auto`` scans unless there are more than a million rows in one stretch.
        """
        whole_stretch = len(rows) > APPROXIMATE_FROM and int(rows[-1]) - int(rows[0]) + 1 == len(rows)
        if method == "approximate" or (method == "auto" and whole_stretch):
            candidates, exact, how = self._by_year(query, rows, count)
        else:
            candidates, how = self._scan.candidates(query, rows, count)
            exact = True
        similarities = self.similarities(query, candidates)
        order = np.lexsort((self._chunks.ids[candidates], -similarities))[: max(0, count)]
        return Found(candidates[order], similarities[order], exact, how)

    def similarities(self, query: Vector, rows: Numbers) -> Doubles:
        """Cosines of rows and a unit query, computed in float64 and rounded to six places."""
        return self._scan.similarities(query, rows)

    def vector(self, row: int) -> Vector:
        """The vector of a chunk, of length one, or zero for a text without content."""
        (block,) = self._scan.blocks(np.array([row], dtype=np.int64))
        return np.array(block.part.vectors[block.places][0], dtype=np.float32)

    def _by_year(self, query: Vector, rows: Numbers, count: int) -> tuple[Numbers, bool, str]:
        """Candidates from the graphs of the years that the rows hold whole, from scans of the rest."""
        exact = True
        found: list[Numbers] = []
        covered = np.zeros(len(rows), dtype=bool)
        for year, begin, end in _years(self._chunks):
            low, high = np.searchsorted(rows, (begin, end))
            if high - low < end - begin or end - begin <= count or not query.any():
                continue
            graph = self._graph(year, begin, end - begin, count)
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
        scanned, how = self._scan.candidates(query, rest, count)
        if found:
            how = f"{len(found)} graphs (hnswlib), " + (how if len(rest) else "nothing left to scan")
        return np.unique(np.concatenate([*found, scanned])), exact, how

    def _graph(self, year: str, begin: int, size: int, count: int) -> Any:
        path = self._graphs / f"{year}{_LINKS}"
        if year not in self._open_graphs:
            if not path.is_file():
                return None
            self._open_graphs[year] = self._woven(links.read(path), begin, size)
        graph = self._open_graphs[year]
        graph.set_ef(max(_SEARCH_EFFORT, 2 * count))
        return graph

    def build_graphs(self, folder: Path) -> Iterator[Progress]:
        """Write one graph for each year into a folder.  Raises WorkFailed."""
        years = list(_years(self._chunks))
        for number, (year, begin, end) in enumerate(years):
            yield Progress("linking neighbours", number, len(years), year)
            graph = self._empty(end - begin)
            for block in self._scan.blocks(np.arange(begin, end)):
                labels = np.arange(begin, end)[block.where]
                graph.add_items(block.part.vectors[block.places], labels, num_threads=1)
            links.write(folder / f"{year}{_LINKS}", _unwoven(graph, begin))
        yield Progress("linking neighbours", len(years), len(years))

    def _empty(self, size: int) -> Any:
        graph = hnswlib.Index(space="ip", dim=self._scan.dimension)
        graph.init_index(size, M=_NEIGHBOURS, ef_construction=_BUILD_EFFORT, random_seed=_SEED)
        return graph

    def _woven(self, kept: links.Links, begin: int, size: int) -> Any:
        """A graph of its links and of the vectors of the rows from ``begin`` on, which lie elsewhere."""
        vectors = np.empty((size, self._scan.dimension), dtype=np.float32)
        for block in self._scan.blocks(np.arange(begin, begin + size)):
            vectors[block.where] = block.part.vectors[block.places]
        (state,) = self._empty(size).__getstate__()
        try:
            table = np.zeros((size, state["size_data_per_element"]), dtype=np.uint8)
            labels = kept.order.astype(np.uint64) + np.uint64(begin)
            table[:, : state["offset_data"]] = kept.neighbours.view(np.uint8)
            table[:, state["offset_data"] : state["label_offset"]] = vectors[kept.order].view(np.uint8)
            table[:, state["label_offset"] :] = labels[:, None].view(np.uint8)
            return hnswlib.Index(
                {
                    **state,
                    "cur_element_count": size,
                    "ep_added": True,
                    "enterpoint_node": kept.entry,
                    "max_level": kept.highest,
                    "label_lookup_external": labels,
                    "label_lookup_internal": np.arange(size, dtype=np.uint32),
                    "element_levels": kept.levels,
                    "data_level0": table.reshape(-1).view(np.int8),
                    "link_lists": kept.upper,
                }
            )
        except (RuntimeError, ValueError, IndexError, KeyError) as error:
            raise IndexDamaged(f"A graph in {self._graphs} cannot be read: {error}", _REBUILD) from error


def _unwoven(graph: Any, begin: int) -> links.Links:
    """A graph's links, without its vectors."""
    (state,) = graph.__getstate__()
    table = state["data_level0"].view(np.uint8).reshape(-1, state["size_data_per_element"])
    labels = np.ascontiguousarray(table[:, state["label_offset"] :]).view(np.uint64)[:, 0]
    return links.Links(
        np.ascontiguousarray(table[:, : state["offset_data"]]).view(np.uint32),
        labels - np.uint64(begin),
        state["element_levels"],
        state["link_lists"],
        state["enterpoint_node"],
        state["max_level"],
    )


def _years(chunks: ChunkTable) -> Iterator[tuple[str, int, int]]:
    """Each year in which chunks begin, with its first row and the row behind its last: exact days, then ranges."""
    for begin, end, kind in ((0, chunks.exact_count, ""), (chunks.exact_count, chunks.dated_count, "-ranges")):
        row = begin + int(np.searchsorted(chunks.first[begin:end], PAST, "right"))
        while row < end:
            year = year_of(int(chunks.first[row]))
            behind = begin + int(np.searchsorted(chunks.first[begin:end], day_of(year, 12, 31), "right"))
            yield f"{year}{kind}", row, behind
            row = behind
