"""CSV that comes back as it went out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from historag_tui.errors import UsageError
from historag_tui.session.tables import read_csv, write_csv

TEXT = some.text(some.characters(blacklist_categories=["Cs"]))


@given(some.lists(some.tuples(TEXT, TEXT), max_size=8))
def test_reads_back_equal(rows: list[tuple[str, str]]) -> None:
    table = [{"one": one, "two": two} for one, two in rows]
    assert read_csv(write_csv(("one", "two"), table)) == table


def test_is_utf8_with_a_byte_order_mark() -> None:
    assert write_csv(("ä",), []) == b"\xef\xbb\xbf\xc3\xa4\r\n"


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "'quoted"])
def test_what_would_start_a_formula_is_quoted(cell: str) -> None:
    written = write_csv(("a",), [{"a": cell}]).decode("utf-8-sig")
    assert written.splitlines()[1].lstrip('"').startswith("'")


def test_numbers_stay_numbers() -> None:
    assert write_csv(("a", "b", "c"), [{"a": -0.5, "b": 3, "c": None}]).splitlines()[1] == b"-0.5,3,"


def test_a_table_in_another_encoding_is_refused_not_guessed() -> None:
    with pytest.raises(UsageError, match="not UTF-8"):
        read_csv("a\r\nMünchen".encode("cp1252"))
