"""What a change of the embedder would cost, measured on texts of the corpus before anything is changed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import numpy as np

from historag_tui.index.embedders import fingerprint_of
from historag_tui.index.manifest import current_manifest
from historag_tui.index.reader import Index
from historag_tui.index.vector_parts import parts_of, places, rows_waiting
from historag_tui.models.embedder import Embedder
from historag_tui.models.prefixed import Prefixed
from historag_tui.records import Progress, Record
from historag_tui.workspace import Workspace

PATIENCE = 2.0
"""Seconds that are measured."""
_ROW = 4 + 4 + 16 + 8
"""Bytes a row beside its numbers: scale, residual, hash and place."""
_GRAPH_ROW = 150
"""Bytes of a row's links in its year's graph, which holds the vector once more."""


class Offer(Record, frozen=True, kw_only=True):
    """A change of the embedder, with its estimate."""

    embedder: str
    """What it is."""
    texts: int
    """Distinct texts that have no vector of this embedder yet."""
    chunks: int
    """All chunks of the corpus."""
    rate: float
    """Texts a second, as measured."""
    seconds: float
    """About how long the embedding will take."""
    disk: int
    """About how many bytes the new vectors take, beside the present ones."""
    cut: float
    """Share, 0..1, of the measured texts whose end the model does not read."""


def offer(
    workspace: Workspace, name: str, clock: Callable[[], float] = time.perf_counter, patience: float = PATIENCE
) -> Iterator[Progress | Offer]:
    """Embed texts from all over the corpus for two seconds, and say what the whole would take; the offer comes last.

    name:  the embedder's name in historag.toml.
    Nothing is written.  Raises IndexMissing, SettingsError, NotAllowed, ModelError, and WorkFailed for imported vectors
    that lack a chunk.
    """
    folder = workspace.index_folder
    index = Index(folder, *current_manifest(folder), workspace.settings)
    yield Progress("measuring the embedder", 0, 0, name)
    embedder = index.embedder_of(name)
    parts, known = folder / "parts", fingerprint_of(embedder)
    found = places(parts_of(parts, known), index.chunks.hashes)
    texts = len({index.chunks.hashes[row].tobytes() for row in np.flatnonzero(found < 0)})
    texts = max(0, texts - rows_waiting(parts, known))
    dimension, rate, cut = embedder.card.dimension, 0.0, 0.0
    if texts:
        dimension, rate, cut = _measured(index, embedder, clock, patience)
    yield Offer(
        embedder=embedder.card.name,
        texts=texts,
        chunks=len(index.chunks),
        rate=rate,
        seconds=texts / rate if rate else 0.0,
        disk=texts * (5 * dimension + _ROW) + len(index.chunks) * (4 * dimension + _GRAPH_ROW),
        cut=cut,
    )


def _measured(
    index: Index, embedder: Embedder, clock: Callable[[], float], patience: float
) -> tuple[int, float, float]:
    """Numbers in a vector, texts a second, and the share of texts that are cut."""
    # Golden steps: any number of them lies evenly over the corpus.
    rows = (int(len(index.chunks) * (step * 0.6180339887 % 1.0)) for step in range(1, len(index.chunks) + 1))
    texts = [index.chunk_text(row) for _, row in zip(range(64 * embedder.card.batch), rows, strict=False)]
    dimension = embedder.documents(texts[:1]).shape[1]
    begun, done = clock(), 0
    while done < len(texts) and clock() - begun < patience:
        done += len(embedder.documents(texts[done : done + embedder.card.batch]))
    rate = done / max(clock() - begun, 1e-6)
    cut = embedder.cut(texts[:done]) if isinstance(embedder, Prefixed) else 0
    return dimension, rate, cut / max(1, done)
