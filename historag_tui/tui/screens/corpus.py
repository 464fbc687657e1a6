"""Corpus: what is there, what is thin, what was not read."""

from __future__ import annotations

from collections.abc import Iterator

from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from historag_tui.tui.corpus_text import whole
from historag_tui.tui.frame import ModeScreen


class CorpusScreen(ModeScreen):
    """A text to scroll."""

    MODE = "corpus"

    def body(self) -> Iterator[Widget]:
        """The text."""
        with VerticalScroll(id="pane"):
            yield Static(id="text")

    def show_study(self) -> None:
        """Draw it."""
        self.put("#text", whole(self.session))
        self.query_one("#pane").focus()


def open_screen() -> Screen[None]:
    """The screen."""
    return CorpusScreen()
