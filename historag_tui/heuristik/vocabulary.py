"""Query expansion from the corpus's own vocabulary: neighbours, frequencies per window, concordances."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from historag_tui.corpus.words import fold, words
from historag_tui.days import first_day, last_day, year_of
from historag_tui.heuristik.windows import UNDATED
from historag_tui.records import Concordance, Expansion, Neighbour, Window

if TYPE_CHECKING:
    from historag_tui.index.reader import Index


class _Occurrences:
    """Where a term occurs: counts per window and the years of its first and last attestation."""

    def __init__(self, index: Index, term: str, of_window: np.ndarray, windows: int) -> None:
        documents, counts = index.vocabulary.counts(term)
        inside = of_window[documents] >= 0
        documents, counts = documents[inside], counts[inside]
        self.frequency = int(counts.sum())
        self.documents = len(documents)
        self.per_window = _tally(of_window[documents], counts, windows)
        years = [year_of(day) for day in index.documents.first[documents].tolist() if index.documents.is_dated(day)]
        self.first = min(years, default=None)
        self.last = max(years, default=None)


def expand(index: Index, term: str, windows: Sequence[Window], count: int) -> Expansion:
    """A term, its neighbours in the vocabulary, and how often each occurs in each window.

    Frequencies count word tokens in documents.  A document belongs to the first window that holds the first day of
    its date, so that the windows, with the undated in a last entry, sum to the frequency.
    """
    term = fold(term.strip())
    of_window = _window_of_documents(index, windows)
    tally = _Occurrences(index, term, of_window, len(windows))
    neighbours = []
    for other, similarity in index.vocabulary.neighbours(term, count):
        found = _Occurrences(index, other, of_window, len(windows))
        neighbours.append(
            Neighbour(other, similarity, found.frequency, found.documents, found.first, found.last, found.per_window)
        )
    everything = np.arange(len(of_window))
    inside = of_window >= 0
    return Expansion(
        term=term,
        frequency=tally.frequency,
        documents=tally.documents,
        first=tally.first,
        last=tally.last,
        per_window=tally.per_window,
        windows=(*(window.name for window in windows), UNDATED),
        tokens=_tally(of_window[everything[inside]], index.documents.tokens[inside], len(windows)),
        neighbours=tuple(neighbours),
        known=index.vocabulary.known(term),
    )


def concordance(index: Index, term: str, windows: Sequence[Window], context: int) -> Iterator[Concordance]:
    """Every occurrence of a term, window by window and by date within, with so many characters on either side."""
    term = fold(term.strip())
    documents, _ = index.vocabulary.counts(term)
    of_window = _window_of_documents(index, windows)
    names = (*(window.name for window in windows), UNDATED)
    in_order = sorted(documents.tolist(), key=lambda number: (of_window[number], index.documents.first[number], number))
    for number in in_order:
        if of_window[number] < 0:
            continue
        text, about = index.text(number), index.documents.get(number)
        for match in words(text):
            if fold(match[0]) == term:
                start, end = match.span()
                yield Concordance(
                    document=about.id,
                    title=about.title,
                    date=about.date,
                    window=names[of_window[number]],
                    start=start,
                    end=end,
                    left=text[max(0, start - context) : start],
                    term=match[0],
                    right=text[end : end + context],
                )


def _window_of_documents(index: Index, windows: Sequence[Window]) -> np.ndarray:
    """Per document the number of the first window that holds the first day of its date; the undated come last, -1 is none."""
    days = index.documents.first
    of_window = np.full(len(days), -1, dtype=np.int64)
    for number in reversed(range(len(windows))):
        window = windows[number]
        of_window[(days >= first_day(window.first)) & (days <= last_day(window.last))] = number
    of_window[[not index.documents.is_dated(day) for day in days.tolist()]] = len(windows)
    return of_window


def _tally(of_window: np.ndarray, counts: np.ndarray, windows: int) -> tuple[int, ...]:
    totals = np.zeros(windows + 1, dtype=np.int64)
    np.add.at(totals, of_window, counts)
    return tuple(totals.tolist())


def attestations(index: Index, text: str, first: int) -> tuple[str, ...]:
    """A line for every word of a text that the corpus does not hold, or not before a year after the period's first day."""
    lines = []
    for word in dict.fromkeys(fold(match[0]) for match in words(text)):
        documents, _ = index.vocabulary.counts(word)
        days = [day for day in index.documents.first[documents].tolist() if index.documents.is_dated(day)]
        if not len(documents):
            lines.append(f"'{word}' is not found in this corpus")
        elif days and year_of(min(days)) > year_of(first):
            lines.append(f"'{word}' is not found in this corpus before {year_of(min(days))}")
    return tuple(lines)
