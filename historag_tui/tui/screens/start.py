"""The first screen of an empty study: what do you want to know, and what is there to find it in."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text
from textual import on
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input, Static

from historag_tui.tui.corpus_text import three_lines
from historag_tui.tui.dialogs import Field
from historag_tui.tui.frame import ModeScreen

_STEPS = (
    ("1 Corpus", "see what is there, thin, or was not read", "no model needed"),
    ("2 Expand", "learn the words of the sources first", "no model needed"),
    ("3 Retrieve", "describe a topic; each window gets a quota", "no model needed"),
    ("4 Review", "read, accept, reject; a judge may argue too", "model optional"),
    ("5 Analyse", "a model writes a proposal on what you chose", "needs a model"),
    ("6 Record", "the diary of it all; the methods paragraph", "no model needed"),
)


class StartScreen(ModeScreen):
    """The question, the corpus in three lines, the six steps."""

    MODE = "start"

    def body(self) -> Iterator[Widget]:
        """Question first."""
        yield Static(Text("\nWhat do you want to know?", "bold"))
        yield Field(
            placeholder="your research question; it can be put anew at any time, every version is kept", id="question"
        )
        yield Static(id="about")

    def leave_field(self) -> None:
        """On without a question."""
        self.historag.action_mode("retrieve")

    def show_study(self) -> None:
        """The corpus and the steps."""
        text = Text("\n")
        text.append_text(three_lines(self.session))
        text.append("\n")
        for name, does, needs in _STEPS:
            text.append(f"  {name:<12}", "bold")
            text.append(f"{does:<46}")
            text.append(f"{needs}\n", "dim")
        text.append("\nenter keeps the question and goes on · escape goes on without one · ? shows the keys\n", "dim")
        self.put("#about", text)
        self.query_one("#question").focus()

    @on(Input.Submitted, "#question")
    def _asked(self, event: Input.Submitted) -> None:
        if self.historag.attempt(lambda: self.session.revise_question(event.value)):
            self.historag.action_mode("retrieve")
            self.historag.say("question kept")


def open_screen() -> Screen[None]:
    """The screen."""
    return StartScreen()
