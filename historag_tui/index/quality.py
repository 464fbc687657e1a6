"""How well a text was read, estimated by its own words: a misread word is seldom misread the same way twice.

The share of a document's word tokens that stand in at least three documents of the corpus.  It is an estimate to
compare texts of one corpus by, not a rate of errors: names and rare words lower it, another language does so much more.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any, NamedTuple

import numpy as np

from historag_tui.days import year_of
from historag_tui.index.reader import Index

DOCUMENTS = 3
"""In which a word must stand to count as read well."""
Shares = np.ndarray[Any, np.dtype[np.float64]]


class YearQuality(NamedTuple):
    """The estimate of one year's documents, by the first day of their dates; the undated have no year."""

    year: int | None
    documents: int
    tokens: int
    share: float
    """Of all their tokens; 0 to 1."""
    lowest: str
    """Id of the document with the lowest share."""
    lowest_share: float


def shares(index: Index) -> Shares:
    """The estimate of each document, 0 to 1; NaN for one without words."""
    known, tokens = index.vocabulary.known_tokens(DOCUMENTS, len(index.documents)), index.documents.tokens
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(known / tokens)


def by_year(index: Index) -> list[YearQuality]:
    """The estimate of each year in which documents begin, in order, the undated last."""
    share = shares(index)
    members: dict[int | None, list[int]] = defaultdict(list)
    for number, day in enumerate(index.documents.first.tolist()):
        if index.documents.tokens[number]:
            members[year_of(day) if index.documents.is_dated(day) else None].append(number)
    found = []
    for year in sorted(members, key=lambda year: (year is None, year or 0)):
        rows = np.array(members[year])
        tokens = index.documents.tokens[rows]
        lowest = int(rows[np.argmin(share[rows])])
        found.append(
            YearQuality(
                year,
                len(rows),
                int(tokens.sum()),
                float((share[rows] * tokens).sum() / tokens.sum()),
                index.documents.get(lowest).id,
                float(share[lowest]),
            )
        )
    return found
