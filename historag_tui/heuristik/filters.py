"""Conditions on the fields of a source: what ``--where`` means."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from historag_tui.errors import UsageError
from historag_tui.records import Filter

if TYPE_CHECKING:
    import numpy as np

    from historag_tui.index.reader import Index


def parse_filter(text: str) -> Filter:
    """``FIELD=VALUE``, ``FIELD!=VALUE``, ``FIELD={A,B}`` a set, ``FIELD=A..B`` a range, ``FIELD=`` missing, ``FIELD!=`` present.

    Raises UsageError when it is none of them.
    """
    field, equals, value = text.partition("=")
    negative = field.endswith("!")
    field, value = field.removesuffix("!").strip(), value.strip()
    if not equals or not field:
        raise UsageError(
            f"'{text[:60]}' is not a condition", "Write FIELD=VALUE, FIELD!=VALUE, FIELD={A,B}, FIELD=A..B or FIELD="
        )
    if negative:
        return Filter(field, "!=", (value,) if value else ())
    if not value:
        return Filter(field, "missing")
    if value.startswith("{") and value.endswith("}"):
        return Filter(field, "in", tuple(part.strip() for part in value[1:-1].split(",")))
    lowest, dots, highest = value.partition("..")
    if dots:
        return Filter(field, "range", (lowest.strip(), highest.strip()))
    return Filter(field, "=", (value,))


def written(condition: Filter) -> str:
    """The condition as ``parse_filter`` reads it."""
    match condition.operator:
        case "in":
            return f"{condition.field}={{{','.join(condition.values)}}}"
        case "range":
            return f"{condition.field}={'..'.join(condition.values)}"
        case "missing":
            return f"{condition.field}="
        case operator:
            return f"{condition.field}{operator}{''.join(condition.values)}"


def column(index: Index, field: str) -> list[str | None]:
    """A field's value in each document.  Raises UsageError for a field that the sources do not have."""
    known = sorted(index.documents.fields)
    if field not in known:
        nearest = difflib.get_close_matches(field, known, n=1)
        hint = f"Did you mean '{nearest[0]}'?" if nearest else f"Known are: {', '.join(known) or 'none'}"
        raise UsageError(f"The sources have no field '{field}'", hint)
    return index.documents.column(field)


def documents_passing(index: Index, filters: Iterable[Filter]) -> np.ndarray | None:
    """A boolean per document of the index, or None when there is no condition.  Raises UsageError for an unknown field."""
    import numpy as np

    passing: np.ndarray | None = None
    for condition in filters:
        test = _test(condition)
        mask = np.fromiter((test(value) for value in column(index, condition.field)), dtype=bool)
        passing = mask if passing is None else passing & mask
    return passing


def _test(condition: Filter) -> Callable[[str | None], bool]:
    values = condition.values
    match condition.operator:
        case "=" | "in":
            return lambda value: value in values
        case "!=":
            return lambda value: value not in values if values else bool(value)
        case "missing":
            return lambda value: not value
        case "range":
            low, high = values
            return lambda value: bool(value) and _between(value or "", low, high)


def _between(value: str, low: str, high: str) -> bool:
    """Inside, both ends included, an open end being empty; as numbers where all are numbers, else as text."""
    try:
        number = float(value)
        return (not low or float(low) <= number) and (not high or number <= float(high))
    except ValueError:
        return (not low or low <= value) and (not high or value <= high)
