"""A concordance to read: sorted by what stands to the left or right, in one line each or with more context."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, cast

from rich.text import Text
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from historag_tui.records import Concordances, Progress
from historag_tui.session import wording
from historag_tui.session.visible import one_line
from historag_tui.tui.concordance import concordance_text, passages_text
from historag_tui.tui.dialogs import READER_MARGIN, Read
from historag_tui.tui.keymap import bind

if TYPE_CHECKING:
    from historag_tui.tui.app import HistoragApp

MOST_LINES = 1000
"""Lines that are shown at once; that there are more is said."""
SORTS = ("date", "position", "L1", "L2", "L3", "R1", "R2", "R3")
CONTEXTS = ("", "25w", "60w", "150w")
"""One line on the screen, or so many words on either side."""


class Kwic(Read):
    """Every occurrence of a term, by period."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("s", "sort", "sort otherwise", id="kwic.sort"),
        bind("plus", "context(1)", "more context", key_display="+", id="kwic.more"),
        bind("minus", "context(-1)", "less context", key_display="-", id="kwic.less"),
    ]
    FOOT = "j k space b scroll · s sorts · + - context · escape closes"

    def __init__(self, term: str, found: Concordances) -> None:
        super().__init__("", Text())
        self._term = term
        self._found = found
        self._order = 0
        self._around = 0

    def on_mount(self) -> None:
        """Draw what was gathered."""
        self._draw()

    def action_sort(self) -> None:
        """By date, by place, by the words to the left, by those to the right."""
        self._order = (self._order + 1) % len(SORTS)
        self._gather()

    def action_context(self, step: int) -> None:
        """More or fewer words on either side."""
        wanted = min(max(self._around + step, 0), len(CONTEXTS) - 1)
        if wanted != self._around:
            self._around = wanted
            self._gather()

    def _gather(self) -> None:
        app = cast("HistoragApp", self.app)
        self.query_one("#foot", Static).update(Text("gathering …", "italic"))

        def take(found: Concordances) -> None:
            if self.is_attached:
                self._found = found
                self._draw()

        app.begin(
            f"concordance of {one_line(self._term)}",
            lambda: gather(app, self._term, SORTS[self._order], CONTEXTS[self._around]),
            take,
            lambda well: self._say_failure(well, app.status),
        )

    def _say_failure(self, well: bool, status: str) -> None:
        if self.is_attached and not well:
            self.query_one("#foot", Static).update(Text(one_line(status), "italic"))

    def _draw(self) -> None:
        width, found = self.app.size.width - READER_MARGIN, self._found
        text = concordance_text(found.lines, width) if not CONTEXTS[self._around] else passages_text(found.lines)
        self.query_one("#text Static", Static).update(text)
        self.query_one("#text", VerticalScroll).scroll_to(y=0, animate=False)
        cut = f" · the first {MOST_LINES:,}; all: historag kwic" if found.overall.count > len(found.lines) else ""
        title = f"{one_line(self._term)}: {wording.frequency(found.overall)} · by {SORTS[self._order]}{cut}"
        self.query_one("#heading", Static).update(Text(title, "bold", no_wrap=True, overflow="ellipsis"))
        self.query_one("#foot", Static).update(Text(self.FOOT, "dim"))


def gather(app: HistoragApp, term: str, sort: str = "date", context: str = "") -> Iterator[Progress | Concordances]:
    """The concordance of a term.

    context: words on either side, such as ``25w``; as much as a line of the screen holds when empty.
    """
    around: int | str = context or app.size.width - READER_MARGIN
    yield Progress(f"concordance of {one_line(term)}")
    yield app.session.heuristik.concordances(term, limit=MOST_LINES, context=around, sort=sort)
