"""Where the corpus is silent: windows, years and kinds of sources without a term, beside how much of them there is."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from historag_tui.heuristik.filters import column
from historag_tui.heuristik.forms import Term
from historag_tui.heuristik.frequency import Scope, years_of
from historag_tui.heuristik.occurrences import holders
from historag_tui.records import Silence, SilenceReport

if TYPE_CHECKING:
    from historag_tui.index.reader import Index

ASSUMPTIONS = (
    "The rate is that of everything counted here, the silent parts included, as if it were the same at all times and in"
    " all kinds of sources.",
    "By tokens, occurrences are independent of one another (Poisson); in truth they come in clusters, so that a silence"
    " is likelier than this says.",
    "By documents, each is as likely to hold the term as any other (binomial), however long it is.",
    "Of many parts some are silent by chance; a span of years was picked out because it is silent.",
)
NO_VALUE = "(none)"
"""Stands for sources that lack the field."""


class Cell(NamedTuple):
    """A part of what is counted: how much there is, and how often the term."""

    name: str
    documents: int
    tokens: int
    occurrences: int


class Rate(NamedTuple):
    """How often a term comes in all that is counted: per word token, and the share of documents that hold it."""

    per_token: float
    per_document: float

    def silence(self, name: str, documents: int, tokens: int) -> Silence:
        """What it means that a part with so many documents and word tokens has no occurrence.

        The probability of none is exp(-expected) by tokens, (1 - share) ** documents by documents.
        """
        expected = self.per_token * tokens
        return Silence(
            name=name,
            cause="not found" if documents else "no sources",
            documents=documents,
            tokens=tokens,
            expected=expected,
            chance_by_tokens=math.exp(-expected),
            chance_by_documents=(1.0 - self.per_document) ** documents,
        )


def silences(index: Index, terms: Sequence[Term], scope: Scope, field: str = "") -> SilenceReport:
    """The windows, the years and the values of a field in which nothing is found.

    terms:  any of them breaks the silence.
    field:  a field of the sources, such as their type; empty for none.
    Raises UsageError for an unknown field.
    """
    documents, counts = scope.inside(*holders(index, terms))
    held = np.zeros(len(scope.sizes), dtype=np.int64)
    held[documents] = counts
    overall = scope.overall(documents, counts)
    counted = np.flatnonzero(scope.of_window >= 0)
    rate = Rate(
        overall.count / overall.tokens if overall.tokens else 0.0,
        overall.documents / len(counted) if len(counted) else 0.0,
    )
    frequencies = scope.frequencies(documents, counts)
    years = list(_years(scope, held, counted))
    silent_years = [cell for cell in years if cell.documents and not cell.occurrences]
    return SilenceReport(
        terms=tuple(term.written for term in terms),
        searched_as=tuple(dict.fromkeys(form for term in terms for form in term.searched_as)),
        overall=overall,
        frequencies=frequencies,
        windows=tuple(
            rate.silence(found.window, int(scope.documents[number]), found.tokens)
            for number, found in enumerate(frequencies)
            if not found.count and (found.tokens or number < len(frequencies) - 1)
        ),
        years=tuple(spans(years, rate)),
        years_with_sources=sum(cell.documents > 0 for cell in years),
        years_silent=len(silent_years),
        years_silent_expected=sum((1.0 - rate.per_document) ** cell.documents for cell in years if cell.documents),
        field=field,
        values=tuple(
            rate.silence(cell.name, cell.documents, cell.tokens)
            for cell in (_values(index, scope, held, counted, field) if field else ())
            if not cell.occurrences
        ),
        assumptions=ASSUMPTIONS,
        where=scope.where,
    )


def spans(years: Sequence[Cell], rate: Rate) -> Iterator[Silence]:
    """Years without an occurrence; those that follow one another and are silent for the same cause are one span.

    years:  one cell a year, in order, without a gap.
    """
    for (sounds, has_sources), group in groupby(years, key=lambda cell: (cell.occurrences > 0, cell.documents > 0)):
        if not sounds:
            cells = list(group)
            first, last = cells[0].name, cells[-1].name
            yield rate.silence(
                first if first == last else f"{first}–{last}",
                sum(cell.documents for cell in cells) if has_sources else 0,
                sum(cell.tokens for cell in cells),
            )


def _years(scope: Scope, held: np.ndarray, counted: np.ndarray) -> Iterator[Cell]:
    """A cell for every year from the first to the last that has a dated document; a range counts by its first day."""
    dated = counted[scope.dated[counted]]
    if not len(dated):
        return
    years = years_of(scope.days[dated])
    first = int(years.min())
    place = years - first
    documents = np.bincount(place)
    tokens = np.bincount(place, weights=scope.sizes[dated])
    counts = np.bincount(place, weights=held[dated])
    for number in range(len(documents)):
        yield Cell(str(first + number), int(documents[number]), int(tokens[number]), int(counts[number]))


def _values(index: Index, scope: Scope, held: np.ndarray, counted: np.ndarray, field: str) -> list[Cell]:
    """A cell for every value of the field, the largest first."""
    found: dict[str, list[int]] = {}
    values = column(index, field)
    for number in counted.tolist():
        sums = found.setdefault(values[number] or NO_VALUE, [0, 0, 0])
        sums[0] += 1
        sums[1] += int(scope.sizes[number])
        sums[2] += int(held[number])
    return sorted((Cell(name, *sums) for name, sums in found.items()), key=lambda cell: (-cell.tokens, cell.name))
