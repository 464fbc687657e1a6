"""Review (Sichtung und Kritik): chunk and judgment side by side, one key a decision."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.binding import BindingType
from textual.containers import Container, VerticalScroll
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from historag_tui.errors import HistoragError
from historag_tui.records import Hit, Judgment, Passage, Run, Verdict
from historag_tui.session.footnote import footnote, quotation_with_footnote
from historag_tui.tui import presentation
from historag_tui.tui.clipboard import send
from historag_tui.tui.dialogs import Ask, Choose, Read
from historag_tui.tui.frame import ModeScreen
from historag_tui.tui.keymap import bind
from historag_tui.tui.rows import Row, RowList
from historag_tui.tui.screens.review_work import begin_judging, begin_transfer

_DONE: dict[Verdict, str] = {"accept": "accepted", "reject": "rejected", "flag": "flagged"}


class ReviewScreen(ModeScreen):
    """The chunks of one run, in the order window, then date."""

    MODE = "review"
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("a", "decide('accept')", "accept", id="review.accept"),
        bind("x", "decide('reject')", "reject", id="review.reject"),
        bind("f", "decide('flag')", "flag", id="review.flag"),
        bind("full_stop", "repeat", "repeat the decision", key_display=".", id="review.repeat", show=False),
        bind("n", "note", "note", id="review.note"),
        bind("s", "own_score", "own score, then a digit (0 is 10)", id="review.score", show=False),
        bind("v", "reveal", "open a judgment before deciding", id="review.reveal", show=False),
        bind("c", "contest", "contest the judgment", id="review.contest", show=False),
        bind("left_square_bracket", "beside(-1)", "chunk before", key_display="[", id="review.before", show=False),
        bind("right_square_bracket", "beside(1)", "chunk after", key_display="]", id="review.after", show=False),
        bind("o", "document", "whole document", id="review.document", show=False),
        bind("y", "footnote(False)", "footnote to the clipboard", id="review.footnote", show=False),
        bind("Y", "footnote(True)", "quotation and footnote", id="review.quotation", show=False),
        bind("g", "go", "go to a window: g w", key_display="g", id="review.go", show=False),
        bind("slash", "filter", "filter the list", key_display="/", id="review.filter", show=False),
        *(
            bind(digit, f"digit({digit})", "own score", id=f"review.digit-{digit}", show=False)
            for digit in "0123456789"
        ),
        bind("w", "window", "go to a window", id="review.to-window", show=False),
        bind("R", "choose_run", "another run", id="review.run", show=False),
        bind("J", "judge", "judge", id="review.judge"),
        bind("T", "transfer", "transfer", id="review.transfer"),
        bind("E", "export", "export", id="review.export", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.run_shown: Run | None = None
        self._hits: dict[str, Hit] = {}
        self._blind: set[str] = set()
        self._beside = 0
        self._last_verdict: Verdict = "accept"
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

    def leave_field(self) -> None:
        """Back to the list."""
        self.hits.focus()

    def show_study(self) -> None:
        """The run where the researcher was, or the newest."""
        runs, position = self.session.state.runs, self.historag.position
        name = position.run if position.run in runs else next(reversed(runs), "") if runs else ""
        if not name:
            self.query_one("#passage", Static).update(Text("Nothing was retrieved yet.\n\n3 goes to Retrieve.", "dim"))
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
        window = ""
        for hit in self._hits.values():
            if self._filter and self._filter not in self._searchable(hit):
                continue
            if hit.window != window:
                window = hit.window
                rows.append(Row(Text(window, "bold"), window, heading=True))
            rows.append(Row(self._row(hit), hit.chunk))
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
            self.query_one("#passage", Static).update(Text("No chunk of this run passes the filter.", "dim"))
            self.query_one("#judgment", Static).update("")
            return
        self.historag.position = self.historag.position.at(run=self._key("")[0], chunk=hit.chunk)
        state, key, judgments = self.session.state, self._key(hit.chunk), self._judgments(hit.chunk)
        passage: Passage | Hit | None = hit
        if self._beside:
            passage = self._passage_beside(hit)
        marks = [] if self._beside else presentation.evidence_marks(judgments)
        if passage is not None:
            self.query_one("#passage", Static).update(presentation.passage_text(passage, marks, self._beside))
        self.query_one("#judgment", Static).update(
            presentation.judgment_text(
                judgments,
                state.rebuttals.get(key, {}),
                state.scores.get(key),
                state.notes.get(key, ""),
                self._hidden(hit.chunk),
            )
        )
        for pane in ("#passage-pane", "#judgment-pane") if from_the_top else ():
            self.query_one(pane, VerticalScroll).scroll_to(y=0, animate=False)

    def _passage_beside(self, hit: Hit) -> Passage | None:
        try:
            return self.session.heuristik.beside(hit.chunk, self._beside)
        except HistoragError as error:
            self.historag.say(str(error))
            return None

    # ------------------------------------------------------------------------------------------------- decisions

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A digit is a score behind ``s`` only, and ``w`` a window behind ``g`` only."""
        needed = {"digit": "s", "window": "g"}.get(action)
        return super().check_action(action, parameters) and needed in (None, self.awaiting)

    def action_own_score(self) -> None:
        """Wait for the digit."""
        if self.hits.key:
            self.awaiting = "s"
            self.historag.say("own score: a digit 1 to 9, or 0 for 10")

    def action_digit(self, digit: int) -> None:
        """The own score."""
        self.awaiting = ""
        score = digit or 10
        if self.historag.attempt(lambda: self.session.heuristik.score(*self._here(), score), f"own score {score} kept"):
            self.show_rows()

    def action_go(self) -> None:
        """Wait for where to."""
        self.awaiting = "g"
        self.historag.say("go to: w a window")

    def action_decide(self, verdict: Verdict) -> None:
        """Decide on the chunk under the cursor and go on to the next."""
        if not self.hits.key:
            return
        run, chunk = self._here()
        self._last_verdict = verdict
        hidden = self._hidden(chunk)
        if self.historag.attempt(
            lambda: self.session.heuristik.decide(run, [chunk], verdict), f"{_DONE[verdict]} {chunk[:8]}"
        ):
            self.show_rows()
            if hidden:
                score = presentation.machine_score(self._judgments(chunk))
                self.historag.say(f"{_DONE[verdict]} {chunk[:8]}; the judge says {score}; k goes back to its argument")
            self.hits.action_move(1)

    def action_repeat(self) -> None:
        """The last decision, on this chunk."""
        self.action_decide(self._last_verdict)

    def action_note(self) -> None:
        """Write a note; the old one stands in the field."""
        if not self.hits.key:
            return
        run, chunk = self._here()

        def kept(text: str | None) -> None:
            if text is not None and self.historag.attempt(
                lambda: self.session.heuristik.note(run, chunk, text), "note kept"
            ):
                self.show_rows()

        self.app.push_screen(Ask(f"Note on {chunk[:8]}", self.session.state.notes.get((run, chunk), "")), kept)

    def action_reveal(self) -> None:
        """Open the judgments of one of the first chunks before deciding on it."""
        if not self._hidden(self.hits.key):
            self.historag.say("no judgment is hidden here")
        elif self.historag.attempt(
            lambda: self.session.heuristik.reveal(*self._here()), "opened before a decision; the record keeps that"
        ):
            self.show_rows()

    def action_contest(self) -> None:
        """Set a rebuttal beside the newest judgment."""
        judgments = self._judgments(self.hits.key)
        if not judgments:
            self.historag.say(
                "decide first, or v opens the judgment"
                if self._hidden(self.hits.key)
                else "there is no judgment to contest"
            )
            return
        run, chunk = self._here()

        def kept(text: str | None) -> None:
            if text and self.historag.attempt(
                lambda: self.session.heuristik.contest(run, chunk, judgments[-1], text), "contested"
            ):
                self.show_rows()

        self.app.push_screen(Ask(f"Why does the judgment of {judgments[-1].judge} not hold?"), kept)

    def _here(self) -> tuple[str, str]:
        return self._key(self.hits.key)

    # --------------------------------------------------------------------------------------------------- reading

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
        """Another run of the study."""
        runs = list(self.session.state.runs.values())

        def go(name: str | None) -> None:
            if name:
                self.historag.position = self.historag.position.at(run=name, chunk="")
                self.show_study()

        self.app.push_screen(Choose("Which run?", [(run.id, presentation.run_line(run)) for run in reversed(runs)]), go)

    # ------------------------------------------------------------------------------------------------- long work

    def action_judge(self) -> None:
        """Let a model judge what is not judged yet."""
        if self.run_shown is not None:
            begin_judging(self, self.run_shown.id)

    def action_transfer(self) -> None:
        """Show what would cross into Analyse, and let it cross with a reason."""
        if self.run_shown is not None:
            begin_transfer(self, self.run_shown.id)

    def action_export(self) -> None:
        """Write the run to a file."""
        from historag_tui.tui.screens.exporting import begin_export

        if self.run_shown is not None:
            begin_export(self, self.run_shown.id)

    def judged(self, judgment: Judgment) -> None:
        """A judgment came."""
        if self.run_shown is not None and judgment.run == self.run_shown.id and self.is_current:
            self.show_rows()


def open_screen() -> Screen[None]:
    """The screen."""
    return ReviewScreen()
