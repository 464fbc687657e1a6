"""Phase one: where words stand, what stands beside them, and where they do not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from historag_tui.errors import NothingFound, UsageError
from historag_tui.heuristik import concordance, drift, silence
from historag_tui.heuristik.forms import Term, read_term
from historag_tui.heuristik.occurrences import holders
from historag_tui.records import Concordance, Concordances, Drift, Filter, Matching, SilenceReport
from historag_tui.session.heuristik.counting import Counting
from historag_tui.session.heuristik.part import MOST


class Occurrences(Counting):
    """Read concordances, see drift and silence."""

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
        found = concordance.places(self._session.index, self._read(terms, matching), scope, order)
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
        asked = self._read(terms, matching)
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
            where=scope.where,
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
        return silence.silences(self._session.index, self._read(terms, matching), scope, field)


def _searched_as(terms: Sequence[Term]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(form for term in terms for form in term.searched_as))


def _check_limits(*limits: int) -> None:
    if not all(0 <= limit <= MOST for limit in limits):
        raise UsageError("Limit and sample cannot be negative or that large", "Use --limit 0 for all lines")
