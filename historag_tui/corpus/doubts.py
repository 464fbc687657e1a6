"""What is doubtful in a document that can be read: hardly any text, the text of another one, dates or pages at odds."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from itertools import pairwise

from historag_tui.corpus.dates.conflicts import told
from historag_tui.corpus.words import WORD, fold
from historag_tui.records import Document, NamedDate, Problem

WITNESSES = ("file name", "folder name", "header", "prose")
"""Names of dates that only bear witness to the one that is used; others are of other events."""
_HARDLY = 20
"""Words below which a text is nearly empty."""


class Doubts:
    """Looks at document after document, and remembers the texts that were there."""

    def __init__(self) -> None:
        self._first_with: dict[bytes, str] = {}

    def about(self, document: Document, used: NamedDate | None) -> Iterator[Problem]:
        """Problems of a document that is read all the same.

        used: the date that is used of it.
        """
        words = WORD.findall(fold(document.text))
        if len(words) < _HARDLY:
            yield _problem("nearly empty", f"holds {len(words)} words", document)
        else:
            key = blake2b(" ".join(words).encode("utf-8", "surrogatepass"), digest_size=8).digest()
            first = self._first_with.setdefault(key, document.id)
            if first != document.id:
                yield _problem("duplicate text", f"has the same words as {first}", document)
        if used is not None:
            witnesses = [date for date in document.dates if date is not used and date.name in WITNESSES]
            if disagreement := told((used, *witnesses)):
                yield _problem("conflicting dates", disagreement, document)
        pages = [int(mark.page) for mark in document.pages if mark.page.isdecimal()]
        if back := next(((before, after) for before, after in pairwise(pages) if after < before), None):
            yield _problem("pages out of order", f"page {back[1]} stands behind page {back[0]}", document)


def _problem(kind: str, message: str, document: Document) -> Problem:
    return Problem(kind, message, document.source, document.id, skipped=False)  # type: ignore[arg-type]
