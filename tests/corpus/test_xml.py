"""XML as it is found: every encoding, broken files, entities; and what would grow without bound."""

from __future__ import annotations

import socket
import threading
import time
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from historag_tui.corpus import xml
from historag_tui.corpus.sources import SourceFile
from historag_tui.corpus.xml_watch import Watched
from historag_tui.records import Problem
from historag_tui.workspace import CorpusSettings

SETTINGS = CorpusSettings(adapter="files")
LAUGHS = (
    "<!DOCTYPE a [<!ENTITY l0 'lol'>"
    + "".join(f"<!ENTITY l{n} '{f'&l{n - 1};' * 10}'>" for n in range(1, 10))
    + "]><a t='&l9;'><p>Text &l9; Ende</p></a>"
)


def parsed(folder: Path, content: str | bytes, **changed: str) -> tuple[str, list[Problem]]:
    (folder / "a.xml").write_bytes(content.encode() if isinstance(content, str) else content)
    root, problems = xml.tree(SourceFile(folder, "a.xml"), CorpusSettings(adapter="files", **changed))
    return xml.text_of(root), problems


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (b"<TEI>", "TEI"),
        (b"\xef\xbb\xbf<?xml version='1.0'?>\r\n<!-- <alto> -->\n<a:alto xmlns:a='x'>", "alto"),
        ("<?xml version='1.0' encoding='UTF-16'?><mets/>".encode("utf-16"), "mets"),
        (b"<!DOCTYPE TEI [<!ENTITY a '<b>'>]><TEI>", "TEI"),
        (b"<?xml-model href='x>y'?><PcGts>", "PcGts"),
        (b'<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0//EN" "x.dtd"><html>', "html"),
        (b"no xml", ""),
        (b"", ""),
        (b"<?xml version='1.0'?>", ""),
    ],
)
def test_a_file_is_known_by_its_first_element(content: bytes, name: str) -> None:
    assert xml.root_name(content) == name


@pytest.mark.parametrize(
    ("content", "text", "said"),
    [
        ("<a>Tür</a>".encode(), "Tür", ""),
        ("\ufeff<a>Tür</a>".encode(), "Tür", ""),
        ("<?xml version='1.0' encoding='UTF-16'?><a>Tür</a>".encode("utf-16"), "Tür", ""),
        ("<?xml version='1.0'?><a>Tür</a>".encode("utf-16-le"), "Tür", ""),
        ("<?xml version='1.0' encoding='ISO-8859-1'?><a>Tür „so“</a>".encode("cp1252"), "Tür „so“", ""),
        ("<?xml version='1.0' encoding='koi8-r'?><a>Слово</a>".encode("koi8_r"), "Слово", ""),
        (
            "<?xml version='1.0' encoding='iso-8859-1'?><a>Tür</a>".encode(),
            "Tür",
            "says that it is cp1252, but is UTF-8",
        ),
        ("<?xml version='1.0' encoding='UTF-8'?>\n<a>Tür, Öl, Maß</a>".encode("cp1252"), "Tür, Öl, Maß", "from line 2"),
        ("<?xml version='1.0' encoding='no-such'?><a>Tür, Öl, Maß</a>".encode("cp1252"), "Tür, Öl, Maß", "not UTF-8"),
        (b"<?xml version='1.0' encoding='utf-7'?><a>+ADw-b+AD4-</a>", "+ADw-b+AD4-", ""),
    ],
)
def test_an_encoding_is_read_as_it_is_and_said_where_it_was_detected(
    tmp_path: Path, content: bytes, text: str, said: str
) -> None:
    found, problems = parsed(tmp_path, content, language="de")
    assert found == text
    assert [said in one.message for one in problems] == ([True] if said else [])
    assert all(not one.skipped and one.kind == "encoding" for one in problems)


def test_an_encoding_that_the_settings_name_is_used_where_a_file_is_not_utf8(tmp_path: Path) -> None:
    assert parsed(tmp_path, "<a>Tür</a>".encode("mac_roman"), encoding="mac_roman")[0] == "Tür"
    assert parsed(tmp_path, "<a>Tür</a>".encode(), encoding="mac_roman")[0] == "Tür"


@pytest.mark.parametrize(
    ("content", "text", "said"),
    [
        ("<a>Müller & Sohn &amp; &lt;Co&gt;</a>", "Müller & Sohn & <Co>", ["& at 1"]),
        ("<a>caf&eacute; &nope; &amp; 1&#8211;2</a>", "café &nope; & 1–2", ["&nope; at 1"]),
        ("<!DOCTYPE a [<!ENTITY co 'Company &#169; Sons'>]><a>&co;, &eacute;</a>", "Company © Sons, é", []),
        ("<a><![CDATA[caf&eacute; & <b>]]> &amp;</a>", "caf&eacute; & <b> &", []),
        ("<a>\n<p>one &amp; two\n<p>three &amp; four</p></a>", "one & two three & four", ["not well formed at 3"]),
        ("<a><p>one</p><p>two &amp; thr", "onetwo & thr", ["not well formed at 1"]),
        ("<a>x\0y\x01 &amp;</a>", "xy &", ["does not allow at 1"]),
        ("<a>&#1;x &amp;</a>", "x &", ["does not allow at 1"]),
        ("<a>x</a><b>y</b>", "x", ["behind its last element at 1"]),
        ("", "", ["is empty at 0"]),
        ("no xml", "", ["is no XML at 0"]),
        ("<", "", ["not well formed at 1"]),
        ("<!-- only a comment -->", "", ["not well formed at 1"]),
    ],
)
def test_what_is_broken_is_named_and_what_is_there_is_read(
    tmp_path: Path, content: str, text: str, said: list[str]
) -> None:
    found, problems = parsed(tmp_path, content)
    assert found == text
    assert len(problems) == len(said)
    for expected, problem in zip(said, problems, strict=True):
        words, _, line = expected.rpartition(" at ")
        assert words in problem.message and problem.source.line == int(line)
        assert problem.skipped == (not text)


