"""PAGE XML, as Transkribus and OCR-D write it: one page a file, as one document.

Regions are read in the ReadingOrder of the file, else in Transkribus's own, else as they stand.  The text of a region is
its own, else that of its lines, else that of their words; of several readings the first by ``@index``.  A page whose
lines were found but not read is said to have no text; it is no document.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from historag_tui.corpus import xml
from historag_tui.corpus.paths import dates_in_path
from historag_tui.corpus.printed import LINE, MARK, PARAGRAPH, pages, settled
from historag_tui.corpus.sources import SourceFile
from historag_tui.records import Document, Problem, SourceLine
from historag_tui.workspace import CorpusSettings

name = "page"
roles: Mapping[str, str] = {}
_PLACE = re.compile(r"readingOrder\s*\{\s*index\s*:\s*(\d+)")
_NUMBER = re.compile(r"\d+|\b[ivxlcdmIVXLCDM]+\b")
_REGIONS = ("TextRegion", "TableCell")


def recognises(name: str, head: bytes) -> bool:
    """By its first element."""
    return xml.root_name(head) == "PcGts"


def claims(file: SourceFile) -> frozenset[str]:
    """Nothing."""
    return frozenset()


def documents(file: SourceFile, settings: CorpusSettings) -> Iterator[Document | Problem]:
    """The one document of a file."""
    root, problems = xml.tree(file, settings)
    yield from problems
    if root is None:
        return
    ns = xml.space(root)
    names: list[str] = []
    raw: list[str] = []
    for page in root.iter(f"{ns}Page"):
        names.append(page_name(page))
        raw.extend((MARK, *(region_text(region) for region in regions(page))))
    text, marks = settled("".join(raw))
    source = SourceLine(file.name)
    if not text:
        lines = sum(1 for _ in root.iter(f"{ns}TextLine"))
        message = f"{lines} lines were found on the page, but none was read" if lines else "the page is empty"
        yield Problem("text missing" if lines else "empty", message, source, file.name)
        return
    yield Document(
        id=file.name,
        text=text,
        title=file.stem.replace("_", " "),
        dates=dates_in_path(file),
        fields={},
        pages=pages(names, marks, len(text)),
        source=source,
    )


def page_name(page: Any) -> str:
    """The number printed on a page, else that in the name of its image, in brackets."""
    for region in page.iter(f"{xml.space(page)}TextRegion"):
        if region.get("type") == "page-number" and (printed := _NUMBER.search(region_text(region))):
            return printed[0]
    image = re.findall(r"\d+", (page.get("imageFilename") or "").rpartition("/")[2].rpartition(".")[0])
    return f"[{int(image[-1])}]" if image else "[1]"


def regions(page: Any) -> list[Any]:
    """The text regions of a page in the order in which they are read."""
    ns = xml.space(page)
    found = list(page.iter(*(ns + one for one in _REGIONS)))
    given = page.find(f"{ns}ReadingOrder")
    ordered = {identifier: place for place, identifier in reversed(list(enumerate(_references(given))))}
    if not ordered:
        return sorted(found, key=lambda region: _place(region, len(found)))
    return sorted(found, key=lambda region: ordered.get(_outermost(region, ordered), len(ordered)))


def region_text(region: Any) -> str:
    """A region with the signs of ``corpus.printed``."""
    ns = xml.space(region)
    nested = region.find(f"{ns}TextRegion") is not None
    own = "" if nested else _equivalent(region)
    if own:
        return own.replace("\n", LINE) + PARAGRAPH
    lines = [
        _equivalent(line) or " ".join(filter(None, map(_equivalent, line.iterfind(f"{ns}Word"))))
        for line in region.iterfind(f"{ns}TextLine")
    ]
    return LINE.join(lines) + PARAGRAPH


def _equivalent(element: Any) -> str:
    """The text that is given for an element: of several readings that with the lowest index."""
    ns = xml.space(element)
    readings = element.findall(f"{ns}TextEquiv")
    if len(readings) > 1:
        readings.sort(key=lambda reading: int(reading.get("index")) if (reading.get("index") or "").isdecimal() else 0)
    for reading in readings:
        text = reading.findtext(f"{ns}Unicode") or reading.findtext(f"{ns}PlainText") or ""
        if text.strip():
            return str(text.strip())
    return ""


def _references(group: Any) -> Iterator[str]:
    """The regions that a reading order names, group within group."""
    if group is None:
        return
    if group.get("regionRef"):
        yield group.get("regionRef")
    inner = list(group)
    if all((one.get("index") or "").isdecimal() for one in inner):
        inner.sort(key=lambda one: int(one.get("index")))
    for one in inner:
        yield from _references(one)


def _outermost(region: Any, ordered: Mapping[str, int]) -> str:
    """The region itself, or the one around it, that the reading order names."""
    while region is not None and region.get("id") not in ordered:
        region = region.getparent()
    return "" if region is None else str(region.get("id"))


def _place(region: Any, otherwise: int) -> int:
    found = _PLACE.search(region.get("custom") or "")
    return int(found[1]) if found else otherwise
