"""From what a reader of printed pages finds, one after the other, to a text: spaces, lines, paragraphs and pages.

A reader writes down letters as they are printed and, in between, the signs below, which begin with a letter that no file
can hold.  :func:`settled` then applies one rule for all forms: the end of a printed line is a space, that of a verse, an
item or an address line a line end, that of a paragraph, a heading or a block an empty line.  A word that is broken at
the end of a line, or of a page, is put together once, without its hyphen.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from historag_tui.records import PageMark

_SIGN = "\x01"
MARK = f"{_SIGN}M"
"""A place whose offset is wanted: a page begins here."""
DIVISION = f"{_SIGN}D"
"""A place whose offset is wanted: a part of the text begins or ends here."""
JOIN = f"{_SIGN}J"
"""The word goes on: hyphen, spaces and line ends around fall away."""
PARAGRAPH = f"{_SIGN}P"
LINE = f"{_SIGN}L"
"""The end of a printed line."""
BREAK = f"{_SIGN}B"
"""The end of a line that was meant."""
GLUE = f"{_SIGN}G"
"""No space here, whatever the file has."""

HYPHENS = "-‐¬⸗=\u00ad"
"""With what words are broken in print; the double hyphen of Fraktur is often read as an equals sign."""
_SOFT = "\u00ad"
_DECLARED = f"¬{_SOFT}"
_SUSPENDED = frozenset(
    ("und", "oder", "bzw", "u", "noch", "bis", "and", "or", "to", "et", "ou", "en", "of", "og", "eller")
)
"""Words before which a hyphen at a line's end is one of the language's own: Haupt- und Nebensachen."""
_WORD = re.compile("[^\\W\\d_](?:\\w|[\u0300-\u036f])*")
"""A word from its first letter on, with the signs above its letters, as the small e of old umlauts."""
_WITHIN = f",;{HYPHENS}"
_SEPARATORS = ("", " ", "\n", "\n\n")
_RANKS = {"L": 1, "B": 2, "P": 3, "T": 0}


def settled(raw: str, runs_on: bool = False) -> tuple[str, list[int]]:
    """The text and the offset of each MARK and DIVISION, ascending; one behind the last word lies at the text's end.

    runs_on:  whether a paragraph may run over a MARK, as where running heads are left out: then one that ends there in
              the middle of a sentence, or of a word, goes on behind it.
    """
    for space in "\n\t\r":
        if space in raw:
            raw = raw.replace(space, " ")
    while "  " in raw:
        raw = raw.replace("  ", " ")
    if _SOFT in raw:
        raw = re.sub(f"{_SOFT} (?=\\w)", "", raw)
    out: list[str] = []
    marks: list[int] = []
    length = waiting = rank = 0
    joined = glued = ended = paged = divided = False
    for piece in f"T{raw}".split(_SIGN):
        sign = piece[0]
        if sign == "M":
            waiting += 1
            ended = True
            paged = runs_on
        elif sign == "D":
            waiting += 1
            divided = True
        elif sign == "J":
            joined = True
        elif sign == "G":
            glued = True
        elif (found := _RANKS[sign]) > rank:
            rank = found
        ended = ended or sign == "L"
        if len(piece) == 1:
            continue
        text = piece[1:].strip(" ")
        if not text:
            rank = rank or 1
            continue
        if out:
            rank = rank or int(piece[1] == " ")
            before = out[-1]
            hyphen = before[-1] in HYPHENS
            if rank == 3 and paged and not divided and _open(before) and text[0].isalpha():
                rank = 1
            if joined or (hyphen and _goes_on(before, text, rank, ended)):
                if hyphen:
                    out[-1] = before[:-1]
                    length -= 1
            elif rank and not (glued and rank == 1):
                out.append(_SEPARATORS[rank])
                length += len(out[-1])
        if waiting:
            marks += [length] * waiting
            waiting = 0
        out.append(text)
        length += len(text)
        rank = int(piece[-1] == " ")
        joined = glued = ended = paged = divided = False
    return "".join(out), marks + [length] * waiting


def pages(names: Sequence[str], marks: Sequence[int], length: int) -> tuple[PageMark, ...]:
    """The page map of a text of so many characters; a page on which nothing stands is left out."""
    by_offset = {mark: name for mark, name in zip(marks, names, strict=True) if mark < length}
    return tuple(PageMark(mark, name) for mark, name in by_offset.items())


def beginning(text: str, longest: int = 60) -> str:
    """A title for a text that has none: its first words, and that they are not a title."""
    words = " ".join(text[: 2 * longest].split())
    cut = words if len(words) <= longest else words[:longest].rpartition(" ")[0] or words[:longest]
    return f"[untitled] {cut}{'' if cut == words and len(text) <= 2 * longest else ' …'}"


def _open(before: str) -> bool:
    """Whether a text ends in the middle of a sentence: in a word, a comma or a hyphen."""
    return before[-1].isalpha() or before[-1] in _WITHIN


def _goes_on(before: str, text: str, rank: int, ended: bool) -> bool:
    """Whether a word that ends in a hyphen goes on in the text behind it.

    At the end of a line or a page it does, when the next word begins with a small letter, or both are in capitals, and
    that is no suspended compound; a soft hyphen, or the sign for one, needs no such proof within a paragraph.
    """
    last = re.search("([^\\W\\d_])[\u0300-\u036f]*.\\Z", before[-5:])
    word = _WORD.match(text)
    if word is None or last is None or not (ended or rank == 3) or rank == 2:
        return False
    small = word[0][0].islower() or (last[1].isupper() and word[0].isupper())
    if rank == 3:
        return before[-1] == _SOFT and small
    return before[-1] in _DECLARED or (small and word[0] not in _SUSPENDED)
