"""Retrieve: a topic, a period, its windows; then what each window gave and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.binding import BindingType
from textual.containers import Container, Horizontal
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input, Static

from historag_tui.errors import HistoragError, UsageError
from historag_tui.records import LayerChoice, Recipe, Run
from historag_tui.session.heuristik import DEFAULT_QUOTA, DEFAULT_WINDOWING
from historag_tui.session.visible import one_line
from historag_tui.tui import presentation
from historag_tui.tui.dialogs import Choose, Field, Read
from historag_tui.tui.frame import ModeScreen
from historag_tui.tui.keymap import bind
from historag_tui.tui.rows import Row, RowList
from historag_tui.tui.screens.balance import Balance

_LINES = (
    (("topic", "topic", "what the passages would be about"),),
    (("first", "from", "1860"), ("last", "to", "1919"), ("windowing", "window", "10y"), ("per_window", "each", "5")),
    (("keywords", "keywords", 'words, "phrase", +must, -not'), ("term_list", "terms", "a list")),
    (("filters", "where", "party=Whig; year=.."), ("layer", "layer", "both, semantic, keyword"), ("cap", "cap", "0")),
    (("reason", "reason", "why this search, for the record"), ("depth", "depth", "usual")),
)


class RetrieveScreen(ModeScreen):
    """The form above, the windows below."""

    MODE = "retrieve"
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("t", "topic", "new search", id="retrieve.topic"),
        bind("l", "ledger", "ledger", id="retrieve.ledger"),
        bind("w", "balance", "balance", id="retrieve.balance"),
        bind("R", "choose_run", "runs", id="retrieve.run"),
        bind("E", "export", "export", id="retrieve.export", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.run_shown: Run | None = None
        self._advice = ""

    @property
    def memo_object(self) -> str:
        """What a memo is about here: the run."""
        return self.run_shown.id if self.run_shown else "study"

    def body(self) -> Iterator[Widget]:
        """Form, advice, result."""
        with Container(id="form"):
            for line in _LINES:
                with Horizontal(classes="row"):
                    for name, label, hint in line:
                        yield Static(label, classes="label first" if name == line[0][0] else "label")
                        yield Field(placeholder=hint, id=name)
        yield Static(id="advice")
        yield RowList(id="result")

    def on_mount(self) -> None:
        """The usual values stand in the form."""
        for name, value in (
            ("windowing", DEFAULT_WINDOWING),
            ("per_window", str(DEFAULT_QUOTA)),
            ("layer", "both"),
            ("cap", "0"),
        ):
            self.query_one(f"#{name}", Input).value = value

    def leave_field(self) -> None:
        """To the result where there is one."""
        self.query_one("#result").focus()

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
        self._fill(run.recipe)
        rows: list[Row] = []
        for result in run.windows:
            rows.append(Row(presentation.window_heading(result), result.window.name, heading=True))
            rows += [
                Row(Text(f"  ! {one_line(warning)}", presentation.CAUTION), heading=True)
                for warning in result.ledger.warnings
            ]
            rows += [Row(presentation.result_row(hit), f"{result.window.name}\t{hit.chunk}") for hit in result.hits]
        rows += [Row(Text(f"! {one_line(warning)}", presentation.CAUTION), heading=True) for warning in run.warnings]
        if run.comparison is not None:
            surfaced = (
                f"windowing surfaced {len(run.comparison.surfaced)} chunks that one list would not hold; w draws both"
            )
            rows.append(Row(Text(surfaced, "bold"), heading=True))
        self.query_one("#result", RowList).replace(rows)
        self.query_one("#result").focus()

    def _fill(self, recipe: Recipe) -> None:
        """The form as the recipe has it, so that a search is varied from there."""
        from historag_tui.heuristik.filters import written

        values = {
            "topic": recipe.topic,
            "first": recipe.first,
            "last": recipe.last,
            "windowing": recipe.windowing,
            "per_window": str(recipe.per_window),
            "keywords": recipe.keywords,
            "term_list": recipe.term_list,
            "filters": "; ".join(map(written, recipe.filters)),
            "layer": recipe.layer,
            "cap": str(recipe.cap),
            "depth": str(recipe.depth or ""),
        }
        for name, value in values.items():
            self.query_one(f"#{name}", Input).value = value

    @on(Input.Changed, "#topic")
    def _advise(self, event: Input.Changed) -> None:
        advice = self.session.heuristik.advice(event.value)
        if advice != self._advice:
            # Drawn when it changes only: each letter typed would move it over the wire again.
            self._advice = advice
            self.query_one("#advice", Static).update(Text(advice))

    @on(Input.Submitted)
    def _search(self) -> None:
        try:
            recipe = self._recipe()
        except HistoragError as error:
            self.historag.say(str(error))
            return
        self.historag.begin("searching", lambda: self.session.heuristik.search(recipe), self._found, self._searched)

    def _searched(self, well: bool) -> None:
        if well and self.run_shown is not None:
            run = self.run_shown
            self.historag.say(f"{run.id} is in the record: {run.distinct} chunks; 4 goes to Review")

    def _recipe(self) -> Recipe:
        form = {field.id or "": field.value.strip() for field in self.query(Input)}
        heuristik = self.session.heuristik
        return heuristik.recipe(
            form["topic"],
            keywords=form["keywords"],
            term_list=form["term_list"],
            first=form["first"],
            last=form["last"],
            windowing=form["windowing"] or DEFAULT_WINDOWING,
            per_window=_number(form["per_window"], "each", DEFAULT_QUOTA),
            layer=_layer(form["layer"]),
            filters=[heuristik.parse_filter(part.strip()) for part in form["filters"].split(";") if part.strip()],
            cap=_number(form["cap"], "cap", 0),
            depth=_number(form["depth"], "depth", 0),
            reason=form["reason"],
        )

    def _found(self, item: object) -> None:
        if isinstance(item, Run):
            self.historag.position = self.historag.position.at(run=item.id, chunk="")
            self.show_run(item)

    @on(RowList.Chosen, "#result")
    def _open(self, event: RowList.Chosen) -> None:
        assert self.run_shown is not None
        self.historag.position = self.historag.position.at(run=self.run_shown.id, chunk=event.key.partition("\t")[2])
        self.historag.action_mode("review")

    def action_topic(self) -> None:
        """To the form."""
        self.query_one("#topic").focus()

    def action_ledger(self) -> None:
        """The whole ledger of every window, from the one under the cursor on."""
        here = self.query_one("#result", RowList).key.partition("\t")[0]
        text, offset = Text(), 0
        for result in self.run_shown.windows if self.run_shown else ():
            if result.window.name == here:
                offset = len(text)
            text.append_text(presentation.ledger_text(result)).append("\n")
        if self.run_shown is not None:
            self.app.push_screen(Read(f"Ledger of {self.run_shown.id}", text, offset, margin=1))

    def action_balance(self) -> None:
        """What each list took of every window, beside the corpus, as a picture that can be written as CSV."""
        if self.run_shown is not None:
            self.app.push_screen(Balance(self.run_shown))

    def action_choose_run(self) -> None:
        """An earlier run of the study."""
        runs = list(self.session.state.runs.values())

        def go(name: str | None) -> None:
            if name:
                self.historag.position = self.historag.position.at(run=name, chunk="")
                self.show_run(self.session.run(name))

        self.app.push_screen(Choose("Which run?", [(run.id, presentation.run_line(run)) for run in reversed(runs)]), go)

    def action_export(self) -> None:
        """Write the run to a file."""
        from historag_tui.tui.screens.exporting import begin_export

        if self.run_shown is not None:
            begin_export(self, self.run_shown.id)


def _number(text: str, name: str, usual: int) -> int:
    if not text:
        return usual
    if not text.isdigit():
        raise UsageError(f"'{text[:20]}' in the field {name} is not a whole number", "Write digits only")
    return int(text)


def _layer(text: str) -> LayerChoice:
    for layer in ("both", "semantic", "keyword"):
        if text in (layer, ""):
            return layer
    raise UsageError(f"'{text[:20]}' is not a layer", "Write both, semantic or keyword")


def open_screen() -> Screen[None]:
    """The screen."""
    return RetrieveScreen()
