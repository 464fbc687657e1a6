"""Frequencies in words, the same wherever they are shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from historag_tui.records import Expansion, Frequency, Neighbour
from historag_tui.session.visible import one_line

VARIANT_KINDS = {
    "umlaut": "other print",
    "spelling": "other spelling",
    "ocr": "likely misreading",
    "compound": "compound",
}
"""What a variant is of the word under which it stands."""


def counted(where: Sequence[str]) -> str:
    """What a line adds when not everything is counted."""
    return f" where {one_line(', '.join(where))}" if where else ""


def per_million(found: Frequency) -> str:
    """As people write it; a zero says below what the frequency lies."""
    if found.per_million is None or found.below is None:
        return "no text"
    if found.count:
        return f"{found.per_million:,.1f} per million"
    return (
        f"0 (below {found.below:,.0f} per million)" if found.below >= 10 else f"0 (below {found.below:.2g} per million)"
    )


def frequency(found: Frequency) -> str:
    """Count, documents, per million and dispersion."""
    if not found.count:
        return per_million(found)
    dispersion = "" if found.dispersion is None else f", dispersion {found.dispersion:.2f}"
    return f"{found.count:,} in {documents(found.documents)}, {per_million(found)}{dispersion}"


def documents(count: int) -> str:
    """So many documents."""
    return f"{count:,} document{'' if count == 1 else 's'}"


def shortened(forms: Sequence[str], most: int = 12) -> str:
    """The first of many words."""
    more = f" and {len(forms) - most:,} more" if len(forms) > most else ""
    return ", ".join(forms[:most]) + more


def grouped(expansion: Expansion) -> Iterator[Neighbour]:
    """Each neighbour followed by the variants that stand under it; those of the term itself come first."""
    heads = {neighbour.term for neighbour in expansion.neighbours}
    for neighbour in expansion.neighbours:
        if neighbour.variant_of and neighbour.variant_of not in heads:
            yield neighbour
    for head in expansion.neighbours:
        if not head.variant_of:
            yield head
            yield from (under for under in expansion.neighbours if under.variant_of == head.term)
