"""Expand: neighbours of a word in the corpus's own vocabulary, its concordance, and named term lists."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.binding import BindingType
from textual.containers import Container, Horizontal, VerticalScroll
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input, Static

from historag_tui.records import Concordance, Expansion, Progress
from historag_tui.session.visible import one_line
from historag_tui.tui import presentation
from historag_tui.tui.concordance import concordance_text
from historag_tui.tui.dialogs import READER_MARGIN, Field, Read
from historag_tui.tui.frame import ModeScreen
from historag_tui.tui.keymap import bind
from historag_tui.tui.rows import Row, RowList

MOST_LINES = 1000
"""Lines of a concordance that are shown at once; that there are more is said."""


class ExpandScreen(ModeScreen):
    """Term and list above; neighbours, and windows or concordance, below."""

    MODE = "expand"
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("t", "term", "another term", id="expand.term"),
        bind("a", "keep(True)", "accept", id="expand.accept"),
        bind("x", "keep(False)", "refuse", id="expand.refuse"),
        bind("c", "concordance", "concordance", id="expand.concordance"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._expansion: Expansion | None = None

    def body(self) -> Iterator[Widget]:
        """Term, list, neighbours, windows."""
        with Horizontal(classes="row"):
            yield Static("term", classes="label first")
            yield Field(placeholder="a word of the sources", id="term")
            yield Static("into list", classes="label")
            yield Field("terms", id="list")
        with Container(id="panes"):
            yield RowList(id="neighbours")
            with VerticalScroll(id="kwic", can_focus=False):
                yield Static(id="windows")

    def leave_field(self) -> None:
        """To the neighbours."""
        self.query_one("#neighbours").focus()

    def show_study(self) -> None:
        """The last expansion, with what the list says of each word."""
        if self._expansion is None:
            self.put("#windows", self._lists())
            if self.focused is None:
                self.query_one("#term").focus()
            return
        self.show_expansion(self._expansion)

    def show_expansion(self, found: Expansion) -> None:
        """The term itself first, then its neighbours."""
        self._expansion = found
        kept = self.session.state.term_lists.get(self.query_one("#list", Input).value.strip())
        states = dict.fromkeys(kept.refused, "refused") | dict.fromkeys(kept.accepted, "accepted") if kept else {}
        state = states.get(found.term, "")
        rows = [
            Row(
                presentation.neighbour_row(found.term, None, found.frequency, found.first, found.last, state),
                found.term,
            )
        ]
        for other in found.neighbours:
            state = states.get(other.term, "")
            line = presentation.neighbour_row(
                other.term, other.similarity, other.frequency, other.first, other.last, state
            )
            rows.append(Row(line, other.term))
        if not found.known:
            rows.append(
                Row(
                    Text("too rare for the vocabulary model, so without neighbours", presentation.CAUTION), heading=True
                )
            )
        self.query_one("#neighbours", RowList).replace(rows)
        text = Text().append(f"{one_line(found.term)}, per million words\n", "bold")
        text.append_text(presentation.windows_text(found, self.query_one("#kwic").scrollable_content_region.width - 28))
        self.put("#windows", text.append("\n").append_text(self._lists()))

    @on(Input.Submitted, "#term")
    def _expand(self, event: Input.Submitted) -> None:
        heuristik, term = self.session.heuristik, event.value

        def found(expansion: Expansion) -> None:
            self.show_expansion(expansion)
            if self.is_current:
                self.query_one("#neighbours").focus()

        self.historag.begin(
            f"expanding {one_line(term)}", lambda: iter([heuristik.expand(term)]), found, lambda well: None
        )

    @on(RowList.Chosen, "#neighbours")
    def _follow(self, event: RowList.Chosen) -> None:
        self.query_one("#term", Input).value = event.key
        self._expand(Input.Submitted(self.query_one("#term", Input), event.key))

    def action_term(self) -> None:
        """To the field."""
        self.query_one("#term").focus()

    def action_keep(self, accept: bool) -> None:
        """Accept or refuse the word under the cursor; the newest word on a term holds."""
        term, name = self.query_one("#neighbours", RowList).key, self.query_one("#list", Input).value.strip()
        if not term:
            return
        before = self.session.state.term_lists.get(name)
        accepted = [other for other in (before.accepted if before else ()) if other != term]
        refused = [other for other in (before.refused if before else ()) if other != term]
        (accepted if accept else refused).append(term)
        said = f"{term} {'accepted into' if accept else 'refused for'} {name}"
        if self.historag.attempt(lambda: self.session.heuristik.keep_terms(name, accepted, refused), said):
            self.show_study()
            self.query_one("#neighbours", RowList).action_move(1)

    def action_concordance(self) -> None:
        """Every occurrence of the word under the cursor, by period; where there are very many, the first of them."""
        term = self.query_one("#neighbours", RowList).key
        if not term:
            return
        width = self.size.width - READER_MARGIN

        def gather() -> Iterator[Progress | list[Concordance]]:
            lines: list[Concordance] = []
            for line in self.session.heuristik.kwic(term, limit=MOST_LINES + 1, context=width):
                lines.append(line)
                yield Progress("lines", len(lines), 0)
            yield lines

        def show(lines: list[Concordance]) -> None:
            title = f"{term}: {len(lines):,} lines"
            if len(lines) > MOST_LINES:
                title = f"{term}: the first {MOST_LINES:,} lines; all of them: historag kwic {term}"
            if self.is_current:
                self.app.push_screen(Read(title, concordance_text(lines[:MOST_LINES], width)))

        self.historag.begin(f"concordance of {one_line(term)}", gather, show, lambda well: None)

    def _lists(self) -> Text:
        text = Text()
        for terms in self.session.state.term_lists.values():
            text.append(f"list {one_line(terms.name)}: ", "bold")
            text.append(f"{one_line(', '.join(terms.accepted)) or 'nothing accepted'}\n")
            if terms.refused:
                text.append(f"  refused: {one_line(', '.join(terms.refused))}\n", "dim")
        return text


def open_screen() -> Screen[None]:
    """The screen."""
    return ExpandScreen()
