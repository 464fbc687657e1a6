"""PAGE XML: real pages as the manifest demands them, and each rule on a page made for it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

import pytest
from lxml import etree

from historag_tui.corpus.formats import page
from historag_tui.records import PageMark

KANT = "page/page_kant_1784_p484.xml"
FIRST, SECOND = 'index="0"', 'index="1"'


def form(inner: str, ns: str = "", image: str = "scans/b_0020.tif") -> str:
    return f'<PcGts {ns}><Page imageFilename="{image}">{inner}</Page></PcGts>'


def region(identifier: str, *lines: str, text: str = "", more: str = "") -> str:
    read = "".join(f"<TextLine>{equivalent(line)}</TextLine>" for line in lines)
    return f'<TextRegion id="{identifier}" {more}>{read}{equivalent(text) if text else ""}</TextRegion>'


def equivalent(text: str, index: str = "") -> str:
    return f"<TextEquiv {index}><Unicode>{text}</Unicode></TextEquiv>"


def normalised(text: str) -> str:
    """NFC, with single spaces, none before a sign that closes or behind one that opens."""
    return re.sub(r" (?=[;,.!?:)])|(?<=\() ", "", " ".join(unicodedata.normalize("NFC", text).split()))


def test_a_page_of_kant_is_the_same_text_as_in_alto(manifest: Callable, read_as_form: Callable) -> None:
    row = manifest(KANT)
    assert page.recognises(KANT, (row.root / KANT).read_bytes()[:4096])
    one = read_as_form("page", row.root, KANT).only
    other = read_as_form("alto", row.root, "alto/alto_v2_kant_1784_p484.xml").only
    assert normalised(one.text) == normalised(other.text)
    assert row.quoted()[0] in one.text and "ſchaͤdlich" in one.text and one.text.count("ſ") == 41
    assert "Aufklaͤrung hinderlich" in one.text and one.text.endswith("Stan-") and one.text.count("-") == 1
    assert one.pages == (PageMark(0, "484"),)
    root = etree.parse(row.root / KANT).getroot()
    for what, tag in (("regions", "TextRegion"), ("lines", "TextLine"), ("words", "Word")):
        assert len(list(root.iter(f"{{*}}{tag}"))) == row.number(what)


@pytest.mark.parametrize(
    ("name", "kind", "message"),
    [
        ("page/page_no_text_kraken.xml", "text missing", "30 lines were found on the page, but none was read"),
        ("page/page_empty.xml", "empty", "the page is empty"),
    ],
)
def test_a_page_without_text_is_no_document_and_is_said(
    manifest: Callable, read_as_form: Callable, name: str, kind: str, message: str
) -> None:
    row = manifest(name)
    given = read_as_form("page", row.root, name)
    assert not given.documents
    assert [(one.kind, one.message, one.skipped) for one in given.problems] == [(kind, message, True)]
    assert kind == "empty" or str(row.number("lines")) in message


@pytest.mark.parametrize(
    ("inner", "text"),
    [
        (region("a", "Ver-", "stand und", "Sinn"), "Verstand und Sinn"),
        (region("a", "alt", text="neu\nund gut"), "neu und gut"),
        (region("a", "aus der Zeile") + region("b", text=" "), "aus der Zeile"),
        (
            '<TextRegion id="a"><TextLine><Word><TextEquiv><Unicode>zwei</Unicode></TextEquiv></Word>'
            "<Word><TextEquiv><Unicode>Worte</Unicode></TextEquiv></Word></TextLine></TextRegion>",
            "zwei Worte",
        ),
        (
            f'<TextRegion id="a">{equivalent("zweite", SECOND)}{equivalent("erste", FIRST)}</TextRegion>',
            "erste",
        ),
        (region("a", "zwei") + region("b", "eins"), "zwei\n\neins"),
        (
            '<ReadingOrder><OrderedGroup id="g"><RegionRefIndexed index="1" regionRef="a"/>'
            '<RegionRefIndexed index="0" regionRef="b"/></OrderedGroup></ReadingOrder>'
            + region("a", "zwei")
            + region("b", "eins")
            + region("c", "ohne Platz"),
            "eins\n\nzwei\n\nohne Platz",
        ),
        (
            '<ReadingOrder><OrderedGroup id="g"><UnorderedGroupIndexed index="1"><RegionRef regionRef="a"/>'
            '</UnorderedGroupIndexed><RegionRefIndexed index="0" regionRef="b"/></OrderedGroup></ReadingOrder>'
            + region("a", "zwei")
            + region("b", "eins"),
            "eins\n\nzwei",
        ),
        (
            region("a", "zwei", more='custom="readingOrder {index:1;}"')
            + region("b", "eins", more='custom="structure {type:heading;} readingOrder {index:0;}"'),
            "eins\n\nzwei",
        ),
        (
            f'<TextRegion id="a"><TextLine>{equivalent("außen")}</TextLine>{region("b", "innen")}'
            f"{equivalent('außen innen')}</TextRegion>",
            "außen\n\ninnen",
        ),
        (
            '<TableRegion id="t"><TableCell id="c1"><TextLine><TextEquiv><Unicode>Zelle</Unicode></TextEquiv>'
            "</TextLine></TableCell></TableRegion>",
            "Zelle",
        ),
    ],
)
def test_regions_come_in_their_order_with_their_best_text(write: Callable, inner: str, text: str) -> None:
    given = write("page", form(inner)).only
    assert given.text == text and given.pages == (PageMark(0, "[20]"),)
    spaced = form(inner, 'xmlns="http://schema.primaresearch.org/PAGE/gts/pagecontent/2013-07-15"')
    assert write("page", spaced).only.text == text
