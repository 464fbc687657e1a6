"""Vectors at a million rows, against the physical limit: the products alone, over the same rows, on one thread.

numkong   its int8 dot products of every window's rows, and nothing else
numpy     the float32 matrix product of the same rows
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from benchmarks.figures import Figure, share
from benchmarks.ground import COUNT, Ground
from benchmarks.made import FIRST, LAST, PART
from benchmarks.peers.serving import private, wall
from benchmarks.process import ours
from historag_tui.days import day_of
from historag_tui.index import kernels
from historag_tui.index.parts import array
from historag_tui.index.tables import ChunkTable
from historag_tui.index.vectors import Vectors

_WINDOWS, _DIMENSION = 6, 384
_LIMIT, _PRIVATE = 1.5, 200
"""Times the products alone, and MB of private memory."""


def figures(on: Ground) -> list[Figure]:
    """The figures of this size's number of rows; the process that measures is not the one that makes them."""
    rows = on.size.scale
    asked = {"folder": str(on.folder / f"scale-{rows}"), "rows": rows, "dimension": _DIMENSION}
    with ours() as side:
        side.ask("make", **asked)
    with ours() as side:
        given = side.ask("scan", **asked, queries=10, repeats=on.size.repeats)
    seconds = {name: 1000 * value for name, value in given["seconds"].items()}
    name = f"{rows:,} × {_DIMENSION}"
    note = f"{given['how']}, {'certified' if given['certified'] else 'NOT CERTIFIED'}"
    found, most = [], _LIMIT if on.bounded else None
    if "numkong" in seconds:
        limit = f"{name} against numkong's products alone"
        found.append(share(limit, seconds["ours"], seconds["numkong"], "ms", most, note))
    found.append(share(f"{name} against numpy's float32 products alone", seconds["ours"], seconds["numpy"], "ms"))
    found.append(Figure(f"{name}, 11% filter", seconds["ours filtered"], None, "ms"))
    found.append(Figure(f"{name}, private memory", given["private"], None, "MB", at_most=_PRIVATE))
    return found


def against_the_limit(folder: str, rows: int, dimension: int, queries: int, repeats: int) -> dict[str, Any]:
    """Seconds of six windows × top 20, the median of each query's best: ours, and each limit; ours and numkong's take turns."""
    root = Path(folder)
    chunks, part = ChunkTable(root / "texts"), root / PART
    vectors = Vectors([part], root / "places", root / "graphs", chunks)
    years = (LAST - FIRST + 1) // _WINDOWS
    days = [(day_of(first, 1, 1), day_of(first + years - 1, 12, 31)) for first in range(FIRST, LAST, years)]
    ends = [(int(found[0]), int(found[-1]) + 1) for found in (chunks.rows_between(*window) for window in days)]
    shelf = np.random.default_rng(4).random(rows) < 1 / 9
    coarse, whole = array(part, "coarse"), array(part, "vectors")
    asked = np.load(root / "queries.npy")[:queries]
    seconds: dict[str, list[float]] = defaultdict(list)
    certified = True
    for query in asked:
        work: dict[str, Callable[[], Any]] = {
            "ours": partial(_found, vectors, chunks, query, days),
            "ours filtered": partial(_found, vectors, chunks, query, days, shelf),
        }
        if kernels.numkong is not None:
            work["numkong"] = _bare_products(query, coarse, ends)
        taken: dict[str, list[float]] = defaultdict(list)
        for _ in range(repeats):
            for name, one in work.items():
                duration, given = wall(one)
                taken[name].append(duration)
                certified &= name == "numkong" or all(found.certified for found in given)
        for name, durations in taken.items():
            seconds[name].append(min(durations))
    how = vectors.search(asked[0], chunks.rows_between(*days[0]), COUNT).how
    kept = private()
    # The float32 rows come last: reading them all fills the memory that is shared with the file cache.
    for query in asked:
        product = partial(_matrix_products, query, whole, ends)
        seconds["numpy"].append(min(wall(product)[0] for _ in range(repeats)))
    medians = {name: median(values) for name, values in seconds.items()}
    return {"seconds": medians, "certified": certified, "private": kept, "how": how}


def _found(vectors: Vectors, chunks: ChunkTable, query: Any, days: list[tuple[int, int]], passing: Any = None) -> Any:
    windows = [chunks.rows_between(*window) for window in days]
    return [vectors.search(query, rows if passing is None else rows[passing[rows]], COUNT) for rows in windows]


def _matrix_products(query: Any, rows: Any, ends: list[tuple[int, int]]) -> Any:
    return [rows[begin:end] @ query for begin, end in ends]


def _bare_products(query: Any, coarse: Any, ends: list[tuple[int, int]]) -> Callable[[], Any]:
    """numkong's dot products of an int8 query with the rows of every window, and nothing else."""
    steps = np.rint(query / (np.abs(query).max() / 127)).astype(np.int8)
    packed = kernels.numkong.dots_pack(steps[None])
    return lambda: [kernels.numkong.dots_packed(coarse[begin:end], packed) for begin, end in ends]
