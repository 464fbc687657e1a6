"""Witnesses to one date."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as some

from historag_tui.corpus.dating import conflicts, read_date, told
from historag_tui.days import iso
from historag_tui.records import NamedDate


def witness(name: str, written: str) -> NamedDate:
    date = read_date(written, name)
    assert date is not None
    return date


def test_witnesses_that_share_a_day_agree() -> None:
    dates = [witness("file name", "1863"), witness("header", "1863-12-08"), witness("prose", "nach dem 1. 12. 1863")]
    assert conflicts(dates) == ()
    assert told(dates) == ""
    assert conflicts([]) == conflicts(dates[:1]) == ()


def test_every_witness_is_named_with_what_it_says() -> None:
    name, header, prose = (
        witness("file name", "1863-12-08"),
        witness("header", "1864-12-08"),
        witness("prose", "8. Dezember 1863"),
    )
    assert conflicts([name, header, prose]) == ((name, header), (header, prose))
    assert told([name, header, prose]) == (
        "file name: 1863-12-08; header: 1864-12-08; prose: 1863-12-08, written '8. Dezember 1863' "
        "(file name against header, header against prose)"
    )


def test_an_open_date_disagrees_only_on_its_closed_side() -> None:
    before, after = witness("header", "bis 1850"), witness("prose", "ab 1851")
    assert conflicts([before, after]) == ((before, after),)
    assert conflicts([after, witness("file name", "1900")]) == ()


_RANGES = some.tuples(some.integers(-20, 20), some.integers(0, 10))


@given(some.lists(_RANGES, max_size=5))
def test_pairs_are_those_that_have_no_day_in_common(ranges: list[tuple[int, int]]) -> None:
    dates = [NamedDate(str(index), iso(day), iso(day + more)) for index, (day, more) in enumerate(ranges)]
    days = [set(range(day, day + more + 1)) for day, more in ranges]
    found = {(int(one.name), int(other.name)) for one, other in conflicts(dates)}
    assert found == {(i, j) for j in range(len(days)) for i in range(j) if not days[i] & days[j]}
    assert bool(told(dates)) == bool(found)
