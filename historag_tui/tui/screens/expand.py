"""Expand: neighbours of a word in the corpus's own vocabulary, its concordance, and named term lists."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.binding import BindingType
from textual.containers import Container, Horizontal, VerticalScroll
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input, Static

from historag_tui.records import Concordances, Drift, Expansion, SilenceReport
from historag_tui.session.visible import one_line
from historag_tui.tui import vocabulary_text
from historag_tui.tui.dialogs import Field, Read
from historag_tui.tui.frame import ModeScreen
from historag_tui.tui.keymap import bind
from historag_tui.tui.rows import RowList
from historag_tui.tui.screens.kwic import Kwic, gather

DRIFT_WINDOWS = "20y"
"""Surroundings need more text than a frequency does."""


class ExpandScreen(ModeScreen):
    """Term and list above; neighbours, and windows or concordance, below."""

    MODE = "expand"
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("t", "term", "another term", id="expand.term"),
        bind("a", "keep(True)", "accept", id="expand.accept"),
        bind("x", "keep(False)", "refuse", id="expand.refuse"),
        bind("c", "concordance", "concordance", id="expand.concordance"),
        bind("d", "drift", "drift", id="expand.drift"),
        bind("s", "silence", "silence", id="expand.silence"),
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
        self.query_one("#neighbours", RowList).replace(vocabulary_text.expansion_rows(found, states))
        self._show_word()

    @on(RowList.Moved, "#neighbours")
    def _show_word(self) -> None:
        """The word under the cursor, window by window."""
        if self._expansion is None:
            return
        width = self.query_one("#kwic").scrollable_content_region.width
        term = self.query_one("#neighbours", RowList).key or self._expansion.term
        text = vocabulary_text.word_text(self._expansion, term, width)
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

    def read_on(self, direction: int) -> None:
        """A screenful of what is said of the word."""
        pane = self.query_one("#kwic", VerticalScroll)
        pane.scroll_relative(y=direction * max(1, pane.size.height - 2), animate=False)

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

        def show(term: str, found: object) -> None:
            if isinstance(found, Concordances):
                self.app.push_screen(Kwic(term, found))

        self._of_word("concordance", lambda term: gather(self.historag, term), show)

    def action_drift(self) -> None:
        """How the surroundings of the word under the cursor change from period to period."""

        def show(term: str, found: object) -> None:
            if isinstance(found, Drift):
                self.app.push_screen(Read(f"{term}: what stands around it", vocabulary_text.drift_text(found)))

        heuristik = self.session.heuristik
        self._of_word("drift", lambda term: iter([heuristik.drift(term, windowing=DRIFT_WINDOWS)]), show)

    def action_silence(self) -> None:
        """Where the word under the cursor is not found, beside how much of the corpus lies there."""

        def show(term: str, found: object) -> None:
            if isinstance(found, SilenceReport):
                self.app.push_screen(Read(f"{term}: where the corpus is silent", vocabulary_text.silence_text(found)))

        self._of_word("silence", lambda term: iter([self.session.heuristik.silence(term)]), show)

    def _of_word(self, name: str, make: Callable[[str], Iterator[object]], show: Callable[[str, object], None]) -> None:
        """Work out something of the word under the cursor and show it to who has stayed here."""
        term = self.query_one("#neighbours", RowList).key
        if not term:
            return

        def take(found: object) -> None:
            if self.is_current:
                show(one_line(term), found)

        self.historag.begin(f"{name} of {one_line(term)}", lambda: make(term), take, lambda well: None)

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
