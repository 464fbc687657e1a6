"""The chunks of a run, read one beside the other: list, passage, judgment."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.binding import BindingType
from textual.containers import Container, VerticalScroll
from textual.widget import Widget
from textual.widgets import Static

from historag_tui.errors import HistoragError
from historag_tui.records import Hit, Judgment, Passage, Run
from historag_tui.session.footnote import footnote, quotation_with_footnote
from historag_tui.tui import presentation
from historag_tui.tui.clipboard import send
from historag_tui.tui.dialogs import Ask, Choose, Read
from historag_tui.tui.frame import ModeScreen
from historag_tui.tui.keymap import bind
from historag_tui.tui.rows import Row, RowList
from historag_tui.tui.screens.runs import choose_runs
from historag_tui.tui.screens.searching import begin_similar


class ReadingScreen(ModeScreen):
    """Reads a run in the order window, then date; deciding on what is read is its subclass's part."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("left_square_bracket", "beside(-1)", "chunk before", key_display="[", id="review.before", show=False),
        bind("right_square_bracket", "beside(1)", "chunk after", key_display="]", id="review.after", show=False),
        bind("o", "document", "whole document", id="review.document", show=False),
        bind("y", "footnote(False)", "footnote to the clipboard", id="review.footnote", show=False),
        bind("Y", "footnote(True)", "quotation and footnote", id="review.quotation", show=False),
        bind("g", "go", "go to a window: g w", key_display="g", id="review.go", show=False),
        bind("slash", "filter", "filter the list", key_display="/", id="review.filter", show=False),
        bind("w", "window", "go to a window", id="review.to-window", show=False),
        bind("R", "choose_run", "runs", id="review.run", show=False),
        bind("S", "similar", "similar passages", id="review.similar", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.run_shown: Run | None = None
        self._hits: dict[str, Hit] = {}
        self._blind: set[str] = set()
        self._beside = 0
        self.awaiting = ""
        self._filter = ""

    @property
    def memo_object(self) -> str:
        """What a memo is about here: the chunk under the cursor."""
        return self.hits.key or "study"

    @property
    def hits(self) -> RowList:
        """The list."""
        return self.query_one("#hits", RowList)

    def body(self) -> Iterator[Widget]:
        """List, passage, judgment."""
        with Container(id="parts"):
            yield RowList(id="hits")
            with Container(id="pair"):
                with VerticalScroll(id="passage-pane", can_focus=False):
                    yield Static(id="passage")
                with VerticalScroll(id="judgment-pane", can_focus=False):
                    yield Static(id="judgment")

    def on_screen_suspend(self) -> None:
        """Behind a dialog no second key is waited for any more."""
        self.awaiting = ""

    def action_leave(self) -> None:
        """Wait for no second key; else as everywhere."""
        if self.awaiting:
            self.awaiting = ""
            self.historag.say("ready")
        else:
            super().action_leave()

    def leave_field(self) -> None:
        """Back to the list."""
        self.hits.focus()

    def show_study(self) -> None:
        """The run where the researcher was, or the newest."""
        runs, position = self.session.state.runs, self.historag.position
        name = position.run if position.run in runs else next(reversed(runs), "") if runs else ""
        if not name:
            self.put("#passage", Text("Nothing was retrieved yet.\n\n3 goes to Retrieve.", "dim"))
            return
        if self.run_shown is None or self.run_shown.id != name:
            self.run_shown = self.session.run(name)
            self._hits = {hit.chunk: hit for hit in self.session.heuristik.review_order(name)}
            self._filter = ""
        self.show_rows(position.chunk)
        if self.focused is None:
            self.hits.focus()

    def show_rows(self, key: str = "") -> None:
        """The list, a heading for each window."""
        assert self.run_shown is not None
        self._blind = self.session.heuristik.blind(self.run_shown.id)
        rows: list[Row] = []
        shown = [hit for hit in self._hits.values() if not self._filter or self._filter in self._searchable(hit)]
        for window, of_window in groupby(shown, key=lambda hit: hit.window):
            hits = list(of_window)
            decided = sum(self._key(hit.chunk) in self.session.state.decisions for hit in hits)
            rows.append(Row(presentation.review_heading(window, decided, len(hits)), window, heading=True))
            rows += [Row(self._row(hit), hit.chunk) for hit in hits]
        before = self.hits.key
        self.hits.replace(rows, key)
        if self.hits.key != before:
            self._beside = 0
        self.show_chunk(from_the_top=self.hits.key != before)

    def _searchable(self, hit: Hit) -> str:
        decision = self.session.state.decisions.get(self._key(hit.chunk))
        verdict = decision.verdict if decision else "undecided"
        return f"{hit.title} {hit.text} {hit.date} {verdict} {self.session.state.notes.get(self._key(hit.chunk), '')}".lower()

    def _key(self, chunk: str) -> tuple[str, str]:
        return (self.run_shown.id if self.run_shown else "", chunk)

    def _judgments(self, chunk: str) -> tuple[Judgment, ...]:
        """What may be seen of a chunk's judgments: none while it is blind."""
        return () if chunk in self._blind else self.session.state.judgments_of(*self._key(chunk))

    def _hidden(self, chunk: str) -> bool:
        return chunk in self._blind and bool(self.session.state.judgments_of(*self._key(chunk)))

    def _row(self, hit: Hit) -> Text:
        state, key = self.session.state, self._key(hit.chunk)
        return presentation.hit_row(
            hit,
            state.decisions.get(key),
            self._judgments(hit.chunk),
            state.scores.get(key),
            bool(state.notes.get(key)),
            self._hidden(hit.chunk),
        )

    @on(RowList.Moved, "#hits")
    def _moved(self) -> None:
        self._beside = 0
        self.awaiting = ""
        self.show_chunk()

    def show_chunk(self, from_the_top: bool = True) -> None:
        """The passage under the cursor and what was said of it; where one has read to is kept unless it is another."""
        hit = self._hits.get(self.hits.key)
        if hit is None:
            self.put("#passage", Text("No chunk of this run passes the filter.", "dim"))
            self.put("#judgment", Text())
            return
        self.historag.position = self.historag.position.at(run=self._key("")[0], chunk=hit.chunk)
        state, key, judgments = self.session.state, self._key(hit.chunk), self._judgments(hit.chunk)
        passage: Passage | Hit | None = hit
        if self._beside:
            passage = self._passage_beside(hit)
        marks = [] if self._beside else presentation.evidence_marks(judgments)
        if passage is not None:
            self.put("#passage", presentation.passage_text(passage, marks, self._beside))
        self.put(
            "#judgment",
            presentation.judgment_text(
                judgments,
                state.rebuttals.get(key, {}),
                state.scores.get(key),
                state.notes.get(key, ""),
                self._hidden(hit.chunk),
            ),
        )
        for pane in ("#passage-pane", "#judgment-pane") if from_the_top else ():
            self.query_one(pane, VerticalScroll).scroll_to(y=0, animate=False)

    def _passage_beside(self, hit: Hit) -> Passage | None:
        try:
            return self.session.heuristik.beside(hit.chunk, self._beside)
        except HistoragError as error:
            self.historag.say(str(error))
            return None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A digit is a score behind ``s`` only, and ``w`` a window behind ``g`` only."""
        needed = {"digit": "s", "window": "g"}.get(action)
        return super().check_action(action, parameters) and needed in (None, self.awaiting)

    def action_go(self) -> None:
        """Wait for where to."""
        self.awaiting = "g"
        self.historag.say("go to: w a window")

    def action_beside(self, step: int) -> None:
        """The neighbouring chunk of the document."""
        hit = self._hits.get(self.hits.key)
        if hit is None:
            return
        wanted = self._beside + step
        if not 0 <= hit.ordinal + wanted < hit.siblings:
            self.historag.say(f"the document {'begins' if step < 0 else 'ends'} here")
            return
        self._beside = wanted
        self.show_chunk()

    def action_similar(self) -> None:
        """Passages like the one that is read, be it the one that was found or a neighbour."""
        hit = self._hits.get(self.hits.key)
        shown = self._passage_beside(hit) if hit is not None and self._beside else hit
        if shown is not None:
            begin_similar(self.historag, shown.chunk)

    def action_document(self) -> None:
        """The whole document, the chunk marked in it."""
        hit = self._hits.get(self.hits.key)
        if hit is None:
            return

        def show() -> None:
            title, text = self.session.heuristik.document(hit.document)
            self.app.push_screen(
                Read(f"{title} ({hit.date})", presentation.marked(text, [(hit.start, hit.end)]), hit.start)
            )

        self.historag.attempt(show)

    def read_on(self, direction: int) -> None:
        """Read on in passage and judgment."""
        for pane in ("#passage-pane", "#judgment-pane"):
            shown = self.query_one(pane, VerticalScroll)
            shown.scroll_relative(y=direction * max(1, shown.size.height - 2), animate=False)

    def action_footnote(self, quoted: bool) -> None:
        """Footnote, or quotation and footnote, to the clipboard of the researcher's own terminal."""
        hit = self._hits.get(self.hits.key)
        if hit is not None:
            text = quotation_with_footnote(hit) if quoted else footnote(hit)
            self.historag.say(send(text, self.session.workspace.exports_folder / "footnote.txt"))

    def action_window(self) -> None:
        """Choose a window and go there."""
        self.awaiting = ""
        windows = list(dict.fromkeys(hit.window for hit in self._hits.values()))

        def go(name: str | None) -> None:
            if name:
                self.hits.go_to_heading(name)
                self._moved()

        self.app.push_screen(Choose("Go to a window", [(name, Text(name)) for name in windows]), go)

    def action_filter(self) -> None:
        """Show only the chunks that hold a word, a date or a decision (accept, undecided …)."""

        def kept(text: str | None) -> None:
            if text is not None:
                self._filter = text.strip().lower()
                self.show_rows()
                self.historag.say(f"shown: {len(self.hits.keys)} of {len(self._hits)}")

        self.app.push_screen(
            Ask("Show only what holds (a word, a year, accept, undecided …); empty shows all", self._filter), kept
        )

    def action_choose_run(self) -> None:
        """The runs of the study: open, mark, compare, review together."""
        choose_runs(self)
