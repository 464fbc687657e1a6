"""TEI: real editions as the manifest demands them, and each rule on a text made for it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from historag_tui.corpus.formats import tei
from historag_tui.errors import SettingsError
from historag_tui.records import PageMark, Part

BRIEFE = ("tei/schnitzler_brief_L00043.xml", "tei/schnitzler_brief_L00525.xml")
PRESSMINT = ("tei/pressmint_SI_1914-12-31.xml", "tei/pressmint_SI_1914-12-31.ana.xml")
DINGLER = "tei/dingler_pj001_1820.xml"


def edition(body: str, header: str = "", ns: str = "") -> str:
    return f"<TEI {ns}><teiHeader>{header}</teiHeader><text><body>{body}</body></text></TEI>"


@pytest.mark.parametrize("name", BRIEFE)
def test_a_letter_keeps_the_range_of_its_date(manifest: Callable, read_as_form: Callable, name: str) -> None:
    row = manifest(name)
    assert tei.recognises(name, (row.root / name).read_bytes()[:4096])
    document = read_as_form("tei", row.root, name).only
    title, written = row.quoted()[:2]
    assert document.title == title
    sent, received = document.dates
    assert (sent.name, received.name) == ("sent", "received")
    begin, end = re.findall(r'"(\d{4}-\d\d-\d\d)"', row.demand)
    assert (sent.first, sent.last, sent.written) == (begin, end, written) and sent.certainty != "exact"
    assert document.fields["author"] == "Schnitzler, Arthur" and "Beer-Hofmann" in document.fields["recipient"]
    assert "frühestens" not in document.text and "Bécs" not in document.text


def test_a_diary_entry_is_dated_by_its_day_and_not_by_its_edition(manifest: Callable, read_as_form: Callable) -> None:
    row = manifest("tei/schnitzler_tagebuch_1908-09-19.xml")
    document = read_as_form("tei", row.root, row.name).only
    assert document.title == row.quoted()[0]
    assert (document.dates[0].first, document.dates[0].last) == ("1908-09-19", "1908-09-19")
    assert "2017" not in [(date.first or "")[:4] for date in document.dates]
    assert document.text.startswith("19/9 ― Vm. mit O. Stadt; „Kunstschau“.―\n\nNm. dictirt W. L.―")


def test_a_volume_is_as_many_documents_as_it_has_articles(manifest: Callable, read_as_form: Callable) -> None:
    row = manifest(DINGLER)
    given = read_as_form("tei", row.root, row.name)
    assert not given.problems
    assert len(given.documents) == row.number("articles") == 52
    assert {(one.dates[0].name, one.dates[0].first, one.dates[0].last) for one in given.documents} == {
        ("published", "1820-01-01", "1820-12-31")
    }
    first, second = given.documents[:2]
    assert first.id == f"{DINGLER}#ar001001" and first.title == "Ueber die hydraulische Presse."
    assert first.fields["author"] == "Marechaux" and first.fields["type"] == "art_undef"
    assert first.fields["issue"] == "Polytechnisches Journal, Band 1, Jahrgang 1820"
    assert second.title.endswith("Walzen oder Rollen zum Calico-Drucke.")
    # An article that begins in the middle of a page has that page; that of its footnote is not its own.
    assert second.pages[0] == PageMark(0, "35") and second.pages[1].page == "36"
    before = second.text[: second.pages[1].offset]
    assert before.endswith("(ich ziehe einen eisernen ")
    assert second.text[len(before) :].startswith("Ring dem staͤhlernen")
    assert "Woͤrtlich uͤbersezt aus dem" not in second.text
    assert all(not re.search(r"\s\s|\t", one.title) and one.title for one in given.documents)


def test_an_issue_and_its_annotated_twin_have_one_text(manifest: Callable, read_as_form: Callable) -> None:
    plain, annotated = (read_as_form("tei", manifest(name).root, name).only for name in PRESSMINT)
    assert plain.text == annotated.text and plain.pages == annotated.pages == (PageMark(0, "[1]"),)
    assert "ki so: Učiteljski Tovariš" in plain.text and "v Idriji.\n\n" in plain.text
    for one in (plain, annotated):
        assert one.title == manifest(PRESSMINT[0]).quoted()[0] and one.fields["language"] == "sl"
        assert [date.first for date in one.dates] == ["1914-12-31"]


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("<p>ein\n   Text <hi>in</hi> einem</p><p>und noch</p>", "ein Text in einem\n\nund noch"),
        ("<lg><l>Vers</l><l>auf Vers</l></lg>", "Vers\nauf Vers"),
        ("<p>Zeile<lb/>um Zeile</p>", "Zeile um Zeile"),
        ("<p>Ver-<lb/>stand</p>", "Verstand"),
        ('<p>Ver-\n<lb break="no"/>\nStand</p>', "VerStand"),
        ('<p>Ver<lb break="no"/>stand</p>', "Verstand"),
        ("<p>Ver­\n  stand</p>", "Verstand"),
        ('<p>ge-<pb n="3" break="no"/>brochen</p>', "gebrochen"),
        ("<p>Haupt-<lb/>und Neben-<lb/>Dinge</p>", "Haupt- und Neben- Dinge"),
        ("<p>A<note>sagt der Herausgeber</note> B<del>weg</del><fw>42</fw></p>", "A B"),
        ("<p><choice><sic>Thür</sic><corr>Tür</corr></choice> und <choice><abbr>u.</abbr><expan>und</expan></choice></p>", "Thür und u."),
        ("<p><choice><reg>Tür</reg><orig>Thuͤr</orig></choice></p>", "Thuͤr"),
        ("<p><choice><unclear>a</unclear><unclear>b</unclear></choice></p>", "a"),
        ("<p><app><lem>so</lem><rdg>anders</rdg></app></p>", "so"),
        ("<p>Da <gap/> fehlt</p>", "Da […] fehlt"),
        ("<p><subst><del>alt</del><add>neu</add></subst></p>", "neu"),
        ("<table><row><cell>1</cell><cell>2</cell></row><row><cell>3</cell></row></table>", "1 2\n3"),
        ("<p><s><w join='right'>Haus</w>\n<pc>,</pc>\n<w>Hof</w><w>Tor</w></s>\n<s><pc join='left'>!</pc></s></p>", "Haus, Hof Tor!"),
        ("<p><w>Haus</w>\n<pc>,</pc>\n<w>Hof</w></p>", "Haus, Hof"),
        ("<p>caf&eacute; &amp; t&#233;</p>", "café & té"),
        ("<figure><head>Bild</head><figDesc>zeigt</figDesc></figure>", "Bild"),
    ],
)  # fmt: skip
def test_text_is_what_the_source_has(write: Callable, body: str, text: str) -> None:
    assert write("tei", edition(body)).only.text == text
    assert write("tei", edition(body, ns='xmlns="http://www.tei-c.org/ns/1.0"')).only.text == text


def test_what_is_left_out_is_read_when_it_is_asked_for(write: Callable) -> None:
    body = "<p>A<note>Anm.</note>B <del>weg</del> <choice><sic>x</sic><corr>y</corr></choice></p>"
    assert write("tei", edition(body)).only.text == "AB x"
    assert write("tei", edition(body), fields={"keep": "note del", "choice": "edited"}).only.text == "A Anm. B weg y"


def test_pages_are_marked_where_they_begin_also_within_a_word(write: Callable) -> None:
    body = '<pb n="1"/><p>Ver-<pb n="2" break="no"/>stand und<pb n="3"/> Sinn.</p><pb n="4"/><pb/><p>Ende</p>'
    document = write("tei", edition(body)).only
    assert document.text == "Verstand und Sinn.\n\nEnde"
    assert document.pages == (PageMark(0, "1"), PageMark(3, "2"), PageMark(13, "3"), PageMark(20, "[5]"))


def test_letters_of_a_column_are_parts_with_their_authors(write: Callable) -> None:
    letter = "<div type='letter'><head>{0}</head><p>Sehr geehrte {0}</p><closer><signed>{1}</signed></closer></div>"
    body = (
        letter.format("Eins", "A. Schmidt")
        + letter.format("Zwei", "B. Meyer<note>unbekannt</note>")
        + "<div><p>Red.</p></div>"
    )
    document = write("tei", edition(body)).only
    one, two = document.parts
    assert one == Part(0, document.text.index("\n\nZwei"), "A. Schmidt", "Eins")
    assert document.text[two.start : two.end] == "Zwei\n\nSehr geehrte Zwei\n\nB. Meyer" and two.author == "B. Meyer"


def test_a_unit_can_be_the_div_the_speech_or_the_file(write: Callable) -> None:
    body = (
        "<div xml:id='d1'><head>Montag</head><p>eins</p><div><p>innen</p></div></div><pb n='9'/><div><p>zwei</p></div>"
    )
    given = write("tei", edition(body), fields={"unit": "div"}).documents
    assert [(one.id, one.title, one.text) for one in given] == [
        ("file.xml#d1", "Montag", "Montag\n\neins\n\ninnen"),
        ("file.xml#2", "[untitled] zwei", "zwei"),
    ]
    assert given[1].pages == (PageMark(0, "9"),)
    assert write("tei", edition(body)).only.id == "file.xml"
    texts = "<text><body><p>a</p></body></text><text><body><p>b</p></body></text>"
    group = f"<TEI><teiHeader/><text><front><p>Vorwort</p></front><group>{texts}</group></text></TEI>"
    assert [one.text for one in write("tei", group).documents] == ["a", "b"]
    assert write("tei", group, fields={"unit": "file"}).only.text == "Vorwort\n\na\n\nb"
    with pytest.raises(SettingsError, match="not known"):
        write("tei", group, fields={"unit": "chapter"})


def test_speeches_are_documents_of_their_own_with_their_speakers(write: Callable) -> None:
    header = (
        "<fileDesc><titleStmt><title>Sitzung</title></titleStmt>"
        "<sourceDesc><bibl><date when='1925-03-04'/></bibl></sourceDesc></fileDesc>"
        "<profileDesc><particDesc><listPerson>"
        "<person xml:id='p1'><persName>Clara Zetkin</persName></person>"
        "</listPerson></particDesc></profileDesc>"
    )
    body = (
        "<pb n='12'/><div><note>Beginn</note>"
        "<u who='#p1' xml:id='u1'><seg>Meine Damen</seg><seg>und Herren</seg></u>"
        "<pb n='13'/><u who='#unknown'><seg>Ruhe!</seg></u></div>"
    )
    first, second = write("tei", edition(body, header)).documents
    assert (first.id, first.text, first.fields["speaker"]) == (
        "file.xml#u1",
        "Meine Damen\n\nund Herren",
        "Clara Zetkin",
    )
    assert (first.title, first.dates[0].first, first.pages) == ("Sitzung", "1925-03-04", (PageMark(0, "12"),))
    assert (second.fields["speaker"], second.pages) == ("unknown", (PageMark(0, "13"),))


def test_a_corpus_of_texts_is_read_text_by_text_each_with_its_own_header(write: Callable) -> None:
    def one(number: int) -> str:
        title = (
            f"<titleStmt><title>Nr. {number}</title></titleStmt><publicationStmt><date when='2020'/></publicationStmt>"
        )
        header = f"<teiHeader><fileDesc>{title}</fileDesc></teiHeader>"
        return f"<TEI xml:id='t{number}'>{header}<text><body><p>Text {number}</p></body></text></TEI>"

    given = write("tei", f"<teiCorpus><teiHeader/>{one(1)}{one(2)}</teiCorpus>").documents
    assert [(doc.id, doc.text, doc.dates) for doc in given] == [
        ("file.xml#t1", "Text 1", ()),
        ("file.xml#t2", "Text 2", ()),
    ]


@pytest.mark.parametrize(
    ("header", "dates"),
    [
        ("<fileDesc><publicationStmt><date when='2019'/></publicationStmt></fileDesc>", []),
        ("<fileDesc><sourceDesc><bibl><date>1848</date></bibl></sourceDesc></fileDesc>", [("published", "1848-01-01", "1848-12-31")]),
        ("<profileDesc><creation><date notBefore='1850-02'>nach</date></creation></profileDesc>", [("created", "1850-02-01", None)]),
        (
            "<profileDesc><correspDesc><correspAction type='received'><date when='1848-03-20'/></correspAction>"
            "<correspAction type='sent'><date from='1848-03-18' to='1848-03-19'/></correspAction></correspDesc></profileDesc>",
            [("sent", "1848-03-18", "1848-03-19"), ("received", "1848-03-20", "1848-03-20")],
        ),
    ],
)  # fmt: skip
def test_dates_are_those_of_the_source(write: Callable, header: str, dates: list) -> None:
    given = write("tei", edition("<p>Text</p>", header)).only
    assert [(date.name, date.first, date.last) for date in given.dates] == dates


def test_a_dateline_dates_a_text_that_has_no_other_date_and_a_div_of_a_dated_volume(write: Callable) -> None:
    header = "<fileDesc><sourceDesc><bibl><date from='1848' to='1849'/></bibl></sourceDesc></fileDesc>"
    body = "<div><opener><dateline>Wien, <date when='1848-10-31'>31. Okt.</date></dateline></opener><p>Text</p></div>"
    assert [date.name for date in write("tei", edition(body)).only.dates] == ["dateline"]
    assert [date.name for date in write("tei", edition(body, header)).only.dates] == ["published", "dateline"]
    (letter,) = write("tei", edition(body, header), fields={"unit": "div"}).documents
    assert [(date.name, date.first) for date in letter.dates] == [
        ("dateline", "1848-10-31"),
        ("published", "1848-01-01"),
    ]


def test_a_date_that_is_not_understood_is_said(write: Callable) -> None:
    header = "<fileDesc><sourceDesc><bibl><date>am Tag danach</date></bibl></sourceDesc></fileDesc>"
    given = write("tei", edition("<p>Text</p>", header))
    assert [(one.kind, one.skipped) for one in given.problems] == [("undated", False)]
    assert "am Tag danach" in given.problems[0].message and given.only.dates == ()


def test_a_text_without_words_is_listed(write: Callable) -> None:
    given = write("tei", edition("<p> </p>"))
    assert not given.documents and [one.kind for one in given.problems] == ["empty"]
    given = write("tei", "<TEI><teiHeader/></TEI>")
    assert not given.documents and [one.kind for one in given.problems] == ["empty"]
