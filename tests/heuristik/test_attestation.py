"""The check of a query's words."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from historag_tui.heuristik.attestation import check_word, check_words
from historag_tui.heuristik.filters import parse_filter
from historag_tui.heuristik.frequency import Scope
from historag_tui.index.reader import Index, open_index
from tests.heuristik import counted

TEXTS = [
    ("1825", "Die Locomotive zieht, die Locomotive faehrt."),  # 6 tokens
    ("1838", "Kraft der Lokomotiven und der Eiſenbahn"),  # 6
    ("1899", "Eine Lokomotive, zwei Lokomotiven"),  # 4
    ("1901", "Die Lokomotive und die Schnellzuglokomotive des Schnellzugs; Schnellzug"),  # 8
    ("", "undatiert: Luftschiff"),
]


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Index:
    return counted.index(tmp_path_factory.mktemp("attestation"), TEXTS, "de", kind=["a", "b", "a", "b", "a"])


def test_a_word_is_looked_for_in_every_form_and_its_spellings_are_offered(index: Index) -> None:
    check = check_word(index, "lokomotive", Scope(index), (1820, 1910))
    assert check.searched_as == ("lokomotive", "lokomotiven")
    assert (check.frequency, check.documents, check.first, check.last) == (4, 3, 1838, 1901)
    assert check.tokens_before == 6
    assert [(form.term, form.kind, form.frequency, form.first) for form in check.forms] == [
        ("lokomotive", "as written", 2, 1899),
        ("lokomotiven", "inflected", 2, 1838),
    ]
    assert [(form.term, form.kind, form.frequency, form.first) for form in check.variants] == [
        ("locomotive", "spelling", 2, 1825),
        ("schnellzuglokomotive", "compound", 1, 1901),
    ]
    assert [(passage.date, passage.term) for passage in check.earliest] == [
        ("1838", "Lokomotiven"),
        ("1899", "Lokomotive"),
        ("1901", "Lokomotive"),
    ]
    assert check.late and check.in_period == 4
    assert check.line == (
        "'lokomotive' is not found in this corpus before 1838, in 6 word tokens; searched as lokomotive, lokomotiven;"
        " the corpus has locomotive"
    )


def test_a_word_that_is_there_when_the_period_begins_is_not_late(index: Index) -> None:
    check = check_word(index, "lokomotive", Scope(index), (1838, 1910), offer=False)
    assert not check.late
    assert check.line == "'lokomotive' is found from 1838 to 1901; searched as lokomotive, lokomotiven"
    assert check_word(index, "lokomotive", Scope(index), None).in_period is None


def test_a_word_that_the_period_has_no_more_says_so(index: Index) -> None:
    check = check_word(index, "locomotive", Scope(index), (1850, 1910), offer=False)
    assert check.late and check.in_period == 0
    assert check.line == "'locomotive' is found in this corpus from 1825 to 1825, but not in the period"


def test_words_of_undated_sources_and_of_none(index: Index) -> None:
    undated, missing = check_words(index, "Luftschiff, Elektronenhirn", Scope(index), (1820, 1910))
    assert (undated.first, undated.frequency, undated.late) == (None, 1, False)
    assert undated.line == "'luftschiff' is found in undated sources only"
    assert missing.late and missing.line == "'elektronenhirn' is not found in this corpus"


def test_the_long_s_is_no_other_word(index: Index) -> None:
    check = check_word(index, "eisenbahn", Scope(index), None)
    assert [(form.term, form.kind) for form in check.forms] == [("eiſenbahn", "folded")]
    assert check.earliest[0].term == "Eiſenbahn"


def test_the_check_is_relative_to_the_filters(index: Index) -> None:
    check = check_word(index, "lokomotive", Scope(index, None, [parse_filter("kind=a")]), None)
    assert (check.frequency, check.first, check.tokens_before) == (2, 1899, 6)


def test_each_word_once_and_common_ones_only_when_there_is_nothing_else(index: Index) -> None:
    checks = check_words(index, "die Lokomotive und die lokomotive", Scope(index), None)
    assert [check.word for check in checks] == ["lokomotive"]
    assert [check.word for check in check_words(index, "die", Scope(index), None)] == ["die"]


DINGLER = "dingler-1820-1931-every-5th_CC-BY-SA-4.0.jsonl.gz"


@pytest.fixture(scope="module")
def dingler(shared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Index:
    with gzip.open(shared_data / DINGLER, "rt", encoding="utf-8") as lines:
        assert sum(1 for _ in lines) == 7_798
    made = counted.workspace(tmp_path_factory.mktemp("dingler"), shared_data / DINGLER, "de", ("doctype",))
    return open_index(made.index_folder, None)


@pytest.mark.slow
def test_the_journal_of_a_century_knows_no_gluehlampe_before_1883(dingler: Index) -> None:
    check = check_word(dingler, "glühlampe", Scope(dingler), (1820, 1931))
    assert (check.first, check.searched_as) == (1883, ("glühlampen", "glühlampe"))
    assert check.line.startswith("'glühlampe' is not found in this corpus before 1883, in 8,")
    assert [passage.date for passage in check.earliest] == ["1883"] * 3
    assert all(passage.term.startswith("Glühlampe") for passage in check.earliest)


@pytest.mark.slow
@pytest.mark.parametrize(("word", "other"), [("lokomotive", "locomotive"), ("zement", "cement")])
def test_the_journal_of_a_century_offers_its_own_spellings(dingler: Index, word: str, other: str) -> None:
    check = check_word(dingler, word, Scope(dingler), (1820, 1931))
    assert (check.variants[0].term, check.variants[0].kind) == (other, "spelling")
    assert check.late and (check.variants[0].first or 0) < (check.first or 0)
    assert f"the corpus has {other}" in check.line


@pytest.mark.slow
def test_the_journal_of_a_century_prints_its_umlauts_in_two_ways(dingler: Index) -> None:
    check = check_word(dingler, "schädlich", Scope(dingler), (1820, 1931))
    assert {"schädlich", "schaͤdlich"} <= set(check.searched_as)
    assert (check.first, check.late) == (1820, False)
