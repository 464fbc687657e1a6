"""Concordances: what stands beside a word, and in which order the lines come."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from historag_tui.corpus.words import WORD
from historag_tui.days import day_of
from historag_tui.errors import UsageError
from historag_tui.heuristik.concordance import (
    Context,
    Place,
    draw,
    lines,
    places,
    read_context,
    read_sort,
    surroundings,
    words_after,
    words_before,
)
from historag_tui.heuristik.forms import read_term
from historag_tui.heuristik.frequency import Scope
from historag_tui.heuristik.windows import cut
from historag_tui.index.reader import Index
from tests.heuristik import counted

TEXTS = [
    ("1862", "a zinc pump works; the old pump fails"),
    ("1851", "one brass pump and another iron pump"),
    ("1855", "no pumpkin, but a pump"),
    ("", "undated pump"),
]


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Index:
    return counted.index(tmp_path_factory.mktemp("concordance"), TEXTS)


@pytest.fixture(scope="module")
def scope(index: Index) -> Scope:
    return Scope(index, cut(day_of(1850, 1, 1), day_of(1869, 12, 31), "10y", 1))


def _lines(index: Index, scope: Scope, sort: str, context: str = "1w") -> list[tuple[str, str, str]]:
    found = places(index, [read_term(index, "pump")], scope, read_sort(sort))
    return [
        (line.window, line.left.strip(), line.right.strip())
        for line in lines(index, found, scope, read_context(context))
    ]


def test_by_date_within_the_windows_the_undated_last(index: Index, scope: Scope) -> None:
    assert _lines(index, scope, "") == [
        ("1850–1859", "brass", "and"),
        ("1850–1859", "iron", ""),
        ("1850–1859", "a", ""),
        ("1860–1869", "zinc", "works"),
        ("1860–1869", "old", "fails"),
        ("undated", "undated", ""),
    ]


def test_by_the_words_to_the_left_or_right(index: Index, scope: Scope) -> None:
    assert [left for _, left, _ in _lines(index, scope, "L1")] == ["a", "brass", "iron", "old", "zinc", "undated"]
    # The second word to the left: another iron, but a, one brass; then the old, a zinc.
    assert [left for _, left, _ in _lines(index, scope, "l2")] == ["iron", "a", "brass", "zinc", "old", "undated"]
    assert [right for _, _, right in _lines(index, scope, "R1")] == ["", "", "and", "fails", "works", ""]


def test_by_position_is_the_order_of_the_corpus(index: Index, scope: Scope) -> None:
    assert [left for _, left, _ in _lines(index, scope, "position")] == ["brass", "iron", "a", "zinc", "old", "undated"]


def test_context_in_words_or_characters_is_as_printed(index: Index, scope: Scope) -> None:
    found = list(places(index, [read_term(index, "pump")], scope))
    [line] = lines(index, found[3:4], scope, Context(2, words=True))
    assert (line.left, line.term, line.right) == ("a zinc ", "pump", " works; the")
    [line] = lines(index, found[3:4], scope, Context(3))
    assert (line.left, line.right) == ("nc ", " wo")
    [line] = lines(index, found[3:4], scope, Context(0, words=True))
    assert (line.left, line.right) == ("", "")


@given(some.text("ab c-\u0301", max_size=300), some.integers(1, 12), some.data())
def test_words_beside_are_those_of_the_whole_text(text: str, count: int, data: some.DataObject) -> None:
    tokens = [match.span() for match in WORD.finditer(text)]
    if not tokens:
        return
    number = data.draw(some.integers(0, len(tokens) - 1))
    start, end = tokens[number]
    assert words_before(text, start, count) == tokens[max(0, number - count) : number]
    assert words_after(text, end, count) == tokens[number + 1 : number + 1 + count]


def test_a_long_word_beside_is_not_cut() -> None:
    text = "begin " + "x" * 500 + " pump"
    assert surroundings(text, 507, 511, Context(2, words=True)) == (0, 511)


def test_a_sample_keeps_the_order_and_repeats_with_its_seed() -> None:
    found = [Place(number, 0, 1) for number in range(100)]
    drawn = draw(found, 10, seed=5)
    assert len(drawn) == 10 and drawn == sorted(drawn)
    assert drawn == draw(found, 10, seed=5) != draw(found, 10, seed=6)
    assert draw(found, 100, seed=5) == found


@pytest.mark.parametrize("text", ["", "w", "10x", "-3", "1000000", "10 ww"])
def test_what_is_no_context_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="is no context"):
        read_context(text)


def test_what_is_no_order_is_refused() -> None:
    assert (read_context(" 10w "), read_context("60")) == (Context(10, words=True), Context(60))
    for text in ("L4", "left", "R"):
        with pytest.raises(UsageError, match="is no order"):
            read_sort(text)
