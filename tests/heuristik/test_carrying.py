"""Decisions on chunks that were cut otherwise, by hand and by property."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from historag_tui.heuristik.carrying import LEAST, carry, overlap
from historag_tui.records import Decision, Hit, Run


def hit(start: int, end: int, document: str = "d") -> Hit:
    values = {
        "chunk": f"{document}-{start}-{end}", "document": document, "title": "", "date": "", "first": None, "last": None,
        "start": start, "end": end, "text": "", "text_hash": f"{start}-{end}", "provenance": {}, "ordinal": 0, "siblings": 1,
        "window": "w", "rank": 1, "score": 1.0, "similarity": 0.5, "keyword_score": None, "layers": [],
    }  # fmt: skip
    return msgspec.convert(values, Hit, strict=False)


def run(name: str, *hits: Hit) -> Run:
    """A run with these hits: all that is asked of one here."""

    class Found(msgspec.Struct, frozen=True):
        id: str
        hits: tuple[Hit, ...]

    return Found(name, hits)  # type: ignore[return-value]


def decided(name: str, **verdicts: str) -> dict[tuple[str, str], Decision]:
    return {
        (name, chunk.replace("_", "-")): Decision(run=name, chunk=chunk, text_hash="", verdict=verdict, origin="read")  # type: ignore[arg-type]
        for chunk, verdict in verdicts.items()
    }


def test_chunks_of_a_thousand_cut_to_five_hundred() -> None:
    earlier = run("old", hit(0, 1000), hit(900, 1900), hit(0, 800, "e"))
    later = run("new", hit(0, 500), hit(450, 950), hit(800, 1300), hit(1750, 2250), hit(0, 500, "f"))
    decisions = decided("old", d_0_1000="accept", d_900_1900="reject", e_0_800="flag")
    offer = carry(earlier, later, decisions)
    assert [(one.hit.chunk, one.verdicts, one.earlier) for one in offer.carried] == [
        ("d-0-500", ("accept",), ("d-0-1000",)),
        ("d-450-950", ("accept",), ("d-0-1000",)),
        ("d-800-1300", ("reject",), ("d-900-1900",)),  # 200 of 500 in the first, 400 of 500 in the second
    ]
    assert [one.overlap for one in offer.carried] == [1.0, 1.0, 0.8]
    assert [lost.chunk for lost in offer.lost] == ["e-0-800"] and offer.decided == 0


def test_where_verdicts_meet_in_one_chunk_they_are_named_and_not_carried() -> None:
    earlier = run("old", hit(0, 500), hit(450, 950), hit(950, 1450))
    decisions = decided("old", d_0_500="accept", d_450_950="reject", d_950_1450="accept")
    (one,) = carry(earlier, run("new", hit(0, 1000)), decisions).carried
    assert one.verdicts == ("accept", "reject") and not one.agreed
    same = decisions | decided("old", d_450_950="accept")
    (one,) = carry(earlier, run("new", hit(0, 1000)), same).carried
    assert one.agreed and one.earlier == ("d-0-500", "d-450-950")


def test_what_is_decided_today_stays_and_what_was_undecided_says_nothing() -> None:
    earlier = run("old", hit(0, 500), hit(500, 1000))
    decisions = decided("old", d_0_500="accept") | decided("new", d_0_500="reject")
    offer = carry(earlier, run("new", hit(0, 500), hit(500, 1000)), decisions)
    assert (offer.carried, offer.decided, offer.lost) == ((), 1, ())


@pytest.mark.parametrize(("span", "expected"), [((250, 750), 0.5), ((251, 751), 0.498), ((500, 1000), 0), ((9, 9), 0)])
def test_half_of_the_shorter_is_enough(span: tuple[int, int], expected: float) -> None:
    assert overlap(hit(0, 500), hit(*span)) == expected
    found = carry(run("old", hit(0, 500)), run("new", hit(*span)), decided("old", d_0_500="accept")).carried
    assert len(found) == (expected >= LEAST)


SPANS = st.lists(st.tuples(st.integers(0, 60), st.integers(1, 40)).map(lambda span: (span[0], sum(span))), max_size=8)


@given(before=SPANS, after=SPANS, data=st.data())
def test_it_is_what_it_says(before: list[tuple[int, int]], after: list[tuple[int, int]], data: st.DataObject) -> None:
    earlier, later = run("old", *(hit(*span) for span in before)), run("new", *(hit(*span) for span in after))
    verdicts = {span: data.draw(st.sampled_from(("accept", "reject", None))) for span in before}
    decisions = {
        ("old", hit(*span).chunk): Decision(run="old", chunk="", text_hash="", verdict=verdict, origin="read")
        for span, verdict in verdicts.items() if verdict
    }  # fmt: skip
    offer = carry(earlier, later, decisions)
    expected = {}
    for start, end in after:
        inside = {
            span: verdict for span, verdict in verdicts.items()
            if verdict and 2 * len(set(range(start, end)) & set(range(*span))) >= min(end - start, span[1] - span[0])
        }  # fmt: skip
        if inside:
            expected[hit(start, end).chunk] = set(inside.values())
    assert {one.hit.chunk: set(one.verdicts) for one in offer.carried} == expected
    met = {chunk for one in offer.carried for chunk in one.earlier}
    assert met | {lost.chunk for lost in offer.lost} == {chunk for _, chunk in decisions}
