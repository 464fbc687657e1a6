"""The word in one column, whatever stands around it."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from historag_tui.records import Concordance
from historag_tui.tui.concordance import concordance_text


def line(left: str, term: str, right: str, window: str = "1830–1839", date: str = "1835-12-07") -> Concordance:
    return Concordance("d", "t", date, window, 0, 4, left, term, right)


@pytest.mark.parametrize("width", [40, 75, 195])
def test_the_word_stands_in_one_column_and_no_line_is_too_wide(width: int) -> None:
    lines = [
        line("the government of the ", "railroad", " companies of the several states and territories " * 4),
        line("", "Railroad", ", and nothing else"),
        line("長い文脈がここに立つ" * 9, "railroads", " 鉄道" * 60),
        line("a cafe\u0301 by the ", "rail", "-way", date="明治"),
    ]
    heading, *shown = concordance_text(lines, width).plain.splitlines()
    assert heading == "1830–1839"
    columns = {cell_len(text[: text.lower().index("rail")]) for text in shown}
    assert len(columns) == 1
    assert max(map(cell_len, shown)) <= width
    assert shown[3].endswith("by the rail-way"), "what belongs together is not torn apart"


def test_each_window_has_a_heading_and_nothing_steers_the_terminal() -> None:
    text = concordance_text([line("a\x1b[2J ", "rail", "\x07 b"), line("c ", "rail", " d", "1840–1849")], 60).plain
    assert text.splitlines()[0] == "1830–1839" and "1840–1849" in text.splitlines()
    assert "\x1b" not in text and "\x07" not in text and "a␛[2J rail␇ b" in text
