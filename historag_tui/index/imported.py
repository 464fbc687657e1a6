"""Vectors that were made elsewhere, as an embedder: a text has the vector that was imported for it, or none at all."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from historag_tui.corpus.chunks import text_hash
from historag_tui.embedder_settings import EmbedderSettings
from historag_tui.errors import ModelError, UsageError, WorkFailed
from historag_tui.index.tables import ChunkTable
from historag_tui.models import imported
from historag_tui.models.embedder import Card, Embedder, Vector, unit_rows

_NOTE = "vectors made elsewhere; no query_embedder is set, so only similar passages can be looked for"
_BATCH = 4096


class Imported:
    """The vectors that the settings name.  Their file is read with the first text.

    name:    what the embedder is called in historag.toml.
    chunks:  every one of them must have a vector.
    topics:  the embedder of topics, if there is one.
    """

    def __init__(self, name: str, settings: EmbedderSettings, chunks: ChunkTable, topics: Embedder | None) -> None:
        self._settings = settings
        self._chunks = chunks
        self._topics = topics
        self.card = Card(
            name=f"{name} (imported{f', topics by {topics.card.name}' if topics else ''})",
            dimension=settings.dimension,
            query_prefix=topics.card.query_prefix if topics else "",
            document_prefix=topics.card.document_prefix if topics else "",
            note=topics.card.note if topics else _NOTE,
            batch=_BATCH,
            topics=(topics.card.name, *topics.card.topics) if topics else (),
        )

    @property
    def identity(self) -> tuple[str, ...]:
        """A digest of the files.  Raises WorkFailed."""
        return ("imported", imported.digest(self._settings))

    def query(self, text: str) -> Vector:
        """The unit vector of a topic.  Raises UsageError without an embedder of topics, and what that raises."""
        if self._topics is None:
            raise UsageError(
                f"{self.card.name} has no embedder for topics",
                "Look for similar passages (historag similar CHUNK), search with --layer keyword, or name the model that "
                "made the vectors as query_embedder in historag.toml",
            )
        vector = self._topics.query(text)
        if vector.shape != self._table.vectors.shape[1:]:
            raise ModelError(
                f"{self._topics.card.name} gives {len(vector)} numbers, the imported vectors have "
                f"{self._table.vectors.shape[1]}",
                "Set query_embedder in historag.toml to the model that made the vectors",
            )
        return vector

    def documents(self, texts: Sequence[str]) -> Vector:
        """The vectors of chunks by their texts.  Raises WorkFailed when a chunk of the corpus has none."""
        try:
            numbers = [self._rows[text_hash(text)] for text in texts]
        except KeyError as error:
            raise WorkFailed("A text is no chunk of this corpus", "Build the index again: historag index") from error
        vectors = np.asarray(self._table.vectors[numbers], dtype=np.float64)
        if not np.isfinite(vectors).all():
            raise WorkFailed(f"{self._settings.vectors} holds what is not a number", "Make the vectors again")
        return unit_rows(vectors.reshape(len(texts), -1))

    @cached_property
    def _table(self) -> imported.Table:
        return imported.read_table(self._settings)

    @cached_property
    def _rows(self) -> dict[str, int]:
        """Rows of the table by the hash of the text."""
        chunks, known = self._chunks, self._table.rows
        rows: dict[str, int] = {}
        missing: list[str] = []
        for number, raw in enumerate(chunks.hashes):
            chunk, key = f"{int(chunks.ids[number]):016x}", raw.tobytes().hex()
            row = known.get(chunk, known.get(key))
            if row is None:
                missing.append(chunk)
            else:
                rows.setdefault(key, row)
        if missing:
            raise WorkFailed(
                f"{len(missing):,} of {len(chunks):,} chunks have no vector in {self._settings.vectors}: "
                f"{', '.join(missing[:3])}{' …' if len(missing) > 3 else ''}",
                "Embed these too; all chunks with their texts: historag info --chunks",
            )
        return rows
