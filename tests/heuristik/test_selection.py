"""Quota, cap and overlap."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as some

from historag_tui.heuristik.selection import Place, Selection, select

PLACES = {0: Place(1, 0, 100), 1: Place(1, 90, 190), 2: Place(1, 200, 300), 3: Place(2, 0, 100), 4: Place(3, 0, 50)}


def test_a_better_neighbour_keeps_out_what_overlaps_it() -> None:
    assert select([1, 0, 2, 3, 4], PLACES.__getitem__, 3) == Selection([1, 2, 3], 4, 0, 1)


def test_a_cap_counts_only_what_was_admitted() -> None:
    assert select([0, 2, 1, 3], PLACES.__getitem__, 4, cap=1) == Selection([0, 3], None, 2, 0)


def test_neighbours_may_stay_when_wished() -> None:
    assert select([0, 1], PLACES.__getitem__, 2, drop_overlapping=False) == Selection([0, 1], None, 0, 0)


def test_chunks_that_only_touch_do_not_overlap() -> None:
    places = [Place(1, 0, 100), Place(1, 100, 200)]
    assert select([0, 1], places.__getitem__, 2).admitted == [0, 1]


@given(
    places=some.lists(some.tuples(some.integers(0, 3), some.integers(0, 50), some.integers(1, 20)), max_size=40),
    quota=some.integers(1, 10),
    cap=some.integers(0, 3),
)
def test_a_quota_is_filled_whenever_enough_remain(places: list[tuple[int, int, int]], quota: int, cap: int) -> None:
    at = [Place(document, start, start + length) for document, start, length in places]
    result = select(range(len(at)), at.__getitem__, quota, cap)
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
