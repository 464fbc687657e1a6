"""ALTO of every version: real pages as the manifest demands them, and each rule on a page made for it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from lxml import etree

from historag_tui.corpus.formats import alto
from historag_tui.records import PageMark

FILES = (
    "alto/alto_v2_two_pages_danish_1795.xml",
    "alto/alto_ccs_hyphen.xml",
    "alto/alto_v2_prefixed_BOM.xml",
    "alto/alto_v4_transkribus_no_SP.xml",
    "alto/alto_v2_truncated_BROKEN.xml",
    "alto/alto_v2_kant_1784_p484.xml",
)


def page(lines: str, attributes: str = 'PHYSICAL_IMG_NR="7"', ns: str = "") -> str:
    return f"<alto {ns}><Layout><Page {attributes}><PrintSpace>{lines}</PrintSpace></Page></Layout></alto>"


def block(*lines: str, attributes: str = "") -> str:
    return f"<TextBlock {attributes}>{''.join(f'<TextLine>{line}</TextLine>' for line in lines)}</TextBlock>"


def words(text: str, behind: str = "") -> str:
    return "<SP/>".join(f'<String CONTENT="{word}"/>' for word in text.split()) + behind


@pytest.mark.parametrize("name", FILES)
def test_a_real_file_gives_every_word_once(manifest: Callable, read_as_form: Callable, name: str) -> None:
    row = manifest(name)
    assert alto.recognises(name, (row.root / name).read_bytes()[:4096])
    given = read_as_form("alto", row.root, name)
    root = etree.parse(row.root / name, etree.XMLParser(recover=True)).getroot()
    strings = list(root.iter("{*}String"))
    demanded = re.search(r"(\d+) (?:words|String elements)", row.demand)
    assert demanded and len(strings) == int(demanded[1])
    # A token for each word that is no second half; what is broken without a word of the file on it is joined as well.
    halves = sum(string.get("SUBS_TYPE") == "HypPart2" for string in strings)
    doubled = sum(
        string.get("SUBS_TYPE")
        == "HypPart1"
        == (string.getprevious() is not None and string.getprevious().get("SUBS_TYPE"))
        for string in strings
    )
    contents = [string.get("CONTENT") for string in strings]
    inside = sum(len(content.split()) - 1 for content in contents)
    lines = len(list(root.iter("{*}TextLine")))
    most = len(strings) - halves - doubled + inside
    assert most - 3 * lines // 5 <= len(given.only.text.split()) <= most
    for quoted in row.quoted():
        assert " ".join(quoted.split()) in " ".join(given.only.text.split())
    for number, what in re.findall(r"(\d+) (pages?|blocks|lines)", row.demand):
        counted = {"page": "Page", "pages": "Page", "blocks": "TextBlock", "lines": "TextLine"}[what]
        assert len(list(root.iter(f"{{*}}{counted}"))) == int(number)
        if counted == "Page":
            assert len(given.only.pages) == int(number)


def test_the_words_of_a_real_page_are_as_many_as_its_own_reader_counted(
    manifest: Callable, read_as_form: Callable
) -> None:
    row = manifest("alto/alto_ccs_hyphen.xml")
    counted = int(re.search(rb"Word Count:(\d+)", (row.root / row.name).read_bytes())[1])
    assert len(read_as_form("alto", row.root, row.name).only.text.split()) == counted == 5241


def test_a_page_of_kant_keeps_its_letters_and_joins_its_words(manifest: Callable, read_as_form: Callable) -> None:
    row = manifest("alto/alto_v2_kant_1784_p484.xml")
    text = read_as_form("alto", row.root, row.name).only.text
    assert text.count("ſ") == 41 and "ſchaͤdlich" in text
    assert text.endswith("Stan-") and text.count("-") == 1
    assert "Aufklaͤrung" in text and "Aufklaͤ-" not in text


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        ((words("ein"), words("Wort")), "ein Wort"),
        (('<String CONTENT="no"/><String CONTENT="spaces"/>',), "no spaces"),
        ((words("nonpa", '<HYP CONTENT="-"/>'), words("reil type")), "nonpareil type"),
        ((words("GEMEIN", '<HYP CONTENT="-"/>'), words("DE Wien")), "GEMEINDE Wien"),
        ((words("Haupt-"), words("und Staatsactionen")), "Haupt- und Staatsactionen"),
        ((words("Groß-"), words("Berlin")), "Groß- Berlin"),
        ((words("Frei⸗"), words("heit")), "Freiheit"),
        ((words("ver­"), words("Bunden")), "verBunden"),
        ((words("wieder¬"), words("holt")), "wiederholt"),
        ((words("1848-"), words("und")), "1848- und"),
        (
            (
                '<String CONTENT="To" SUBS_TYPE="HypPart1" SUBS_CONTENT="Toledo,"/><HYP CONTENT="-"/>',
                '<String CONTENT="ledo," SUBS_TYPE="HypPart2" SUBS_CONTENT="Toledo,"/><SP/><String CONTENT="Ohio"/>',
            ),
            "Toledo, Ohio",
        ),
        (
            (
                '<String CONTENT="Zuk" SUBS_TYPE="HypPart1" SUBS_CONTENT="Zucker"/>',
                '<String CONTENT="ker." SUBS_TYPE="HypPart2" SUBS_CONTENT="Zucker"/><String CONTENT="Und"/>',
            ),
            "Zucker. Und",
        ),
        (
            (
                '<String CONTENT="vien¬" SUBS_TYPE="HypPart1" SUBS_CONTENT="vientos"/>',
                '<String CONTENT="tos" SUBS_TYPE="HypPart2" SUBS_CONTENT=""/>',
            ),
            "vientos",
        ),
        (
            (
                '<String CONTENT="En" SUBS_TYPE="HypPart1" SUBS_CONTENT="Encyclo"/>'
                '<String CONTENT="En" SUBS_TYPE="HypPart1" SUBS_CONTENT="Encycle"/><HYP CONTENT="-"/>',
                '<String CONTENT="cycle" SUBS_TYPE="HypPart2" SUBS_CONTENT="Encycle"/>',
            ),
            "Encyclo",
        ),
        (
            ('<String CONTENT="nur" SUBS_TYPE="HypPart1"/>', '<String CONTENT="Half" SUBS_TYPE="HypPart2"/>'),
            "nurHalf",
        ),
        (('<String CONTENT="tail" SUBS_TYPE="HypPart2" SUBS_CONTENT="entail"/>',), "entail"),
    ],
)
def test_words_broken_at_the_end_of_a_line_come_once(write: Callable, lines: tuple[str, ...], text: str) -> None:
    assert write("alto", page(block(*lines))).only.text == text


def test_a_hyphen_apart_is_a_hyphen_where_it_touches_and_else_a_dash(write: Callable) -> None:
    def line(hpos: int) -> str:
        return (
            '<String HPOS="10" WIDTH="48" HEIGHT="30" CONTENT="Be"/>'
            f'<String HPOS="{hpos}" WIDTH="12" HEIGHT="30" CONTENT="-"/>'
        )

    assert write("alto", page(block(line(58), words("ruf")))).only.text == "Beruf"
    assert write("alto", page(block(line(80), words("ruf")))).only.text == "Be - ruf"


def test_a_word_broken_by_the_end_of_a_page_is_whole_and_both_pages_are_marked(write: Callable) -> None:
    first = block('<String CONTENT="To" SUBS_TYPE="HypPart1" SUBS_CONTENT="Toledo"/>')
    second = block('<String CONTENT="ledo" SUBS_TYPE="HypPart2" SUBS_CONTENT="Toledo"/><String CONTENT="Ohio"/>')
    content = page(first).replace(
        "</Layout>", f'<Page PRINTED_IMG_NR="iv" PHYSICAL_IMG_NR="8">{second}</Page></Layout>'
    )
    given = write("alto", content).only
    assert given.text == "Toledo\n\nOhio"
    assert given.pages == (PageMark(0, "7"), PageMark(8, "iv"))


def test_blocks_are_read_in_the_order_that_the_file_gives(write: Callable) -> None:
    one, two = block(words("first"), attributes='ID="a"'), block(words("second"), attributes='ID="b"')
    assert write("alto", page(two + one)).only.text == "second\n\nfirst"
    chained = two + one.replace('ID="a"', 'ID="a" IDNEXT="b"')
    assert write("alto", page(chained)).only.text == "first\n\nsecond"
    circle = two.replace('ID="b"', 'ID="b" IDNEXT="a"') + one.replace('ID="a"', 'ID="a" IDNEXT="b"')
    assert write("alto", page(circle)).only.text == "second\n\nfirst"
    order = '<ReadingOrder><OrderedGroup><ElementRef REF="a"/><ElementRef REF="b"/></OrderedGroup></ReadingOrder>'
    assert write("alto", page(two + one).replace("<Layout>", f"{order}<Layout>")).only.text == "first\n\nsecond"


@pytest.mark.parametrize(
    "ns", ["", 'xmlns="http://www.loc.gov/standards/alto/ns-v3#"', 'xmlns="http://schema.ccs-gmbh.com/ALTO"']
)
def test_any_namespace_or_none_is_read(write: Callable, ns: str) -> None:
    given = write("alto", page(block(words("Ein Text"), attributes='LANG="de"'), ns=ns), name="1848-03-18_p1.xml").only
    assert (given.id, given.title, given.text) == ("1848-03-18_p1.xml", "1848-03-18 p1", "Ein Text")
    assert given.fields == {"language": "de"} and given.pages == (PageMark(0, "7"),)
    assert [(date.name, date.first) for date in given.dates] == [("file name", "1848-03-18")]


def test_a_page_without_words_is_said_to_be_empty(write: Callable) -> None:
    given = write("alto", page(""))
    assert not given.documents
    assert [(one.kind, one.message) for one in given.problems] == [("empty", "holds no text")]


def test_a_file_cut_off_is_named_with_its_line_and_read_as_far_as_it_goes(
    manifest: Callable, write: Callable, read_as_form: Callable
) -> None:
    row = manifest("alto/alto_v2_truncated_BROKEN.xml")
    whole = (row.root / row.name).read_bytes()
    given = write("alto", whole[: len(whole) // 2])
    (problem,) = given.problems
    assert problem.kind == "unreadable" and not problem.skipped and "not well formed" in problem.message
    assert problem.source.line == whole[: len(whole) // 2].count(b"\n") + 1
    assert read_as_form("alto", row.root, row.name).only.text.startswith(given.only.text[:5000])
