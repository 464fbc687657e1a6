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
    dimension: int
    query_prefix: str = ""
    """Put before a topic; never typed by the researcher."""
    document_prefix: str = ""
    note: str = ""
    """One line to print beside its results; empty for a real sentence model."""


class Embedder(Protocol):
    """Turns texts into vectors.  The same text gives the same vector."""

    @property
    def card(self) -> Card:
        """What it is."""

    def query(self, text: str) -> Vector:
        """The unit vector of a topic, shape (dimension,).

        Raises NothingFound when the embedder can make nothing of the text, ModelError when it fails.
        """

    def documents(self, texts: Sequence[str]) -> Vector:
        """The vectors of texts, shape (n, dimension), each of length one, or zero for a text without content.

        Raises ModelError when it fails.
        """
