"""Citations and claims of a Zwischentext."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from historag_tui.analyse.citations import declares_nothing, read_citations, read_claims
from historag_tui.analyse.prompt import NOTHING, messages
from historag_tui.records import CorpusChunk, Passage, TransferRow, WorkingCorpus

A, B = "aaaaaaaaaaaa0001", "bbbbbbbbbbbb0002"


def _chunk(chunk: str, text: str) -> CorpusChunk:
    passage = Passage(
        chunk=chunk, document="d", title="T", date="1911", first=None, last=None, start=0, end=len(text), text=text,
        text_hash="h", provenance={"author": "Taft", "url": "http://x/y"},
    )  # fmt: skip
    return CorpusChunk(passage=passage, window="1910–1919", run="run-1", origin="read")


CORPUS = WorkingCorpus(
    id="corpus-1",
    runs=("run-1",),
    reason="read",
    table=(TransferRow("1910–1919", 2, 0, 0, 1, 2, 660, 5),),
    chunks=(_chunk(A, "Pooling is a device that the law condemns."), _chunk(B, "The carriers consolidate.")),
)


def _read(text: str) -> list[tuple[str, str, str]]:
    return [(item.chunk, item.quotation, item.placed) for item in read_citations(text, CORPUS)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"So [{A}].", [(A, "", "exact")]),
        (f'So [{A}: "the law condemns"].', [(A, "the law condemns", "exact")]),
        (f"So [{A}: “The  Law condemns”].", [(A, "The  Law condemns", "normalised")]),
        (
            f'So [{A}: "Pooling is a device that the law commends."].',
            [(A, "Pooling is a device that the law commends.", "close")],
        ),
        (f'So [{A}: "Roads belong to all of us here"].', [(A, "Roads belong to all of us here", "not found")]),
        (f'So [{A[:8]}: "the law condemns"].', [(A, "the law condemns", "exact")]),
        (f'So [{A}: "law"; {B}: "carriers"].', [(A, "law", "exact"), (B, "carriers", "exact")]),
        ("So [cccccccccccc0003].", [("", "", "not found")]),
        ("So [4].", [("", "", "not found")]),
        (f"So [{A[:5]}].", []),
        ("So [sic] and [the carriers].", []),
    ],
)
def test_each_citation_is_followed(text: str, expected: list[tuple[str, str, str]]) -> None:
    assert _read(text) == expected


def test_only_exact_and_normalised_count_as_located() -> None:
    text = f'[{A}] [{A}: "the law condemns"] [{A}: "Pooling is a device that the law commends."] [ffffffffffffffff]'
    assert [item.located for item in read_citations(text, CORPUS)] == [True, True, False, False]


def test_claims_with_and_without_support() -> None:
    text = f'# Title\n\nMr. Taft said that pooling is condemned. [{A}: "the law condemns"] The U.S. grew. Carriers consolidate [{B}].'
    citations = read_citations(text, CORPUS)
    claims = [(text[claim.start : claim.end], claim.citations) for claim in read_claims(text, citations)]
    assert claims == [
        (f'Mr. Taft said that pooling is condemned. [{A}: "the law condemns"]', (0,)),
        ("The U.S. grew.", ()),
        (f"Carriers consolidate [{B}].", (1,)),
    ]


def test_claims_of_quantity_are_marked_by_their_own_words_not_by_a_quotation() -> None:
    text = f'Fear increasingly prevails [{A}]. Taft names a device [{A}: "more often than not, in 40 % of cases"].'
    assert [claim.quantity for claim in read_claims(text, read_citations(text, CORPUS))] == [True, False]


def test_nothing_here_supports_this_is_an_answer() -> None:
    assert declares_nothing(NOTHING, ())
    assert declares_nothing("nothing here supports this", ())
    assert read_claims(NOTHING, ()) == ()
    text = f"{NOTHING} But [{A}]."
    assert not declares_nothing(text, read_citations(text, CORPUS))


def test_the_prompt_names_windows_quotas_and_fractions_and_shows_each_chunk_once() -> None:
    system, user = messages(CORPUS, "Why?", "I look from Berlin.")
    assert "1910–1919: quota 5; accepted 2 of 660 eligible chunks (0.30%)" in user.content
    for chunk in CORPUS.chunks:
        assert user.content.count(chunk.passage.text) == 1
        assert user.content.count(chunk.passage.chunk) == 1
    assert "<context-note>\nI look from Berlin.\n</context-note>" in user.content
    assert user.content.endswith("Question: Why?")
    assert NOTHING in system.content


@given(some.text(alphabet=some.sampled_from(list('abcd0123[]:;",."”“ \n!')) | some.characters(), max_size=200))
def test_any_text_can_be_read(text: str) -> None:
    citations = read_citations(text, CORPUS)
    claims = read_claims(text, citations)
    assert all(0 <= item.start < item.end <= len(text) for item in (*citations, *claims))
