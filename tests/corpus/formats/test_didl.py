"""DIDL: a real issue as the manifest demands it, and each rule on an issue made for it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from historag_tui.corpus.formats import didl
from historag_tui.corpus.sources import SourceFile
from historag_tui.records import PageMark

GRONINGEN = "mets-alto/kb_groningen_1813-11-16"


def test_an_issue_is_its_article_texts_and_nothing_twice(manifest: Callable, read_as_form: Callable) -> None:
    row = manifest(GRONINGEN)
    name = f"{GRONINGEN}/didl.xml"
    assert didl.recognises(name, (row.root / name).read_bytes()[:4096])
    given = read_as_form("didl", row.root, name)
    assert not given.problems
    assert len(given.documents) == row.number("article documents") == 4
    assert {one.dates[0].first for one in given.documents} == {"1813-11-16"}
    assert [one.title for one in given.documents] == [
        "De Notaris HARM JAN VAN BOLHUIS, refide…",
        "EXTRA VERKOOPING.",
        "NB In de Zetting van het Ruggen Brood en dot…",
        "Advertentie",
    ]
    assert [one.fields["type"] for one in given.documents] == ["ARTICLE", "ARTICLE", "ARTICLE", "ADVERTISEMENT"]
    assert "refiderende" in given.documents[0].text and "&quot;" not in given.documents[0].text
    assert "\n" not in given.documents[3].text and len(given.documents[3].text) < 100
    files = {path.relative_to(row.root).as_posix() for path in (row.root / GRONINGEN).iterdir()}
    assert files - didl.claims(SourceFile(row.root, name)) == {name}


def test_an_article_over_two_pages_has_both(manifest: Callable, read_as_form: Callable) -> None:
    row = manifest(GRONINGEN)
    article = read_as_form("didl", row.root, f"{GRONINGEN}/didl.xml").documents[1]
    first, second = article.pages
    assert (first, second.page) == (PageMark(0, "1"), "2")
    assert article.text[second.offset :].startswith("V Op MAANDAG den 22 November 1813, zal by de ASSOCIATIE")


def container(*articles: str) -> str:
    spaces = 'xmlns:d="urn:mpeg:mpeg21:2002:02-DIDL-NS" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:x="urn:x"'
    pages = "".join(
        f'<d:Item dc:identifier="p{number}">{record(f"<x:nativePageNumber>{number + 40}</x:nativePageNumber>")}</d:Item>'
        for number in (1, 2)
    )
    issue = record("<dc:title>Courant</dc:title><dc:date>1848-03-18</dc:date><dc:language>nl</dc:language>")
    return f"<d:DIDL {spaces}><d:Item>{issue}{pages}{''.join(articles)}</d:Item></d:DIDL>"


def component(role: str, resource: str) -> str:
    return f"<d:Component><d:Descriptor><d:Statement>{role}</d:Statement></d:Descriptor>{resource}</d:Component>"


def record(inner: str) -> str:
    return component("metadata", f"<d:Resource><x:dcx>{inner}</x:dcx></d:Resource>")


def article(name: str = "a.xml", title: str = "", blocks: str = "") -> str:
    parts = [component("ocr", f'<d:Resource x:filename="{name}"/>')]
    parts += [record(f"<dc:title>{title}</dc:title>")] if title else []
    parts += [component("metadata/zoning", f"<d:Resource>{blocks}</d:Resource>")] if blocks else []
    return f'<d:Item dc:identifier="a1">{"".join(parts)}</d:Item>'


def part(number: int) -> str:
    block = f'<x:blocks alto="{number}.xml"><x:TextBlock ID="B"/></x:blocks>'
    return f'<x:article-part pageid="p{number}">{block}</x:article-part>'


@pytest.fixture
def alto(tmp_path: Path) -> Path:
    for number, words in ((1, "eerste pagina"), (2, "de tweede pagina begint")):
        strings = "".join(f'<String CONTENT="{word}"/>' for word in words.split())
        (tmp_path / f"{number}.xml").write_text(
            f'<alto><Layout><Page><TextBlock ID="B"><TextLine>{strings}</TextLine></TextBlock></Page></Layout></alto>'
        )
    return tmp_path


@pytest.mark.parametrize(
    ("text", "pages"),
    [
        ("eerste pagina en de tweede pagina begint", (PageMark(0, "41"), PageMark(17, "42"))),
        ("eerste pagina, heel anders gelezen", (PageMark(0, "41–42"),)),
    ],
)
def test_a_page_is_found_by_its_first_words_or_the_pages_are_a_range(
    alto: Path, write: Callable, text: str, pages: tuple[PageMark, ...]
) -> None:
    (alto / "a.xml").write_text(f"<text><title/><p>{text}</p></text>")
    given = write("didl", container(article(blocks=part(1) + part(2)))).only
    assert given.pages == pages and given.id == "file.xml#a1"
    assert given.title == f"[untitled] {text}"
    assert given.fields == {"journal": "Courant", "issue": "Courant, 1848-03-18", "language": "nl"}


def test_entities_escaped_twice_are_mended_and_the_heading_is_in_the_text(alto: Path, write: Callable) -> None:
    (alto / "a.xml").write_text(
        "<text><title>A &amp;amp; B</title><p>zei &amp;quot;ja&amp;quot; &amp; &amp;#1;nee</p></text>"
    )
    given = write("didl", container(article(title="Anders"))).only
    assert (given.title, given.text) == ("A & B", 'A & B\n\nzei "ja" & nee')


def test_a_missing_text_is_taken_from_the_pages_and_else_said(alto: Path, write: Callable) -> None:
    given = write("didl", container(article(blocks=part(1) + part(2))))
    assert given.only.text == "eerste pagina de tweede pagina begint"
    assert given.only.pages == (PageMark(0, "41"), PageMark(14, "42"))
    assert [one.source.file for one in given.problems] == ["a.xml"]
    assert [one.message for one in write("didl", container()).problems] == ["names no article"]
    given = write("didl", container(article(name="http://elsewhere/a.xml")))
    assert not given.documents and given.problems[-1].kind == "text missing"
