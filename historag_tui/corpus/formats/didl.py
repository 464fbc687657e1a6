"""DIDL, the container of the Dutch Royal Library's newspapers: its article texts, with what it says of each.

The page files that it names are the same text once more; they are read only to find where an article's pages begin, or
where the text of an article is missing.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from historag_tui.corpus import xml
from historag_tui.corpus.dating import read_date
from historag_tui.corpus.formats.leaves import Columns, Leaves
from historag_tui.corpus.paths import dates_in_path
from historag_tui.corpus.printed import MARK, PARAGRAPH, beginning, pages, settled
from historag_tui.corpus.sources import SourceFile
from historag_tui.records import Document, PageMark, Problem, SourceLine
from historag_tui.workspace import CorpusSettings

name = "didl"
roles: Mapping[str, str] = {"type": "facet", "language": "facet", "journal": "facet"}
_KINDS = {"artikel": "ARTICLE", "advertentie": "ADVERTISEMENT", "familiebericht": "FAMILY NOTICE"}
_TWICE = re.compile(r"&(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-fA-F]{1,6});")
_LOOKED_FOR = (6, 4, 3, 2)
"""Words of a page's beginning by which it is looked for in an article, the surest first."""


class _Stretch(NamedTuple):
    """What of an article stands on one page."""

    page: str
    file: str
    blocks: tuple[str, ...]


class _Article(NamedTuple):
    identifier: str
    file: str
    title: str
    kind: str
    stretches: tuple[_Stretch, ...]
    line: int


def recognises(name: str, head: bytes) -> bool:
    """By its first element."""
    return xml.root_name(head) == "DIDL"


def claims(file: SourceFile) -> frozenset[str]:
    """Every file that it names."""
    root, _ = xml.tree(file, CorpusSettings(adapter=name))
    if root is None:
        return frozenset()
    resources = (one for one in root.iter() if xml.local(one.tag) == "Resource")
    return frozenset(_beside(file, one) for one in resources) - {"", file.name}


def documents(file: SourceFile, settings: CorpusSettings) -> Iterator[Document | Problem]:
    """The articles in their order."""
    root, problems = xml.tree(file, settings)
    yield from problems
    if root is None:
        return
    issue, numbers, articles = _contents(root, file)
    if not articles:
        yield Problem("text missing", "names no article", SourceLine(file.name))
    published = read_date(issue.get("date", ""), "published")
    dates = (*([published] if published else []), *dates_in_path(file))
    journal = issue.get("title", "")
    leaves = Leaves(file, settings)
    for article in articles:
        source = SourceLine(file.name, article.line)
        own_title, text = "", ""
        if article.file:
            own_title, text, said = _text(SourceFile(file.root, article.file), settings)
            yield from said
        marks: tuple[PageMark, ...]
        if text:
            marks = tuple(_page_map(text, article.stretches, numbers, leaves))
        else:
            text, marks = _from_pages(article.stretches, numbers, leaves)
        yield from leaves.told()
        if not text:
            yield Problem("text missing", "its text could not be read", source, article.identifier)
            continue
        title = re.sub(r"[-¬]$", "…", own_title or article.title)
        fields = {
            "type": article.kind,
            "journal": journal,
            "issue": ", ".join(filter(None, (journal, issue.get("date", "")))),
            "number": issue.get("issuenumber", ""),
            "language": issue.get("language", ""),
        }
        yield Document(
            id=article.identifier,
            text=text,
            title=title or beginning(text),
            dates=dates,
            fields={name: value for name, value in fields.items() if value},
            pages=marks,
            source=source,
        )


