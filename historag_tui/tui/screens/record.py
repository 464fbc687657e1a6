"""Record (Forschungstagebuch): everything that was done, the newest last."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from rich.text import Text
from textual.binding import BindingType
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from historag_tui.session.diary import describe
from historag_tui.session.methods import methods_paragraph
from historag_tui.session.visible import one_line, visible
from historag_tui.tui.dialogs import Ask, Read
from historag_tui.tui.frame import ModeScreen
from historag_tui.tui.keymap import bind
from historag_tui.tui.rows import Row, RowList


class RecordScreen(ModeScreen):
    """The diary."""

    MODE = "record"
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("e", "question", "put the question anew", id="record.question"),
        bind("m", "methods", "methods paragraph", id="record.methods"),
        bind("p", "standpoint", "standpoint", id="record.standpoint", show=False),
    ]

    def body(self) -> Iterator[Widget]:
        """The question, the lines."""
        yield Static(id="question")
        yield RowList(id="diary")

    def show_study(self) -> None:
        """Every event, one line."""
        self.session.refresh()
        question = self.session.state.question
        self.put("#question", Text(one_line(question) or "no question stated yet; e states one", "bold"))
        rows = []
        for number, stamped in enumerate(self.session.events):
            line = (
                Text(no_wrap=True)
                .append(f"{stamped.line.time[:16].replace('T', ' ')}  ", "dim")
                .append(one_line(describe(stamped)))
            )
            rows.append(Row(line, str(number)))
        diary = self.query_one("#diary", RowList)
        diary.replace(rows)
        diary.focus()
        self.call_after_refresh(diary.action_edge, 1)

    def on_row_list_chosen(self, event: RowList.Chosen) -> None:
        """The whole of an entry."""
        stamped = self.session.events[int(event.key)]
        text = Text(visible(describe(stamped)))
        text.append(
            f"\n\n{stamped.line.time} · clock {stamped.line.clock} · {stamped.line.writer} · {stamped.hash}", "dim"
        )
        self.app.push_screen(Read("Entry", text))

    def action_question(self) -> None:
        """A new version of the research question."""

        def kept(text: str | None) -> None:
            if text and self.historag.attempt(lambda: self.session.revise_question(text), "question kept"):
                self.show_study()

        self.app.push_screen(Ask("The research question", self.session.state.question), kept)

    def action_standpoint(self) -> None:
        """From where the researcher looks at the sources."""

        def kept(text: str | None) -> None:
            if text and self.historag.attempt(lambda: self.session.write_standpoint(text), "standpoint kept"):
                self.show_study()

        self.app.push_screen(Ask("From where do you look at these sources?", self.session.state.standpoint), kept)

    def action_methods(self) -> None:
        """The paragraph, generated from the record."""
        self.app.push_screen(Read("Methods paragraph", Text(visible(methods_paragraph(self.session.state)))))


def open_screen() -> Screen[None]:
    """The screen."""
    return RecordScreen()
