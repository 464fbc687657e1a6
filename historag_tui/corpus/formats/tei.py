"""TEI P5, with and without its namespace: letters, diaries, journals, speeches, one document for each.

[corpus.fields]
unit = "text"       what becomes a document: "text", "div" (those directly in a text), "u" (speeches) or "file"
keep = "note fw"    elements that are read though they are left out by rule: note, fw, del, …
choice = "edited"   of a choice the editors' form (reg, corr, expan) is read, not the printed one

When no unit is named it is the text: each that stands in a group, else the one of the file; where a file holds speeches
it is the speech.  Files are streamed: of a volume one text is held at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from historag_tui.corpus import xml
from historag_tui.corpus.formats import tei_header
from historag_tui.corpus.formats.tei_header import Header, found
from historag_tui.corpus.formats.tei_text import Reader
from historag_tui.corpus.printed import beginning
from historag_tui.corpus.sources import SourceFile
from historag_tui.errors import SettingsError
from historag_tui.records import Document, NamedDate, Problem, SourceLine
from historag_tui.workspace import CorpusSettings

name = "tei"
roles: Mapping[str, str] = {
    "author": "facet",
    "recipient": "facet",
    "speaker": "facet",
    "type": "facet",
    "language": "facet",
    "journal": "facet",
}
UNITS = ("text", "div", "u", "file")
_ID = "{http://www.w3.org/XML/1998/namespace}id"
_LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"


def recognises(name: str, head: bytes) -> bool:
    """By its first element."""
    return xml.root_name(head) in ("TEI", "teiCorpus", "TEI.2")


def claims(file: SourceFile) -> frozenset[str]:
    """Nothing."""
    return frozenset()


def documents(file: SourceFile, settings: CorpusSettings) -> Iterator[Document | Problem]:
    """The documents of a file in its order.  Raises SettingsError for a unit that there is not."""
    unit = settings.fields.get("unit", "")
    if unit and unit not in UNITS:
        raise SettingsError(f'[corpus.fields] unit = "{unit}" is not known', f"Known are: {', '.join(UNITS)}")
    tags = ["teiCorpus", "teiHeader", "text", "group", "pb", *(["div"] if unit == "div" else [])]
    if unit in ("", "u"):
        tags.append("u")
    units = xml.Units(file, settings, ("start", "end"), tags)
    reading = _Reading(file, settings, unit, units.clear)
    for item in units:
        if isinstance(item, Problem):
            yield item
        else:
            yield from reading.takes(*item)
    if not reading.given:
        yield Problem("empty", "holds no text", SourceLine(file.name), file.name)


class _Text:
    """A text while it is read."""

    def __init__(self, page: str) -> None:
        self.page = page
        self.holds_texts = False
        self.given = 0


class _Reading:
    """One file, element by element."""

    def __init__(self, file: SourceFile, settings: CorpusSettings, unit: str, clear: Callable[[Any], None]) -> None:
        self._file = file
        self._unit = unit
        self._clear = clear
        self._reader = Reader(settings.fields.get("keep", "").split(), settings.fields.get("choice") == "edited")
        self._header = Header()
        self._open: list[_Text] = []
        self._divisions: list[str] = []
        self._several = False
        self._page = ""
        self._pages = 0
        self.given = 0

    def takes(self, event: str, element: Any) -> Iterator[Document | Problem]:
        """What is there to give when an element has begun or ended."""
        tag = xml.local(element.tag)
        if tag == "pb":
            if event == "end":
                self._name_page(element)
        elif event == "start":
            self._begins(tag)
        elif tag == "teiHeader":
            self._header = tei_header.read(element)
        elif tag == "text":
            yield from self._text_ends(element)
        elif tag == "u" and self._open:
            self._open[-1].given += 1
            yield from self._document(element, self._divisions.pop() if self._divisions else "", own=True)
            self._clear(element)
        elif tag == "div" and self._open:
            page = self._divisions.pop()
            if not self._divisions:
                self._open[-1].given += 1
                yield from self._document(element, page, own=True)
                self._clear(element)

    def _begins(self, tag: str) -> None:
        if tag == "text":
            self._open.append(_Text(self._page))
        elif tag == "group":
            self._several = True
            if self._open:
                self._open[-1].holds_texts = True
        elif tag == "teiCorpus":
            self._several = True
        elif tag in ("div", "u") and self._open:
            self._divisions.append(self._page)

    def _name_page(self, element: Any) -> None:
        """A page without a number of its own is counted, in brackets."""
        self._pages += 1
        if not element.get("n"):
            element.set("n", f"[{self._pages}]")
        self._page = element.get("n")

    def _text_ends(self, element: Any) -> Iterator[Document | Problem]:
        text = self._open.pop()
        if self._unit == "file" and self._open:
            return
        if not text.given and (not text.holds_texts or self._unit == "file"):
            yield from self._document(element, text.page, own=False)
        elif self._open:
            self._open[-1].given += text.given
        self._clear(element)

    def _document(self, element: Any, page: str, own: bool) -> Iterator[Document | Problem]:
        """The document that an element holds.

        own:  whether it is a part of its text, with dates of its own that lie within those of the whole.
        """
        several = own or (self._several and self._unit != "file")
        running = self._reader.read(element, page)
        self.given += 1
        identifier = self._file.name
        if several:
            identifier += f"#{element.get(_ID) or element.getparent().get(_ID) or self.given}"
        source = SourceLine(self._file.name, element.sourceline or 0 if several else 0)
        header = self._header
        dates = _dates(self._reader.dateline, header.dates, own)
        if not running.text:
            yield Problem("empty", "the text is empty", source, identifier)
            return
        if not dates and header.unread:
            yield Problem("undated", header.unread, source, identifier, skipped=False)
        title = self._title(element) if several else header.title
        yield Document(
            id=identifier,
            text=running.text,
            title=title or (header.title if own else "") or beginning(running.text),
            dates=dates,
            fields=self._fields(element, several),
            parts=running.parts,
            pages=running.pages,
            source=source,
        )

    def _title(self, element: Any) -> str:
        for path in ("front//titlePart[@type='main']", "front//titlePart", "body/head", "body/div/head", "head"):
            for title in found(element, path):
                if title.get("type") not in ("number", "column") and (text := self._reader.plain(title)):
                    return text
        return ""

    def _fields(self, element: Any, several: bool) -> dict[str, str]:
        fields = dict(self._header.fields)
        if several:
            fields["issue"] = self._header.volume
            authors = [one for one in found(element, "front//persName") if one.get("role") == "author"]
            authors = authors or list(found(element, "front//docAuthor"))
            fields["author"] = "; ".join(dict.fromkeys(map(self._reader.plain, authors))) or fields.get("author", "")
        who = element.get("who", "")
        if who:
            fields["speaker"] = self._header.persons.get(who) or who.rpartition("#")[2]
        fields["type"] = element.get("type", "")
        fields["language"] = fields.get("language") or element.get(_LANGUAGE, "")
        return {name: value for name, value in fields.items() if value}


def _dates(line: Any, of_header: tuple[NamedDate, ...], own: bool) -> tuple[NamedDate, ...]:
    """The header's dates and that of the text's dateline: this first where it makes the other closer."""
    date = tei_header.date_of(line, "dateline")[0] if line is not None else None
    if date is None:
        return of_header
    if own and all(_within(date, other) for other in of_header[:1]):
        return (date, *of_header)
    return (*of_header, date)


def _within(date: NamedDate, other: NamedDate) -> bool:
    if None in (date.first, date.last, other.first, other.last):
        return False
    return str(other.first) <= str(date.first) and str(date.last) <= str(other.last)
