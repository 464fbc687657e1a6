"""Two runs side by side: what only the one found, what only the other, and what both, window by window."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical, VerticalScroll
from textual.widgets import Static

from historag_tui.errors import HistoragError
from historag_tui.session import Session
from historag_tui.tui import presentation, runs_text
from historag_tui.tui.dialogs import Dialog, Read
from historag_tui.tui.frame import WIDE
from historag_tui.tui.keymap import bind
from historag_tui.tui.rows import Row, RowList
from historag_tui.tui.screens.searching import begin_similar

if TYPE_CHECKING:
    from historag_tui.tui.app import HistoragApp

_FOOT = "j k rows · h l window · tab reads on · enter document · S similar · escape"


class Compared(Dialog[None]):
    """Each chunk with its rank in both runs; the passage beside it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss(None)", "close", show=False),
        bind("h,left", "window(-1)", "window before", id="compare.before"),
        bind("l,right", "window(1)", "window after", id="compare.after"),
        bind("tab", "read_on(1)", "read on", id="compare.read-on"),
        bind("shift+tab", "read_on(-1)", "read back", id="compare.read-back"),
        bind("S", "similar", "similar passages", id="compare.similar"),
    ]

    def __init__(self, session: Session, run_a: str, run_b: str) -> None:
        super().__init__()
        self._session = session
        self._found = session.heuristik.compare(run_a, run_b)
        hits = [*session.run(self._found.b).hits, *session.run(self._found.a).hits]
        self._hits = {hit.chunk: hit for hit in hits}

    def compose(self) -> ComposeResult:
        """Which runs, what they have in common; the rows; the passage."""
        self.add_class("-wide" if self.app.size.width >= WIDE else "-narrow")
        with Vertical(classes="reader"):
            for name, run in (("A", self._found.a), ("B", self._found.b)):
                yield Static(runs_text.side(name, self._session.state.runs[run]))
            yield Static(runs_text.runs_compared(self._found))
            with Container(id="sides"):
                yield RowList(self._rows(), id="both")
                with VerticalScroll(id="beside", can_focus=False):
                    yield Static(id="passage")
            yield Static(Text(_FOOT, "dim"), id="foot")

    def on_mount(self) -> None:
        """The first passage."""
        self._show()

    @on(RowList.Moved, "#both")
    def _show(self) -> None:
        hit = self._hits.get(self._key)
        shown = presentation.passage_text(hit) if hit is not None else Text("Neither run found anything.", "dim")
        self.query_one("#passage", Static).update(shown)
        self.query_one("#beside", VerticalScroll).scroll_to(y=0, animate=False)

    @on(RowList.Chosen, "#both")
    def _open(self) -> None:
        hit = self._hits[self._key]
        try:
            title, text = self._session.heuristik.document(hit.document)
        except HistoragError as error:
            self.query_one("#foot", Static).update(Text(str(error), "italic"))
            return
        marked = presentation.marked(text, [(hit.start, hit.end)])
        self.app.push_screen(Read(f"{title} ({hit.date})", marked, hit.start))

    def action_window(self, step: int) -> None:
        """To the first chunk of the next window, or of the one before."""
        rows = self.query_one("#both", RowList)
        windows = list(dict.fromkeys(key.partition("\t")[0] for key in rows.keys))
        here = rows.key.partition("\t")[0]
        if here in windows and 0 <= (place := windows.index(here) + step) < len(windows):
            rows.go_to_heading(windows[place])

    def action_read_on(self, direction: int) -> None:
        """A screenful of the passage further or back."""
        pane = self.query_one("#beside", VerticalScroll)
        pane.scroll_relative(y=direction * max(1, pane.size.height - 2), animate=False)

    def action_similar(self) -> None:
        """Passages like the one under the cursor."""
        if self._key:
            self.dismiss(None)
            begin_similar(cast("HistoragApp", self.app), self._key)

    @property
    def _key(self) -> str:
        return self.query_one("#both", RowList).key.partition("\t")[2]

    def _rows(self) -> list[Row]:
        rows: list[Row] = []
        for window in self._found.windows:
            rows.append(Row(runs_text.window_compared(window), window.window, heading=True))
            found = (*window.only_a, *window.only_b, *window.both)
            rows += [Row(runs_text.listed_row(listed), f"{window.window}\t{listed.chunk}") for listed in found]
        return rows
