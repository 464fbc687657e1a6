"""The page on dates says what the reader does."""

from __future__ import annotations

from pathlib import Path

import pytest

from historag_tui.corpus.dating import CIRCA, EXPLAINED, read_date, unread

PAGE = (Path(__file__).parents[3] / "docs" / "dates.md").read_text("utf-8")
ROWS = [[cell.strip() for cell in line.strip("|").split("|")] for line in PAGE.splitlines() if line.startswith("| ")][
    1:
]


@pytest.mark.parametrize(("written", "first", "last", "certainty"), ROWS)
def test_each_row_is_read_as_it_says(written: str, first: str, last: str, certainty: str) -> None:
    date = read_date(written, "written")
    if certainty == "not read":
        assert date is None and unread(written)
        return
    assert date is not None
    assert (date.first or "open", date.last or "open", date.certainty) == (first, last, certainty)


def test_the_page_shows_every_certainty_and_the_width_of_circa() -> None:
    assert {row[3] for row in ROWS} == {*EXPLAINED, "not read"}
    assert CIRCA == 5 and "five years of a year" in PAGE