def test_letters_that_were_encoded_twice_are_kept_and_said(tmp_path: Path) -> None:
    twice = "Tür und Öl, größer".encode().decode("cp1252")
    text, problems = parsed(tmp_path, f"<a>{twice * 5}</a>")
    assert text == twice * 5
    assert [(one.kind, one.message[:34]) for one in problems] == [("encoding", "10 letters look as if they had bee")]
    assert not parsed(tmp_path, f"<a>Ã {twice}</a>")[1]


def test_what_the_parser_would_not_bear_does_not_reach_it(tmp_path: Path) -> None:
    """Attacks; each is bounded in time and memory, has its line, and leaves a reader that goes on."""
    listener = socket.create_server(("127.0.0.1", 0))
    asked: list[object] = []
    threading.Thread(target=lambda: asked.append(listener.accept()), daemon=True).start()
    address = f"http://127.0.0.1:{listener.getsockname()[1]}/x"
    (tmp_path / "secret.txt").write_text("SECRET")
    file = (tmp_path / "secret.txt").as_uri()
    attacks = {
        LAUGHS: "grows too much",
        LAUGHS.replace(" t='&l9;'", ""): "grows too much",
        LAUGHS.replace("&l9;", "&l1;"): "left out: &l1;",
        f"<!DOCTYPE a [<!ENTITY x SYSTEM '{file}'>]><a>Text &x;</a>": "left out: &x;",
        f"<!DOCTYPE a [<!ENTITY x SYSTEM '{address}'>]><a>Text &x;</a>": "left out: &x;",
        f"<!DOCTYPE a SYSTEM '{address}'><a>Text &x;</a>": "kept as they stand: &x;",
        f"<!DOCTYPE a [<!ENTITY % p SYSTEM '{address}'> %p;]><a>Text &x;</a>": "&x;",
        f"<!DOCTYPE a [<!ENTITY % p SYSTEM '{file}'> <!ENTITY x '%p;'>]><a>Text &x;</a>": "",
        "<a>Text" + "<b>" * 10_000 + "</b>" * 10_000 + "</a>": "nested too deeply",
        "<a t='" + "x" * 11_000_000 + "'>Text</a>": "too long a text",
        f"<!DOCTYPE a [<!ATTLIST b t CDATA '{'x' * 1000}'>]><a>Text{'<b/>' * 300_000}</a>": "grow without bound",
        "<a>Text" + "\0" * 1_000_000 + "</a>": "does not allow",
    }
    tracemalloc.start()
    for content, said in attacks.items():
        begun = time.monotonic()
        text, problems = parsed(tmp_path, content)
        assert time.monotonic() - begun < 20
        assert "SECRET" not in text and len(text) < 2_000_000
        assert any(said in one.message for one in problems) or not said, (content[:100], problems)
    assert tracemalloc.get_traced_memory()[1] < 200 << 20
    tracemalloc.stop()
    assert not asked
    listener.close()


def test_units_are_streamed_and_forgotten(tmp_path: Path) -> None:
    with (tmp_path / "a.xml").open("w") as out:
        out.write("<?xml version='1.0'?><corpus>")
        for number in range(30_000):
            out.write(f"<text n='{number}'><p>{'Wort ' * 40}</p></text>\n")
        out.write("</corpus>")
    most = seen = 0
    units = xml.Units(SourceFile(tmp_path, "a.xml"), SETTINGS, ("end",), ("text",))
    for item in units:
        assert not isinstance(item, Problem)
        _, element = item
        seen += 1
        units.clear(element)
        most = max(most, len(element.getparent()))
    assert seen == 30_000 and most < 1_000


def test_units_of_a_broken_file_come_before_the_line_on_it(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_text("<corpus>\n<text>one &amp; two</text>\n<text>thr")
    items = list(xml.Units(SourceFile(tmp_path, "a.xml"), SETTINGS, ("end",), ("text",)))
    assert [xml.text_of(item[1]) for item in items if not isinstance(item, Problem)] == ["one & two", "thr"]
    assert isinstance(items[-1], Problem) and items[-1].source.line == 3


@given(
    st.lists(
        st.sampled_from(["&amp;", "&", "&eacute;", "&#65;", "<![CDATA[", "]]>", "x", "&nope;", " ", ";"]), max_size=30
    ),
    st.integers(1, 9),
)
@settings(max_examples=300)
def test_mending_does_not_depend_on_where_the_stream_is_cut(pieces: list[str], size: int) -> None:
    class Cut:
        def __init__(self, content: bytes, size: int) -> None:
            self.content, self.size = content, size

        def read(self, _: int = -1) -> bytes:
            piece, self.content = self.content[: self.size], self.content[self.size :]
            return piece

    def mended(size: int) -> bytes:
        watched = Watched(Cut(content, size))  # type: ignore[arg-type]
        out = b""
        while piece := watched.read():
            out += piece
        return out

    content = ("<a>" + "".join(pieces) + "</a>").encode()
    assert mended(size) == mended(len(content))
    if b"CDATA" not in content and b"]]>" not in content:
        etree.fromstring(mended(size))
