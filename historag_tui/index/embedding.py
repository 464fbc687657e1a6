"""The default embedder: the mean of the corpus's own word vectors, rare words counting more.

After Arora, Liang and Ma (2017), "A simple but tough-to-beat baseline for sentence embeddings": each word is weighted by
a / (a + p(w)), where p(w) is its share of the corpus's tokens, and what all texts have in common is taken away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from pathlib import Path

import numpy as np

from historag_tui.corpus.words import WORD, fold
from historag_tui.errors import NothingFound
from historag_tui.index.parts import array, save
from historag_tui.index.vocabulary import WordVectors
from historag_tui.models.embedder import Card, Vector, unit_rows

NOTE = "corpus word vectors, no sentence model"
_A = 1e-3
_SAMPLE = 20_000


class WordsEmbedder:
    """Means of word vectors of a vocabulary part; ``common``, what all texts share, lies in it as well."""

    def __init__(self, part: Path) -> None:
        self._words = WordVectors(part)
        self._weights = _weights(self._words)
        self._common = array(part, "common")
        self.card = Card("words", self._words.vectors.shape[1], note=NOTE, batch=512)
        self.identity = ("words", part.name)

    def query(self, text: str) -> Vector:
        """The unit vector of a topic.  Raises NothingFound when the vocabulary has none of its words."""
        vector: Vector = self._unit(_mean(text, self._words.words.find, self._words, self._weights)[None])[0]
        if not vector.any():
            raise NothingFound(
                f"The corpus's vocabulary has no word of '{text[:60]}'",
                "Look for words that it has with: historag expand TERM, or search with --layer keyword",
            )
        return vector

    def documents(self, texts: Sequence[str]) -> Vector:
        """The vectors of texts; zero for a text of which the vocabulary has no word."""
        find = self._numbers.get
        return self._unit(np.array([_mean(text, find, self._words, self._weights) for text in texts], dtype=np.float32))

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {word: number for number, word in enumerate(self._words.words)}

    def _unit(self, means: Vector) -> Vector:
        """The means without what all texts share, at length one; a mean of no words stays zero."""
        return unit_rows(np.where(means.any(axis=1, keepdims=True), means - self._common, 0))


def write_common(part: Path, texts: Iterable[str]) -> None:
    """Measure what texts have in common, their mean vector, and write it into a vocabulary part under construction.

    texts: chunks of the corpus; the first 20,000 are measured.
    """
    words = WordVectors(part)
    weights, numbers = _weights(words), {word: number for number, word in enumerate(words.words)}
    total, measured = np.zeros(words.vectors.shape[1], dtype=np.float64), 0
    for text in texts:
        mean = _mean(text, numbers.get, words, weights)
        total += mean
        measured += bool(mean.any())
        if measured >= _SAMPLE:
            break
    save(part, "common", (total / max(1, measured)).astype(np.float32))


def _weights(words: WordVectors) -> Vector:
    share = words.counts / max(1, int(words.counts.sum()))
    return np.asarray(_A / (_A + share), dtype=np.float32)


def _mean(text: str, find: Callable[[str], int | None], words: WordVectors, weights: Vector) -> Vector:
    """The weighted mean of a text's word vectors, at length one; zero without any."""
    found = [number for written in WORD.findall(text) if (number := find(fold(written))) is not None]
    if not found:
        return np.zeros(words.vectors.shape[1], dtype=np.float32)
    mean: Vector = unit_rows((weights[found] @ words.vectors[found])[None])[0]
    return mean
