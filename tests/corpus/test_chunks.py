import hashlib
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from historag_tui.corpus.chunks import LONGEST, SHORTEST, chunk_id, cut, text_hash

pieces = st.sampled_from(
    [
        "word ",
        "A sentence ends here. ",
        "\n\n",
        "New paragraph",
        "x",
        "é",
        "👩‍👩‍👧 ",
        "e\u0301",
        "北京大学。",
        "\n",
        " ",
        "Mr. Smith ",
        "“Yes.” ",
    ]
)
texts = st.lists(st.tuples(pieces, st.integers(1, 400)), max_size=30).map(
    lambda parts: "".join(p * n for p, n in parts)
)


@settings(max_examples=150, deadline=None)
@given(texts, st.integers(500, 3000), st.floats(0, 0.5))
@example("x" * 20_000, 3000, 0.5)
@example("x" * 3_400, 3000, 0.0)
@example("", 1000, 0.1)
@example(" ", 500, 0.5)
@example("\u0301" * 9_000, 700, 0.5)
def test_chunks_cover_the_text_in_order_within_the_bounds(text, size, share):
    overlap = int(size * share)
    chunks = cut(text, size, overlap)
    covered = 0
    for number, (start, end) in enumerate(chunks):
        assert start <= covered < end
        assert covered - start <= overlap
        assert number == 0 or start > chunks[number - 1][0]
        assert end - start <= LONGEST
        assert end - start >= SHORTEST or len(chunks) == 1
        covered = end
    assert covered == len(text)


def test_a_short_text_is_one_chunk():
    assert cut("Fellow citizens.", 1000, 100) == [(0, 16)]


def test_a_paragraph_end_is_preferred_to_a_nearer_sentence_end():
    text = "S" * 700 + ".\n\n" + "T" * 280 + ". " + "U" * 2000
    assert cut(text, 1000, 0)[0] == (0, 703)


def test_a_sentence_end_is_preferred_to_a_nearer_space():
    text = "S" * 900 + ". " + "T" * 90 + " " + "u" * 3000
    assert cut(text, 1000, 0)[0] == (0, 902)


def test_a_space_is_preferred_to_the_middle_of_a_word():
    text = "s" * 950 + " " + "u" * 3000
    assert cut(text, 1000, 0)[0] == (0, 951)


def test_an_initial_and_a_title_end_no_sentence():
    text = "s" * 900 + " Mr. Smith of the U. S. Senate " + "u" * 3000
    end = cut(text, 1000, 0)[0][1]
    assert text[:end].endswith("Senate ")


def test_a_chunk_begins_with_the_sentence_that_the_overlap_reaches():
    sentence = "This is a sentence of some length that says nothing. "
    text = sentence * 100
    chunks = cut(text, 1000, 100)
    assert all(start % len(sentence) == 0 for start, _ in chunks)
    assert any(start < end for (_, end), (start, _) in pairwise(chunks))


def test_a_short_rest_goes_to_the_chunk_before_it():
    assert cut("x" * 1_499, 1000, 0) == [(0, 1499)]
    assert cut("x" * 1_500, 1000, 0) == [(0, 1000), (1000, 1500)]


def test_characters_that_belong_together_stay_together():
    family = "👩‍👩‍👧"
    text = family * 1000
    assert all(start % len(family) == 0 for start, _ in cut(text, 1001, 0))


def test_ids_are_made_of_document_and_offsets():
    expected = hashlib.blake2b(b"1863-Lincoln-1\x000\x00100", digest_size=8).hexdigest()
    assert chunk_id("1863-Lincoln-1", 0, 100) == expected
    assert len({chunk_id("a", 1, 23), chunk_id("a", 12, 3), chunk_id("a1", 2, 3), chunk_id("a", 1, 2)}) == 4


@pytest.mark.parametrize("text", ["", "Eiſen", "\udc80"])
def test_the_hash_of_any_text_has_32_digits(text):
    assert len(text_hash(text)) == 32
    assert text_hash("abc") == hashlib.sha256(b"abc").hexdigest()[:32]
