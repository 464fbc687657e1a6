"""hOCR: real pages as the manifest demands them, and each rule on a page made for it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from lxml import etree

from historag_tui.corpus.formats import hocr
from historag_tui.records import PageMark

FILES = (
    "hocr/hocr_chronicling_seq-1.html",
    "hocr/hocr_soft_hyphen_de.html",
    "hocr/hocr_broken_entities_BROKEN.html",
)


def page(inner: str, title: str = "bbox 0 0 1 1; ppageno 7") -> str:
    return f'<html><body><div class="ocr_page" title="{title}">{inner}</div></body></html>'


def line(*words: str, kind: str = "ocr_line") -> str:
    inner = "".join(f'<span class="ocrx_word" title="x">{word}</span>' for word in words)
    return f'<span class="{kind}">{inner}</span>'


@pytest.mark.parametrize("name", FILES)
def test_a_real_file_gives_every_word(manifest: Callable, read_as_form: Callable, name: str) -> None:
    row = manifest(name)
    content = (row.root / name).read_bytes()
    assert hocr.recognises(name, content[:4096])
    root = etree.fromstring(content, etree.HTMLParser(encoding="utf-8"))
    found = root.findall(".//span")
    words = [one for one in found if one.get("class") == "ocrx_word"]
    assert len(words) == row.number("words")
    assert sum(one.get("class") == "ocr_line" for one in found) == row.number("lines")
    text = read_as_form("hocr", row.root, name).only.text
    tokens = sum(len("".join(one.itertext()).split()) for one in words)
    joined = len(re.findall("\u00ad", content.decode("utf-8-sig")))
    assert tokens - 2 * row.number("lines") // 5 <= len(text.split()) <= tokens - min(joined, 8)
    for quoted in row.quoted():
        assert quoted in text or quoted in " ".join(text.split())


def test_soft_hyphens_at_line_ends_are_joined(manifest: Callable, read_as_form: Callable) -> None:
    row = manifest("hocr/hocr_soft_hyphen_de.html")
    document = read_as_form("hocr", row.root, row.name).only
    assert row.number("soft hyphens") == 8
    assert "\u00ad" not in document.text and len(document.text.split()) == row.number("words") - 8
    assert "eng verbunden mit der" in document.text
    assert document.pages == (PageMark(0, "161"),)


def test_pages_of_an_issue_are_numbered_by_their_names_and_know_their_issue(
    manifest: Callable, read_as_form: Callable
) -> None:
    root = manifest("hocr/hocr_chronicling_seq-1.html").root
    for number in (1, 2):
        given = read_as_form("hocr", root, f"hocr/hocr_chronicling_seq-{number}.html")
        assert not given.problems
        assert given.only.pages == (PageMark(0, str(number)),)
        assert given.only.fields == {"issue": "hocr_chronicling", "language": "eng"}


def test_a_broken_file_is_read_and_said(manifest: Callable, read_as_form: Callable) -> None:
    row = manifest("hocr/hocr_broken_entities_BROKEN.html")
    given = read_as_form("hocr", row.root, row.name)
    (problem,) = given.problems
    assert problem.source.line == 149 and not problem.skipped and "ampersands" in problem.message
    assert "dt&HiFi-i" in given.only.text and "3&72" in given.only.text


@pytest.mark.parametrize(
    ("inner", "text"),
    [
        (line("no", "spaces"), "no spaces"),
        (line("wei-") + line("ter und", "fort"), "weiter und fort"),
        ("<p class='ocr_par'>" + line("eins") + "</p><p class='ocr_par'>" + line("zwei") + "</p>", "eins\n\nzwei"),
        ('<span class="ocr_line">ohne <em>Wörter</em></span>', "ohne Wörter"),
        ('<div class="ocr_header"><p class="ocr_par">' + line("innen") + "</p></div>", "innen"),
        (line("Kopf", kind="ocr_header") + line("Text"), "Kopf Text"),
        (line("<strong>fett</strong>er", "caf&eacute;", "A&B"), "fetter café A&B"),
        ("<p class='ocr_par'>" + line("ver\u00ad") + "</p><p class='ocr_par'>" + line("eint") + "</p>", "vereint"),
        ("<p class='ocr_par'>" + line("offen"), "offen"),
    ],
)
def test_lines_and_words(write: Callable, inner: str, text: str) -> None:
    given = write("hocr", page(inner), name="scan.html")
    assert given.only.text == text and given.only.pages == (PageMark(0, "7"),)
    xhtml = f'<?xml version="1.0"?><!DOCTYPE html PUBLIC "x" "http://127.0.0.1:9/x.dtd">{page(inner)}'
    assert write("hocr", xhtml.replace("<html>", '<html xmlns="http://www.w3.org/1999/xhtml">')).only.text == text


def test_several_pages_and_printed_numbers(write: Callable) -> None:
    second = page(line("zwei"), "ppageno 8; lpageno 'iv'").partition("<body>")[2]
    given = write("hocr", page(line("eins")).partition("</body>")[0] + second, name="1848-03-18_seq-3.html").only
    assert given.text == "eins\n\nzwei" and given.pages == (PageMark(0, "7"), PageMark(6, "iv"))
    assert given.fields["issue"] == "1848-03-18" and given.dates[0].first == "1848-03-18"


def test_an_encoding_that_html_declares_is_believed(write: Callable) -> None:
    meta = '<html><head><meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1"></head>'
    content = (meta + page(line("Tür"))[6:]).encode("cp1252")
    given = write("hocr", content)
    assert given.only.text == "Tür" and not given.problems


def test_html_without_words_is_said_and_html_without_ocr_is_not_hocr(write: Callable) -> None:
    assert not hocr.recognises("a.html", b"<html><body><p>Text</p>")
    assert hocr.recognises("a.hocr", b"<html><body><p>Text</p>")
    given = write("hocr", page(""))
    assert not given.documents and [one.kind for one in given.problems] == ["empty"]
