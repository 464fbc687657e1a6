"""The ends of a corpus, without what stands alone far outside."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from historag_tui.heuristik.period import Ends, corpus_ends, ends, outside
from tests.heuristik import counted


@pytest.mark.parametrize(
    ("years", "found"),
    [
        ({1850: 3, 1900: 4}, Ends(1850, 1900, ())),
        ({1850: 3, 1900: 4, 9999: 1}, Ends(1850, 1900, (9999,))),
        ({18: 1, 1850: 3, 1900: 4, 9999: 2}, Ends(1850, 1900, (18, 9999))),
        ({1018: 1, 1050: 1, 1850: 30, 1900: 4}, Ends(1018, 1900, ())),  # two that are not alone
        ({1: 1, 300: 1, 1850: 9}, Ends(1850, 1850, (1, 300))),  # alone one after the other
        ({1000: 1, 1900: 1}, Ends(1000, 1900, ())),  # of two, none is the corpus
        ({1650: 1, 1850: 9}, Ends(1650, 1850, ())),  # 200 years are no more than 200
        ({1649: 1, 1850: 9}, Ends(1850, 1850, (1649,))),
        ({-300: 2}, Ends(-300, -300, ())),
    ],
)
def test_years_that_stand_alone_are_left_out(years: dict[int, int], found: Ends) -> None:
    assert ends(years) == found


@given(some.dictionaries(some.integers(-500, 9999), some.integers(1, 5), min_size=1))
def test_most_sources_remain_and_nothing_is_lost(years: dict[int, int]) -> None:
    found = ends(years)
    inside = {year: count for year, count in years.items() if found.first <= year <= found.last}
    assert set(found.outside) == set(years) - set(inside)
    assert 2 * sum(inside.values()) > sum(years.values()) or inside == years


def test_those_left_out_are_named(tmp_path_factory: pytest.TempPathFactory) -> None:
    texts = [("1850", "one"), ("1851", "two"), ("9999", "three"), ("", "four"), ("1852/1853", "five")]
    index = counted.index(tmp_path_factory.mktemp("period"), texts)
    found = corpus_ends(index)
    assert found == Ends(1850, 1853, (9999,))
    [line] = outside(index, found.outside)
    assert line.startswith("left out of the period: d2 (Title 2), dated 9999, more than 200 years from the next source")
    nothing = counted.index(tmp_path_factory.mktemp("undated"), [("", "four")])
    assert corpus_ends(nothing) is None
