"""Which words of the corpus a term stands for: itself, its letters in any print, or all its forms."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from historag_tui.corpus.words import WORD, fold
from historag_tui.errors import UsageError
from historag_tui.index.analysis import plain
from historag_tui.records import Matching

if TYPE_CHECKING:
    from historag_tui.index.reader import Index

_PLACE = re.compile(rf"({WORD.pattern})(\*?)")
_SHARED = 4
"""Letters at the beginning that the forms of a word share; no stemmer of ours changes them."""


class Term(NamedTuple):
    """A term as it is looked for.

    written:  as the researcher wrote it.
    places:   for each of its words the words of the corpus that count as it, folded, the most frequent first.
    """

    written: str
    places: tuple[tuple[str, ...], ...]

    @property
    def searched_as(self) -> tuple[str, ...]:
        """Its forms in the corpus; a term of several words is one phrase."""
        return self.places[0] if len(self.places) == 1 else (self.written,)


def read_term(index: Index, written: str, matching: Matching = "folded") -> Term:
    """A word, a beginning (``rail*``), or several of them as a phrase.  Raises UsageError when it holds no word."""
    places = [(fold(match[1]), bool(match[2])) for match in _PLACE.finditer(written)]
    if not places:
        raise UsageError(f"'{written[:40].strip()}' holds no word", "Name a word of the corpus")
    forms = (
        _beginning(index, word, matching) if begins else forms_of(index, word, matching) for word, begins in places
    )
    return Term(" ".join(written.split()), tuple(_by_frequency(index, found) for found in forms))


def forms_of(index: Index, word: str, matching: Matching) -> list[str]:
    """The words of the corpus that count as a folded word."""
    vocabulary = index.vocabulary
    if matching == "exact":
        return [word] if vocabulary.frequency(word) else []
    language = index.manifest.language
    letters = plain(word, language)
    if matching == "folded":
        return [other for other in vocabulary.beginning(letters, language) if plain(other, language) == letters]
    stem = index.keyword.stem(word)
    beginning = stem[:_SHARED] if letters.startswith(stem[:_SHARED]) else letters[:1]
    return [other for other in vocabulary.beginning(beginning, language) if index.keyword.stem(other) == stem]


def _beginning(index: Index, start: str, matching: Matching) -> list[str]:
    """The words that begin so; a beginning has no forms, so that ``stemmed`` is ``folded`` here."""
    vocabulary, language = index.vocabulary, index.manifest.language
    if matching == "exact":
        return [word for word in vocabulary.beginning(plain(start)) if word.startswith(start)]
    return vocabulary.beginning(plain(start, language), language)


def _by_frequency(index: Index, words: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(words, key=lambda word: (-index.vocabulary.frequency(word), word)))
