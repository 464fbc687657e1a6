"""Phase one: the corpus's own words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from historag_tui.errors import NothingFound, UsageError
from historag_tui.heuristik import vocabulary
from historag_tui.record.events import TermsKept
from historag_tui.records import Concordance, Expansion, TermList
from historag_tui.session.heuristik.part import MOST, Part


class Words(Part):
    """Expand terms, read concordances, keep term lists."""

    def expand(self, term: str, *, windowing: str = "", first: str = "", last: str = "", count: int = 15) -> Expansion:
        """A term, its neighbours in the corpus's own vocabulary, and their counts per window.

        Raises UsageError for an empty term, NothingFound when the corpus does not hold the word.
        """
        windows = self._windows(first, last, windowing, 1)
        if not term.strip():
            raise UsageError("The term is empty", "Name a word of the corpus")
        expansion = vocabulary.expand(self._session.index, term, windows, count)
        if not expansion.frequency and not expansion.known:
            raise NothingFound(
                f"'{expansion.term}' does not occur in this corpus", "Check its spelling, or ask for another form"
            )
        return expansion

    def kwic(
        self, term: str, *, windowing: str = "", first: str = "", last: str = "", context: int = 60, limit: int = 0
    ) -> Iterator[Concordance]:
        """Every occurrence of a term with its surroundings, by period; at most ``limit`` lines when that is not 0."""
        if not 0 <= limit <= MOST or not 0 <= context <= MOST:
            raise UsageError("Limit and context cannot be negative or that large", "Use --limit 0 for all lines")
        windows = self._windows(first, last, windowing, 1)
        lines = vocabulary.concordance(self._session.index, term, windows, context)
        return islice(lines, limit) if limit else lines

    def keep_terms(self, name: str, accepted: Sequence[str], refused: Sequence[str] = ()) -> TermList:
        """Write a term list; an earlier one of the name stays in the record.  Raises UsageError for an empty name."""
        if not name.strip():
            raise UsageError("The term list has no name", "Name it")
        terms = TermList(name.strip(), tuple(dict.fromkeys(accepted)), tuple(dict.fromkeys(refused)))
        self._session.append(TermsKept(terms))
        return terms
