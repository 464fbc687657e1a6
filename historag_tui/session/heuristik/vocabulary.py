"""Phase one: the corpus's own words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from historag_tui.errors import NothingFound, UsageError
from historag_tui.heuristik import attestation, vocabulary
from historag_tui.heuristik.frequency import Scope
from historag_tui.record.events import TermsKept
from historag_tui.records import Expansion, Filter, TermList, WordCheck
from historag_tui.session.heuristik.occurrences import Occurrences


class Words(Occurrences):
    """Expand terms, check words, keep term lists; and all that :class:`Occurrences` shows."""

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


def _instead(check: WordCheck | None) -> str:
    offered = [form.term for form in check.variants if form.kind != "compound"] if check else []
    return (
        f", but {', '.join(offered)} does" if len(offered) == 1 else f", but {', '.join(offered)} do" if offered else ""
    )
