"""METS with ALTO or PAGE: the articles of an issue from its logical map, each with its pages.

Advertisements, sections and mastheads are documents of their own, and say so in the field ``type``.  An article's text is
that of its areas in their order; a paragraph that runs over columns or pages is one.  Where METS has no map of articles,
the issue is one document.  The page files, and the PDF beside them, are parts of the METS file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from historag_tui.corpus import xml
from historag_tui.corpus.dating import read_date
from historag_tui.corpus.formats.leaves import Columns, Leaves
from historag_tui.corpus.formats.mets_record import Record, Reference, dates_in, label, records, references
from historag_tui.corpus.paths import dates_in_path
from historag_tui.corpus.printed import MARK, beginning, pages, settled
from historag_tui.corpus.sources import SourceFile
from historag_tui.records import Document, NamedDate, Problem, SourceLine
from historag_tui.workspace import CorpusSettings

name = "mets"
roles: Mapping[str, str] = {
    "type": "facet",
    "section": "facet",
    "language": "facet",
    "journal": "facet",
    "author": "facet",
}
_CONTAINERS = frozenset(("NEWSPAPER", "PERIODICAL", "JOURNAL", "SERIAL", "VOLUME", "YEAR", "MONTH", "DAY", "ISSUE", "CONTENT",
    "SUPPLEMENT", "MONOGRAPH", "BOOK"))  # fmt: skip
"""Divs that hold articles."""
_PARTS = frozenset((
    "AUTHOR", "BODY", "BODY_CONTENT", "CAPTION", "CHART", "COLUMN", "FOOTNOTE", "HEADING", "HEADLINE", "ILLUSTRATION", "IMAGE",
    "LINE", "LIST", "MAP", "MOTTO", "OVERLINE", "PAGE", "PARAGRAPH", "PICTURE", "PUBLISHING_STMT", "QUOTE", "SUBHEADLINE",
    "SUBTITLE", "TABLE", "TEXT", "TEXTBLOCK", "TEXTLINE", "TITLE",
))  # fmt: skip
"""Divs that articles are made of; every other is an article, of whatever kind."""
_HEADS = ("HEADING", "TITLE", "HEADLINE")
MASTHEAD = "masthead"
LABEL = "label"


class _Area(NamedTuple):
    """Where some of an article's text stands."""

    file: str
    begin: str
    end: str
    goes_on: bool
    head: bool


def recognises(name: str, head: bytes) -> bool:
    """By its first element."""
    return xml.root_name(head) == "mets"


def claims(file: SourceFile) -> frozenset[str]:
    """The files that it names, and a PDF of its own name."""
    root, _ = xml.tree(file, CorpusSettings(adapter=name))
    if root is None:
        return frozenset()
    stem = file.stem.removesuffix("mets").removesuffix("METS").rstrip("-_.")
    named = {one.name for one in references(root, file).values()} | {file.beside(f"{stem}.pdf") or ""}
    return frozenset(named) - {"", file.name}


def documents(file: SourceFile, settings: CorpusSettings) -> Iterator[Document | Problem]:
    """The articles in the order of the map."""
    root, problems = xml.tree(file, settings)
    yield from problems
    if root is not None:
        yield from _Issue(file, settings, root).documents()


