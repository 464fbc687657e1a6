"""Bytes become text, and what is not UTF-8 is said."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as some

from historag_tui.corpus import encoding
from historag_tui.corpus.encoding import Encoding, decoded, detect

GERMAN = (
    "Die Stadt München hat im Jahre 1848 große Unruhen gesehen; die Bürger forderten Preßfreiheit und Gerichte. " * 9
)
FRENCH = "L'Assemblée nationale a décrété l'égalité des citoyens; les députés étaient présents à la séance. " * 9
SLOVENE = "Učiteljski tovariš je časopis za učitelje in šolske oblasti v deželi; žal še ni rešeno vprašanje. " * 9
RUSSIAN = "В начале было слово, и слово было у Бога, и слово было Бог. " * 9


@pytest.mark.parametrize(
    ("text", "written", "language"),
    [
        (GERMAN, "cp1252", "de"),
        (GERMAN, "mac_roman", "de"),
        (GERMAN, "cp850", "de"),
        (FRENCH, "cp1252", "fr"),
        (FRENCH, "mac_roman", "fr"),
        (SLOVENE, "cp1250", "sl"),
        (SLOVENE, "iso8859_2", "sl"),
        (RUSSIAN, "cp1251", "ru"),
        (RUSSIAN, "koi8_r", "ru"),
        (SLOVENE, "cp1250", ""),
    ],
)
def test_an_old_encoding_is_detected_and_said_with_its_line(text: str, written: str, language: str) -> None:
    content = b"plain line\n" + text.encode(written)
    read, how = decoded(content, language)
    assert read == "plain line\n" + text
    assert how.line == 2
    assert "is not UTF-8 from line 2 on" in how.note


@pytest.mark.parametrize("written", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_what_is_marked_or_utf_8_needs_no_word(written: str) -> None:
    assert decoded(GERMAN.encode(written)) == (GERMAN, Encoding(written))


def test_what_the_researcher_declares_is_not_questioned() -> None:
    assert decoded(GERMAN.encode("cp1252"), "de", "cp1252") == (GERMAN, Encoding("cp1252"))


def test_what_is_declared_is_for_what_is_not_utf_8_as_the_readme_says() -> None:
    assert decoded(GERMAN.encode(), "de", "cp1252") == (GERMAN, Encoding("utf-8"))
    assert decoded(GERMAN.encode("utf-16"), "de", "cp1252") == (GERMAN, Encoding("utf-16"))
    for written in ("utf-7", "iso2022_jp", "utf-16-le"):
        assert decoded("Köln 日本".encode(written, "ignore"), "de", written)[1] == Encoding(written)


def test_bytes_that_are_nothing_are_read_with_a_word() -> None:
    read, how = decoded(b"abc \xf0\xf1\xb5\xb6", "de")
    assert read.startswith("abc ")
    assert "nor clearly anything else" in how.note


@given(text=some.text(alphabet=some.characters(codec="utf-8"), max_size=300), size=some.integers(1, 7))
def test_utf_8_is_known_wherever_it_is_cut(text: str, size: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(encoding, "_PIECE", size)
        if not text.startswith("\ufeff"):
            assert detect(io.BytesIO(text.encode())) == Encoding("utf-8")


@given(before=some.text(alphabet="aä\n", max_size=40), size=some.integers(4, 9))
def test_the_first_faulty_line_is_named_wherever_it_is_cut(before: str, size: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(encoding, "_PIECE", size)
        found = detect(io.BytesIO(before.encode() + "ü".encode("cp1252") + b" end"), "de")
    assert found.line == before.count("\n") + 1
