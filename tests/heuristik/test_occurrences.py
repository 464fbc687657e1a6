"""Terms, and where they stand in texts, against reading every word."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from historag_tui.corpus.words import fold, words
from historag_tui.errors import UsageError
from historag_tui.heuristik.forms import Term, read_term
from historag_tui.heuristik.occurrences import Finder, holders
from historag_tui.index.reader import Index
from tests.heuristik import counted

TEXTS = [
    ("1820", "Die ſchaͤdliche Wirkung; SCHÄDLICH, schädlich. Schadlich?"),
    ("1830", unicodedata.normalize("NFD", "Schädlich ist der Dampf, Dampfkessel und Dampf-Maschine.")),
    ("1840", "Eine Dampf Maschine, die Dampf. Maschine; Dampfmaschinen und Maschine Dampf."),
    ("1850", "nichts davon"),
]


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Index:
    return counted.index(tmp_path_factory.mktemp("occurrences"), TEXTS, "de")


def _printed(index: Index, *terms: Term) -> list[str]:
    finder = Finder(index, terms)
    found = []
    for number in range(len(index.documents)):
        text = index.text(number)
        found += [unicodedata.normalize("NFC", text[start:end]) for start, end in finder.spans(number, text)]
    return found


def test_folded_finds_every_print_and_exact_one(index: Index) -> None:
    folded, exact = read_term(index, "schädlich"), read_term(index, "Schädlich", "exact")
    assert _printed(index, folded) == ["SCHÄDLICH", "schädlich", "Schadlich", "Schädlich"]
    assert folded.searched_as == ("schädlich", "schadlich")
    assert _printed(index, exact) == ["SCHÄDLICH", "schädlich", "Schädlich"]
    assert exact.searched_as == ("schädlich",)


def test_stemmed_finds_every_form(index: Index) -> None:
    assert _printed(index, read_term(index, "schädlich", "stemmed")) == [
        "ſchaͤdliche", "SCHÄDLICH", "schädlich", "Schadlich", "Schädlich",
    ]  # fmt: skip


def test_a_beginning_finds_all_that_begin_so(index: Index) -> None:
    assert read_term(index, "Dampf*").searched_as == ("dampf", "dampfkessel", "dampfmaschinen")
    assert _printed(index, read_term(index, "dampfm*")) == ["Dampfmaschinen"]


def test_a_phrase_is_its_words_in_order_whatever_stands_between(index: Index) -> None:
    phrase = read_term(index, "dampf maschine")
    assert _printed(index, phrase) == ["Dampf-Maschine", "Dampf Maschine", "Dampf. Maschine"]
    assert [column.tolist() for column in holders(index, [phrase])] == [[1, 2], [1, 2]]


def test_several_terms_are_counted_once_where_they_meet(index: Index) -> None:
    terms = [read_term(index, "dampf maschine"), read_term(index, "maschine")]
    assert _printed(index, *terms) == ["Dampf-Maschine", "Dampf Maschine", "Dampf. Maschine", "Maschine"]
    assert [column.tolist() for column in holders(index, terms)] == [[1, 2], [1, 3]]


def test_an_unknown_word_is_nowhere_and_no_word_is_refused(index: Index) -> None:
    assert read_term(index, "elektronenhirn").searched_as == ()
    assert _printed(index, read_term(index, "elektronenhirn")) == []
    for nothing in ("", "  ", "*", "—"):
        with pytest.raises(UsageError, match="holds no word"):
            read_term(index, nothing)


PIECES = some.lists(
    some.sampled_from(["ab", "Ab", "ABC", "a\u0308b", "äb", "ÄB", "ſs", "a", " ", "-", "\u0308", ". ", "İ", "_"]),
    max_size=30,
)


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(PIECES, some.sampled_from([("ab",), ("äb",), ("ab", "abc"), ("a",), ("ab", "äb", "a", "ſs")]))
def test_occurrences_are_those_of_reading_every_word(
    tmp_path_factory: pytest.TempPathFactory, pieces: list[str], forms: tuple[str, ...]
) -> None:
    text = "".join(pieces)
    tokens = [fold(match[0]) for match in words(text)]
    plain = [match.span() for match in words(text) if fold(match[0]) in forms]
    assert Finder(_Counted(tokens), [Term("x", (forms,))]).spans(0, text) == plain


class _Counted:
    """As much of an index as a finder asks: how often a word stands in the one document."""

    def __init__(self, tokens: list[str]) -> None:
        self.vocabulary = self
        self._tokens = tokens

    def counts(self, word: str):
        import numpy as np

        count = self._tokens.count(word)
        return np.array([0] if count else [], dtype=np.int64), np.array([count] if count else [], dtype=np.int64)


def test_an_umlaut_that_is_spelt_out_is_the_same_letter(tmp_path_factory: pytest.TempPathFactory) -> None:
    texts = [("1820", "Ueber das Oel"), ("1830", "uͤber das Oͤl; uberall"), ("1840", "Über Öle, ueber Oele. Steuer")]
    index = counted.index(tmp_path_factory.mktemp("umlauts"), texts, "de")
    for written in ("über", "Ueber", "uͤber"):
        assert set(read_term(index, written).searched_as) == {"über", "ueber", "uͤber"}
        assert set(read_term(index, written, "stemmed").searched_as) == {"über", "ueber", "uͤber"}
    assert set(read_term(index, "Öl").searched_as) == {"oel", "oͤl"}
    assert set(read_term(index, "Oele", "stemmed").searched_as) == {"öle", "oele"}
    assert read_term(index, "Steuer").searched_as == ("steuer",)
