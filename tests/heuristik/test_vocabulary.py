"""Variants of one word under one head."""

from __future__ import annotations

from historag_tui.heuristik.vocabulary import grouped
from historag_tui.records import Neighbour


def _neighbours(**frequencies: int) -> list[Neighbour]:
    return [Neighbour(term, 0.9, count, 1, 1850, 1860, (count, 0)) for term, count in frequencies.items()]


def _heads(term: str, frequency: int, **frequencies: int) -> dict[str, tuple[str, str, int]]:
    found = grouped(term, frequency, _neighbours(**frequencies), "de")
    assert [neighbour.term for neighbour in found] == list(frequencies), "the order is that of nearness"
    assert [neighbour.frequency for neighbour in found] == list(frequencies.values()), "each keeps its own figure"
    return {neighbour.term: (neighbour.variant_of, neighbour.kind, neighbour.together) for neighbour in found}


def test_variants_of_the_term_and_of_one_another_stand_under_a_head() -> None:
    assert _heads(
        "locomotive", 20, lokomotive=30, tender=15, cement=7, locomotivc=2, zement=4, tendcr=1, portlandcement=3
    ) == {
        "lokomotive": ("locomotive", "spelling", 0),
        "tender": ("", "", 16),
        "cement": ("", "", 11),
        "locomotivc": ("locomotive", "ocr", 0),
        "zement": ("cement", "spelling", 0),
        "tendcr": ("tender", "ocr", 0),
        "portlandcement": ("", "", 3),
    }


def test_other_print_is_a_kind_of_its_own() -> None:
    assert _heads("schädlich", 3, schaͤdlich=9, nützlich=4) == {
        "schaͤdlich": ("schädlich", "umlaut", 0),
        "nützlich": ("", "", 4),
    }


def test_what_looks_like_a_misreading_but_is_frequent_is_a_word_of_its_own() -> None:
    assert _heads("modern", 50, modem=5)["modem"] == ("modern", "ocr", 0)
    assert _heads("modern", 50, modem=6)["modem"] == ("", "", 6)
    assert _heads("modem", 5, modern=50)["modern"] == ("", "", 50)
