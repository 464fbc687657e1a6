"""bm25s: all scores once, then the best of each window."""

from __future__ import annotations

from typing import Any

import bm25s
import numpy as np
from serving import cpu_seconds, read_lines, serve, timed

_opened: dict[str, Any] = {}


def ingest(folder: str, chunks: str) -> dict[str, Any]:
    """Index the texts of all chunks."""
    lines = list(read_lines(chunks))
    begin = cpu_seconds()
    retriever = bm25s.BM25()
    retriever.index(
        bm25s.tokenize([line["text"] for line in lines], stopwords=None, show_progress=False), show_progress=False
    )
    retriever.save(folder)
    seconds = cpu_seconds() - begin
    np.save(f"{folder}/days.npy", np.array([line["day"] for line in lines]))
    np.save(f"{folder}/shelves.npy", np.array([line["shelf"] for line in lines]))
    return {"cpu": seconds, "chunks": len(lines)}


def open_index(folder: str) -> dict[str, Any]:
    """Open what was indexed."""
    _opened["retriever"] = bm25s.BM25.load(folder, mmap=True)
    _opened["days"], _opened["shelves"] = np.load(f"{folder}/days.npy"), np.load(f"{folder}/shelves.npy")
    return {"version": bm25s.__version__}


def search(topic: str, windows: list[list[int]], shelf: str, count: int) -> dict[str, Any]:
    """The best chunks of every window by the words of a topic."""
    days, shelves, retriever = _opened["days"], _opened["shelves"], _opened["retriever"]

    def answer() -> list[list[int]]:
        # The scores of all chunks once; then the best of each window.
        words = bm25s.tokenize([topic], stopwords=None, show_progress=False, return_ids=False)[0]
        scores = retriever.get_scores(words)
        passing = (shelves == shelf) if shelf else True
        found = []
        for first, last in windows:
            rows = np.flatnonzero((days >= first) & (days <= last) & passing & (scores > 0))
            best = rows[np.argpartition(-scores[rows], count)[:count]] if len(rows) > count else rows
            found.append(best[np.argsort(-scores[best], kind="stable")].tolist())
        return found

    taken, found = timed(answer)
    return {**taken, "found": found}


serve({"ingest": ingest, "open": open_index, "words": search})
