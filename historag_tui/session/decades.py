"""How much of the corpus lies in each decade."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from historag_tui.records import Record

if TYPE_CHECKING:
    from historag_tui.index.reader import Index


class Decade(Record, frozen=True):
    """What the corpus has from ten years."""

    first: int | None
    """The first of the ten years; None for documents whose beginning is not known, the undated among them."""
    documents: int
    chunks: int


def decades(index: Index) -> tuple[Decade, ...]:
    """Every decade from the first document to the last, empty ones too; a document counts by the first day it can be of."""
    documents = index.documents
    days = np.asarray(documents.first, dtype=np.int64)
    dated = np.array([documents.is_dated(day) for day in days.tolist()], dtype=bool)
    chunks = np.asarray(documents.chunk_count, dtype=np.int64)
    years = days[dated].astype("datetime64[D]").astype("datetime64[Y]").astype(np.int64) + 1970
    found = []
    if len(years):
        begun = years // 10
        low = int(begun.min())
        counted = np.bincount(begun - low)
        of_chunks = np.bincount(begun - low, weights=chunks[dated])
        found = [
            Decade((low + place) * 10, int(counted[place]), int(of_chunks[place])) for place in range(len(counted))
        ]
    if not dated.all():
        found.append(Decade(None, int((~dated).sum()), int(chunks[~dated].sum())))
    return tuple(found)
