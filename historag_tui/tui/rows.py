"""A list of one-line rows that draws only what changed: moving the cursor costs two lines on the wire."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from rich.style import Style
from rich.text import Text
from textual import events
from textual.binding import BindingType
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from historag_tui.tui.keymap import bind


@dataclass(frozen=True)
class Row:
    """One line.  A heading cannot be chosen; the cursor passes over it."""

    text: Text
    key: str = ""
    heading: bool = False


class RowList(ScrollView, can_focus=True):
    """Rows with a cursor."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("j,down", "move(1)", "next", key_display="j", id="rows.next", show=False),
        bind("k,up", "move(-1)", "previous", key_display="k", id="rows.previous", show=False),
        bind("pagedown,space", "page(1)", "page down", id="rows.page-down", show=False),
        bind("pageup", "page(-1)", "page up", id="rows.page-up", show=False),
        bind("home", "edge(-1)", "first", id="rows.first", show=False),
        bind("end,G", "edge(1)", "last", id="rows.last", show=False),
        bind("enter", "choose", "open", id="rows.choose", show=False),
    ]

    @dataclass
    class Moved(Message):
        """The cursor stands on another row."""

        rows: RowList
        key: str

        @property
        def control(self) -> RowList:
            """The list itself."""
            return self.rows

    @dataclass
    class Chosen(Message):
        """A row was opened."""

        rows: RowList
        key: str

        @property
        def control(self) -> RowList:
            """The list itself."""
            return self.rows

    def __init__(self, rows: Sequence[Row] = (), *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._rows: list[Row] = list(rows)
        self._cursor = self._next(-1, 1)

    @property
    def key(self) -> str:
        """Key of the row under the cursor; empty when there is none."""
        return self._rows[self._cursor].key if 0 <= self._cursor < len(self._rows) else ""

    @property
    def keys(self) -> list[str]:
        """Keys of all rows that can be chosen, in order."""
        return [row.key for row in self._rows if not row.heading]

    def replace(self, rows: Sequence[Row], key: str = "") -> None:
        """Show other rows.  The cursor goes to ``key``, stays with its own key, or goes to the first row."""
        wanted, old = key or self.key, self._rows
        self._rows = list(rows)
        places = [place for place, row in enumerate(rows) if row.key == wanted and not row.heading]
        self._cursor = places[0] if places else self._next(-1, 1)
        self.virtual_size = Size(0, len(self._rows))
        if len(old) == len(rows):
            for place, (before, after) in enumerate(zip(old, rows, strict=True)):
                if before != after:
                    self._refresh_row(place)
        else:
            self.refresh()
        self._show_cursor()

    def go_to(self, key: str) -> None:
        """Put the cursor on the row of that key, if there is one."""
        for place, row in enumerate(self._rows):
            if row.key == key and not row.heading:
                self._move_to(place)
                return

    def go_to_heading(self, heading: str) -> None:
        """Put the cursor on the first row under a heading."""
        for place, row in enumerate(self._rows):
            if row.heading and row.key == heading:
                self._move_to(self._next(place, 1))
                return

    def action_move(self, step: int) -> None:
        """Down or up by one row that can be chosen."""
        self._move_to(self._next(self._cursor, step))

    def action_page(self, direction: int) -> None:
        """Down or up by a screenful."""
        place = self._cursor + direction * max(1, self.size.height - 1)
        place = min(max(place, 0), len(self._rows) - 1)
        found = self._next(place - direction, direction)
        self._move_to(found if found >= 0 else self._next(place + direction, -direction))

    def action_edge(self, direction: int) -> None:
        """To the first or the last row."""
        self._move_to(self._next(-1, 1) if direction < 0 else self._next(len(self._rows), -1))

    def action_choose(self) -> None:
        """Open the row under the cursor."""
        if self.key:
            self.post_message(self.Chosen(self, self.key))

    def render_line(self, y: int) -> Strip:
        """One line of the screen."""
        place = y + int(self.scroll_offset.y)
        width = self.size.width
        if place >= len(self._rows):
            return Strip.blank(width)
        row = self._rows[place]
        here = place == self._cursor
        text = Text("▸" if here else " ") + row.text
        if here and self.has_focus:
            # Without its colours: reversed they would make a patchwork of the line.
            text = Text(text.plain)
        strip = Strip([segment for segment in text.render(self.app.console) if segment.text != "\n"])
        strip = strip.adjust_cell_length(width)
        return strip.apply_style(Style(reverse=True)) if here and self.has_focus else strip

    def on_mount(self) -> None:
        """Take the size of the rows."""
        self.virtual_size = Size(0, len(self._rows))

    def focus(self, scroll_visible: bool = True) -> Self:
        """Take the focus; the framework would draw every row anew first."""
        self.app.call_later(self._take_focus, scroll_visible)
        return self

    def _take_focus(self, scroll_visible: bool) -> None:
        if self.is_attached:
            self.screen.set_focus(self, scroll_visible=scroll_visible)

    def on_focus(self, event: events.Focus) -> None:
        """Only the cursor looks otherwise now; the framework would draw every row anew."""
        event.prevent_default()
        self._focused(True)
        self._tell(events.DescendantFocus(self))

    def on_blur(self, event: events.Blur) -> None:
        """Likewise when the focus goes."""
        event.prevent_default()
        self._focused(False)
        self._tell(events.DescendantBlur(self))

    def watch_has_focus(self, _has_focus: bool) -> None:
        """No rule of the style sheet asks for the focus."""

    def on_resize(self) -> None:
        """The cursor stays in sight; a list filled before it had a size finds its place now."""
        self._show_cursor()

    def _focused(self, focused: bool) -> None:
        self.set_reactive(RowList.has_focus, focused)
        self._refresh_row(self._cursor)

    def _tell(self, event: events.DescendantFocus | events.DescendantBlur) -> None:
        """What the framework says of the focus to those around."""
        if self.parent is not None:
            self.parent.post_message(event)

    def _next(self, place: int, step: int) -> int:
        """The next row that can be chosen; where it was when there is none."""
        found = place + step
        while 0 <= found < len(self._rows):
            if not self._rows[found].heading:
                return found
            found += step
        return place

    def _move_to(self, place: int) -> None:
        if not 0 <= place < len(self._rows) or place == self._cursor:
            return
        before, self._cursor = self._cursor, place
        self._refresh_row(before)
        self._refresh_row(place)
        self._show_cursor()
        self.post_message(self.Moved(self, self.key))

    def _refresh_row(self, place: int) -> None:
        self.refresh_line(place)

    def _show_cursor(self) -> None:
        """Scroll so that the cursor is seen, and the heading above the first row with it."""
        top, height = int(self.scroll_offset.y), self.size.height
        if self._cursor < 0:
            return
        above = self._cursor - 1 if self._cursor and self._rows[self._cursor - 1].heading else self._cursor
        if height and above < top:
            self.scroll_to(y=max(0, above), animate=False)
        elif height and self._cursor >= top + height:
            self.scroll_to(y=self._cursor - height + 1, animate=False)
