"""An embedder around a model of which nothing is known but that it turns strings into rows of numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from historag_tui.embedder_settings import EmbedderSettings
from historag_tui.errors import ModelError, NothingFound
from historag_tui.models.embedder import Card, Vector, cleaned, unit_rows
from historag_tui.models.presets import prefixes

_PROBE = "text"


class Encoder(Protocol):
    """A model."""

    @property
    def known_by(self) -> str:
        """What tells it from another model of its name; empty where nothing does."""

    def encode(self, texts: Sequence[str]) -> Any:
        """One row of numbers for each string, in their order.  Raises ModelError."""

    def cut(self, texts: Sequence[str]) -> int:
        """How many of these strings are longer than the model reads, so that their ends do not count."""


class Prefixed:
    """Puts the prefixes before topics and texts, keeps empty ones from the model, and checks what comes back.

    name:     what the embedder is called in historag.toml.
    encoder:  the model of these settings.
    Raises SettingsError when nobody has said which prefixes the model wants.
    """

    def __init__(self, name: str, settings: EmbedderSettings, encoder: Encoder) -> None:
        query, document = prefixes(settings)
        self.card = Card(
            name=f"{name} ({short(settings.model)})",
            dimension=settings.dimension,
            query_prefix=query,
            document_prefix=document,
            batch=settings.batch,
            topics=(query,) if query else (),
        )
        self._settings = settings
        self._encoder = encoder
        self._dimension = settings.dimension

    @property
    def identity(self) -> tuple[str, ...]:
        """Kind, name and revision of the model, the prefix of texts, and what else the model is known by."""
        settings = self._settings
        return (
            settings.kind,
            short(settings.model),
            settings.revision,
            self.card.document_prefix,
            self._encoder.known_by,
        )

    def query(self, text: str) -> Vector:
        """The unit vector of a topic.  Raises NothingFound for an empty one, ModelError."""
        topic = cleaned(text)
        if not topic:
            raise NothingFound("The topic is empty", "Describe in a few words what the sources should be about")
        vector: Vector = self._encoded([self.card.query_prefix + topic])[0]
        return vector

    def documents(self, texts: Sequence[str]) -> Vector:
        """The vectors of texts; zero for an empty one, which the model is not asked about."""
        full = [number for number, text in enumerate(texts) if cleaned(text)]
        rows = self._encoded([self.card.document_prefix + cleaned(texts[number]) for number in full]) if full else None
        if rows is None and len(texts) and not self._dimension:
            self._encoded([_PROBE])
        vectors = np.zeros((len(texts), self._dimension), dtype=np.float32)
        if rows is not None:
            vectors[full] = rows
        return vectors

    def cut(self, texts: Sequence[str]) -> int:
        """How many of these texts are longer than the model reads, so that their ends do not count."""
        return self._encoder.cut([self.card.document_prefix + cleaned(text) for text in texts])

    def _encoded(self, strings: list[str]) -> Vector:
        try:
            rows = np.asarray(self._encoder.encode(strings), dtype=np.float64)
        except (TypeError, ValueError) as error:
            raise ModelError(f"{self.card.name} gave what are no vectors: {error}", "Check that it embeds") from error
        if rows.ndim != 2 or len(rows) != len(strings) or not rows.shape[1]:
            raise ModelError(
                f"{self.card.name} gave vectors of the shape {rows.shape} for {len(strings)} texts",
                "Check that it is a model for embedding",
            )
        if self._dimension not in (0, rows.shape[1]):
            raise ModelError(
                f"{self.card.name} gave {rows.shape[1]} numbers for a text, not {self._dimension}",
                "Check model and dimension in historag.toml",
            )
        if not np.isfinite(rows).all():
            raise ModelError(f"{self.card.name} gave a vector that is not a number", "Look into the server's log")
        self._dimension = rows.shape[1]
        return unit_rows(rows)


def short(model: str) -> str:
    """A model's name without the folders or the owner before it."""
    return model.rstrip("/").rpartition("/")[2]
