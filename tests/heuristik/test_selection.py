"""Quota, cap and overlap."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as some

from historag_tui.heuristik.selection import Cap, Place, Selection, select

PLACES = {0: Place(1, 0, 100), 1: Place(1, 90, 190), 2: Place(1, 200, 300), 3: Place(2, 0, 100), 4: Place(3, 0, 50)}


def document(row: int) -> int:
    return PLACES[row].document


def test_a_better_neighbour_keeps_out_what_overlaps_it() -> None:
    assert select([[1, 0, 2, 3, 4]], PLACES.__getitem__, 3) == Selection([1, 2, 3], 4, 0, 1)


def test_a_cap_counts_only_what_was_admitted() -> None:
    assert select([[0, 2, 1, 3]], PLACES.__getitem__, 4, [Cap(document, 1)]) == Selection([0, 3], None, 2, 0)


def test_neighbours_may_stay_when_wished() -> None:
    assert select([[0, 1]], PLACES.__getitem__, 2, drop_overlapping=False) == Selection([0, 1], None, 0, 0)


def test_chunks_that_only_touch_do_not_overlap() -> None:
    places = [Place(1, 0, 100), Place(1, 100, 200)]
    assert select([[0, 1]], places.__getitem__, 2).admitted == [0, 1]


@given(
    places=some.lists(some.tuples(some.integers(0, 3), some.integers(0, 50), some.integers(1, 20)), max_size=40),
    quota=some.integers(1, 10),
    cap=some.integers(0, 3),
)
def test_a_quota_is_filled_whenever_enough_remain(places: list[tuple[int, int, int]], quota: int, cap: int) -> None:
    at = [Place(document, start, start + length) for document, start, length in places]
    caps = [Cap(lambda row: at[row].document, cap)] if cap else []
    result = select([range(len(at))], at.__getitem__, quota, caps)
    taken = [at[row] for row in result.admitted]
    assert all(
        one.document != other.document or one.end <= other.start or other.end <= one.start
        for place, one in enumerate(taken)
        for other in taken[:place]
    )
    assert not cap or max(Counter(place.document for place in taken).values(), default=0) <= cap
    if len(taken) < quota:
        assert result.following is None
        assert len(taken) + result.capped + result.overlapping == len(at)


def test_a_row_without_a_group_is_never_capped() -> None:
    issue = {0: "12 May", 1: None, 2: "12 May", 3: None, 4: "13 May"}
    assert select([[0, 1, 2, 3, 4]], PLACES.__getitem__, 4, [Cap(issue.get, 1)], False).admitted == [0, 1, 3, 4]


def test_rankings_take_turns_and_the_turn_of_an_empty_one_goes_on() -> None:
    places = [Place(number, 0, 10) for number in range(9)]
    turns = select([[0, 1, 2, 3], [4], [5, 6]], places.__getitem__, 6)
    assert turns == Selection([0, 4, 5, 1, 6, 2], 3, 0, 0)


def test_in_its_turn_a_ranking_gives_its_best_row_that_may_come_in() -> None:
    turns = select([[0, 1, 2], [3, 4]], PLACES.__getitem__, 4)
    assert turns == Selection([0, 3, 2, 4], None, 0, 1)
