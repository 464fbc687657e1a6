"""Variants of one word under one head."""

from __future__ import annotations

import pytest

from historag_tui.heuristik.frequency import Scope
from historag_tui.heuristik.vocabulary import expand, grouped
from historag_tui.index.reader import open_index
from historag_tui.index.stages import build_index
from historag_tui.records import Neighbour
from tests.heuristik import counted
from tests.index import corpora


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


def test_a_vocabulary_trained_on_little_text_says_so(tmp_path_factory: pytest.TempPathFactory) -> None:
    made = corpora.workspace(tmp_path_factory.mktemp("small"), corpora.lines(30))
    for _ in build_index(made):
        pass
    index = open_index(made.index_folder, made.settings)
    found = expand(index, "railroad", Scope(index), 3)
    tokens = int(index.documents.tokens.sum())
    assert len(found.neighbours) == 3
    assert found.warnings == (
        f"the vocabulary was trained on {tokens:,} word tokens only: below 200,000 neighbours come about by accident",
    )
    untrained = counted.index(tmp_path_factory.mktemp("untrained"), [("1850", "railroad")])
    assert expand(untrained, "railroad", Scope(untrained), 3).warnings == ()
