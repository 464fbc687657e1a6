"""Where a term stands: in which documents, how often, and at which offsets."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from historag_tui.corpus.words import WORD, fold, words
from historag_tui.heuristik.forms import Term

if TYPE_CHECKING:
    from historag_tui.index.reader import Index

Span: TypeAlias = tuple[int, int]
_Phrase: TypeAlias = tuple[frozenset[str], ...]

_GOES_ON = r"[\w\u0300-\u036f]"
_goes_on = re.compile(_GOES_ON)
_FEW, _BEGINNING = 12, 3
"""Up to so many forms a pattern names them all; else only their first letters."""


def holders(index: Index, terms: Sequence[Term]) -> tuple[np.ndarray, np.ndarray]:
    """The documents that hold one of the terms, ascending, and how often they do.

    Words are counted from the index, phrases in the texts.  What two terms have in common is counted once.
    """
    documents, counts = _of_words(index, _single(terms))
    phrases = [term for term in terms if len(term.places) > 1]
    if not phrases:
        return documents, counts
    found = dict(zip(documents.tolist(), counts.tolist(), strict=True))
    finder = Finder(index, terms)
    for number in sorted({number for term in phrases for number in _with_every_word(index, term)}):
        found[number] = sum(1 for _ in finder.spans(number, index.text(number)))
    held = sorted(number for number, count in found.items() if count)
    return np.array(held, dtype=np.int64), np.array([found[number] for number in held], dtype=np.int64)


def _single(terms: Iterable[Term]) -> frozenset[str]:
    return frozenset(word for term in terms if len(term.places) == 1 for word in term.places[0])


def _of_words(index: Index, forms: Iterable[str]) -> tuple[np.ndarray, np.ndarray]:
    columns = [index.vocabulary.counts(word) for word in forms]
    if not columns:
        return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)
    documents, place = np.unique(np.concatenate([column[0] for column in columns]), return_inverse=True)
    counts = np.zeros(len(documents), dtype=np.int64)
    np.add.at(counts, place, np.concatenate([column[1] for column in columns]))
    return documents.astype(np.int64), counts


def _with_every_word(index: Index, term: Term) -> set[int]:
    return set.intersection(*(set(_of_words(index, place)[0].tolist()) for place in term.places))


class Finder:
    """Finds the occurrences of terms in the texts of an index."""

    def __init__(self, index: Index, terms: Sequence[Term]) -> None:
        single = _single(terms)
        phrases = [tuple(map(frozenset, term.places)) for term in terms if len(term.places) > 1]
        self._wanted: list[_Phrase] = sorted([*phrases, *([(single,)] if single else [])], key=len, reverse=True)
        self._patterns = [_pattern(phrase) for phrase in self._wanted]
        # The index counted every occurrence of a word, however it is written; of a phrase it knows nothing.
        documents, counts = _of_words(index, single)
        self._expected = None if phrases else dict(zip(documents.tolist(), counts.tolist(), strict=True))

    def spans(self, number: int, text: str) -> list[Span]:
        """Every occurrence in a document, in the order of its text, as character offsets; of overlapping ones the first."""
        lowered = text.lower()
        if len(lowered) == len(text) and unicodedata.is_normalized("NFC", text):
            found = list(_apart(self._quickly(lowered)))
            if self._expected is None or len(found) == self._expected.get(number, 0):
                return found
        return list(self._word_by_word(text))

    def _quickly(self, lowered: str) -> list[Span]:
        """By patterns in the lowered text, for which the forms stand as they are."""
        found = []
        for pattern, phrase in zip(self._patterns, self._wanted, strict=True):
            for match in pattern.finditer(lowered):
                start = match.start()
                if (not start or _goes_on.match(lowered, start - 1) is None) and all(
                    word in forms for word, forms in zip(WORD.findall(match[0]), phrase, strict=True)
                ):
                    found.append(match.span())
        return found

    def _word_by_word(self, text: str) -> Iterator[Span]:
        tokens = [(fold(match[0]), match.span()) for match in words(text)]
        place = 0
        while place < len(tokens):
            size = next((len(phrase) for phrase in self._wanted if _stands(phrase, tokens, place)), 0)
            if size:
                yield tokens[place][1][0], tokens[place + size - 1][1][1]
            place += size or 1


def _pattern(phrase: _Phrase) -> re.Pattern[str]:
    """What may be an occurrence: the forms, or where there are many, words that begin like them."""
    return re.compile(r"\W+?".join(map(_either, phrase)))


def _either(forms: frozenset[str]) -> str:
    if len(forms) <= _FEW:
        return rf"(?:{'|'.join(map(re.escape, sorted(forms))) or '(?!)'})(?!{_GOES_ON})"
    beginnings = sorted({re.escape(form[:_BEGINNING]) for form in forms})
    return rf"(?:{'|'.join(beginnings)}){_GOES_ON}*"


def _apart(found: list[Span]) -> Iterator[Span]:
    """In order, without those that begin inside an earlier one; of two that begin together the longer."""
    behind = 0
    for start, end in sorted(found, key=lambda span: (span[0], -span[1])):
        if start >= behind:
            yield start, end
            behind = end


def _stands(phrase: _Phrase, tokens: list[tuple[str, Span]], place: int) -> bool:
    following = tokens[place : place + len(phrase)]
    return len(following) == len(phrase) and all(
        token in forms for (token, _), forms in zip(following, phrase, strict=True)
    )
