"""Our side answers: the vector part, the keyword part, and whole searches, each timed inside the process."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from benchmarks.building import places
from benchmarks.peers.serving import timed
from historag_tui.heuristik.filters import documents_passing
from historag_tui.heuristik.retrieval import search
from historag_tui.index.reader import Index
from historag_tui.models.embedder import Card, Vector
from historag_tui.records import Filter, Recipe, Run, VectorMethod
from historag_tui.session import Session, new_study, open_study
from historag_tui.workspace import open_workspace

_opened: dict[str, Any] = {}


def opened(root: str) -> dict[str, Any]:
    """Open a workspace and its layers, as the first search does; a study is begun where there is none."""
    workspace = open_workspace(Path(root))
    session = open_study(workspace) if workspace.studies_folder.is_dir() else new_study(workspace, "Benchmark")
    index = session.index
    _opened.update(session=session, index=index)
    return {"chunks": len(index.chunks), "parts": bool(index.vectors and index.keyword)}


def close() -> dict[str, Any]:
    """End what was opened."""
    _opened.pop("session").close()
    return {}


def vectors(
    queries: str, number: int, windows: list[list[int]], shelf: str, count: int, method: VectorMethod = "auto"
) -> dict[str, Any]:
    """The nearest chunks of every window: the filter, the window's rows, and the search among them."""
    index: Index = _opened["index"]
    query = np.load(queries)[number]

    def answer() -> list[Any]:
        passing = _passing(index, shelf)
        return [index.vectors.search(query, _rows(index, window, passing), count, method) for window in windows]

    taken, found = timed(answer)
    return {
        **taken,
        "found": [places(index, one.rows) for one in found],
        "certified": all(one.certified for one in found),
        "how": sorted({one.how for one in found}),
    }


def words(topic: str, windows: list[list[int]], shelf: str, count: int) -> dict[str, Any]:
    """The best chunks of every window by the words of a topic."""
    index: Index = _opened["index"]

    def answer() -> list[Any]:
        passing, reading = _passing(index, shelf), index.keyword.read(topic)
        return [index.keyword.search(reading, _rows(index, window, passing), count)[0] for window in windows]

    taken, found = timed(answer)
    return {**taken, "found": [places(index, rows) for rows in found]}


def whole(topic: str, queries: str, number: int, windowing: str, shelf: str, count: int) -> dict[str, Any]:
    """A whole search by both layers, as ``historag search`` does it, from the moment the query's vector is there."""
    session: Session = _opened["session"]
    index = session.index
    index.__dict__["embedder"] = _Ready(index.embedder.card, np.load(queries)[number])
    filters = (session.heuristik.parse_filter(f"shelf={shelf}"),) if shelf else ()
    recipe = session.heuristik.recipe(topic, windowing=windowing, per_window=count, filters=filters)
    taken, run = timed(partial(_answered, index, recipe))
    return {
        **taken,
        "hits": sum(len(window.hits) for window in run.windows),
        "bytes": len(msgspec.json.encode(run)),
    }


def _answered(index: Index, recipe: Recipe) -> Run:
    return next(item for item in search(index, recipe) if isinstance(item, Run))


class _Ready:
    """An embedder that has the vector already."""

    def __init__(self, card: Card, vector: Vector) -> None:
        self.card = card
        self._vector = vector

    def query(self, _: str) -> Vector:
        return self._vector


def _passing(index: Index, shelf: str) -> Any:
    return documents_passing(index, [Filter("shelf", "=", (shelf,))] if shelf else [])


def _rows(index: Index, window: list[int], passing: Any) -> Any:
    rows = index.chunks.rows_between(window[0], window[1])
    return rows if passing is None else rows[passing[index.chunks.document[rows]]]
