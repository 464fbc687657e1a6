"""What the layers of a recipe make of a set of chunks: ranks, similarities, words found."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from historag_tui.errors import NothingFound
from historag_tui.heuristik.fusion import fuse
from historag_tui.records import Recipe, Window

if TYPE_CHECKING:
    from historag_tui.index.keyword import Reading
    from historag_tui.index.reader import Index

ROUNDED = 6
"""Decimal places to which fused scores are rounded before they are compared, as those of the layers are."""
Rows = np.ndarray
"""Row numbers of chunks, ascending."""


class Ranking(NamedTuple):
    """What the layers made of a set of rows, to a depth."""

    order: list[int]
    """Rows, best first."""
    score: dict[int, float]
    semantic: dict[int, tuple[int, float]]
    """Rank and similarity by row."""
    keyword: dict[int, tuple[int, float]]
    """Rank and BM25 by row."""
    exhausted: bool
    """Whether no deeper ranking of these rows can hold a further row."""
    certified: bool
    how: str


class Ranker:
    """One recipe's layers over one index."""

    def __init__(self, index: Index, recipe: Recipe) -> None:
        self.index = index
        self.recipe = recipe
        self.semantic = recipe.layer in ("semantic", "both")
        self.keyword = recipe.layer in ("keyword", "both")
        self._readings: dict[str, Reading] = {}
        self._queries: dict[str, np.ndarray] = {}

    def asked(self, window: Window) -> Reading | None:
        """How keyword query and terms are read in a window; None when there is neither."""
        recipe, keyword = self.recipe, self.index.keyword
        terms = (*recipe.terms, *recipe.window_terms.get(window.name, ()))
        asked = self._read(recipe.keywords) if recipe.keywords else None
        if not terms:
            return asked
        return keyword.any_of(terms) if asked is None else keyword.both(asked, keyword.any_of(terms))

    def reading(self, window: Window) -> Reading:
        """The keyword layer's query in a window: what was asked for, else the words of the window's topic."""
        return self.asked(window) or self._read(self.topic(window))

    def _read(self, text: str) -> Reading:
        if text not in self._readings:
            self._readings[text] = self.index.keyword.read(text)
        return self._readings[text]

    def topic(self, window: Window) -> str:
        """The topic that is used in a window."""
        return window.topic or self.recipe.topic

    def query(self, topic: str) -> np.ndarray:
        """The unit vector of a topic, or of the chunk that is looked for; made once.  Raises NothingFound."""
        if topic not in self._queries:
            self._queries[topic] = self._like() if self.recipe.like else self.index.embedder.query(topic)
        return self._queries[topic]

    def _like(self) -> np.ndarray:
        row = self.index.chunks.row_of(self.recipe.like)
        if row is None:
            raise NothingFound(f"The index has no chunk '{self.recipe.like}'", "Search for it anew")
        vector = self.index.vectors.vector(row)
        if not vector.any():
            raise NothingFound("The embedder could make nothing of this chunk", "Look for its words instead")
        return vector

    def rank(self, rows: Rows, window: Window, depth: int) -> Ranking:
        """The best of these rows by every layer, to a depth."""
        semantic: dict[int, tuple[int, float]] = {}
        keyword: dict[int, tuple[int, float]] = {}
        certified, how, exhausted = True, "", True
        if self.recipe.layer == "random":
            order = rows[np.argsort(shuffled(self.index.chunks.ids[rows], self.recipe.seed), kind="stable")].tolist()
            return Ranking(order, dict.fromkeys(order, 0.0), {}, {}, True, True, "")
        if self.semantic:
            query = self.query(self.topic(window))
            rows_found, similarities, certified, how = self.index.vectors.search(
                query, rows, depth, self.recipe.vectors
            )
            semantic = _places(rows_found, similarities)
            exhausted &= len(rows_found) == len(rows)
        if self.keyword:
            rows_found, scores = self.index.keyword.search(self.reading(window), rows, depth)
            keyword = _places(rows_found, scores)
            # With the semantic layer beside it, every eligible row is ranked sooner or later.
            exhausted &= self.semantic or len(rows_found) < depth or depth >= len(rows)
        if self.semantic and self.keyword:
            score = fuse((list(semantic), list(keyword)), self.recipe.fusion_constant)
            order = sorted(score, key=lambda row: (-round(score[row], ROUNDED), self.index.chunks.ids[row]))
        else:
            score = {row: value for row, (_, value) in (semantic or keyword).items()}
            order = list(score)
        return Ranking(order, score, semantic, keyword, bool(exhausted), certified, how)

    def similarities(self, window: Window, ranking: Ranking, rows: list[int]) -> dict[int, float]:
        """Cosine similarity by row, computed where only the keyword layer brought it; empty without the semantic layer."""
        if not self.semantic:
            return {}
        known = {row: ranking.semantic[row][1] for row in rows if row in ranking.semantic}
        missing = np.array([row for row in rows if row not in known], dtype=np.int64)
        if len(missing):
            values = self.index.vectors.similarities(self.query(self.topic(window)), missing)
            known.update(zip(missing.tolist(), map(float, values), strict=True))
        return known


def shuffled(ids: np.ndarray, seed: int) -> np.ndarray:
    """A number for each chunk id by which to sort them into a random order that depends on the ids and the seed alone.

    The mixing function is that of SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
    OOPSLA 2014).
    """
    mixed = ids.astype(np.uint64) + np.uint64(seed * 0x9E3779B97F4A7C15 % 2**64)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.asarray(mixed ^ (mixed >> np.uint64(31)))


def _places(rows: np.ndarray, scores: np.ndarray) -> dict[int, tuple[int, float]]:
    """Rank, from 1, and score by row, in the order of the list."""
    return {
        row: (rank, score) for rank, (row, score) in enumerate(zip(rows.tolist(), map(float, scores), strict=True), 1)
    }
