"""Concordances (KWIC): every occurrence of a term with its surroundings, by period."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from historag_tui.corpus.words import WORD, fold
from historag_tui.errors import UsageError
from historag_tui.heuristik.forms import Term
from historag_tui.heuristik.frequency import Scope
from historag_tui.heuristik.occurrences import Finder, Span, holders
from historag_tui.records import Concordance

if TYPE_CHECKING:
    from historag_tui.index.reader import Index

LARGEST_CONTEXT = 100_000
_CONTEXT = re.compile(r"(\d{1,6})\s*(w?)")
_SORT = re.compile(r"[LR][123]|date|position", re.IGNORECASE)
_PER_WORD = 24
"""Characters in which a word and the space beside it nearly always have room."""


class Context(NamedTuple):
    """How much stands on either side: so many characters, or words."""

    size: int
    words: bool = False


class Place(NamedTuple):
    """An occurrence: the number of its document, and its offsets in the text."""

    document: int
    start: int
    end: int


def read_context(text: str) -> Context:
    """``60`` characters or ``10w`` words.  Raises UsageError."""
    match = _CONTEXT.fullmatch(text.strip())
    if match is None or int(match[1]) > LARGEST_CONTEXT:
        raise UsageError(
            f"'{text[:20]}' is no context", f"Write characters (60) or words (10w), up to {LARGEST_CONTEXT:,}"
        )
    return Context(int(match[1]), bool(match[2]))


def read_sort(text: str) -> str:
    """``L1`` to ``L3`` and ``R1`` to ``R3``, ``date`` or ``position``; empty for none named.  Raises UsageError."""
    if text and _SORT.fullmatch(text) is None:
        raise UsageError(
            f"'{text[:20]}' is no order", "Sort by L1, L2, L3 (words to the left), R1, R2, R3, date or position"
        )
    return text.upper() if text[:1] in "lrLR" else text.lower()


def places(index: Index, terms: Sequence[Term], scope: Scope, sort: str = "") -> Iterator[Place]:
    """Every occurrence that is counted, window by window.

    sort:  within a window by ``date`` (the default), by ``position`` in the corpus, or by the folded words to the left
           (``L1``: the next one first, then those before it) or right, from that word on outward.
    """
    documents, _ = scope.inside(*holders(index, terms))
    by_date = sort in ("", "date")
    numbers = sorted(
        documents.tolist(),
        key=lambda number: (scope.of_window[number], scope.days[number] if by_date else 0, number),
    )
    finder = Finder(index, terms)
    if by_date or sort == "position":
        for number in numbers:
            yield from (Place(number, *span) for span in finder.spans(number, index.text(number)))
        return
    found = []
    for number in numbers:
        text = index.text(number)
        for start, end in finder.spans(number, text):
            beside = _beside(text, start, end, sort[0])[int(sort[1]) - 1 :]
            found.append((int(scope.of_window[number]), beside, Place(number, start, end)))
    yield from (place for _, _, place in sorted(found))


def _beside(text: str, start: int, end: int, side: str) -> list[str]:
    """The three folded words to the left or right, from the term outward."""
    if side == "L":
        return [fold(text[slice(*span)]) for span in reversed(words_before(text, start, 3))]
    return [fold(text[slice(*span)]) for span in words_after(text, end, 3)]


def draw(found: Sequence[Place], count: int, seed: int) -> list[Place]:
    """So many of the occurrences by chance, in their order; all of them when there are no more."""
    if count >= len(found):
        return list(found)
    return [found[number] for number in sorted(random.Random(seed).sample(range(len(found)), count))]


def lines(index: Index, found: Iterable[Place], scope: Scope, context: Context) -> Iterator[Concordance]:
    """The occurrences as lines, as printed."""
    document, about, text = -1, None, ""
    for place in found:
        if about is None or place.document != document:
            document, about, text = place.document, index.documents.get(place.document), index.text(place.document)
        begin, behind = surroundings(text, place.start, place.end, context)
        yield Concordance(
            document=about.id,
            title=about.title,
            date=about.date,
            window=scope.names[scope.of_window[place.document]],
            start=place.start,
            end=place.end,
            left=text[begin : place.start],
            term=text[place.start : place.end],
            right=text[place.end : behind],
        )


def surroundings(text: str, start: int, end: int, context: Context) -> tuple[int, int]:
    """Where the context of an occurrence begins and ends."""
    size = context.size
    if not context.words:
        return max(0, start - size), min(len(text), end + size)
    if not size:
        return start, end
    before, after = words_before(text, start, size), words_after(text, end, size)
    return (before[0][0] if before else start), (after[-1][1] if after else end)


def words_before(text: str, start: int, count: int) -> list[Span]:
    """The last words before a place; the stretch that is read grows until it holds them."""
    reach = count * _PER_WORD
    while True:
        low = max(0, start - reach)
        # The first word of a stretch may have been cut.
        found = [match.span() for match in WORD.finditer(text, low, start)][1 if low else 0 :]
        if len(found) >= count or low == 0:
            return found[-count:]
        reach *= 2


def words_after(text: str, end: int, count: int) -> list[Span]:
    """The next words behind a place."""
    return [match.span() for match in islice(WORD.finditer(text, end), count)]