def _contents(root: Any, file: SourceFile) -> tuple[dict[str, str], dict[str, str], list[_Article]]:
    """What is said of the issue, the printed numbers of its pages by their ids, and the articles."""
    ns = xml.space(root)
    issue: dict[str, str] = {}
    numbers: dict[str, str] = {}
    articles: list[_Article] = []
    for item in root.iter(f"{ns}Item"):
        identifier = _attribute(item, "identifier")
        said: dict[str, str] = {}
        stretches: list[_Stretch] = []
        text: str | None = None
        for component in item.iterfind(f"{ns}Component"):
            role = component.findtext(f"{ns}Descriptor/{ns}Statement") or ""
            for resource in component.iterfind(f"{ns}Resource"):
                if role == "ocr":
                    text = _beside(file, resource)
                elif role == "metadata":
                    said = _said(resource)
                elif role == "metadata/zoning":
                    stretches = [
                        _stretch(file, part) for part in resource.iter() if xml.local(part.tag) == "article-part"
                    ]
        if text is not None:
            kind = said.get("subject", "")
            articles.append(
                _Article(
                    f"{file.name}#{identifier or len(articles) + 1}",
                    text,
                    said.get("title", ""),
                    _KINDS.get(kind.lower(), kind.upper()),
                    tuple(stretches),
                    item.sourceline or 0,
                )
            )
        elif "nativePageNumber" in said:
            numbers[identifier] = said["nativePageNumber"]
        elif "date" in said and not issue:
            issue = said
    return issue, numbers, articles


def _said(resource: Any) -> dict[str, str]:
    """A record's elements by their local names, the first of each; languages only where there is one."""
    found: dict[str, str] = {}
    languages = [xml.text_of(one) for one in resource.iter() if xml.local(one.tag) == "language"]
    for element in resource.iter():
        if not len(element):
            found.setdefault(xml.local(element.tag), xml.text_of(element))
    found.pop("language", None)
    return {**found, **({"language": languages[0]} if len(languages) == 1 else {})}


def _stretch(file: SourceFile, part: Any) -> _Stretch:
    blocks = next((one for one in part.iter() if xml.local(one.tag) == "blocks"), None)
    ids = () if blocks is None else tuple(one.get("ID") or "" for one in blocks)
    alto = "" if blocks is None else file.beside(blocks.get("alto") or "") or ""
    return _Stretch(part.get("pageid") or "", alto, ids)


def _text(file: SourceFile, settings: CorpusSettings) -> tuple[str, str, list[Problem]]:
    """Title and text of an article's own file, the title in it; entities that were escaped twice are mended."""
    root, problems = xml.tree(file, settings)
    if root is None:
        return "", "", problems
    title = next((xml.text_of(one) for one in root.iter() if xml.local(one.tag) == "title"), "")
    paragraphs = [xml.text_of(one) for one in root.iter() if xml.local(one.tag) == "p"]
    text, _ = settled(_once(PARAGRAPH.join([title, *paragraphs])))
    return _once(title), text, problems


def _once(text: str) -> str:
    return _TWICE.sub(lambda found: "".join(filter(str.isprintable, html.unescape(found[0]))), text)


def _page_map(
    text: str, stretches: tuple[_Stretch, ...], numbers: Mapping[str, str], leaves: Leaves
) -> Iterator[PageMark]:
    """The pages of an article; where it is not found at which letter a page begins, the pages as a range."""
    names = [numbers.get(one.page) or one.page for one in stretches]
    places = [0]
    for stretch in stretches[1:]:
        raw = "".join(Columns(leaves).area(stretch.file, block, "", False) for block in stretch.blocks)
        words = settled(raw)[0].split()
        found = (text.find(" ".join(words[:count]), places[-1] + 1) for count in _LOOKED_FOR if len(words) >= count)
        place = next((place for place in found if place > 0), -1)
        if place < 0:
            yield PageMark(0, f"{names[0]}–{names[-1]}")
            return
        places.append(place)
    yield from (PageMark(place, name) for place, name in zip(places, names, strict=False))


def _from_pages(
    stretches: tuple[_Stretch, ...], numbers: Mapping[str, str], leaves: Leaves
) -> tuple[str, tuple[PageMark, ...]]:
    """The text of an article that has none of its own, from the pages."""
    columns, raw = Columns(leaves), []
    for stretch in stretches:
        raw.append(MARK)
        raw.extend(columns.area(stretch.file, block, "", False) for block in stretch.blocks)
    text, marks = settled("".join(raw), runs_on=True)
    return text, pages([numbers.get(one.page) or one.page for one in stretches], marks, len(text))


def _beside(file: SourceFile, resource: Any) -> str:
    """The name of the file that a resource lies in; empty when it lies elsewhere."""
    return file.beside(_attribute(resource, "filename") or resource.get("ref") or "") or ""


def _attribute(element: Any, wanted: str) -> str:
    return next((value for key, value in element.items() if xml.local(key) == wanted), "")
