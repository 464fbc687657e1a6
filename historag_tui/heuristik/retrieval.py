"""Windowed retrieval: a recipe is answered window by window, and every hit says why it is there.

Filters select the rows of a window before anything is ranked, so that a quota is filled whenever enough eligible
chunks remain.  No similarity, however low, keeps a chunk out: there is no floor, only the quota.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec
import numpy as np

from historag_tui.days import first_day, last_day
from historag_tui.heuristik import comparison, ledger
from historag_tui.heuristik.filters import documents_passing
from historag_tui.heuristik.fusion import fuse
from historag_tui.heuristik.selection import Place, Selection, select
from historag_tui.records import Hit, LayerPlace, Progress, Recipe, Run, Window, WindowResult

if TYPE_CHECKING:
    from historag_tui.index.keyword import Reading
    from historag_tui.index.reader import Index

Rows = np.ndarray
"""Row numbers of chunks, ascending."""

LEAST_DEPTH = 100
"""Candidates each layer gives at least, where the researcher sets no depth."""


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


class Account(NamedTuple):
    """What became of one window: the material of its ledger and of the comparison."""

    window: Window
    rows: Rows
    eligible: Rows
    ranking: Ranking
    selection: Selection
    similarities: dict[int, float]
    """Of the admitted rows and of the following one; empty without the semantic layer."""
    depth: int


class Retrieval:
    """One recipe over one index.

    Raises UsageError when the recipe asks for what the index does not have.
    """

    def __init__(self, index: Index, recipe: Recipe) -> None:
        self.index = index
        self.recipe = recipe
        self._passing = documents_passing(index, recipe.filters)
        self.semantic = recipe.layer in ("semantic", "both")
        self.keyword = recipe.layer in ("keyword", "both")
        asked = self._asked()
        self._asked_reading = asked if self.keyword else None
        self._filter = None if self.keyword else asked
        self._queries: dict[str, np.ndarray] = {}

    def _asked(self) -> Reading | None:
        """How the keyword query and the term list are read; None when there is neither."""
        recipe, keyword = self.recipe, self.index.keyword
        asked = keyword.read(recipe.keywords) if recipe.keywords else None
        if recipe.terms:
            terms = keyword.any_of(recipe.terms)
            asked = terms if asked is None else keyword.both(asked, terms)
        return asked

    def reading(self, window: Window) -> Reading:
        """The keyword layer's query in a window: what was asked for, else the words of the window's topic."""
        return self._asked_reading or self.index.keyword.read(self.topic(window))

    def topic(self, window: Window) -> str:
        """The topic that is used in a window."""
        return window.topic or self.recipe.topic

    def query(self, topic: str) -> np.ndarray:
        """The unit vector of a topic, embedded once."""
        if topic not in self._queries:
            self._queries[topic] = self.index.embedder.query(topic)
        return self._queries[topic]

    def rows(self, window: Window) -> Rows:
        """All chunks of a window."""
        chunks = self.index.chunks
        if window.undated:
            return chunks.undated_rows()
        return chunks.rows_between(first_day(window.first), last_day(window.last), self.recipe.range_rule)

    def eligible(self, rows: Rows) -> Rows:
        """The rows that pass the filters, keyword filter included."""
        if self._passing is not None:
            rows = rows[self._passing[self.index.chunks.document[rows]]]
        if self._filter is not None and len(rows):
            rows = self.index.keyword.matching(self._filter, rows)
        return rows

    def account(self, window: Window, rows: Rows, quota: int) -> Account:
        """Rank the eligible of these rows as deep as the quota needs, and fill it."""
        eligible = self.eligible(rows)
        most = max(1, len(eligible))
        depth = min(self.recipe.depth or max(LEAST_DEPTH, 10 * quota), most)
        while True:
            ranking = self._rank(eligible, window, depth)
            selection = select(ranking.order, self.place, quota, self.recipe.cap, self.recipe.drop_overlapping)
            if selection.following is not None or ranking.exhausted or self.recipe.depth:
                break
            depth = min(4 * depth, most)
        return Account(
            window, rows, eligible, ranking, selection, self._similarities(window, ranking, selection), depth
        )

    def _rank(self, eligible: Rows, window: Window, depth: int) -> Ranking:
        semantic: dict[int, tuple[int, float]] = {}
        keyword: dict[int, tuple[int, float]] = {}
        certified = True
        exhausted = True
        if self.semantic:
            found = self.index.vectors.search(self.query(self.topic(window)), eligible, depth)
            certified = found.certified
            semantic = _places(found.rows, found.similarities)
            exhausted &= len(found.rows) == len(eligible)
        if self.keyword:
            rows, scores = self.index.keyword.search(self.reading(window), eligible, depth)
            keyword = _places(rows, scores)
            # With the semantic layer beside it, every eligible row is ranked sooner or later.
            exhausted &= self.semantic or len(rows) < depth or depth >= len(eligible)
        if self.semantic and self.keyword:
            score = fuse((list(semantic), list(keyword)), self.recipe.fusion_constant)
            order = sorted(score, key=lambda row: (-score[row], self.index.chunks.ids[row]))
        else:
            score = {row: value for row, (_, value) in (semantic or keyword).items()}
            order = list(score)
        return Ranking(order, score, semantic, keyword, bool(exhausted), certified)

    def place(self, row: int) -> Place:
        """Where a row lies in its document."""
        chunks = self.index.chunks
        return Place(int(chunks.document[row]), int(chunks.start[row]), int(chunks.end[row]))

    def _similarities(self, window: Window, ranking: Ranking, selection: Selection) -> dict[int, float]:
        """Of the admitted and the following row; computed where only the keyword layer brought a row."""
        if not self.semantic:
            return {}
        wanted = [*selection.admitted, *([] if selection.following is None else [selection.following])]
        known = {row: ranking.semantic[row][1] for row in wanted if row in ranking.semantic}
        missing = np.array([row for row in wanted if row not in known], dtype=np.int64)
        if len(missing):
            values = self.index.vectors.similarities(self.query(self.topic(window)), missing)
            known.update(zip(missing.tolist(), map(float, values), strict=True))
        return known

    def hits(self, account: Account) -> tuple[Hit, ...]:
        """The admitted rows as hits, texts fetched."""
        admitted = account.selection.admitted
        passages = self.index.passages(np.array(admitted, dtype=np.int64))
        reading = self.reading(account.window)
        hits = []
        for rank, (row, passage) in enumerate(zip(admitted, passages, strict=True), 1):
            layers = []
            if row in account.ranking.semantic:
                layers.append(LayerPlace("semantic", *account.ranking.semantic[row]))
            if row in account.ranking.keyword:
                words = self.index.keyword.matched(reading, passage.text)
                layers.append(LayerPlace("keyword", *account.ranking.keyword[row], words))
            hits.append(
                Hit(
                    window=account.window.name,
                    rank=rank,
                    score=account.ranking.score[row],
                    similarity=account.similarities.get(row),
                    layers=tuple(layers),
                    **msgspec.structs.asdict(passage),
                )
            )
        return tuple(hits)


def search(index: Index, recipe: Recipe) -> Iterator[Progress | Run]:
    """Answer a recipe.  Yields progress window by window and the run, whose id is empty, at the end."""
    retrieval = Retrieval(index, recipe)
    accounts: list[Account] = []
    for number, window in enumerate(recipe.windows):
        yield Progress("searching", number, len(recipe.windows), window.name)
        accounts.append(retrieval.account(window, retrieval.rows(window), window.quota))
    yield Progress("comparing", len(recipe.windows), len(recipe.windows))
    yield assemble(retrieval, accounts)


def assemble(retrieval: Retrieval, accounts: Sequence[Account]) -> Run:
    """The run that the accounts of all windows make, with ledgers and comparison."""
    recipe, index = retrieval.recipe, retrieval.index
    searched = _union([account.rows for account in accounts])
    distinct = {row for account in accounts for row in account.selection.admitted}
    period = ledger.Period.of(index, searched, distinct)
    results = []
    for account in accounts:
        hits = retrieval.hits(account)
        results.append(
            WindowResult(
                account.window, ledger.balance(index, account, hits, period, retrieval.topic(account.window)), hits
            )
        )
    whole = None
    if recipe.windowing != "none":
        whole = comparison.compare(retrieval, accounts, searched, distinct)
    return Run(
        id="",
        recipe=recipe,
        windows=tuple(results),
        comparison=whole,
        warnings=_warnings(retrieval, accounts, distinct),
        distinct=len(distinct),
    )


def _warnings(retrieval: Retrieval, accounts: Sequence[Account], distinct: set[int]) -> tuple[str, ...]:
    recipe, index = retrieval.recipe, retrieval.index
    warnings = []
    admitted = sum(len(account.selection.admitted) for account in accounts)
    if admitted > len(distinct):
        warnings.append(f"{admitted} hits are {len(distinct)} distinct chunks: windows overlap or dates are ranges")
    undated = len(index.chunks.undated_rows())
    if undated and not any(account.window.undated for account in accounts):
        warnings.append(f"{undated:,} chunks of undated sources were not searched")
    ranged = sum(
        int((account.eligible >= index.chunks.exact_count).sum()) for account in accounts if not account.window.undated
    )
    if ranged:
        warnings.append(f"sources dated by a range belong to every window by the rule '{recipe.range_rule}'")
    if retrieval.semantic and index.embedder.card.note:
        warnings.append(index.embedder.card.note)
    return tuple(warnings)


def _places(rows: np.ndarray, scores: np.ndarray) -> dict[int, tuple[int, float]]:
    """Rank, from 1, and score by row, in the order of the list."""
    return {
        row: (rank, score) for rank, (row, score) in enumerate(zip(rows.tolist(), map(float, scores), strict=True), 1)
    }


def _union(parts: Sequence[np.ndarray]) -> np.ndarray:
    return np.unique(np.concatenate(parts)) if parts else np.empty(0, dtype=np.int64)
