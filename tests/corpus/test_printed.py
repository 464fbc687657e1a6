"""From printed lines to a text: spaces, paragraphs, broken words, and where pages begin."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from historag_tui.corpus.printed import (
    BREAK,
    DIVISION,
    GLUE,
    HYPHENS,
    JOIN,
    LINE,
    MARK,
    PARAGRAPH,
    beginning,
    pages,
    settled,
)
from historag_tui.records import PageMark

SIGNS = (BREAK, DIVISION, GLUE, JOIN, LINE, MARK, PARAGRAPH)


@pytest.mark.parametrize(
    ("raw", "text", "marks"),
    [
        ("", "", []),
        (
            f"  eins \n\t zwei {LINE} drei{PARAGRAPH}{BREAK}vier{BREAK}fünf{PARAGRAPH}",
            "eins zwei drei\n\nvier\nfünf",
            [],
        ),
        (f"{MARK}{PARAGRAPH}eins{MARK}zwei {MARK}{PARAGRAPH}drei{MARK}", "einszwei\n\ndrei", [0, 4, 10, 14]),
        (f"Ver-{LINE}stand", "Verstand", []),
        (f"Ver-{LINE}{MARK}stand", "Verstand", [3]),
        (f"Ver-{LINE} {JOIN} Stand", "VerStand", []),
        (f"Ver{JOIN}stand", "Verstand", []),
        (f"Ver-{PARAGRAPH}stand", "Ver-\n\nstand", []),
        (f"Ver\u00ad{LINE}{PARAGRAPH}{MARK}stand", "Verstand", [3]),
        (f"Ver\u00ad{PARAGRAPH}Stand", "Ver\u00ad\n\nStand", []),
        ("Ver\u00ad\n stand Aus\u00adsicht", "Verstand Aus\u00adsicht", []),
        (f"Aufklaͤ-{LINE}rung", "Aufklaͤrung", []),
        (f"Frei-{LINE}uͤber", "Freiuͤber", []),
        (f"Haupt-{LINE}und Neben-{LINE}Sachen", "Haupt- und Neben- Sachen", []),
        (f"GEMEIN-{LINE}DE Rath-{LINE}HAUS", "GEMEINDE Rath- HAUS", []),
        (f"da -{LINE}mit 1848-{LINE}und", "da - mit 1848- und", []),
        (f"Vers-{BREAK}zeile", "Vers-\nzeile", []),
        (f"Wort {GLUE}, und{GLUE} so {GLUE}{PARAGRAPH}", "Wort, undso", []),
        ("fest\u00a0verbunden", "fest\u00a0verbunden", []),
    ],
)
def test_signs_become_spaces_lines_and_paragraphs(raw: str, text: str, marks: list[int]) -> None:
    assert settled(raw) == (text, marks)


@pytest.mark.parametrize(
    ("raw", "running", "marks", "apart"),
    [
        (f"einen{PARAGRAPH}{MARK}{PARAGRAPH}Ring", "einen Ring", [6], "einen\n\nRing"),
        (f"einen, {PARAGRAPH}{MARK}zweiten", "einen, zweiten", [7], "einen,\n\nzweiten"),
        (f"Ver-{PARAGRAPH}{MARK}{PARAGRAPH}stand", "Verstand", [3], "Ver-\n\nstand"),
        (f"Ende.{PARAGRAPH}{MARK}{PARAGRAPH}Anfang", "Ende.\n\nAnfang", [7], "Ende.\n\nAnfang"),
        (f"einen{PARAGRAPH}{MARK}{PARAGRAPH}1.", "einen\n\n1.", [7], "einen\n\n1."),
        (f"einen{PARAGRAPH}{DIVISION}{MARK}Ring", "einen\n\nRing", [7, 7], "einen\n\nRing"),
        (f"einen{PARAGRAPH}Ring{MARK}", "einen\n\nRing", [11], "einen\n\nRing"),
    ],
)
def test_a_paragraph_runs_over_a_page_where_it_ends_within_a_sentence(
    raw: str, running: str, marks: list[int], apart: str
) -> None:
    assert settled(raw, runs_on=True) == (running, marks)
    assert settled(raw)[0] == apart


LETTERS = st.text(st.sampled_from("aB-ſ\u0364\u00ad \n"), max_size=4)


@given(st.lists(st.one_of(LETTERS, st.sampled_from(SIGNS)), max_size=40))
def test_no_letter_is_lost_and_no_sign_is_left(pieces: list[str]) -> None:
    text, marks = settled("".join(pieces))
    bare = str.maketrans("", "", " \n" + HYPHENS)
    letters = "".join(piece for piece in pieces if piece not in SIGNS).translate(bare)
    assert text.translate(bare) == letters
    assert "\x01" not in text and "  " not in text and "\n\n\n" not in text and text == text.strip(" \n")
    assert (
        marks == sorted(marks)
        and len(marks) == pieces.count(MARK) + pieces.count(DIVISION)
        and all(0 <= mark <= len(text) for mark in marks)
    )
    for mark, place in zip(
        marks, (index for index, piece in enumerate(pieces) if piece in (MARK, DIVISION)), strict=True
    ):
        before = "".join(piece for piece in pieces[:place] if piece not in SIGNS).translate(bare)
        assert text[:mark].translate(bare) == before


def test_a_page_on_which_nothing_stands_is_left_out() -> None:
    assert pages(["1", "2", "3", "4"], [0, 5, 5, 9], 9) == (PageMark(0, "1"), PageMark(5, "3"))
    assert pages([], [], 9) == ()


def test_a_text_without_a_title_is_called_by_its_beginning() -> None:
    assert beginning("Kurz.") == "[untitled] Kurz."
    assert (
        beginning("Ein\n\nText " + "mit vielen Worten " * 20)
        == "[untitled] Ein Text mit vielen Worten mit vielen Worten mit vielen …"
    )
    assert beginning("x" * 200) == f"[untitled] {'x' * 60} …"
