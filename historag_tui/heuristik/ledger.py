"""The ledger of a window (Fensterbilanz): what was there, what was retrieved, and what to beware of."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from historag_tui.days import year_of
from historag_tui.records import Hit, Ledger, Shortfall, Window

if TYPE_CHECKING:
    from historag_tui.heuristik.retrieval import Account
    from historag_tui.index.reader import Index


class Period(NamedTuple):
    """The whole of what was searched and found: the divisor of every share."""

    documents: int
    chunks: int
    found_documents: int
    found_chunks: int

    @classmethod
    def of(cls, index: Index, searched: np.ndarray, found: set[int]) -> Period:
        """Of all rows of all windows, and of the distinct rows retrieved."""
        rows = np.fromiter(found, dtype=np.int64)
        return cls(_documents(index, searched), len(searched), _documents(index, rows), len(found))


def balance(index: Index, account: Account, hits: Sequence[Hit], period: Period, topic: str) -> Ledger:
    """The ledger of one window."""
    window, selection = account.window, account.selection
    similarities = [account.similarities[row] for row in selection.admitted if row in account.similarities]
    years = [year for year in (_year(index, row) for row in selection.admitted) if year is not None]
    per_document = Counter(hit.document for hit in hits)
    documents = _documents(index, account.rows)
    share_documents = _share(documents, period.documents)
    share_chunks = _share(len(account.rows), period.chunks)
    following = selection.following
    shortfall = _shortfall(account)
    return Ledger(
        documents=documents,
        chunks=len(account.rows),
        eligible_documents=_documents(index, account.eligible),
        eligible_chunks=len(account.eligible),
        retrieved=len(hits),
        quota=window.quota,
        sampling_fraction=_share(len(hits), len(account.eligible)),
        corpus_share_documents=share_documents,
        corpus_share_chunks=share_chunks,
        ratio_documents=_ratio(_share(len(per_document), period.found_documents), share_documents),
        ratio_chunks=_ratio(_share(len(hits), period.found_chunks), share_chunks),
        distinct_documents=len(per_document),
        years=len(set(years)),
        first_year=min(years, default=None),
        last_year=max(years, default=None),
        largest_document_share=_share(max(per_document.values(), default=0), len(hits)),
        similarity_highest=max(similarities, default=None),
        similarity_median=statistics.median(similarities) if similarities else None,
        similarity_lowest=min(similarities, default=None),
        similarity_next=None if following is None else account.similarities.get(following),
        shortfall=shortfall,
        topic=topic,
        certified=account.ranking.certified,
        depth=account.depth,
        warnings=tuple(_warnings(window, hits, years, per_document, shortfall)),
    )


def _shortfall(account: Account) -> Shortfall:
    """What is missing to the quota, charged first to what was passed over, then to the depth or to the window itself."""
    missing = account.window.quota - len(account.selection.admitted)
    if missing <= 0:
        return Shortfall()
    cap = min(missing, account.selection.capped)
    overlap = min(missing - cap, account.selection.overlapping)
    rest = missing - cap - overlap
    return Shortfall(rest, cap, overlap) if account.ranking.exhausted else Shortfall(0, cap, overlap, rest)


def _warnings(
    window: Window, hits: Sequence[Hit], years: Sequence[int], per_document: Counter[str], shortfall: Shortfall
) -> list[str]:
    warnings = []
    if window.partial:
        warnings.append(f"partial window: {window.first} to {window.last}")
    if not hits:
        warnings.append("nothing retrieved")
    elif len(hits) >= 3:
        year, of_year = Counter(years).most_common(1)[0] if years else (0, 0)
        if of_year / len(hits) > 0.6 and window.first[:-6] != window.last[:-6]:
            warnings.append(f"{of_year} of {len(hits)} from {year}")
        document, of_document = per_document.most_common(1)[0]
        if of_document / len(hits) > 0.5:
            title = next(hit.title for hit in hits if hit.document == document)
            warnings.append(f"{of_document} of {len(hits)} from one document: {title}")
    causes = (
        (shortfall.too_few, "no further chunk eligible"),
        (shortfall.cap, "cap per document"),
        (shortfall.overlap, "overlapping neighbours"),
        (shortfall.depth, "search depth"),
    )
    short = [f"{count} ({cause})" for count, cause in causes if count]
    if short:
        warnings.append(f"{len(hits)} of {window.quota}: short by {', '.join(short)}")
    return warnings


def _documents(index: Index, rows: np.ndarray) -> int:
    return len(np.unique(index.chunks.document[rows]))


def _year(index: Index, row: int) -> int | None:
    """The year of a chunk's first day; None for the undated and for what is open towards the past."""
    passage_first = index.first_day(row)
    return None if passage_first is None else year_of(passage_first)


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _ratio(found: float | None, corpus: float | None) -> float | None:
    return found / corpus if found is not None and corpus else None
