"""METS with its pages: real issues as the manifest demands them, and each rule on an issue made for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from lxml import etree

from historag_tui.corpus.formats import mets
from historag_tui.corpus.sources import SourceFile
from historag_tui.records import PageMark

LUXZEIT = "mets-alto/luxzeit_1858-12-07"
BLB = "mets-alto/blb_1845-12-28"
LINK = 'xmlns:xlink="http://www.w3.org/1999/xlink"'


def metadata(root: Path, folder: str) -> str:
    (found,) = [*(root / folder).glob("*mets.xml"), *(root / folder).glob("*METS.xml")]
    return f"{folder}/{found.name}"


def test_an_issue_becomes_articles_with_title_page_and_offsets(manifest: Callable, read_as_form: Callable) -> None:
    row = manifest(LUXZEIT)
    name = metadata(row.root, LUXZEIT)
    given = read_as_form("mets", row.root, name)
    assert not given.problems
    kinds = Counter(document.fields["type"] for document in given.documents)
    assert (kinds["ARTICLE"], kinds["ADVERTISEMENT"]) == (row.number("ARTICLE"), row.number("ADVERTISEMENT")) == (12, 5)
    # Of the four sections one has no words of its own beside its advertisements; it is named in their field.
    assert kinds["SECTION"] == 3 and kinds["TITLE_SECTION"] == 1
    assert len({one.fields.get("section", "") for one in given.documents} - {""}) == row.number("SECTION")
    masthead = given.documents[0]
    assert masthead.text.startswith(row.quoted()[0])
    by_title = {one.title: one for one in given.documents}
    running = by_title["Kölnische Zeitung."]
    assert running.pages == (PageMark(0, "1"), PageMark(670, "2"))
    assert running.text[:670].endswith("Bereits hat für die ") and running.text[670:].startswith("Dappenthal")
    feuilleton = by_title["FEUILLETON. Suez et Marseille."]
    assert feuilleton.fields["author"] == "Barthélémy" and feuilleton.fields["language"] == "fr"
    assert [page.page for page in feuilleton.pages] == ["1", "2"]
    assert {page.page for one in given.documents for page in one.pages} == {"1", "2", "3", "4"}


def test_an_issue_has_its_day_by_every_witness(manifest: Callable, read_as_form: Callable) -> None:
    row = manifest(LUXZEIT)
    dates = read_as_form("mets", row.root, metadata(row.root, LUXZEIT)).documents[5].dates
    assert [date.name for date in dates] == ["published", "label", "masthead", "file name", "folder name"]
    assert {(date.first, date.last) for date in dates} == {("1858-12-07", "1858-12-07")}
    assert dates[2].written == "Dinstag, 7. Dezember 1858"


def test_every_word_of_the_pages_is_in_one_article_and_no_broken_one_is_in_two_pieces(
    manifest: Callable, read_as_form: Callable
) -> None:
    row = manifest(LUXZEIT)
    given = read_as_form("mets", row.root, metadata(row.root, LUXZEIT))
    strings = [
        one for page in (row.root / LUXZEIT / "text").glob("*.xml") for one in etree.parse(page).iter("{*}String")
    ]
    wholes = [one for one in strings if one.get("SUBS_TYPE") != "HypPart2"]
    text = " ".join(document.text for document in given.documents)
    broken = len(strings) - len(wholes)
    assert broken == 109 and len(wholes) - broken <= len(text.split()) <= len(wholes)
    for half in strings:
        if half.get("SUBS_TYPE") == "HypPart1":
            assert half.get("SUBS_CONTENT") in text


def test_an_issue_without_a_date_in_it_has_that_of_its_names(manifest: Callable, read_as_form: Callable) -> None:
    row = manifest(BLB)
    given = read_as_form("mets", row.root, metadata(row.root, BLB))
    assert len(given.documents) == row.number("Article divs") == 2
    first = given.documents[0]
    assert first.text.startswith(row.quoted()[0]) and first.title.startswith(row.quoted()[0])
    assert [(date.name, date.first) for date in first.dates] == [
        ("file name", "1845-12-28"),
        ("folder name", "1845-12-28"),
    ]
    assert first.fields["type"] == "ARTICLE"
    assert [page.page for page in first.pages] == ["1", "2", "3", "4", "5"]


@pytest.mark.parametrize("folder", [LUXZEIT, BLB])
def test_the_pages_and_the_pdf_beside_are_parts_of_the_issue(manifest: Callable, folder: str) -> None:
    row = manifest(folder)
    name = metadata(row.root, folder)
    assert mets.recognises(name, (row.root / name).read_bytes()[:4096])
    claimed = mets.claims(SourceFile(row.root, name))
    others = {path.relative_to(row.root).as_posix() for path in (row.root / folder).rglob("*") if path.is_file()}
    assert others - claimed == {name}


def page(number: int, *blocks: str) -> str:
    inner = "".join(
        f'<TextBlock ID="B{number}{place}"><TextLine>{"".join(f"""<String CONTENT="{word}"/>""" for word in block.split())}'
        "</TextLine></TextBlock>"
        for place, block in enumerate(blocks)
    )
    return f'<alto><Layout><Page PHYSICAL_IMG_NR="{number}"><PrintSpace ID="S{number}">{inner}</PrintSpace></Page></Layout></alto>'


def area(number: int, begin: str = "", end: str = "") -> str:
    return f'<area FILEID="F{number}" {f"""BETYPE="IDREF" BEGIN="{begin}" """ if begin else ""}{f"""END="{end}" """ if end else ""}/>'


def issue(logical: str, physical: str = "", records: str = "", files: str = "", attributes: str = "") -> str:
    named = files or "".join(
        f'<file ID="F{number}" MIMETYPE="text/xml"><FLocat xlink:href="file://./alto/{number}.xml"/></file>'
        for number in (1, 2)
    )
    maps = (f'<structMap TYPE="LOGICAL">{logical}</structMap>' if logical else "") + (
        f'<structMap TYPE="PHYSICAL">{physical}</structMap>' if physical else ""
    )
    return f"<mets {LINK} {attributes}>{records}<fileSec><fileGrp>{named}</fileGrp></fileSec>{maps}</mets>"


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    (tmp_path / "alto").mkdir()
    (tmp_path / "alto" / "1.xml").write_text(page(1, "Titel", "Anfang des gebro-", "Anzeige"))
    (tmp_path / "alto" / "2.xml").write_text(page(2, "chenen Satzes", "Rest"))
    return tmp_path


def test_a_paragraph_that_runs_over_a_page_is_one_and_has_both_pages(pages: Path, write: Callable) -> None:
    article = (
        f'<div TYPE="ARTICLE" ID="A"><div TYPE="HEADING"><fptr>{area(1, "B10")}</fptr></div><div TYPE="BODY"><div TYPE="TEXT">'
        f"<fptr><seg/><seq>{area(1, 'B11')}{area(2, 'B20')}</seq></fptr></div></div></div>"
        f'<div TYPE="ADVERTISEMENT" LABEL="Werbung"><fptr>{area(1, "B12")}</fptr></div>'
    )
    physical = "".join(
        f'<div TYPE="PAGE" ORDERLABEL="{name}"><fptr>{area(number)}</fptr></div>'
        for number, name in ((1, "iv"), (2, "v"))
    )
    given = write("mets", issue(f'<div TYPE="ISSUE">{article}</div>', physical), name="1848-03-18.xml")
    one, other = given.documents
    assert (one.id, one.title, one.text) == ("1848-03-18.xml#A", "Titel", "Titel\n\nAnfang des gebrochenen Satzes")
    assert one.pages == (PageMark(0, "iv"), PageMark(one.text.index("chenen"), "v"))
    assert (other.id, other.title, other.fields["type"]) == ("1848-03-18.xml#1.2", "Werbung", "ADVERTISEMENT")
    assert one.fields["issue"] == "1848-03-18" and one.dates[0].name == "file name"
    (problem,) = given.problems
    assert problem.message == "blocks of text that belong to no article: 1 on page v" and not problem.skipped


@pytest.mark.parametrize(
    ("pointer", "text"),
    [
        (area(2), "chenen Satzes\n\nRest"),
        (area(2, "S2"), "chenen Satzes\n\nRest"),
        (area(1, "B10", "B11"), "Titel\n\nAnfang des gebro-"),
        (area(1, "B10", "B10"), "Titel"),
        (f'<par><area FILEID="IMG"/>{area(2, "B21")}</par>', "Rest"),
    ],
)
def test_an_area_is_a_block_a_stretch_of_blocks_or_a_page(
    pages: Path, write: Callable, pointer: str, text: str
) -> None:
    given = write("mets", issue(f'<div TYPE="ARTICLE"><fptr>{pointer}</fptr></div>'))
    assert given.only.text == text
    given = write("mets", issue('<div TYPE="ARTICLE"><fptr FILEID="F2"/></div>'))
    assert given.only.text == "chenen Satzes\n\nRest"


def test_an_issue_without_a_map_of_articles_is_one_document(pages: Path, write: Callable) -> None:
    physical = f'<div TYPE="PAGE" ORDER="2"><fptr>{area(2)}</fptr></div><div TYPE="PAGE" ORDER="1"><fptr>{area(1)}</fptr></div>'
    given = write("mets", issue("", physical, attributes='LABEL="Der Bote, 3. Mai 1848"')).only
    assert given.text.startswith("chenen Satzes") and [one.page for one in given.pages] == ["2", "1"]
    assert (given.id, given.title, given.fields["journal"]) == (
        "file.xml",
        "Der Bote, 3. Mai 1848",
        "Der Bote, 3. Mai 1848",
    )
    assert [(date.name, date.first) for date in given.dates] == [("label", "1848-05-03")]
    assert write("mets", issue("")).only.text.startswith("Titel")


def test_records_give_titles_authors_and_the_date(pages: Path, write: Callable) -> None:
    record = (
        '<dmdSec ID="D1"><mdWrap><xmlData><mods><titleInfo><nonSort>Der</nonSort><title>Bote</title></titleInfo>'
        "<originInfo><dateIssued>1848-05-03</dateIssued></originInfo></mods></xmlData></mdWrap></dmdSec>"
        '<dmdSec ID="D2"><mdWrap><xmlData><mods><titleInfo><title>Aufruf</title></titleInfo><name><namePart>Jacoby</namePart></name>'
        "<language><languageTerm>de</languageTerm></language></mods></xmlData></mdWrap></dmdSec>"
    )
    logical = (
        f'<div TYPE="Newspaper" DMDID="D1"><div TYPE="Article" DMDID="D2"><fptr>{area(1, "B11")}</fptr></div></div>'
    )
    given = write("mets", issue(logical, records=record), name="1848-05-04_mets.xml").only
    assert (given.title, given.fields["author"], given.fields["language"]) == ("Aufruf", "Jacoby", "de")
    assert given.fields["issue"] == "Der Bote, 1848-05-03" and given.fields["type"] == "ARTICLE"
    assert [(date.name, date.first) for date in given.dates] == [
        ("published", "1848-05-03"),
        ("file name", "1848-05-04"),
    ]


def test_pages_that_are_missing_broken_or_elsewhere_are_said(pages: Path, write: Callable) -> None:
    (pages / "alto" / "2.xml").write_text("<alto><Layout>")
    files = (
        '<file ID="F1" MIMETYPE="text/xml"><FLocat xlink:href="alto/1.xml"/></file>'
        '<file ID="F2" MIMETYPE="text/xml"><FLocat xlink:href="./alto/9.xml"/></file>'
        '<file ID="F3" MIMETYPE="text/xml"><FLocat xlink:href="https://example.org/3.xml"/></file>'
        '<file ID="F4" MIMETYPE="text/xml"><FLocat xlink:href="../../../etc/passwd.xml"/></file>'
    )
    logical = "".join(
        f'<div TYPE="ARTICLE" ID="A{number}"><fptr>{area(number)}</fptr></div>' for number in (1, 2, 3, 4)
    )
    given = write("mets", issue(logical, files=files))
    assert [one.id for one in given.documents] == ["file.xml#A1"]
    said = [(one.source.file, one.message) for one in given.problems]
    assert said[0] == ("file.xml", "2 files of text that it names lie elsewhere")
    assert said[1][0] == "alto/9.xml"
    assert mets.claims(SourceFile(pages, "file.xml")) == {"alto/1.xml", "alto/9.xml", "file.pdf"}


def test_an_issue_of_which_nothing_can_be_read_is_said(tmp_path: Path, write: Callable) -> None:
    given = write("mets", issue(f'<div TYPE="ARTICLE"><fptr>{area(1)}</fptr></div>'))
    assert not given.documents and given.problems[-1].message == "none of its pages could be read"
    assert mets.claims(SourceFile(tmp_path, "no such file.xml")) == frozenset()


def test_page_xml_is_read_as_well(tmp_path: Path, write: Callable) -> None:
    (tmp_path / "alto").mkdir()
    for number in (1, 2):
        region = f'<TextRegion id="r{number}"><TextEquiv><Unicode>Seite {number}</Unicode></TextEquiv></TextRegion>'
        (tmp_path / "alto" / f"{number}.xml").write_text(
            f'<PcGts><Page imageFilename="{number}.tif">{region}</Page></PcGts>'
        )
    given = write("mets", issue("")).only
    assert given.text == "Seite 1\n\nSeite 2" and [one.page for one in given.pages] == ["[1]", "[2]"]
    assert write("mets", issue(f'<div TYPE="ARTICLE"><fptr>{area(2, "r2")}</fptr></div>')).only.text == "Seite 2"
