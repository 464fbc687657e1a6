"""Windowed retrieval: a recipe is answered window by window, and every hit says why it is there.

Filters select the rows of a window before anything is ranked, so that a quota is filled whenever enough eligible
chunks remain.  No similarity, however low, keeps a chunk out: there is no floor, only the quota.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import msgspec
import numpy as np

from historag_tui.days import first_day, last_day
from historag_tui.heuristik import comparison, ledger, turns
from historag_tui.heuristik.filters import column, documents_passing
from historag_tui.heuristik.ranking import Ranker, Ranking, Rows
from historag_tui.heuristik.selection import Cap, Place, Selection, select
from historag_tui.records import Hit, LayerPlace, Progress, Recipe, Run, Window, WindowResult, Witness

if TYPE_CHECKING:
    from historag_tui.index.reader import Index

LEAST_DEPTH = 100
"""Candidates each layer gives at least, where the researcher sets no depth."""


class Account(NamedTuple):
    """What became of one window: the material of its ledger and of the comparison."""

    window: Window
    rows: Rows
    eligible: Rows
    """What passes the filters."""
    reprints: int
    """Eligible chunks for which an earlier witness stands."""
    withheld: int
    """Those of them that the layers could have brought."""
    groups: list[tuple[str, Rows]]
    """The others by their value on the second axis; one group where there is none."""
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
        self.ranker = Ranker(index, recipe)
        self._caps = [Cap(self._document, recipe.cap)] if recipe.cap else []
        self._caps += [Cap(self._value_of(cap.field), cap.most) for cap in recipe.field_caps]

    @cached_property
    def _passing(self) -> np.ndarray | None:
        return documents_passing(self.index, self.recipe.filters)

    def _document(self, row: int) -> int:
        return int(self.index.chunks.document[row])

    def _value_of(self, field: str) -> Callable[[int], Hashable | None]:
        values = column(self.index, field)
        return lambda row: values[self._document(row)]

    def of_keyword_layer(self) -> Retrieval:
        """The same recipe by keywords alone, as far as it was answered already."""
        other = Retrieval(self.index, msgspec.structs.replace(self.recipe, layer="keyword"))
        other.__dict__["_passing"] = self._passing
        return other

    def rows(self, window: Window) -> Rows:
        """All chunks of a window."""
        chunks = self.index.chunks
        if window.undated:
            return chunks.undated_rows()
        return chunks.rows_between(first_day(window.first), last_day(window.last), self.recipe.range_rule)

    def eligible(self, window: Window, rows: Rows) -> Rows:
        """The rows that pass the filters; keywords are one where the keyword layer does not rank."""
        if self._passing is not None:
            rows = rows[self._passing[self.index.chunks.document[rows]]]
        asked = None if self.ranker.keyword else self.ranker.asked(window)
        if asked is not None and len(rows):
            rows = self.index.keyword.matching(asked, rows)
        if self.recipe.like:
            rows = rows[self._unlike(rows)]
        return rows

    def _unlike(self, rows: Rows) -> np.ndarray:
        """Which of the rows are neither the chunk that is looked for nor share text with it."""
        chunks, here = self.index.chunks, self.index.chunks.row_of(self.recipe.like)
        if here is None:
            return np.ones(len(rows), dtype=bool)
        beside = (chunks.start[rows] < chunks.end[here]) & (chunks.start[here] < chunks.end[rows])
        return np.asarray(~(beside & (chunks.document[rows] == chunks.document[here])))

    def account(self, window: Window, rows: Rows, quota: int) -> Account:
        """Rank the eligible of these rows as deep as the quota needs, and fill it."""
        recipe, ranker = self.recipe, self.ranker
        eligible = self.eligible(window, rows)
        kept = self.index.reprints.earliest(eligible) if recipe.reprints == "once" else eligible
        groups = turns.groups(self.index, recipe.spread, kept)
        most = max(1, *(len(group) for _, group in groups))
        depth = min(recipe.depth or max(LEAST_DEPTH, 10 * quota), most)
        while True:
            rankings = [ranker.rank(group, window, depth) for _, group in groups]
            selection = self.fill([ranking.order for ranking in self._in_turn(rankings)], quota)
            ranking = _joined(rankings)
            if selection.following is not None or ranking.exhausted or recipe.depth:
                break
            depth = min(4 * depth, most)
        wanted = [*selection.admitted, *([] if selection.following is None else [selection.following])]
        similarities = ranker.similarities(window, ranking, wanted)
        behind = np.setdiff1d(eligible, kept, assume_unique=True)
        withheld = len(behind)
        if withheld and ranker.keyword and not ranker.semantic and len(selection.admitted) < quota:
            withheld = len(self.index.keyword.matching(ranker.reading(window), behind))
        return Account(window, rows, eligible, len(behind), withheld, groups, ranking, selection, similarities, depth)

    def fill(self, rankings: Sequence[Sequence[int]], quota: int) -> Selection:
        """What a quota admits of these rankings, which take turns, under the recipe's caps."""
        return select(rankings, self.place, quota, self._caps, self.recipe.drop_overlapping)

    def _in_turn(self, rankings: Sequence[Ranking]) -> list[Ranking]:
        """The groups' rankings in the order in which they take turns: that whose best chunk is the best gives first."""

        def best(ranking: Ranking) -> tuple[float, int]:
            return -ranking.score[ranking.order[0]], int(self.index.chunks.ids[ranking.order[0]])

        return sorted((ranking for ranking in rankings if ranking.order), key=best)

    def place(self, row: int) -> Place:
        """Where a row lies in its document."""
        chunks = self.index.chunks
        return Place(int(chunks.document[row]), int(chunks.start[row]), int(chunks.end[row]))

    def hits(self, account: Account) -> tuple[Hit, ...]:
        """The admitted rows as hits, texts fetched."""
        admitted, ranking = account.selection.admitted, account.ranking
        passages = self.index.passages(np.array(admitted, dtype=np.int64))
        hits = []
        for rank, (row, passage) in enumerate(zip(admitted, passages, strict=True), 1):
            layers = []
            if row in ranking.semantic:
                layers.append(LayerPlace("semantic", *ranking.semantic[row]))
            if row in ranking.keyword:
                words = self.index.keyword.matched(self.ranker.reading(account.window), passage.text)
                layers.append(LayerPlace("keyword", *ranking.keyword[row], words))
            hits.append(
                Hit(
                    window=account.window.name,
                    rank=rank,
                    score=ranking.score[row],
                    similarity=account.similarities.get(row),
                    layers=tuple(layers),
                    also=self._also(row),
                    **msgspec.structs.asdict(passage),
                )
            )
        return tuple(hits)

    def _also(self, row: int) -> tuple[Witness, ...]:
        chunks, documents = self.index.chunks, self.index.documents
        found = []
        for other in self.index.reprints.others(row):
            entry = documents.get(int(chunks.document[other]))
            found.append(Witness(f"{int(chunks.ids[other]):016x}", entry.id, entry.title, entry.date))
        return tuple(found)


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
    searched = _union(len(index.chunks), [account.rows for account in accounts])
    distinct = {row for account in accounts for row in account.selection.admitted}
    period = ledger.Period.of(index, searched, distinct)
    results = []
    for account in accounts:
        hits = retrieval.hits(account)
        topic = retrieval.ranker.topic(account.window)
        results.append(WindowResult(account.window, ledger.balance(index, account, hits, period, topic), hits))
    whole = None
    if recipe.windowing != "none" and recipe.layer != "random":
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
    if retrieval.ranker.semantic and index.embedder.card.note:
        warnings.append(index.embedder.card.note)
    return tuple(warnings)


def _joined(rankings: Sequence[Ranking]) -> Ranking:
    """The rankings of groups that share no row as one; its order means nothing then."""
    if len(rankings) == 1:
        return rankings[0]
    return Ranking(
        order=[row for ranking in rankings for row in ranking.order],
        score={row: score for ranking in rankings for row, score in ranking.score.items()},
        semantic={row: place for ranking in rankings for row, place in ranking.semantic.items()},
        keyword={row: place for ranking in rankings for row, place in ranking.keyword.items()},
        exhausted=all(ranking.exhausted for ranking in rankings),
        certified=all(ranking.certified for ranking in rankings),
        how=next((ranking.how for ranking in rankings if ranking.how), ""),
    )


def _union(chunks: int, parts: Sequence[Rows]) -> Rows:
    """The rows that any of the parts holds, ascending."""
    held = np.zeros(chunks, dtype=bool)
    for part in parts:
        held[part] = True
    return np.flatnonzero(held)
