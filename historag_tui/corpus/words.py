"""What a word is.  Frequencies, concordances, keyword search and vocabulary all use this one definition."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from typing import TypeVar

_T = TypeVar("_T")
_KEPT = 1 << 18
"""Words whose forms are kept at once."""

_LETTERS = r"\w[\w\u0300-\u036f]*"
_BREAK = r"(?:\u00ad(?:[ \t]*\r?\n[ \t]*)?|[-‐¬⸗=][ \t]*\r?\n[ \t]*)"
_SMALL = r"(?=[^\W\d_])(?![A-Z\u00c0-\u00d6\u00d8-\u00de\u0391-\u03a9\u0410-\u042f])"
WORD = re.compile(rf"{_LETTERS}(?:{_BREAK}{_SMALL}{_LETTERS})*")
"""A letter, digit or underscore, and what follows of them; combining marks belong to the letter before them.

A word that a line's end or a soft hyphen breaks is one word, where it goes on with a small letter: ``Eisen-`` and
``bahn`` below it are ``Eisenbahn``, ``Süd-`` and ``Deutschland`` are two words.
"""
_BROKEN = re.compile(_BREAK)


def words(text: str) -> Iterator[re.Match[str]]:
    """Every word token of a text, with its offsets."""
    return WORD.finditer(text)


def fold(word: str) -> str:
    """The form under which a word is counted: composed (NFC) and in lower case."""
    if "\n" in word or "\u00ad" in word:
        word = _BROKEN.sub("", word)
    return unicodedata.normalize("NFC", word).lower()


class Known(dict[str, _T]):
    """What a function makes of a word, kept: a corpus has many tokens and few words.

    make: the function; it must always give the same for the same word.
    """

    def __init__(self, make: Callable[[str], _T]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, word: str) -> _T:
        if len(self) >= _KEPT:
            self.clear()
        made = self[word] = self._make(word)
        return made
