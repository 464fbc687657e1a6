import re

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from historag_tui.index.keyword import KeywordIndex, build_keyword_index

TEXTS = [
    "The railroads were built. Railroad companies prospered.",
    "A canal, and a railroad beside it.",
    "The anti-slavery society met; steam, steam and canal.",
    "Die Lokomotive war schädlich für den Wald.",
    "Die Locomotive war ſchaͤdlich; große Häuſer.",
    "Interstate commerce, and commerce interstate. Trailers.",
    "railroad railroad railroad",
]
ALL = np.arange(len(TEXTS))


def opened(folder, texts, language):
    folder.mkdir()
    for _ in build_keyword_index(texts, len(texts), language, folder):
        pass
    return KeywordIndex(folder, language, np.arange(len(texts), dtype=np.uint64))


@pytest.fixture(scope="module")
def english(tmp_path_factory):
    return opened(tmp_path_factory.mktemp("en") / "keyword", TEXTS, "en")


@pytest.fixture(scope="module")
def german(tmp_path_factory):
    return opened(tmp_path_factory.mktemp("de") / "keyword", TEXTS, "de")


@pytest.mark.parametrize(
    ("query", "rows"),
    [
        ("railroads", [0, 1, 6]),
        ('"railroads"', [0]),
        ("rail*", [0, 1, 6]),
        ("railroads*", [0]),
        ('"interstate commerce"', [5]),
        ("railroad AND canal", [1]),
        ("+canal -steam", [1]),
        ("-railroad", [2, 3, 4, 5]),
        ("anti-slavery", [2]),
        ("nothing", []),
        ("", []),
        ("*", []),
        ("railroad AND (steam OR beside)", [1]),
        ("+railroad canal", [0, 1, 6]),
    ],
)
def test_what_a_query_matches(english, query, rows):
    reading = english.read(query)
    assert english.matching(reading, ALL).tolist() == rows
    found, scores = english.search(reading, ALL, 100)
    assert sorted(found.tolist()) == rows
    assert (np.diff(scores) <= 0).all()


@pytest.mark.parametrize("query", ["schädlich", "SCHADLICH", "ſchaͤdlich", "schaedlich*  schäd*"])
def test_old_letters_are_folded(german, query):
    assert german.matching(german.read(query), ALL).tolist() == [3, 4]


@settings(max_examples=200, deadline=None)
@given(st.one_of(st.text(max_size=40), st.text(alphabet='()"+-*~ab ANDORT:^[]{}\\/\0é😀', max_size=40)))
@example("x" * 100_000)
@example('"' + "a " * 10_000 + '"')
@example("rail* " * 3_000)
def test_no_query_is_too_odd_to_be_asked(english, query):
    reading = english.read(query)
    found, _ = english.search(reading, ALL, 3)
    matching = english.matching(reading, ALL[::2])
    assert set(found.tolist()) <= set(ALL.tolist()) and set(matching.tolist()) <= set(ALL[::2].tolist())
    assert all(isinstance(word, str) for word in english.matched(reading, TEXTS[0]))
    assert isinstance(reading.text, str)


def test_a_quoted_word_is_taken_as_printed(german):
    assert german.matching(german.read('"schädlich"'), ALL).tolist() == [3]
    assert german.matching(german.read("Haus"), ALL).tolist() == [4]


def test_only_the_given_rows_are_searched_and_they_leave_the_scores_alone(english):
    reading = english.read("railroad canal")
    everywhere = dict(zip(*map(list, english.search(reading, ALL, 10)), strict=True))
    for rows in (np.array([1, 2]), np.array([0, 2, 6]), np.array([6])):
        found, scores = english.search(reading, rows, 10)
        assert set(found.tolist()) == set(everywhere) & set(rows.tolist())
        assert scores.tolist() == pytest.approx([everywhere[row] for row in found])


def test_no_rows_or_no_count_find_nothing(english):
    reading = english.read("railroad")
    assert len(english.search(reading, ALL[:0], 5)[0]) == len(english.search(reading, ALL, 0)[0]) == 0
    assert len(english.matching(reading, ALL[:0])) == 0


def test_equal_scores_come_by_row(tmp_path):
    index = opened(tmp_path / "keyword", ["steam engine"] * 300, "en")
    rows = np.arange(10, 290)
    assert index.search(index.read("steam"), rows, 7)[0].tolist() == list(range(10, 17))
    assert index.search(index.read("steam*"), rows[::2], 3)[0].tolist() == [10, 12, 14]


def test_matched_words_are_given_as_printed(english):
    text = TEXTS[0]
    assert english.matched(english.read("railroad prosper*"), text) == ("railroads", "Railroad", "prospered")
    assert english.matched(english.read('"railroad companies"'), text) == ("Railroad companies",)
    assert english.matched(english.read("built -railroad"), text) == ("built",)


def test_matched_agrees_with_the_index(index):
    keyword = index.keyword
    rows = np.arange(len(index.chunks))
    for query in ("railroad", "bank* ship", '"of the"', "+navy gold -port"):
        reading = keyword.read(query)
        for row in keyword.matching(reading, rows)[:50]:
            assert keyword.matched(reading, index.chunk_text(row))


def test_terms_and_conjunction(english):
    terms = english.any_of(["railroad", "interstate commerce", "!"])
    assert english.matching(terms, ALL).tolist() == [0, 1, 5, 6]
    both = english.both(english.read("the canal"), terms)
    assert english.matching(both, ALL).tolist() == [1]
    assert both.text == 'canal AND (railroad OR "interstate commerce") (left out as too common: the)'
    assert english.both(english.read("canal"), english.any_of([])).empty


def test_a_language_without_a_stemmer_is_searched_by_words(tmp_path):
    index = opened(tmp_path / "keyword", ["Слово слова", "слова", "x" * 100_000 + " end", "a\0b"], "la")
    rows = np.arange(4)
    assert index.matching(index.read("слово"), rows).tolist() == [0]
    assert index.matching(index.read("end"), rows).tolist() == [2]


def test_every_chunk_with_a_word_is_found(index):
    rows = np.arange(len(index.chunks))
    reading = index.keyword.read('"railroad"')
    plain = [row for row in rows if re.search(r"\brailroad\b", index.chunk_text(row), re.I)]
    assert index.keyword.matching(reading, rows).tolist() == plain
