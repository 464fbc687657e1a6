"""The two long steps of review: judging, and the transfer into Analyse."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from historag_tui.errors import HistoragError
from historag_tui.records import Judgment, Progress
from historag_tui.session.visible import one_line
from historag_tui.tui import presentation
from historag_tui.tui.dialogs import Ask, Choose

if TYPE_CHECKING:
    from historag_tui.tui.screens.review import ReviewScreen


def begin_judging(screen: ReviewScreen, runs: Sequence[str]) -> None:
    """Choose a model and a rubric, then judge; each judgment is shown as it comes."""
    session, app = screen.session, screen.historag
    try:
        session.workspace.model("", "judge")
        rubrics = session.heuristik.rubrics()
    except HistoragError as error:
        app.say(str(error))
        return
    if not rubrics:
        app.say(f"there is no usable rubric in {session.workspace.rubrics_folder}; historag rubric new makes one")
        return

    def judge(rubric: str, model: str) -> None:
        states: Counter[str] = Counter()

        def came(judgment: Judgment) -> None:
            states[judgment.state] += 1
            screen.judged(judgment)

        def ended(well: bool) -> None:
            screen.show_study()
            counted = ", ".join(f"{count} {state}" for state, count in states.items()) or "nothing was left to judge"
            if well or states:
                app.say(f"{app.status} · {counted}" if not well else f"done: judging under {rubric} · {counted}")

        def all_runs() -> Iterator[Progress | Judgment]:
            for place, run in enumerate(runs):
                yield from session.heuristik.judge(run, rubric, model, known_from=runs[:place])

        app.begin(f"judging under {rubric}", all_runs, came, ended)

    def with_rubric(rubric: str | None) -> None:
        if rubric is None:
            return
        models = session.workspace.settings.models
        if len(models) == 1:
            judge(rubric, next(iter(models)))
            return
        choices = [(name, Text(f"{name}  {model.model} at {model.url}")) for name, model in models.items()]
        app.push_screen(Choose("Who judges?", choices), lambda name: judge(rubric, name) if name else None)

    rows = [
        (rubric.name, Text(f"{rubric.name}  {one_line(rubric.title)} ({rubric.language}, {rubric.hash[:8]})"))
        for rubric in rubrics
    ]
    app.push_screen(Choose("Under which rubric?", rows), with_rubric)


def begin_transfer(screen: ReviewScreen, runs: Sequence[str]) -> None:
    """The table, the reason, the crossing."""
    session, app = screen.session, screen.historag
    table = presentation.transfer_text(session.heuristik.transfer_table(runs))

    def cross(reason: str | None) -> None:
        if reason is None:
            return
        if app.attempt(lambda: session.heuristik.transfer(runs, reason)):
            corpus = list(session.state.corpora.values())[-1]
            app.position = app.position.at(corpus=corpus.id)
            app.say(f"{corpus.id}: {len(corpus.chunks)} chunks crossed; 5 goes to Analyse")

    app.push_screen(Ask("Why may these sources be interpreted? (the reason is recorded)", "", table), cross)
