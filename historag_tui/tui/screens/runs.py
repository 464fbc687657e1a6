"""The runs of a study: open one, or mark several to compare them or to review them together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Static

from historag_tui.records import Run
from historag_tui.tui import runs_text
from historag_tui.tui.dialogs import Choose, Dialog
from historag_tui.tui.keymap import bind
from historag_tui.tui.rows import Row, RowList
from historag_tui.tui.screens.compared import Compared
from historag_tui.tui.screens.searching import begin_again

if TYPE_CHECKING:
    from historag_tui.tui.frame import ModeScreen


@dataclass(frozen=True)
class Wish:
    """What shall be done with which runs."""

    do: Literal["open", "compare", "review", "again"]
    runs: tuple[str, ...]


class Runs(Dialog[Wish | None]):
    """Every run, the newest first; space marks."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss(None)", "leave", show=False),
        bind("space", "mark", "mark a run", id="runs.mark"),
        bind("C", "compare", "compare the two that are marked", id="runs.compare"),
        bind("V", "review", "review the marked together", id="runs.review"),
        bind("A", "again", "again, on today's index", id="runs.again"),
    ]

    def __init__(self, runs: Mapping[str, Run], decided: Mapping[str, int], here: str) -> None:
        """The runs of a study; how many chunks of each are decided; the one that is in front."""
        super().__init__()
        self._runs = runs
        self._decided = decided
        self._here = here
        self._marked: list[str] = []

    def compose(self) -> ComposeResult:
        """The list, and the keys that hold in it."""
        with Vertical(classes="dialog wide"):
            yield Static(Text("Runs, the newest first", "bold"))
            yield RowList(self._rows(), id="runs")
            yield Static(self._foot(), id="foot")

    def on_mount(self) -> None:
        """Begin with the run in front."""
        self.query_one("#runs", RowList).go_to(self._here)

    @on(RowList.Chosen, "#runs")
    def _open(self, event: RowList.Chosen) -> None:
        self.dismiss(Wish("open", (event.key,)))

    def action_mark(self) -> None:
        """Mark the run under the cursor, or take its mark away, and go on."""
        rows = self.query_one("#runs", RowList)
        if rows.key in self._marked:
            self._marked.remove(rows.key)
        elif rows.key:
            self._marked.append(rows.key)
        rows.replace(self._rows())
        rows.action_move(1)
        self.query_one("#foot", Static).update(self._foot())

    def action_compare(self) -> None:
        """The two that are marked; with one marked, that one and the one under the cursor."""
        here = self.query_one("#runs", RowList).key
        pair = tuple(dict.fromkeys([*self._marked, here])) if len(self._marked) == 1 else tuple(self._marked)
        if len(pair) == 2:
            self.dismiss(Wish("compare", pair))
        else:
            self._say("mark two runs with space, then C compares them")

    def action_review(self) -> None:
        """Those that are marked, the first marked first."""
        if self._marked:
            self.dismiss(Wish("review", tuple(self._marked)))
        else:
            self._say("mark runs with space, then V opens one review over them")

    def action_again(self) -> None:
        """The one under the cursor."""
        if key := self.query_one("#runs", RowList).key:
            self.dismiss(Wish("again", (key,)))

    def _rows(self) -> list[Row]:
        return [
            Row(runs_text.marked_run(run, self._place(name), self._decided.get(name, 0)), name)
            for name, run in reversed(list(self._runs.items()))
        ]

    def _place(self, name: str) -> int:
        """Which of the marked it is, counted from 1; 0 for an unmarked one."""
        return self._marked.index(name) + 1 if name in self._marked else 0

    def _foot(self) -> Text:
        marked = f"{len(self._marked)} marked: C compares two · V reviews them together" if self._marked else ""
        return Text(marked or "enter opens · space marks · A again · escape leaves", "dim")

    def _say(self, text: str) -> None:
        self.query_one("#foot", Static).update(Text(text, "italic"))


def choose_runs(screen: ModeScreen) -> None:
    """Show the runs and do what is wished with them."""
    app, state = screen.historag, screen.session.state
    decided: dict[str, int] = {}
    for run, _ in state.decisions:
        decided[run] = decided.get(run, 0) + 1

    def go(wish: Wish | None) -> None:
        if wish is None:
            return
        if wish.do == "open":
            app.position = app.position.to_run(wish.runs[0])
            screen.show_study()
        elif wish.do == "review":
            app.position = app.position.at(run=wish.runs[0], runs=wish.runs, chunk="")
            app.action_mode("review")
        elif wish.do == "compare":
            app.push_screen(Compared(app.session, *wish.runs))
        else:
            begin_again(app, wish.runs[0])

    if not state.runs:
        app.say("nothing was retrieved yet")
    else:
        app.push_screen(Runs(state.runs, decided, app.position.run or next(reversed(state.runs))), go)


def choose_other_run(screen: ModeScreen, run: str) -> None:
    """Compare a run with one that is chosen now; the earlier of the two is A."""
    app, runs = screen.historag, list(screen.session.state.runs)
    others = [(name, runs_text.run_line(screen.session.state.runs[name])) for name in reversed(runs) if name != run]

    def go(name: str | None) -> None:
        if name:
            app.push_screen(Compared(app.session, *sorted((run, name), key=runs.index)))

    if others:
        app.push_screen(Choose(f"Compare {run} with", others), go)
    else:
        app.say("there is no other run to compare with")
