"""Beside the windowed result: one global list of as many distinct chunks under the same filters and caps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from historag_tui.heuristik.ledger import documents_of
from historag_tui.records import Comparison, Share, Window

if TYPE_CHECKING:
    from historag_tui.heuristik.retrieval import Account, Retrieval


def compare(retrieval: Retrieval, accounts: Sequence[Account], searched: np.ndarray, windowed: set[int]) -> Comparison:
    """What windowing surfaced and what it deprioritised.

    searched: all rows of all windows, ascending.
    windowed: the distinct rows that windowing retrieved.
    """
    whole = Window("", accounts[0].window.first, accounts[-1].window.last, len(windowed))
    if not windowed:
        return Comparison(
            unwindowed=(),
            surfaced=(),
            deprioritised=(),
            surfaced_similarity=None,
            deprioritised_similarity=None,
            distribution=_distribution(retrieval, accounts, (), ()),
        )
    account = retrieval.account(whole, searched, len(windowed))
    unwindowed = account.selection.admitted
    keyword = _by_keyword(retrieval, account, len(windowed))
    surfaced = [row for row in _in_order(accounts) if row not in set(unwindowed)]
    deprioritised = [row for row in unwindowed if row not in windowed]
    return Comparison(
        unwindowed=_ids(retrieval, unwindowed),
        surfaced=_ids(retrieval, surfaced),
        deprioritised=_ids(retrieval, deprioritised),
        surfaced_similarity=_mean(retrieval, surfaced),
        deprioritised_similarity=_mean(retrieval, deprioritised),
        distribution=_distribution(retrieval, accounts, unwindowed, keyword),
    )


def _by_keyword(retrieval: Retrieval, account: Account, count: int) -> list[int] | None:
    """The global list of the keyword layer alone; None where no words are asked for."""
    if retrieval.recipe.like:
        return None
    if account.ranking.keyword and len(account.groups) == 1:
        # The layer was asked already; its list is taken when it was deep enough.
        selection = retrieval.fill([list(account.ranking.keyword)], count)
        if selection.following is not None:
            return selection.admitted
    return retrieval.of_keyword_layer().account(account.window, account.rows, count).selection.admitted


def _in_order(accounts: Iterable[Account]) -> list[int]:
    return list(dict.fromkeys(row for account in accounts for row in account.selection.admitted))


def _ids(retrieval: Retrieval, rows: Iterable[int]) -> tuple[str, ...]:
    return tuple(f"{int(retrieval.index.chunks.ids[row]):016x}" for row in rows)


def _mean(retrieval: Retrieval, rows: Sequence[int]) -> float | None:
    """Mean cosine similarity to the recipe's topic."""
    if not retrieval.ranker.semantic or not rows:
        return None
    query = retrieval.ranker.query(retrieval.recipe.topic)
    return float(retrieval.index.vectors.similarities(query, np.array(rows, dtype=np.int64)).mean())


def _distribution(
    retrieval: Retrieval, accounts: Sequence[Account], unwindowed: Sequence[int], keyword: Sequence[int] | None
) -> tuple[Share, ...]:
    return tuple(
        Share(
            window=account.window.name,
            windowed=len(account.selection.admitted),
            unwindowed=int(np.isin(unwindowed, account.rows).sum()),
            keyword=None if keyword is None else int(np.isin(keyword, account.rows).sum()),
            corpus_documents=documents_of(retrieval.index, account.rows),
            corpus_chunks=len(account.rows),
        )
        for account in accounts
    )
