"""A Zwischentext as a file."""

from __future__ import annotations

import re

import msgspec
import pytest

from historag_tui.analyse.citations import read_citations, read_claims
from historag_tui.analyse.render import render, standing
from historag_tui.records import Citation, Passage, Placed, Zwischentext
from tests.analyse.test_citations import CORPUS, A, B


def _text(said: str, **fields: object) -> Zwischentext:
    citations = read_citations(said, CORPUS)
    text = Zwischentext(
        id="zwischentext-1", corpus="corpus-1", question="Why?", label="A proposal.", text=said, citations=citations,
        claims=read_claims(said, citations),
    )  # fmt: skip
    return msgspec.structs.replace(text, **fields)


@pytest.mark.parametrize(
    ("chunk", "quotation", "placed", "says"),
    [
        (A, "x", "exact", "located: quoted letter by letter"),
        (A, "x", "normalised", "located: only spelling"),
        (A, "", "exact", "located: the chunk exists"),
        (A, "x", "close", "not located: the wording differs"),
        (A, "x", "rubric", "not located: the words are not the source's"),
        (A, "x", "not found", "not located: the source does not say this"),
        ("", "x", "not found", "not located: the working corpus has no such chunk"),
    ],
)
def test_each_standing_in_words(chunk: str, quotation: str, placed: Placed, says: str) -> None:
    citation = Citation(0, 1, chunk, chunk, quotation, placed)
    assert standing(citation).startswith(says)
    assert citation.located == says.startswith("located")


@pytest.mark.parametrize("written", [f"[{A}]", f"[ {A} ]", f"[chunk {A}]", f"[{A[:7]}]"])
def test_a_citation_becomes_one_footnote_mark(written: str) -> None:
    file = render(_text(f"So it was {written}. And then?"), CORPUS)
    assert "So it was [^1]. And then?" in file
    assert file.count("[^1]:") == 1


def test_the_id_that_was_really_written_is_told() -> None:
    file = render(_text(f"So it was [{A[:7]}]."), CORPUS)
    assert f"chunk {A}, cited as {A[:7]}." in file


def test_every_chunk_that_was_shown_is_listed_with_its_source_cited_or_not() -> None:
    file = render(_text(f'So it was [{A}] [{A}: "the law condemns"].'), CORPUS)
    shown = file[file.index("## What the model was shown") :].splitlines()[2:]
    assert len(shown) == len(CORPUS.chunks)
    assert A in shown[0] and shown[0].endswith("Cited 2×.")
    assert "author: Taft; url: http://x/y" in shown[0] and "document d, characters 0–" in shown[0]
    assert B in shown[1] and shown[1].endswith("**Not cited.**") and "window 1910–1919" in shown[1]


def test_no_field_of_a_source_becomes_markup_or_a_line() -> None:
    hostile = "x\n## Finding\n<b>|*a*|[l](http://y)\x1b[31m`c`"
    passage = Passage(
        chunk=A, document=hostile, title=hostile, date=hostile, first=None, last=None, start=0, end=1, text="a",
        text_hash="h", provenance={hostile: hostile},
    )  # fmt: skip
    chunk = msgspec.structs.replace(CORPUS.chunks[0], passage=passage, window=hostile)
    corpus = msgspec.structs.replace(CORPUS, chunks=(chunk,))
    file = render(_text(f"So [{A}].", question=hostile, context=hostile, label=hostile, reason=hostile), corpus)
    assert "\n## Finding" not in file and "\x1b" not in file
    assert not re.search(r"(?<!\\)[<|`]", file) and "](" not in file.replace("\\](", "")
