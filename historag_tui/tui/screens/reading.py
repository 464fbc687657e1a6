"""The chunks of a run, or of several, read one beside the other: list, passage, judgment."""

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
from historag_tui.record.events import Contested, Decided, Event, Noted, Scored
from historag_tui.records import Hit, Passage
from historag_tui.session.footnote import footnote, quotation_with_footnote
from historag_tui.session.heuristik import JointReview
from historag_tui.tui import presentation, runs_text
from historag_tui.tui.clipboard import send
from historag_tui.tui.dialogs import Ask, Choose, Read
from historag_tui.tui.frame import ModeScreen
from historag_tui.tui.keymap import bind
from historag_tui.tui.rows import Row, RowList
from historag_tui.tui.screens.runs import choose_runs
from historag_tui.tui.screens.searching import begin_similar


class ReadingScreen(ModeScreen):
    """Reads in the order window, then date; deciding on what is read is its subclass's part."""

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
        self.review: JointReview | None = None
        self._hits: dict[str, Hit] = {}
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

    @property
    def run_ids(self) -> tuple[str, ...]:
        """The runs that are reviewed here."""
        return tuple(run.id for run in self.review.runs) if self.review else ()

    def show_study(self) -> None:
        """The run or the runs where the researcher was, or the newest."""
        runs, position = self.session.state.runs, self.historag.position
        wanted = tuple(name for name in position.runs or (position.run,) if name in runs)
        wanted = wanted or tuple(reversed(runs))[:1]
        if not wanted:
            self.put("#passage", Text("Nothing was retrieved yet.\n\n3 goes to Retrieve.", "dim"))
            return
        if self.run_ids != wanted:
            self.review = self.session.heuristik.review_over(wanted)
            self._hits = {hit.chunk: hit for hit in self.review.hits}
            self._filter = ""
        self.show_rows(position.chunk)
        if self.focused is None:
            self.hits.focus()

    def show_undone(self, event: Event) -> None:
        """Back to the chunk of which something was taken back."""
        chunk = event.decisions[0].chunk if isinstance(event, Decided) and event.decisions else ""
        self.hits.go_to(event.chunk if isinstance(event, Noted | Scored | Contested) else chunk)

    def show_rows(self, key: str = "") -> None:
        """The runs where there are several, then the list, a heading for each window."""
        if self.review is None:
            return
        self.review.refresh()
        rows: list[Row] = []
        if len(self.run_ids) > 1:
            rows = [Row(runs_text.numbered_run(*place), heading=True) for place in enumerate(self.review.runs, 1)]
        shown = [hit for hit in self._hits.values() if not self._filter or self._filter in self._searchable(hit)]
        for window, of_window in groupby(shown, key=lambda hit: hit.window):
            hits = list(of_window)
            decided = sum(self.review.decision(hit.chunk) is not None for hit in hits)
            rows.append(Row(presentation.review_heading(window, decided, len(hits)), window, heading=True))
            rows += [Row(self._row(hit, self.review), hit.chunk) for hit in hits]
        before = self.hits.key
        self.hits.replace(rows, key)
        if self.hits.key != before:
            self._beside = 0
        self.show_chunk(from_the_top=self.hits.key != before)

    def _searchable(self, hit: Hit) -> str:
        assert self.review is not None
        decision = self.review.decision(hit.chunk)
        verdict = decision.verdict if decision else "undecided"
        return f"{hit.title} {hit.text} {hit.date} {verdict} {self.review.note(hit.chunk)}".lower()

    def _row(self, hit: Hit, review: JointReview) -> Text:
        return presentation.hit_row(
            hit,
            review.decision(hit.chunk),
            review.judgments(hit.chunk),
            review.score(hit.chunk),
            bool(review.note(hit.chunk)),
            review.hidden(hit.chunk),
            presentation.found_in(self.run_ids, review.standing[hit.chunk].found_by),
        )

    @on(RowList.Moved, "#hits")
    def _moved(self) -> None:
        self._beside = 0
        self.awaiting = ""
        self.show_chunk()

    def show_chunk(self, from_the_top: bool = True) -> None:
        """The passage under the cursor and what was said of it; where one has read to is kept unless it is another."""
        hit, review = self._hits.get(self.hits.key), self.review
        if hit is None or review is None:
            self.put("#passage", Text("No chunk of this run passes the filter.", "dim"))
            self.put("#judgment", Text())
            return
        self.historag.position = self.historag.position.at(run=self.run_ids[0], chunk=hit.chunk)
        judgments = review.judgments(hit.chunk)
        passage: Passage | Hit | None = hit
        if self._beside:
            passage = self._passage_beside(hit)
        marks = [] if self._beside else presentation.evidence_marks(judgments)
        found_by = review.standing[hit.chunk].found_by if len(self.run_ids) > 1 and not self._beside else ()
        if passage is not None:
            self.put("#passage", presentation.passage_text(passage, marks, self._beside, found_by))
        self.put(
            "#judgment",
            presentation.judgment_text(
                judgments,
                review.rebuttals(hit.chunk),
                review.score(hit.chunk),
                review.note(hit.chunk),
                review.hidden(hit.chunk),
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
