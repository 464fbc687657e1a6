"""The second axis of balance: the values of a field, or the years, take turns in filling a window's quota."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from historag_tui.corpus.dating import FUTURE, PAST
from historag_tui.heuristik.filters import column
from historag_tui.heuristik.ranking import Rows

if TYPE_CHECKING:
    from historag_tui.index.reader import Index

YEAR = "year"
"""The axis that every corpus has."""
MISSING = "without"
"""Stands for the sources that have no value."""


def groups(index: Index, axes: Sequence[str], rows: Rows) -> list[tuple[str, Rows]]:
    """The rows by their values on these axes, each group's rows ascending; groups in the order of their values.

    Raises UsageError for a field that the sources do not have.
    """
    if not axes or not len(rows):
        return [("", rows)]
    labels = [_values(index, axis, rows) for axis in axes]
    joined = [" · ".join(values) for values in zip(*labels, strict=True)]
    names, group = np.unique(np.array(joined), return_inverse=True)
    return [(str(name), rows[group == number]) for number, name in enumerate(names)]


def _values(index: Index, axis: str, rows: Rows) -> list[str]:
    if axis == YEAR:
        return [MISSING if year is None else str(year) for year in years(index, rows)]
    values = column(index, axis)
    return [values[number] or MISSING for number in index.chunks.document[rows].tolist()]


def years(index: Index, rows: Rows) -> list[int | None]:
    """The year in which each row's date begins; None for the undated and where it is open towards the past."""
    days = index.chunks.first[rows].astype(np.int64)
    dated = (days != PAST) & (days != FUTURE)
    found = np.where(dated, days, 0).astype("datetime64[D]").astype("datetime64[Y]").astype(np.int64) + 1970
    return [year if known else None for year, known in zip(found.tolist(), dated.tolist(), strict=True)]