class _Issue:
    """One METS file."""

    def __init__(self, file: SourceFile, settings: CorpusSettings, root: Any) -> None:
        self._file = file
        self._ns = xml.space(root)
        self._records = records(root)
        self._files = references(root, file)
        self._leaves = Leaves(file, settings)
        maps = {(one.get("TYPE") or "").upper(): one for one in reversed(root.findall(f"{self._ns}structMap"))}
        self._logical, self._physical = maps.get("LOGICAL"), maps.get("PHYSICAL")
        self._page_names = self._numbered()
        self._articles = list(self._found(self._logical)) if self._logical is not None else []
        self._label = label(root)
        self._record = self._of_issue()

    def documents(self) -> Iterator[Document | Problem]:
        source = SourceLine(self._file.name)
        missing = [one for one in self._files.values() if one.text and not one.name]
        if missing:
            message = f"{len(missing)} files of text that it names lie elsewhere"
            yield Problem("text missing", message, source, skipped=False)
        articles = self._articles or [(None, [_Area(name, "", "", False, False) for name in self._page_names])]
        masthead = next(
            (text for div, areas in articles if _kind(div) == "TITLE_SECTION" and (text := self._raw(areas))), ""
        )
        dates = self._dates(settled(masthead)[0])
        given = 0
        for div, areas in articles:
            items = list(self._document(div, areas, dates))
            yield from self._leaves.told()
            yield from items
            given += len(items)
        if not given:
            yield Problem("text missing", "none of its pages could be read", source, self._file.name)
        left = self._leaves.left()
        if left and self._articles:
            named = ", ".join(f"{count} on page {self._page_names.get(name, name)}" for name, count in left.items())
            yield Problem("not read", f"blocks of text that belong to no article: {named}", source, skipped=False)

    def _document(self, div: Any, areas: list[_Area], dates: tuple[NamedDate, ...]) -> Iterator[Document]:
        names: list[str] = []
        text, marks = settled(self._raw(areas, names), runs_on=True)
        if not text:
            return
        record = self._of(div) if div is not None else self._record
        title = record.title or ("" if div is None else label(div))
        if not title and div is not None:
            title = " ".join(settled(self._raw([one for one in areas if one.head]))[0].split())
        journal = self._record.title
        first = dates[0].written if dates else self._record.number
        fields = {
            "type": _kind(div),
            "section": self._section(div),
            "journal": journal,
            "issue": ", ".join(filter(None, (journal, first))),
            "number": self._record.number,
            "author": record.author,
            "language": record.language,
        }
        yield Document(
            id=f"{self._file.name}#{div.get('ID') or _place(div)}" if div is not None else self._file.name,
            text=text,
            title=title or beginning(text),
            dates=dates,
            fields={name: value for name, value in fields.items() if value},
            pages=pages(names, marks, len(text)),
            source=SourceLine(self._file.name, div.sourceline or 0 if div is not None else 0),
        )

    def _section(self, div: Any) -> str:
        """What the section is called that an article stands in."""
        around = () if div is None else (one for one in div.iterancestors(f"{self._ns}div") if _kind(one) == "SECTION")
        section = next(iter(around), None)
        return "" if section is None else self._of(section).title or label(section)

    def _raw(self, areas: list[_Area], names: list[str] | None = None) -> str:
        """The text of areas, with a mark where another page begins; the names of those pages are added to ``names``."""
        columns, raw, before = Columns(self._leaves), [], ""
        for area in areas:
            text = columns.area(area.file, area.begin, area.end, area.goes_on)
            if text and names is not None and area.file != before:
                leaf = self._leaves.leaf(area.file)
                names.append(self._page_names.get(area.file) or (leaf.name if leaf else ""))
                raw.append(MARK)
                before = area.file
            raw.append(text)
        return "".join(raw)

    def _found(self, div: Any) -> Iterator[tuple[Any, list[_Area]]]:
        """The articles in and under a div, each with its own areas."""
        own: list[_Area] = []
        nested: list[Any] = []
        self._gather(div, own, nested, False)
        if own:
            yield div, own
        for article in nested:
            yield from self._found(article)

    def _gather(self, div: Any, own: list[_Area], nested: list[Any], head: bool) -> None:
        for child in div:
            tag = xml.local(child.tag)
            if tag == "fptr":
                own.extend(self._areas(child, head))
            elif tag == "div":
                kind = _kind(child)
                if kind in _PARTS:
                    self._gather(child, own, nested, head or kind in _HEADS)
                else:
                    nested.append(child)

    def _areas(self, pointer: Any, head: bool) -> list[_Area]:
        found = list(pointer.iter(f"{self._ns}area")) or [pointer]
        texts = [(area, self._files.get(area.get("FILEID", ""), Reference("", False))) for area in found]
        texts = [(area, file) for area, file in texts if file.text and file.name]
        return [
            _Area(file.name, area.get("BEGIN") or "", area.get("END") or "", place < len(texts), head)
            for place, (area, file) in enumerate(texts, 1)
        ]

    def _numbered(self) -> dict[str, str]:
        """The page files in their order with the number printed on each, as far as the map of pages says it."""
        names: dict[str, str] = {}
        if self._physical is not None:
            for div in self._physical.iter(f"{self._ns}div"):
                for area in (one for pointer in div.findall(f"{self._ns}fptr") for one in self._areas(pointer, False)):
                    names.setdefault(area.file, div.get("ORDERLABEL") or div.get("LABEL") or div.get("ORDER") or "")
        return names or {one.name: "" for one in self._files.values() if one.text and one.name}

    def _of(self, div: Any) -> Record:
        found = [self._records[one] for one in (div.get("DMDID") or "").split() if one in self._records]
        return Record(*(next(filter(None, values), "") for values in zip(*found, strict=True))) if found else Record()

    def _of_issue(self) -> Record:
        """What the divs around the articles say together, else what the file says of itself."""
        around = [
            self._of(div)
            for one in (self._logical, self._physical)
            if one is not None
            for div in one.iter(f"{self._ns}div")
            if _kind(div) in _CONTAINERS
        ]
        record = Record(*(next(filter(None, values), "") for values in zip(Record(), *around, strict=True)))
        return record._replace(title=record.title or self._label)

    def _dates(self, masthead: str) -> tuple[NamedDate, ...]:
        """The day of the issue by every witness there is, the catalogue's first."""
        issued = read_date(self._record.date, "published") if self._record.date else None
        labels = [self._label]
        labels += [label(div) for div in (self._logical.iter(f"{self._ns}div") if self._logical is not None else ())]
        prose = [next(dates_in(" ".join(labels), LABEL), None), next(dates_in(masthead, MASTHEAD), None)]
        return tuple(date for date in (issued, *prose, *dates_in_path(self._file)) if date is not None)


def _kind(div: Any) -> str:
    """What a div is, in capitals."""
    return "" if div is None else (div.get("TYPE") or "").upper()


def _place(div: Any) -> str:
    """A name for a div that has no id: its path from the map down, by number."""
    return ".".join(str(one.getparent().index(one) + 1) for one in reversed([div, *div.iterancestors()][:-2]))
