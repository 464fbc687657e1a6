"""The corpus's own ends, without what stands alone far outside: one mistyped year shall not make a thousand windows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from historag_tui.corpus.dating import FUTURE, PAST
from historag_tui.heuristik.frequency import years_of

if TYPE_CHECKING:
    from historag_tui.index.reader import Index

ALONE = 200
"""Years without a source that part a year from the others."""
NEVER = -(2**31)
_NAMED = 3


class Ends(NamedTuple):
    """First and last year of a corpus, and the years that stand alone outside of them."""

    first: int
    last: int
    outside: tuple[int, ...]


def ends(years: Mapping[int, int]) -> Ends:
    """The ends of a corpus that has so many sources in each of these years, one year at least.

    A first or last year that is more than 200 years from the next is left out, as long as most sources remain.
    """
    inside = sorted(years)
    everything = left = sum(years.values())
    outside = []
    while len(inside) > 1:
        edges = ((inside[0], inside[1]), (inside[-1], inside[-2]))
        far = [
            year for year, following in edges if abs(year - following) > ALONE and 2 * (left - years[year]) > everything
        ]
        if not far:
            break
        alone = min(far, key=lambda year: years[year])
        inside.remove(alone)
        outside.append(alone)
        left -= years[alone]
    return Ends(inside[0], inside[-1], tuple(sorted(outside)))


def corpus_ends(index: Index) -> Ends | None:
    """The ends of an index's corpus; a date range counts at both its ends.  None when no source is dated."""
    first, last = _years(index)
    years, sources = np.unique(np.concatenate((first[first > NEVER], last[last > NEVER])), return_counts=True)
    return ends(dict(zip(years.tolist(), sources.tolist(), strict=True))) if len(years) else None


def outside(index: Index, years: Iterable[int]) -> tuple[str, ...]:
    """A line for each of these years with the first of its sources, for people."""
    documents, (first, last) = index.documents, _years(index)
    lines = []
    for year in years:
        numbers = np.flatnonzero((first == year) | (last == year)).tolist()
        named = ", ".join(f"{documents.get(number).id} ({documents.get(number).title})" for number in numbers[:_NAMED])
        more = f" and {len(numbers) - _NAMED} more" if len(numbers) > _NAMED else ""
        lines.append(
            f"left out of the period: {named}{more}, dated {year}, more than {ALONE} years from the next source;"
            " check the date, or name the period with --from and --to"
        )
    return tuple(lines)


def _years(index: Index) -> tuple[np.ndarray, np.ndarray]:
    """Per document the year of the first and of the last day of its date; NEVER where there is none."""
    columns = []
    for days in (index.documents.first, index.documents.last):
        dated = (days > PAST) & (days < FUTURE)
        columns.append(np.where(dated, years_of(np.where(dated, days, 0)), NEVER))
    return columns[0], columns[1]
