"""Corpus: what is there, what is thin, what was not read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from historag_tui.tui.corpus_text import whole
from historag_tui.tui.frame import ModeScreen
from historag_tui.tui.keymap import bind


class CorpusScreen(ModeScreen):
    """A text to scroll."""

    MODE = "corpus"
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("j,down", "scroll(1)", "down", key_display="j", id="corpus.down"),
        bind("k,up", "scroll(-1)", "up", key_display="k", id="corpus.up"),
        bind("space,pagedown", "page(1)", "page down", key_display="space", id="corpus.page-down"),
        bind("b,pageup", "page(-1)", "page up", key_display="b", id="corpus.page-up"),
        bind("home", "edge(-1)", "to the top", id="corpus.first", show=False),
        bind("end,G", "edge(1)", "to the end", key_display="G", id="corpus.last", show=False),
    ]

    def body(self) -> Iterator[Widget]:
        """The text."""
        with VerticalScroll(id="pane", can_focus=False):
            yield Static(id="text")

    @property
    def pane(self) -> VerticalScroll:
        """What scrolls."""
        return self.query_one("#pane", VerticalScroll)

    def show_study(self) -> None:
        """Draw it."""
        self.put("#text", whole(self.session, self.app.size.width))

    def read_on(self, direction: int) -> None:
        """A screenful."""
        self.action_page(direction)

    def action_scroll(self, step: int) -> None:
        """A line further or back."""
        self.pane.scroll_relative(y=step, animate=False)

    def action_page(self, direction: int) -> None:
        """A screenful further or back."""
        self.pane.scroll_relative(y=direction * max(1, self.pane.size.height - 2), animate=False)

    def action_edge(self, direction: int) -> None:
        """To the first line or the last."""
        self.pane.scroll_to(y=0 if direction < 0 else self.pane.max_scroll_y, animate=False)


def open_screen() -> Screen[None]:
    """The screen."""
    return CorpusScreen()
