"""Opaque dialogs that give an answer back: a line, a choice, a text to read, a table to confirm."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, TypeVar

from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.reactive import Reactive
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Input, Static

from historag_tui.session.visible import one_line
from historag_tui.tui.rows import Row, RowList

Answer = TypeVar("Answer")

READER_MARGIN = 5
"""Cells of the screen's width that a text to read does not have: its padding and the scrollbar."""


class Dialog(ModalScreen[Answer]):
    """A screen of its own over a mode; it draws only what the focus changes."""

    focused: Reactive[Widget | None] = Reactive(None, repaint=False)


class Ask(Dialog[str | None]):
    """A line to type; None when left by escape."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", "leave", show=False),
        Binding("down,pagedown", "scroll_above(1)", "read on above", show=False),
        Binding("up,pageup", "scroll_above(-1)", "read back above", show=False),
    ]

    def __init__(self, title: str, text: str = "", above: Text | None = None) -> None:
        super().__init__()
        self._title = title
        self._text = text
        self._above = above

    def compose(self) -> ComposeResult:
        """What stands above, the question, the field."""
        with Vertical(classes="dialog"):
            if self._above is not None:
                with VerticalScroll(classes="above", can_focus=False):
                    yield Static(self._above)
            yield Static(Text(one_line(self._title), "bold"))
            yield Field(self._text)
            above = " · ↑ ↓ read what stands above" if self._above is not None else ""
            yield Static(Text(f"enter keeps it · escape leaves it{above}", "dim"))

    def action_scroll_above(self, direction: int) -> None:
        """What stands above the field, half a screenful on or back."""
        for pane in self.query(VerticalScroll):
            pane.scroll_relative(y=direction * max(1, pane.size.height // 2), animate=False)

    def on_key(self, event: events.Key) -> None:
        """What was typed before the field was there, or had the focus, is not lost."""
        if event.is_printable and event.character:
            for field in self.query(Field):
                field.insert_text_at_cursor(event.character)
                break
            else:
                self._text += event.character

    @on(Input.Submitted)
    def _typed(self, event: Input.Submitted) -> None:
        self.dismiss(event.value)


class Choose(Dialog[str | None]):
    """One of several; None when left by escape."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "dismiss(None)", "leave", show=False)]

    def __init__(self, title: str, choices: Sequence[tuple[str, Text]]) -> None:
        super().__init__()
        self._title = title
        self._choices = choices

    def compose(self) -> ComposeResult:
        """The question and the choices."""
        with Vertical(classes="dialog"):
            yield Static(Text(one_line(self._title), "bold"))
            yield RowList([Row(text, key) for key, text in self._choices])
            yield Static(Text("enter chooses · escape leaves", "dim"))

    @on(RowList.Chosen)
    def _chosen(self, event: RowList.Chosen) -> None:
        self.dismiss(event.key)


class Read(Dialog[None]):
    """A text to read, from a line on."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,o,enter", "dismiss(None)", "close", show=False),
        Binding("j,down", "scroll(1)", "down", show=False),
        Binding("k,up", "scroll(-1)", "up", show=False),
        Binding("space,pagedown", "page(1)", "page down", show=False),
        Binding("b,pageup", "page(-1)", "page up", show=False),
    ]

    FOOT: ClassVar[str] = "j k space b scroll · escape closes"

    def __init__(self, title: str, text: Text, offset: int = 0, margin: int = 4) -> None:
        """A text under a title, shown so that ``margin`` lines before the offset are seen."""
        super().__init__()
        self._title = title
        self._text = text
        self._offset = offset
        self._margin = margin

    def compose(self) -> ComposeResult:
        """Title and text."""
        with Vertical(classes="reader"):
            yield Static(Text(one_line(self._title), "bold", no_wrap=True, overflow="ellipsis"), id="heading")
            with VerticalScroll(id="text"):
                yield Static(self._text)
            yield Static(Text(self.FOOT, "dim"), id="foot")

    def on_mount(self) -> None:
        """Begin near the place that is asked for."""
        self.call_after_refresh(self._go)

    def _go(self) -> None:
        pane = self.query_one("#text", VerticalScroll)
        lines = self._text[: self._offset].wrap(self.app.console, max(1, pane.size.width))
        pane.scroll_to(y=max(0, len(lines) - self._margin), animate=False)

    def action_scroll(self, step: int) -> None:
        """A line further or back."""
        self.query_one("#text", VerticalScroll).scroll_relative(y=step, animate=False)

    def action_page(self, direction: int) -> None:
        """A screenful further or back."""
        pane = self.query_one("#text", VerticalScroll)
        pane.scroll_relative(y=direction * max(1, pane.size.height - 2), animate=False)


class Field(Input):
    """A line to type, without the keys that terminal multiplexers and terminals keep for themselves."""

    def __init__(self, value: str = "", placeholder: str = "", *, id: str | None = None) -> None:
        super().__init__(value, placeholder, id=id, select_on_focus=False)
        self.cursor_blink = False
        for key in ("ctrl+a", "ctrl+b", "ctrl+i", "ctrl+q", "ctrl+s"):
            self._bindings.key_to_bindings.pop(key, None)
