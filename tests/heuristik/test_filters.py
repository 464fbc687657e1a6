"""Conditions on fields."""

from __future__ import annotations

import pytest

from historag_tui.errors import UsageError
from historag_tui.heuristik.filters import parse_filter, written
from historag_tui.records import Filter


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("party=Whig", Filter("party", "=", ("Whig",))),
        ("party != Whig", Filter("party", "!=", ("Whig",))),
        ("party={Whig,Democratic}", Filter("party", "in", ("Whig", "Democratic"))),
        ("volume=3..12", Filter("volume", "range", ("3", "12"))),
        ("volume=..12", Filter("volume", "range", ("", "12"))),
        ("party=", Filter("party", "missing")),
        ("party!=", Filter("party", "!=")),
        ("url=http://x/?a=b", Filter("url", "=", ("http://x/?a=b",))),
        ("president=Adams, John", Filter("president", "=", ("Adams, John",))),
    ],
)
def test_reads_and_writes(text: str, expected: Filter) -> None:
    assert parse_filter(text) == expected
    assert parse_filter(written(expected)) == expected


@pytest.mark.parametrize("text", ["", "party", "=Whig", "!=Whig"])
def test_refuses_what_is_no_condition(text: str) -> None:
    with pytest.raises(UsageError):
        parse_filter(text)
