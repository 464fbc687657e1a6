"""Phase one: what is counted, and which words of the corpus count as a term."""

from __future__ import annotations

from collections.abc import Sequence

from historag_tui.days import year_of
from historag_tui.heuristik.attestation import Years
from historag_tui.heuristik.forms import Term, read_term
from historag_tui.heuristik.frequency import Scope
from historag_tui.records import Filter, Matching
from historag_tui.session.heuristik.part import Part


class Counting(Part):
    """A part that counts words.

    Everywhere ``windowing``, ``first`` and ``last`` name the period and its windows, ``filters`` what is counted at all.
    ``matching`` says which words of the corpus count as a term: ``exact``, ``folded`` (in whatever print) or ``stemmed``.
    """

    def _scope(self, first: str, last: str, windowing: str, filters: Sequence[Filter]) -> Scope:
        return Scope(self._session.index, self._windows(first, last, windowing, 1), filters)

    def _years(self, first: str, last: str) -> Years:
        begin, end = self._period(first, last)
        return year_of(begin), year_of(end)

    def _read(self, terms: str | Sequence[str], matching: Matching) -> list[Term]:
        return [
            read_term(self._session.index, term, matching) for term in ([terms] if isinstance(terms, str) else terms)
        ]
