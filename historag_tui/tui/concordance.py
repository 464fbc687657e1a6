"""A concordance (KWIC) as text on a screen: the word in one column, its context on both sides as wide as there is room."""

from __future__ import annotations

from collections.abc import Iterable

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from historag_tui.records import Concordance
from historag_tui.session.visible import one_line
from historag_tui.tui.presentation import MARK

_DATE = 10


def concordance_text(lines: Iterable[Concordance], width: int) -> Text:
    """The lines under a heading for each window, none wider than ``width`` cells."""
    text, window = Text(no_wrap=True), None
    before = max(0, (width - _DATE) // 2 - 4)
    for line in lines:
        if line.window != window:
            window = line.window
            text.append(f"{one_line(window)}\n", "bold")
        term = one_line(line.term)
        text.append(f"{set_cell_size(one_line(line.date), _DATE)} ", "dim")
        text.append(_left(line.left, before), "dim")
        text.append(term, "bold")
        room = width - _DATE - 1 - before - cell_len(term)
        text.append(f"{set_cell_size(_right(line.right), max(0, room)).rstrip()}\n", "dim")
    return text


def passages_text(lines: Iterable[Concordance]) -> Text:
    """The same with as much context as was gathered, each a paragraph under its source."""
    text, window = Text(), None
    for line in lines:
        if line.window != window:
            window = line.window
            text.append(f"{one_line(window)}\n", "bold")
        text.append(f"{one_line(line.date)} {one_line(line.title)}\n", "cyan")
        text.append(one_line(line.left) + (" " if line.left[-1:].isspace() else ""))
        text.append(one_line(line.term), MARK)
        text.append(f"{_right(line.right)}\n\n")
    return text


def _left(context: str, cells: int) -> str:
    """The end of what stands before, filled from the left."""
    shown = one_line(context) + (" " if context[-1:].isspace() else "")
    while cell_len(shown) > cells:
        shown = shown[1:]
    return " " * (cells - cell_len(shown)) + shown


def _right(context: str) -> str:
    return (" " if context[:1].isspace() else "") + one_line(context)
