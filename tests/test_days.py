"""Calendar days as numbers."""

from __future__ import annotations

from datetime import date

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from historag_tui.days import calendar, day_of, iso, iso_year, span, written
from historag_tui.errors import UsageError


@given(some.dates())
def test_agrees_with_the_standard_library(day: date) -> None:
    number = (day - date(1970, 1, 1)).days
    assert day_of(day.year, day.month, day.day) == number
    assert calendar(number) == (day.year, day.month, day.day)
    assert span(day.isoformat()) == (number, number)


@given(some.integers(-2_000_000, 2_000_000))
def test_agrees_with_numpy_before_the_common_era_too(number: int) -> None:
    assert np.datetime64(iso(number), "D") == np.datetime64(number, "D")
    assert span(iso(number)) == (number, number)


@pytest.mark.parametrize("text", ["", "today", "1900-13", "1901-02-29", "1900-00-01", "12.3.1900", "1900/01"])
def test_what_is_no_date_is_refused(text: str) -> None:
    with pytest.raises(UsageError):
        span(text)


@pytest.mark.parametrize(
    ("first", "last", "expected"),
    [
        ("1820-01-01", "1820-12-31", "1820"),
        ("1820-02-01", "1820-02-29", "1820-02"),
        ("1820-02-03", "1820-02-03", "1820-02-03"),
        ("1820-02-03", "1821-01-01", "1820-02-03 to 1821-01-01"),
        (None, "1820-02-03", "before 1820-02-03"),
        ("1820-02-03", None, "after 1820-02-03"),
        (None, None, ""),
        ("-0043-01-01", "-0043-12-31", "-0043"),
    ],
)
def test_ranges_as_people_write_them(first: str | None, last: str | None, expected: str) -> None:
    assert written(first, last) == expected


def test_a_year_is_written_with_four_digits_whatever_its_sign() -> None:
    assert [iso_year(year) for year in (-10_000, -44, 0, 9, 1860, 12_345)] == (
        ["-10000", "-0044", "0000", "0009", "1860", "12345"]
    )
