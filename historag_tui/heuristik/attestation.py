"""Since when the corpus has a word: the check of a query's words before one searches with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import numpy as np

from historag_tui.corpus.words import fold, words
from historag_tui.heuristik.concordance import Context, Place, lines
from historag_tui.heuristik.forms import Term, forms_of
from historag_tui.heuristik.frequency import Scope, years_of
from historag_tui.heuristik.occurrences import Finder, holders
from historag_tui.index.analysis import common_words, plain
from historag_tui.index.spelling import variants
from historag_tui.records import Concordance, FormKind, WordCheck, WordForm

if TYPE_CHECKING:
    from historag_tui.index.reader import Index

_EARLIEST = 3
_AROUND = Context(60)
_MOST_VARIANTS = 12
"""Of each kind; of compounds there can be thousands."""
_SHOWN_FORMS = 4


Years = tuple[int, int]
"""The first and the last year of a period."""


def check_words(
    index: Index, text: str, scope: Scope, period: Years | None, offer: bool = True
) -> tuple[WordCheck, ...]:
    """A check of every word of a text, each once; common words that a search leaves out are left out.

    scope:   the documents that count.
    period:  that is to be searched; None when that does not matter.
    offer:   whether other spellings are looked for, which takes longer.
    """
    common = common_words(index.manifest.language)
    named = dict.fromkeys(fold(match[0]) for match in words(text))
    asked = [word for word in named if word not in common] or list(named)
    return tuple(check_word(index, word, scope, period, offer) for word in asked)


def check_word(index: Index, word: str, scope: Scope, period: Years | None, offer: bool = True) -> WordCheck:
    """What the corpus has of one word, in any of its forms, and what else it may have called it."""
    forms = sorted(
        (
            _form(index, other, _kind(word, other, index.manifest.language), scope)
            for other in forms_of(index, word, "stemmed")
        ),
        key=lambda form: (-form.frequency, form.term),
    )
    attested = [form for form in forms if form.frequency]
    searched_as = tuple(form.term for form in attested)
    term = Term(word, (searched_as,))
    documents, counts = scope.inside(*holders(index, [term]))
    first, last = scope.years(documents)
    inside = None if period is None else _in_period(scope, documents, counts, period)
    check = WordCheck(
        word=word,
        searched_as=searched_as,
        frequency=int(counts.sum()),
        documents=len(documents),
        first=first,
        last=last,
        tokens_before=0 if first is None else _tokens_before(scope, first),
        earliest=_earliest(index, term, documents, scope),
        forms=tuple(attested),
        variants=_variants(index, word, set(searched_as), scope) if offer else (),
        in_period=inside,
        late=not len(documents) or (period is not None and first is not None and (first > period[0] or not inside)),
    )
    return msgspec.structs.replace(check, line=_line(check))


def _in_period(scope: Scope, documents: np.ndarray, counts: np.ndarray, period: Years) -> int:
    dated = scope.dated[documents]
    years = years_of(scope.days[documents[dated]])
    return int(counts[dated][(years >= period[0]) & (years <= period[1])].sum())


def _kind(word: str, other: str, language: str) -> FormKind:
    if other == word:
        return "as written"
    return "folded" if plain(other, language) == plain(word, language) else "inflected"


def _form(index: Index, word: str, kind: FormKind, scope: Scope) -> WordForm:
    documents, counts = scope.inside(*index.vocabulary.counts(word))
    return WordForm(word, kind, int(counts.sum()), len(documents), scope.years(documents)[0])


def _variants(index: Index, word: str, counted: set[str], scope: Scope) -> tuple[WordForm, ...]:
    """Spellings, misreadings and compounds that are not counted yet, so many of each kind, in the order of the kinds."""
    found: dict[str, list[WordForm]] = {}
    for variant in variants(word, index.vocabulary.words, index.manifest.language, index.vocabulary.frequency):
        of_kind = found.setdefault(variant.kind, [])
        if variant.term not in counted and len(of_kind) < _MOST_VARIANTS:
            form = _form(index, variant.term, variant.kind, scope)
            of_kind.extend([form] if form.frequency else [])
    return tuple(form for of_kind in found.values() for form in of_kind)


def _tokens_before(scope: Scope, year: int) -> int:
    counted = (scope.of_window >= 0) & scope.dated
    return int(scope.sizes[counted][years_of(scope.days[counted]) < year].sum())


def _earliest(index: Index, term: Term, documents: np.ndarray, scope: Scope) -> tuple[Concordance, ...]:
    dated = documents[scope.dated[documents]]
    in_order = sorted(dated.tolist(), key=lambda number: (int(scope.days[number]), number))[:_EARLIEST]
    finder = Finder(index, [term])
    found = (Place(number, *span) for number in in_order for span in finder.spans(number, index.text(number))[:1])
    return tuple(lines(index, found, scope, _AROUND))


def _line(check: WordCheck) -> str:
    """The finding in one sentence, with the forms that were looked for when they are more than the word itself."""
    named = ", ".join(check.searched_as[:_SHOWN_FORMS]) + (", …" if len(check.searched_as) > _SHOWN_FORMS else "")
    looked_for = f"; searched as {named}" if named and check.searched_as != (check.word,) else ""
    offered = ", ".join(form.term for form in check.variants if form.kind != "compound")
    instead = f"; the corpus has {offered}" if offered else ""
    if not check.documents:
        return f"'{check.word}' is not found in this corpus{instead}"
    if check.first is None:
        return f"'{check.word}' is found in undated sources only{looked_for}{instead}"
    attested = f"found from {check.first} to {check.last}"
    if check.late:
        before = f", in {check.tokens_before:,} word tokens"
        attested = f"not found in this corpus before {check.first}{before if check.tokens_before else ''}"
        if check.in_period == 0:
            attested = f"found in this corpus from {check.first} to {check.last}, but not in the period"
    return f"'{check.word}' is {attested}{looked_for}{instead}"
