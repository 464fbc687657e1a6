"""What a word is.  Frequencies, concordances, keyword search and vocabulary all use this one definition."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from typing import TypeVar

_T = TypeVar("_T")
_KEPT = 1 << 18
"""Words whose forms are kept at once."""

WORD = re.compile(r"\w[\w\u0300-\u036f]*")
"""A letter, digit or underscore, and what follows of them; combining marks belong to the letter before them."""


def words(text: str) -> Iterator[re.Match[str]]:
    """Every word token of a text, with its offsets."""
    return WORD.finditer(text)


def fold(word: str) -> str:
    """The form under which a word is counted: composed (NFC) and in lower case."""
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
