"""The ledger of a window (Fensterbilanz): what was there, what was retrieved, and what to beware of."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from historag_tui.corpus.dating import FUTURE, PAST
from historag_tui.days import first_day, last_day, year_of
from historag_tui.heuristik.turns import years as years_of
from historag_tui.records import Hit, Ledger, Shortfall, Turn, Window

if TYPE_CHECKING:
    from historag_tui.heuristik.retrieval import Account
    from historag_tui.index.reader import Index


_NAMED = 3
"""Gaps that a warning names; the others are counted."""


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
        return cls(documents_of(index, searched), len(searched), documents_of(index, rows), len(found))


def balance(index: Index, account: Account, hits: Sequence[Hit], period: Period, topic: str) -> Ledger:
    """The ledger of one window."""
    window, selection = account.window, account.selection
    similarities = [account.similarities[row] for row in selection.admitted if row in account.similarities]
    years = [year for year in years_of(index, np.array(selection.admitted, dtype=np.int64)) if year is not None]
    per_document = Counter(hit.document for hit in hits)
    documents = documents_of(index, account.rows)
    share_documents = _share(documents, period.documents)
    share_chunks = _share(len(account.rows), period.chunks)
    following = selection.following
    shortfall = _shortfall(account)
    issue, of_issue = _largest(hit.provenance.get("issue", "") for hit in hits)
    overlap = _overlap(index, account)
    return Ledger(
        documents=documents,
        chunks=len(account.rows),
        eligible_documents=documents_of(index, account.eligible),
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
        warnings=(*_gaps(index, account), *_warnings(window, hits, years, per_document, shortfall)),
        how=account.ranking.how,
        largest_issue=issue,
        largest_issue_share=_share(of_issue, len(hits)) if issue else None,
        reprints=account.reprints,
        overlap_chunks=overlap[0],
        overlap_documents=overlap[1],
        turns=_turns(account),
    )


def _largest(values: Iterable[str]) -> tuple[str, int]:
    """The most frequent value that is not empty, and how often it is there."""
    counted = Counter(value for value in values if value)
    return counted.most_common(1)[0] if counted else ("", 0)


def _overlap(index: Index, account: Account) -> tuple[int | None, int | None]:
    """Chunks and documents that both layers have among their best, each list as long as the quota."""
    ranking, quota = account.ranking, account.window.quota
    if not (ranking.semantic and ranking.keyword) or len(account.groups) > 1:
        return None, None
    best = [list(layer)[:quota] for layer in (ranking.semantic, ranking.keyword)]
    documents = [set(index.chunks.document[rows].tolist()) for rows in best]
    return len(set(best[0]) & set(best[1])), len(documents[0] & documents[1])


def _turns(account: Account) -> tuple[Turn, ...]:
    if len(account.groups) == 1 and not account.groups[0][0]:
        return ()
    admitted = account.selection.admitted
    return tuple(
        Turn(value, len(rows), int(np.isin(admitted, rows).sum())) for value, rows in account.groups if len(rows)
    )


def _gaps(index: Index, account: Account) -> list[str]:
    """A line on the years of the window from which the corpus has nothing."""
    window = account.window
    if window.undated:
        return []
    begin, end = year_of(first_day(window.first)), year_of(last_day(window.last))
    if not len(account.rows):
        whole = [
            f"the corpus has no source from {_span(int(low), int(high))}"
            for low, high in index.health.thin
            if int(low) <= begin and end <= int(high)
        ]
        return whole[:1]
    documents = np.flatnonzero(np.bincount(index.chunks.document[account.rows]))
    first, last = index.documents.first[documents], index.documents.last[documents]
    starts = np.where(first == PAST, begin, _years(first)).clip(begin, end) - begin
    stops = np.where(last == FUTURE, end, _years(last)).clip(begin, end) - begin
    # Each source opens its years and closes them behind the last; a year in which nothing is open is a gap.
    opened = np.bincount(starts, minlength=end - begin + 2) - np.bincount(stops + 1, minlength=end - begin + 2)
    held = np.cumsum(opened)[: end - begin + 1] > 0
    missing = _stretches((np.flatnonzero(~held) + begin).tolist())
    if not missing:
        return []
    named = ", ".join(_span(low, high) for low, high in missing[:_NAMED])
    more = f" and {len(missing) - _NAMED} further gaps" if len(missing) > _NAMED else ""
    here = (np.flatnonzero(held) + begin).tolist()
    only = f"; the window holds only {_span(here[0], here[-1])}" if here[0] > begin or here[-1] < end else ""
    return [f"no source from {named}{more}{only}"]


def _years(days: np.ndarray) -> np.ndarray:
    """The years of day numbers; what stands for an open end gives a year that means nothing."""
    return np.asarray(days.astype("datetime64[D]").astype("datetime64[Y]").astype(np.int64) + 1970)


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}–{high}"


def _stretches(years: Sequence[int]) -> list[tuple[int, int]]:
    """Years in sequence, as their first and last."""
    stretches: list[tuple[int, int]] = []
    for year in years:
        if stretches and stretches[-1][1] == year - 1:
            stretches[-1] = (stretches[-1][0], year)
        else:
            stretches.append((year, year))
    return stretches


def _shortfall(account: Account) -> Shortfall:
    """What is missing to the quota, charged first to what was passed over, then to the depth or to the window itself."""
    missing = account.window.quota - len(account.selection.admitted)
    if missing <= 0:
        return Shortfall()
    cap = min(missing, account.selection.capped)
    overlap = min(missing - cap, account.selection.overlapping)
    rest = missing - cap - overlap
    if not account.ranking.exhausted:
        return Shortfall(0, cap, overlap, rest)
    reprints = min(rest, account.withheld)
    return Shortfall(rest - reprints, cap, overlap, 0, reprints)


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
        (shortfall.cap, "caps"),
        (shortfall.overlap, "overlapping neighbours"),
        (shortfall.depth, "search depth"),
        (shortfall.reprints, "reprints"),
    )
    short = [f"{count} ({cause})" for count, cause in causes if count]
    if short:
        warnings.append(f"{len(hits)} of {window.quota}: short by {', '.join(short)}")
    return warnings


def documents_of(index: Index, rows: np.ndarray) -> int:
    """Distinct documents among the rows."""
    return int(np.count_nonzero(np.bincount(index.chunks.document[rows], minlength=1)))


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _ratio(found: float | None, corpus: float | None) -> float | None:
    return found / corpus if found is not None and corpus else None
