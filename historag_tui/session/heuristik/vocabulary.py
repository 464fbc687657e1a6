"""Phase one: the corpus's own words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from historag_tui.days import year_of
from historag_tui.errors import NothingFound, UsageError
from historag_tui.heuristik import attestation, concordance, drift, silence, vocabulary
from historag_tui.heuristik.forms import Term, read_term
from historag_tui.heuristik.frequency import Scope
from historag_tui.heuristik.occurrences import holders
from historag_tui.record.events import TermsKept
from historag_tui.records import (
    Concordance,
    Concordances,
    Drift,
    Expansion,
    Filter,
    Matching,
    SilenceReport,
    TermList,
    WordCheck,
)
from historag_tui.session.heuristik.part import MOST, Part


class Words(Part):
    """Expand terms, check words, read concordances, see drift and silence, keep term lists.

    Everywhere ``windowing``, ``first`` and ``last`` name the period and its windows, ``filters`` what is counted at all.
    ``matching`` says which words of the corpus count as a term: ``exact``, ``folded`` (in whatever print) or ``stemmed``.
    """

    def expand(
        self,
        term: str,
        *,
        windowing: str = "",
        first: str = "",
        last: str = "",
        count: int = 15,
        filters: Sequence[Filter] = (),
        minimum: int = 0,
        other_stems: bool = False,
    ) -> Expansion:
        """A term, its neighbours in the corpus's own vocabulary, and their counts per window.

        minimum:      frequency that a neighbour must have.
        other_stems:  whether neighbours with the stem of the term are passed over.
        Raises UsageError for an empty term, NothingFound when the corpus does not hold the word.
        """
        scope = self._scope(first, last, windowing, filters)
        if not term.strip():
            raise UsageError("The term is empty", "Name a word of the corpus")
        expansion = vocabulary.expand(
            self._session.index,
            term,
            scope,
            count,
            minimum=minimum,
            other_stems=other_stems,
            period=self._years(first, last),
        )
        if not expansion.frequency and not expansion.known:
            raise NothingFound(
                f"'{expansion.term}' does not occur in this corpus{_instead(expansion.check)}",
                "Check its spelling, or ask for another form",
            )
        return expansion

    def check_words(
        self, text: str, first: str = "", last: str = "", filters: Sequence[Filter] = ()
    ) -> tuple[WordCheck, ...]:
        """What the corpus has of each word of a query, and since when, in the whole corpus and in the period."""
        scope = Scope(self._session.index, None, filters)
        return attestation.check_words(self._session.index, text, scope, self._years(first, last))

    def kwic(
        self,
        terms: str | Sequence[str],
        *,
        windowing: str = "",
        first: str = "",
        last: str = "",
        context: int | str = 60,
        limit: int = 0,
        filters: Sequence[Filter] = (),
        matching: Matching = "folded",
        sort: str = "",
    ) -> Iterator[Concordance]:
        """Every occurrence of a term, or of several, with its surroundings, by period; at most ``limit`` lines if not 0.

        terms:    words, beginnings (``rail*``) or phrases.
        context:  characters, or ``10w`` words, on either side.
        sort:     within a window by ``date``, ``position``, or a word to the left or right (``L1`` to ``R3``).
        Raises UsageError.
        """
        _check_limits(limit)
        around, order = concordance.read_context(str(context)), concordance.read_sort(sort)
        scope = self._scope(first, last, windowing, filters)
        found = concordance.places(self._session.index, self._terms_read(terms, matching), scope, order)
        return concordance.lines(self._session.index, islice(found, limit) if limit else found, scope, around)

    def concordances(
        self,
        terms: str | Sequence[str],
        *,
        windowing: str = "",
        first: str = "",
        last: str = "",
        context: int | str = 60,
        limit: int = 0,
        filters: Sequence[Filter] = (),
        matching: Matching = "folded",
        sort: str = "",
        sample: int = 0,
        seed: int = 1,
    ) -> Concordances:
        """The same with frequencies beside; ``sample`` draws so many of all lines by chance.  Raises UsageError."""
        _check_limits(limit, sample)
        index = self._session.index
        around, order = concordance.read_context(str(context)), concordance.read_sort(sort)
        scope = self._scope(first, last, windowing, filters)
        asked = self._terms_read(terms, matching)
        documents, counts = holders(index, asked)
        overall = scope.overall(documents, counts)
        found = concordance.places(index, asked, scope, order)
        drawn = 0 < sample < overall.count
        if drawn:
            found = iter(concordance.draw(list(found), sample, seed))
        return Concordances(
            terms=tuple(term.written for term in asked),
            searched_as=_searched_as(asked),
            matching=matching,
            overall=overall,
            frequencies=scope.frequencies(documents, counts),
            lines=tuple(concordance.lines(index, islice(found, limit) if limit else found, scope, around)),
            sort=order,
            sample=sample if drawn else 0,
            seed=seed if drawn else 0,
        )

    def drift(
        self,
        term: str,
        *,
        windowing: str = "",
        first: str = "",
        last: str = "",
        filters: Sequence[Filter] = (),
        matching: Matching = "stemmed",
        span: int = 10,
        minimum: int = 5,
        least: int = 20,
        shown: int = 12,
        shuffles: int = 100,
        seed: int = 1,
    ) -> Drift:
        """How the surroundings of a term differ from window to window, above the noise of shuffled periods.

        span, minimum, least, shown, shuffles, seed: see :class:`historag_tui.heuristik.drift.Settings`.
        Raises UsageError, NothingFound.
        """
        chosen = drift.Settings(span, minimum, least, shuffles, seed, shown)
        sizes = (chosen.span, chosen.minimum, chosen.least, chosen.shown)
        if not all(1 <= size <= drift.LARGEST for size in sizes) or not 0 <= chosen.shuffles <= drift.LARGEST:
            raise UsageError(f"A number is not between 1 and {drift.LARGEST:,}", "See: historag drift --help")
        if seed < 0:
            raise UsageError(f"The seed {seed} is negative", "Name any whole number from 0 on")
        scope = self._scope(first, last, windowing, filters)
        asked = read_term(self._session.index, term, matching)
        if not all(asked.places):
            raise NothingFound(f"'{asked.written}' does not occur in this corpus", "Try: historag expand")
        return drift.drift(self._session.index, asked, scope, chosen)

    def silence(
        self,
        terms: str | Sequence[str],
        *,
        windowing: str = "",
        first: str = "",
        last: str = "",
        filters: Sequence[Filter] = (),
        matching: Matching = "stemmed",
        field: str = "",
    ) -> SilenceReport:
        """The windows, years and values of a field in which none of the terms is found.  Raises UsageError."""
        scope = self._scope(first, last, windowing, filters)
        return silence.silences(self._session.index, self._terms_read(terms, matching), scope, field)

    def keep_terms(
        self,
        name: str,
        accepted: Sequence[str],
        refused: Sequence[str] = (),
        windows: Mapping[str, Sequence[str]] | None = None,
    ) -> TermList:
        """Write a term list; an earlier one of the name stays in the record.

        windows:  terms of one window only, by its name; None keeps those that the list has.
        Raises UsageError for an empty name.
        """
        name = name.strip()
        if not name:
            raise UsageError("The term list has no name", "Name it")
        earlier = self._session.state.term_lists.get(name)
        of_windows = windows if windows is not None else earlier.windows if earlier else {}
        terms = TermList(
            name,
            tuple(dict.fromkeys(accepted)),
            tuple(dict.fromkeys(refused)),
            {window.strip(): tuple(dict.fromkeys(own)) for window, own in of_windows.items() if own},
        )
        self._session.append(TermsKept(terms))
        return terms

    def list_terms(self, name: str) -> tuple[str, ...]:
        """The accepted terms of a list, those of single windows too.  Raises UsageError when there is none."""
        lists = self._session.state.term_lists
        if name not in lists:
            raise UsageError(f"There is no term list '{name}'", f"Known are: {', '.join(lists) or 'none yet'}")
        terms = lists[name]
        found = tuple(dict.fromkeys((*terms.accepted, *(term for own in terms.windows.values() for term in own))))
        if not found:
            raise UsageError(f"The term list '{name}' has no accepted term", "Accept one: historag terms edit")
        return found

    def _scope(self, first: str, last: str, windowing: str, filters: Sequence[Filter]) -> Scope:
        return Scope(self._session.index, self._windows(first, last, windowing, 1), filters)

    def _years(self, first: str, last: str) -> attestation.Years:
        begin, end = self._period(first, last)
        return year_of(begin), year_of(end)

    def _terms_read(self, terms: str | Sequence[str], matching: Matching) -> list[Term]:
        return [
            read_term(self._session.index, term, matching) for term in ([terms] if isinstance(terms, str) else terms)
        ]


def _searched_as(terms: Sequence[Term]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(form for term in terms for form in term.searched_as))


def _instead(check: WordCheck | None) -> str:
    offered = [form.term for form in check.variants if form.kind != "compound"] if check else []
    return (
        f", but {', '.join(offered)} does" if len(offered) == 1 else f", but {', '.join(offered)} do" if offered else ""
    )


def _check_limits(*limits: int) -> None:
    if not all(0 <= limit <= MOST for limit in limits):
        raise UsageError("Limit and sample cannot be negative or that large", "Use --limit 0 for all lines")
