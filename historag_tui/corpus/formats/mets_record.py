"""What a METS file says of an issue and its articles, and which files it names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.parse import unquote

from historag_tui.corpus import xml
from historag_tui.corpus.dating import read_date
from historag_tui.corpus.sources import SourceFile
from historag_tui.records import NamedDate

_HREF = "{http://www.w3.org/1999/xlink}href"
_PLACEHOLDER = re.compile(r"PLACEHOLDER|^\W*$")
_ISSUED = ("dateIssued", "dateCreated", "dateCaptured", "date")
_IN_PROSE = re.compile(
    r"(?:[^\W\d]+,?\s+)?\d{1,2}\.?(?:er|ten|th|st|nd|rd)?\s+[^\W\d]+\.?,?\s+1?[0-9]{3,4}|1[0-9]{3}-\d\d-\d\d"
)


class Record(NamedTuple):
    """Descriptive metadata of an issue or an article; empty where the file says nothing."""

    title: str = ""
    author: str = ""
    language: str = ""
    date: str = ""
    number: str = ""


class Reference(NamedTuple):
    """A file that METS names."""

    name: str
    """As the corpus names it; empty for what lies elsewhere."""
    text: bool
    """Whether it may hold a page's text."""


def records(root: Any) -> dict[str, Record]:
    """The records by the id with which divs refer to them."""
    return {section.get("ID", ""): _record(section) for section in root.iter(f"{xml.space(root)}dmdSec")}


def references(root: Any, file: SourceFile) -> dict[str, Reference]:
    """The files by the id with which areas refer to them."""
    ns = xml.space(root)
    found = {}
    for entry in root.iter(f"{ns}file"):
        location = entry.find(f"{ns}FLocat")
        if location is None:
            continue
        href = unquote(re.sub(r"^file:(//)?(?=\.{0,2}/|[^/])", "", location.get(_HREF) or location.get("href") or ""))
        kind = (entry.get("MIMETYPE") or "").lower()
        text = "xml" in kind or (not kind and href.lower().endswith(".xml"))
        found[entry.get("ID", "")] = Reference(file.beside(href) or "", text) if href else Reference("", text)
    return found


def label(element: Any) -> str:
    """The label of a div, when it is one."""
    text = " ".join((element.get("LABEL") or "").split())
    return "" if _PLACEHOLDER.search(text) else text


def dates_in(text: str, name: str) -> Iterator[NamedDate]:
    """The days that a masthead or a label gives in its own words; what is not understood is no date."""
    for found in _IN_PROSE.finditer(text):
        date = read_date(found[0], name)
        date = date or read_date(found[0].partition(" ")[2], name)
        if date is not None and date.first == date.last:
            yield date


def _record(section: Any) -> Record:
    titles: list[str] = []
    authors: list[str] = []
    languages: list[str] = []
    dates: dict[str, str] = {}
    number = ""
    for element in section.iter():
        name = xml.local(element.tag)
        if name == "titleInfo":
            if element.get("type") not in ("alternative", "uniform", "abbreviated"):
                parts = [xml.text_of(one) for one in element if xml.local(one.tag) in ("nonSort", "title", "subTitle")]
                titles.append(" ".join(filter(None, parts)))
        elif name == "title" and xml.local(element.getparent().tag) != "titleInfo":
            titles.append(xml.text_of(element))
        elif name == "name":
            authors.append(" ".join(xml.text_of(one) for one in element if xml.local(one.tag) == "namePart"))
        elif name == "creator":
            authors.append(xml.text_of(element))
        elif name in ("languageTerm", "language") and not len(element):
            languages.append(xml.text_of(element))
        elif name in _ISSUED:
            dates.setdefault(name, xml.text_of(element))
        elif name in ("partNumber", "number"):
            number = number or xml.text_of(element)
    return Record(
        " ".join(filter(None, titles)),
        "; ".join(filter(None, authors)),
        languages[0] if len(set(languages)) == 1 else "",
        next((dates[name] for name in _ISSUED if dates.get(name)), ""),
        number,
    )
