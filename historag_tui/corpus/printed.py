"""From what a reader of printed pages finds, one after the other, to a text: spaces, lines, paragraphs and pages.

A reader writes down letters as they are printed and, in between, the signs below, which no XML file can hold.
:func:`settled` then applies one rule for all forms: the end of a printed line is a space, that of a verse, an item or
an address line a line end, that of a paragraph, a heading or a block an empty line.  A word that is broken at the end
of a line, or of a page, is put together once, without its hyphen.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from historag_tui.records import PageMark

MARK = "\x01"
"""A place whose offset is wanted: a page begins here."""
JOIN = "\x02"
"""The word goes on: hyphen, spaces and line ends around fall away."""
PARAGRAPH = "\x03"
LINE = "\x04"
"""The end of a printed line."""
BREAK = "\x05"
"""The end of a line that was meant."""
GLUE = "\x06"
"""No space here, whatever the file has."""

HYPHENS = "-‐¬⸗=\u00ad"
"""With what words are broken in print; the double hyphen of Fraktur is often read as an equals sign."""
_SUSPENDED = frozenset(
    ("und", "oder", "bzw", "u", "noch", "bis", "and", "or", "to", "et", "ou", "en", "of", "og", "eller")
)
"""Words before which a hyphen at a line's end is one of the language's own: Haupt- und Nebensachen."""
_OPEN = r"[ \t\r\n\x01\x02\x04]*"
_ABOVE = "[\u0300-\u036f]"
"""Signs that stand above a letter, as the small e of old umlauts."""
_JOINED = re.compile(rf"[{HYPHENS}]?{_OPEN}\x02[ \t\r\n\x01-\x04]*")
_BROKEN = re.compile(rf"([^\W\d_]{_ABOVE}*)([{HYPHENS}])([ \t\r\n\x01\x03\x04]+)([^\W\d_](?:\w|{_ABOVE})*)")
_RUN = re.compile(r"[ \t\r\n\x01\x03-\x06]*[\t\r\n\x01\x03-\x06][ \t\r\n\x01\x03-\x06]*| {2,}")
_ENDS = "\n \t\r\x03\x04\x05\x06"


def settled(raw: str) -> tuple[str, list[int]]:
    """The text and the offset of each MARK, ascending; a mark behind the last word lies at the text's end."""
    if JOIN in raw:
        raw = _JOINED.sub(lambda found: MARK * found[0].count(MARK), raw)
    raw = _BROKEN.sub(_whole, raw)
    seen: dict[str, str] = {}

    def space(found: re.Match[str]) -> str:
        run = found[0]
        given = seen.get(run)
        if given is None:
            given = seen[run] = _space(run) + MARK * run.count(MARK)
        return given

    first, *rest = _RUN.sub(space, raw.strip(_ENDS)).split(MARK)
    pieces, marks, offset = [first.lstrip()], [], len(first.lstrip())
    for piece in rest:
        if not offset:
            piece = piece.lstrip()
        marks.append(offset)
        pieces.append(piece)
        offset += len(piece)
    text = "".join(pieces).rstrip()
    return text, [min(mark, len(text)) for mark in marks]


def pages(names: Sequence[str], marks: Sequence[int], length: int) -> tuple[PageMark, ...]:
    """The page map of a text of so many characters; a page on which nothing stands is left out."""
    by_offset = {mark: name for mark, name in zip(marks, names, strict=True) if mark < length or not length}
    return tuple(PageMark(mark, name) for mark, name in by_offset.items())


def beginning(text: str, longest: int = 60) -> str:
    """A title for a text that has none: its first words, and that they are not a title."""
    words = " ".join(text[: 2 * longest].split())
    cut = words if len(words) <= longest else words[:longest].rpartition(" ")[0] or words[:longest]
    return f"[untitled] {cut}{'' if cut == words and len(text) <= 2 * longest else ' …'}"


def _whole(found: re.Match[str]) -> str:
    """A word put together where the print broke it; else as it was."""
    before, hyphen, run, after = found.groups()
    declared = hyphen in "¬\u00ad"
    goes_on = after[0].islower() or (before.isupper() and after.isupper())
    if PARAGRAPH in run:
        broken = hyphen == "\u00ad" and goes_on
    elif LINE in run or MARK in run:
        broken = declared or (goes_on and after not in _SUSPENDED)
    else:
        broken = hyphen == "\u00ad"
    return before + MARK * run.count(MARK) + after if broken else found[0]


def _space(run: str) -> str:
    if PARAGRAPH in run:
        return "\n\n"
    if BREAK in run:
        return "\n"
    if GLUE in run:
        return ""
    return "" if run.strip(MARK) == "" else " "
