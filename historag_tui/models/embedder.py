"""The door to embedders: what turns texts into unit vectors whose product is their similarity."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from historag_tui.records import Record

Vector = np.ndarray[Any, np.dtype[np.float32]]


class Card(Record, frozen=True):
    """What an embedder is."""

    name: str
    dimension: int = 0
    """Numbers in a vector; 0 until the first vector where only the model knows."""
    query_prefix: str = ""
    """Put before a topic; never typed by the researcher."""
    document_prefix: str = ""
    note: str = ""
    """One line to print beside its results; empty for a real sentence model."""
    batch: int = 16
    """Texts that are best embedded at once."""
    topics: tuple[str, ...] = ()
    """What a topic's vector depends on besides what a text's does; empty where nothing is added."""


class Embedder(Protocol):
    """Turns texts into vectors.  The same text gives the same vector."""

    @property
    def card(self) -> Card:
        """What it is."""

    @property
    def identity(self) -> tuple[str, ...]:
        """What a text's vector depends on besides the text: embedders of one identity give the same vectors.

        It may take a look at a large file.
        """

    def query(self, text: str) -> Vector:
        """The unit vector of a topic, shape (dimension,).

        Raises NothingFound when the embedder can make nothing of the text, ModelError when it fails, UsageError when
        it embeds no topics.
        """

    def documents(self, texts: Sequence[str]) -> Vector:
        """The vectors of texts, shape (n, dimension), each of length one, or zero for a text without content.

        Raises ModelError when it fails.
        """


def cleaned(text: str) -> str:
    """The text as models can take it: without NUL, half characters, and white space at its ends."""
    return text.replace("\0", " ").encode("utf-8", "replace").decode("utf-8").strip()


def unit_rows(vectors: np.ndarray[Any, Any]) -> Vector:
    """Each row at length one; a row of zeros stays."""
    wide = np.asarray(vectors, dtype=np.float64)
    lengths = np.linalg.norm(wide, axis=1, keepdims=True)
    return np.asarray(np.divide(wide, lengths, out=np.zeros_like(wide), where=lengths > 0), dtype=np.float32)
