"""What a corpus holds and what of it was not read: nothing is passed over in silence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise

from historag_tui import days
from historag_tui.corpus.adapter import Corpus
from historag_tui.corpus.dating import day_range, is_dated, used_date
from historag_tui.corpus.doubts import Doubts
from historag_tui.corpus.language import spoken
from historag_tui.corpus.rulings import Rulings
from historag_tui.records import Document, Health, Problem


class Reading:
    """One reading of a corpus from beginning to end, with its account.

    date_name:  which of a source's dates is used; the first when empty.
    rulings:    which date holds where witnesses disagree, by pattern.
    """

    def __init__(self, corpus: Corpus, date_name: str = "", rulings: Mapping[str, str] | None = None) -> None:
        self._corpus = corpus
        self._date_name = date_name
        self._rulings = Rulings(rulings or {}, date_name)
        self._doubts = Doubts()
        self._languages: Counter[str] = Counter()
        self._ids: set[str] = set()
        self._problems: list[Problem] = []
        self._documents = self._characters = self._undated = self._ranged = 0
        self._years: set[int] = set()

    def documents(self) -> Iterator[Document]:
        """The documents that can be used; empty ones and repeated ids are left out and listed.  Raises CorpusError."""
        for item in self._corpus.documents():
            if isinstance(item, Problem):
                self._problems.append(item)
                continue
            problem = self._fault(item)
            if problem is not None:
                self._problems.append(problem)
                continue
            document = self._rulings.applied(item)
            self._count(document)
            self._problems += self._doubts.about(document, used_date(document, self._date_name))
            yield document

    def _fault(self, document: Document) -> Problem | None:
        if document.id in self._ids:
            message = "another document has this id; this one was left out"
            return Problem("duplicate id", message, document.source, document.id)
        self._ids.add(document.id)
        if not document.text.strip():
            return Problem("empty", "the text is empty", document.source, document.id)
        return None

    def _count(self, document: Document) -> None:
        self._documents += 1
        self._characters += len(document.text)
        self._languages[spoken(document)] += 1
        first, last = day_range(used_date(document, self._date_name))
        known = [days.year_of(day) for day in (first, last) if is_dated(day)]
        self._undated += not known
        self._ranged += bool(known) and first != last
        if known:
            self._years.update(range(known[0], known[-1] + 1))
        elif not self._told_undated(document):
            message = f"no date '{self._date_name}'" if self._date_name else "no date"
            self._problems.append(Problem("undated", message, document.source, document.id, skipped=False))

    def _told_undated(self, document: Document) -> bool:
        """Whether the adapter has just said so itself, with the reason."""
        last = self._problems[-1] if self._problems else None
        return last is not None and (last.kind, last.document) == ("undated", document.id)

    def health(self, chunks: int) -> Health:
        """The account, when the documents have been read to their end and cut into so many chunks."""
        years = self._years
        return Health(
            documents=self._documents,
            characters=self._characters,
            chunks=chunks,
            undated=self._undated,
            ranged=self._ranged,
            first=days.iso_year(min(years)) if years else None,
            last=days.iso_year(max(years)) if years else None,
            thin=_gaps(years),
            problems=tuple(self._problems),
            languages=dict(self._languages.most_common()),
        )


def _gaps(years: set[int]) -> tuple[tuple[str, str], ...]:
    """Spans of years between the first and the last that are not in the set."""
    present = sorted(years)
    return tuple(
        (days.iso_year(before + 1), days.iso_year(after - 1))
        for before, after in pairwise(present)
        if after - before > 1
    )
