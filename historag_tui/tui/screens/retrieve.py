"""Retrieve: a topic, a period, its windows; then what each window gave and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.binding import BindingType
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input, Static

from historag_tui.errors import HistoragError
from historag_tui.records import Run
from historag_tui.session.visible import one_line
from historag_tui.tui import runs_text
from historag_tui.tui.dialogs import Read
from historag_tui.tui.frame import ModeScreen
from historag_tui.tui.keymap import bind
from historag_tui.tui.rows import RowList
from historag_tui.tui.screens.balance import Balance
from historag_tui.tui.screens.runs import choose_other_run, choose_runs
from historag_tui.tui.screens.search_form import SearchForm
from historag_tui.tui.screens.searching import begin_again, begin_sample, begin_search, begin_similar


class RetrieveScreen(ModeScreen):
    """The form above, the windows below."""

    MODE = "retrieve"
    TYPING = (*ModeScreen.TYPING, ("^o", "more choices"))
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("t", "topic", "new search", id="retrieve.topic"),
        bind("m", "more", "more choices", id="retrieve.more"),
        bind("ctrl+o", "more_typing", "more choices, while typing", key_display="^o", id="retrieve.more-typing"),
        bind("l", "ledger", "ledger", id="retrieve.ledger"),
        bind("w", "balance", "balance", id="retrieve.balance"),
        bind("R", "choose_run", "runs", id="retrieve.run"),
        bind("D", "sample", "draw a random sample", id="retrieve.sample", show=False),
        bind("S", "similar", "similar passages", id="retrieve.similar"),
        bind("A", "again", "this run again, on today's index", id="retrieve.again", show=False),
        bind("C", "compare", "compare with another run", id="retrieve.compare", show=False),
        bind("E", "export", "export", id="retrieve.export", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.run_shown: Run | None = None

    @property
    def memo_object(self) -> str:
        """What a memo is about here: the run."""
        return self.run_shown.id if self.run_shown else "study"

    @property
    def form(self) -> SearchForm:
        """The form."""
        return self.query_one("#form", SearchForm)

    def body(self) -> Iterator[Widget]:
        """Form, advice, result."""
        yield SearchForm(id="form")
        yield Static(id="advice")
        yield RowList(id="result")

    def leave_field(self) -> None:
        """To the result where there is one."""
        self.query_one("#result").focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """More choices are opened from within a field by a key of their own."""
        return self.typing if action == "more_typing" else super().check_action(action, parameters)

    def show_study(self) -> None:
        """The run where the researcher was, or the newest."""
        runs, position = self.session.state.runs, self.historag.position
        name = position.run if position.run in runs else next(reversed(runs), "") if runs else ""
        if name and (self.run_shown is None or self.run_shown.id != name):
            self.show_run(self.session.run(name))
        elif not name and self.focused is None:
            self.query_one("#topic").focus()

    def show_run(self, run: Run) -> None:
        """Form and result of a run."""
        self.run_shown = run
        self.form.fill(run.recipe, self._undated(run))
        rows = runs_text.run_rows(run)
        first = next((row.key for row in rows if not row.heading), "")
        self.query_one("#result", RowList).replace(rows, first)
        self.query_one("#result").focus()

    def _undated(self, run: Run) -> str:
        """The quota of the undated, where it is not that of every window."""
        quotas = [window.quota for window in run.recipe.windows if window.undated]
        if quotas:
            return "" if quotas[0] == run.recipe.per_window else str(quotas[0])
        try:
            left_out = run.recipe.windowing != "none" and self.session.index.health.undated
        except HistoragError:
            left_out = False
        return "0" if left_out else ""

    @on(Input.Changed)
    def _advise(self) -> None:
        """One line below the form: advice on the topic, else what is chosen out of sight."""
        advice = self.session.heuristik.advice(self.query_one("#topic", Input).value)
        hidden = self.form.unusual() if self.form.folded else ""
        line = advice or (f"also: {hidden}" if hidden else "")
        self.put("#advice", Text(one_line(line)))

    @on(Input.Submitted)
    def _search(self) -> None:
        begin_search(self.historag, "searching", lambda: self.form.recipe(self.session.heuristik))

    @on(RowList.Chosen, "#result")
    def _open(self, event: RowList.Chosen) -> None:
        assert self.run_shown is not None
        self.historag.position = self.historag.position.to_run(self.run_shown.id, self._chunk())
        self.historag.action_mode("review")

    def _chunk(self) -> str:
        """The chunk under the cursor."""
        return self.query_one("#result", RowList).key.partition("\t")[2]

    def action_topic(self) -> None:
        """To the form."""
        self.query_one("#topic").focus()

    def action_more(self) -> None:
        """More choices into sight, the first of them ready to be written; or out of sight."""
        inside = self.focused is not None and any(node.id == "more" for node in self.focused.ancestors)
        self.form.fold()
        if not self.form.folded:
            self.query_one("#cap").focus()
        elif inside:
            self.query_one("#topic").focus()
        self._advise()

    def action_more_typing(self) -> None:
        """The same, from within a field."""
        self.action_more()

    def action_ledger(self) -> None:
        """The whole ledger of every window, from the one under the cursor on."""
        here = self.query_one("#result", RowList).key.partition("\t")[0]
        text, offset = Text(), 0
        for result in self.run_shown.windows if self.run_shown else ():
            if result.window.name == here:
                offset = len(text)
            text.append_text(runs_text.ledger_text(result)).append("\n")
        if self.run_shown is not None:
            self.app.push_screen(Read(f"Ledger of {self.run_shown.id}", text, offset, margin=1))

    def action_balance(self) -> None:
        """What each list took of every window, beside the corpus, as a picture that can be written as CSV."""
        if self.run_shown is not None:
            self.app.push_screen(Balance(self.run_shown))

    def action_choose_run(self) -> None:
        """The runs of the study: open, mark, compare, review together."""
        choose_runs(self)

    def action_similar(self) -> None:
        """Passages like the one under the cursor."""
        if self._chunk():
            begin_similar(self.historag, self._chunk())

    def action_sample(self) -> None:
        """A stratified random read without a query."""
        begin_sample(self.historag, self.form, self.query_one("#per_window", Input).value.strip())

    def action_again(self) -> None:
        """The run in front once more, on today's index; then what differs."""
        if self.run_shown is not None:
            begin_again(self.historag, self.run_shown.id)

    def action_compare(self) -> None:
        """What the run in front and another found: only the one, only the other, both."""
        if self.run_shown is not None:
            choose_other_run(self, self.run_shown.id)

    def action_export(self) -> None:
        """Write the run to a file."""
        from historag_tui.tui.screens.exporting import begin_export

        if self.run_shown is not None:
            begin_export(self, self.run_shown.id)


def open_screen() -> Screen[None]:
    """The screen."""
    return RetrieveScreen()
