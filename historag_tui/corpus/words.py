"""What a word is.  Frequencies, concordances, keyword search and vocabulary all use this one definition."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

WORD = re.compile(r"\w[\w\u0300-\u036f]*")
"""A letter, digit or underscore, and what follows of them; combining marks belong to the letter before them."""


def words(text: str) -> Iterator[re.Match[str]]:
    """Every word token of a text, with its offsets."""
    return WORD.finditer(text)


def fold(word: str) -> str:
    """The form under which a word is counted: composed (NFC) and in lower case."""
    return unicodedata.normalize("NFC", word).lower()
