"""ALTO, in every version and namespace: the pages of a file, block by block, as one document.

A file that a METS or DIDL file names is read as a part of it.  Words are parted by spaces, whether or not the file says
so.  A word broken at a line's end is taken whole from SUBS_CONTENT, else put together from its halves.

This form is an example for others: what is read is written down as it comes, with the signs of ``corpus.printed``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from historag_tui.corpus import xml
from historag_tui.corpus.paths import dates_in_path
from historag_tui.corpus.printed import GLUE, HYPHENS, JOIN, LINE, MARK, PARAGRAPH, pages, settled
from historag_tui.corpus.sources import SourceFile
from historag_tui.records import Document, Problem, SourceLine
from historag_tui.workspace import CorpusSettings

name = "alto"
roles: Mapping[str, str] = {"language": "facet"}
_BEHIND = ".,;:!?)»”“'\""


def recognises(name: str, head: bytes) -> bool:
    """By its first element."""
    return xml.root_name(head) == "alto"


def claims(file: SourceFile) -> frozenset[str]:
    """Nothing."""
    return frozenset()


def documents(file: SourceFile, settings: CorpusSettings) -> Iterator[Document | Problem]:
    """The one document of a file, with its pages."""
    root, problems = xml.tree(file, settings)
    yield from problems
    if root is None:
        return
    raw, names = [], []
    ns = xml.space(root)
    words = Words(ns)
    for page in root.iterfind(f"{ns}Layout/{ns}Page"):
        names.append(page_name(page))
        raw.append(MARK)
        raw.extend(words.block(block) for block in blocks(page))
    text, marks = settled("".join(raw))
    source = SourceLine(file.name)
    if not text:
        yield Problem("empty", "holds no text", source, file.name)
        return
    first = next(root.iter(f"{ns}TextBlock"))
    language = first.get("LANG") or first.get("language") or ""
    yield Document(
        id=file.name,
        text=text,
        title=file.stem.replace("_", " "),
        dates=dates_in_path(file),
        fields={"language": language} if language else {},
        pages=pages(names, marks, len(text)),
        source=source,
    )


def page_name(page: Any) -> str:
    """The number printed on a page, else that of its image."""
    return page.get("PRINTED_IMG_NR") or page.get("PHYSICAL_IMG_NR") or page.get("ID") or ""


def blocks(element: Any) -> list[Any]:
    """The text blocks within an element, itself included, in the order in which they are read.

    That is the file's ReadingOrder where it has one, else the chain of IDNEXT, else as they stand.
    """
    ns = xml.space(element)
    found = list(_within(element, f"{ns}TextBlock"))
    if len(found) < 2:
        return found
    root = element.getroottree().getroot()
    order = root.find(f"{ns}ReadingOrder")
    order = root.find(f"{ns}Layout/{ns}ReadingOrder") if order is None else order
    ordered = {} if order is None else dict.fromkeys(entry.get("REF") for entry in order.iter(f"{ns}ElementRef"))
    if not ordered:
        following = {block.get("ID"): block.get("IDNEXT") for block in found if block.get("IDNEXT")}
        if not following:
            return found
        followed = set(following.values())
        for block in found:
            step = block.get("ID")
            while step not in ordered and step is not None and block.get("ID") not in followed:
                ordered[step] = None
                step = following.get(step)
    places = {block: place for place, block in enumerate(ordered)}
    return sorted(found, key=lambda block: places.get(block.get("ID"), len(places)))


def _within(element: Any, tag: str) -> Iterator[Any]:
    """The blocks of an element, without looking into them."""
    if element.tag == tag:
        yield element
        return
    for child in element:
        if child.tag == tag:
            yield child
        elif len(child):
            yield from _within(child, tag)


class Words:
    """The words of blocks that are read one after the other, each broken one once."""

    def __init__(self, ns: str) -> None:
        self._line, self._string, self._hyphen = f"{ns}TextLine", f"{ns}String", f"{ns}HYP"
        self._begun: dict[str, None] = {}

    def block(self, block: Any) -> str:
        """A block, or a single line, with the signs of ``corpus.printed``."""
        lines = [block] if block.tag == self._line else block.iterchildren(self._line)
        return LINE.join([self._words(line) for line in lines]) + PARAGRAPH

    def _words(self, line: Any) -> str:
        strings = list(line.iterchildren(self._string))
        if not strings:
            return ""
        found = [string.get("CONTENT") or "" for string in strings]
        # Only at its ends can a line have half a word.
        for place in {0, len(strings) - 1} if strings[-1].get("SUBS_TYPE") != "HypPart1" else range(len(strings)):
            half = strings[place].get("SUBS_TYPE")
            if half is not None:
                word = self._half(strings[place], half)
                # Of two first halves in a row the second is only another reading of the first.
                again = half == "HypPart1" and place and strings[place - 1].get("SUBS_TYPE") == half
                found[place] = "" if again else word
        if strings[-1].get("SUBS_TYPE") is None:
            if line[-1].tag == self._hyphen:
                found[-1] = found[-1].rstrip(HYPHENS) + "-"
            elif len(found) > 1 and found[-1] in HYPHENS and _touches(strings[-1]):
                found[-2:] = [found[-2] + found[-1]]
        return " ".join(filter(None, found))

    def _half(self, string: Any, half: str) -> str:
        """The whole word in the place of its first half, and nothing but what follows it in that of its second."""
        content, whole = string.get("CONTENT") or "", string.get("SUBS_CONTENT") or ""
        if half == "HypPart1":
            if not whole:
                return content.rstrip(HYPHENS) + JOIN
            self._begun[whole] = None
            return whole
        if half != "HypPart2":
            return content
        begun = whole if whole in self._begun else next(reversed(self._begun), "") if not whole else ""
        if not begun:
            return whole or content
        del self._begun[begun]
        behind = content[len(content.rstrip(_BEHIND)) :]
        return "" if begun.endswith(behind) else GLUE + behind


def _touches(string: Any) -> bool:
    """Whether a sign stands directly behind a word, as a hyphen does and a dash does not."""
    before = string.getprevious()
    try:
        if not any(letter.isalpha() for letter in before.get("CONTENT")[-2:]):
            return False
        gap = float(string.get("HPOS")) - float(before.get("HPOS")) - float(before.get("WIDTH"))
        return gap <= float(string.get("HEIGHT")) / 8
    except (TypeError, ValueError, AttributeError):
        return False
