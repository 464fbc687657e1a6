"""How often something occurs, window by window, in the documents that pass the filters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from historag_tui.days import first_day, last_day, year_of
from historag_tui.heuristik.filters import documents_passing, written
from historag_tui.heuristik.windows import UNDATED
from historag_tui.records import Filter, Frequency, Window

if TYPE_CHECKING:
    from historag_tui.index.reader import Index


class Scope:
    """The documents that are counted, each in one window.

    A document belongs to the first window that holds the first day of its date, so that the windows, with the undated
    in a last entry, sum to the whole.  Without windows every dated document is in one of no name.

    names:      of the windows, ``undated`` last.
    of_window:  per document of the index the number of its window; -1 for one that is not counted.
    sizes:      per document its word tokens.
    tokens:     per window its word tokens.
    documents:  per window.
    where:      the filters, as written.
    """

    def __init__(self, index: Index, windows: Sequence[Window] | None = None, filters: Sequence[Filter] = ()) -> None:
        self.names = (*(window.name for window in windows), UNDATED) if windows is not None else ("", UNDATED)
        self.days = index.documents.first
        self.sizes = index.documents.tokens
        self.dated = np.fromiter(map(index.documents.is_dated, self.days.tolist()), dtype=bool, count=len(self.days))
        self.of_window = np.full(len(self.days), 0 if windows is None else -1, dtype=np.int64)
        for number, window in reversed(list(enumerate(windows or ()))):
            first, last = first_day(window.first), last_day(window.last)
            self.of_window[(self.days >= first) & (self.days <= last)] = number
        self.of_window[~self.dated] = len(self.names) - 1
        self.where = tuple(map(written, filters))
        passing = documents_passing(index, filters)
        if passing is not None:
            self.of_window[~passing] = -1
        self.tokens = self.per_window(np.arange(len(self.days)), self.sizes)
        self.documents = self.per_window(np.arange(len(self.days)), np.ones(len(self.days), dtype=np.int64))
        self._smallest = np.full(len(self.names), np.iinfo(np.int64).max)
        filled = (self.of_window >= 0) & (self.sizes > 0)
        np.minimum.at(self._smallest, self.of_window[filled], self.sizes[filled])

    def inside(self, documents: np.ndarray, counts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Those of the documents that are counted, with their counts."""
        kept = self.of_window[documents] >= 0
        return documents[kept], counts[kept]

    def per_window(self, documents: np.ndarray, counts: np.ndarray) -> np.ndarray:
        """The counts summed by window."""
        documents, counts = self.inside(documents, counts)
        totals = np.zeros(len(self.names), dtype=np.int64)
        np.add.at(totals, self.of_window[documents], counts)
        return totals

    def frequencies(self, documents: np.ndarray, counts: np.ndarray) -> tuple[Frequency, ...]:
        """The frequency in each window, the undated last."""
        documents, counts = self.inside(documents, counts)
        at = self.of_window[documents]
        return tuple(
            frequency(
                name,
                counts[at == number],
                self.sizes[documents[at == number]],
                int(self.tokens[number]),
                int(self._smallest[number]),
            )
            for number, name in enumerate(self.names)
        )

    def overall(self, documents: np.ndarray, counts: np.ndarray) -> Frequency:
        """The frequency in all windows together."""
        documents, counts = self.inside(documents, counts)
        return frequency("", counts, self.sizes[documents], int(self.tokens.sum()), int(self._smallest.min()))

    def years(self, documents: np.ndarray) -> tuple[int | None, int | None]:
        """The first and the last year in which one of the documents is dated; None when none of them is."""
        kept = documents[(self.of_window[documents] >= 0) & self.dated[documents]]
        if not len(kept):
            return None, None
        return year_of(int(self.days[kept].min())), year_of(int(self.days[kept].max()))


def years_of(days: np.ndarray) -> np.ndarray:
    """The year of each of many day numbers."""
    return days.astype(np.int64).astype("datetime64[D]").astype("datetime64[Y]").astype(np.int64) + 1970


def frequency(window: str, counts: np.ndarray, sizes: np.ndarray, tokens: int, smallest: int) -> Frequency:
    """The frequency in a window.

    counts, sizes:  of the documents that hold it: how often they do, and their word tokens.
    tokens:         word tokens of the whole window.
    smallest:       word tokens of its smallest document.
    """
    count = int(counts.sum())
    return Frequency(
        window=window,
        count=count,
        documents=len(counts),
        tokens=tokens,
        per_million=1e6 * count / tokens if tokens else None,
        below=1e6 / tokens if tokens else None,
        dispersion=deviation_of_proportions(counts, sizes, tokens, smallest),
    )


def deviation_of_proportions(counts: np.ndarray, sizes: np.ndarray, tokens: int, smallest: int) -> float | None:
    """Gries's DP, normalised to the range 0 (even) to 1 (all in the smallest document).

    Half the sum over the documents of the difference between a document's share of the occurrences and its share of
    the word tokens (Gries, *International Journal of Corpus Linguistics* 13, 2008), by the largest value that this can
    have, 1 less the share of the smallest document (Lijffijt and Gries, the same journal 17, 2012).  Of documents
    without an occurrence only the sum of their shares is needed.  None without an occurrence, or with one document.
    """
    count = counts.sum()
    if not count or smallest >= tokens:
        return None
    expected, observed = sizes / tokens, counts / count
    deviation = 0.5 * (np.abs(observed - expected).sum() + 1 - expected.sum())
    return float(min(1.0, max(0.0, deviation / (1 - smallest / tokens))))
