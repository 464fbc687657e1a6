"""Searches that a key begins: passages like one, a random sample, an earlier run once more."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from historag_tui.errors import UsageError
from historag_tui.records import Progress, Recipe, Run
from historag_tui.tui.dialogs import Ask
from historag_tui.tui.frame import ModeScreen

if TYPE_CHECKING:
    from historag_tui.tui.app import HistoragApp
    from historag_tui.tui.screens.search_form import SearchForm

_LIKE = 10
"""How many passages like one are shown."""


def begin_similar(app: HistoragApp, chunk: str) -> None:
    """Find passages like a chunk, by its vector, over the whole period; Retrieve shows them."""
    heuristik = app.session.heuristik
    begin_search(app, f"passages like {chunk[:8]}", lambda: heuristik.similar(chunk, per_window=_LIKE))


def begin_again(app: HistoragApp, run: str) -> None:
    """Follow a run's recipe on today's index, then show what differs."""
    from historag_tui.tui.screens.compared import Compared

    def compared(found: Run) -> None:
        app.push_screen(Compared(app.session, run, found.id))

    begin_search(app, f"{run} again", lambda: app.session.heuristik.again(run), repeats=run, then=compared)


def begin_sample(app: HistoragApp, form: SearchForm, quota: str) -> None:
    """Ask for seed and quota, then draw a stratified random sample without a query."""

    def draw(line: str | None) -> None:
        if line is None:
            return
        words = line.split()

        def recipe() -> Recipe:
            if len(words) != 2 or not all(word.isdecimal() for word in words):
                raise UsageError(f"'{line[:40]}' is not a seed and a quota", "Write two whole numbers")
            return form.sample(app.session.heuristik, int(words[0]), int(words[1]))

        begin_search(app, "random sample", recipe)

    asked = "Random sample of this period, windows and filters: seed, then chunks of each window"
    app.push_screen(Ask(asked, f"{secrets.randbelow(10**6)} {quota or 5}"), draw)


def begin_search(
    app: HistoragApp,
    name: str,
    make: Callable[[], Recipe],
    repeats: str = "",
    then: Callable[[Run], None] = lambda run: None,
) -> None:
    """Answer a recipe, show the run in Retrieve, and go on with it; an error becomes the status line.

    Who has gone on to another screen meanwhile is left there.
    """
    recipes: list[Recipe] = []
    if not app.attempt(lambda: recipes.append(make())):
        return
    found: list[Run] = []
    begun_at = app.screen

    def answer() -> Iterator[Progress | Run]:
        return app.session.heuristik.search(recipes[0], repeats=repeats)

    def take(item: object) -> None:
        if isinstance(item, Run):
            found.append(item)
            app.position = app.position.to_run(item.id)

    def finish(well: bool) -> None:
        if not well or not found:
            return
        stayed = app.screen is begun_at
        if stayed and isinstance(begun_at, ModeScreen) and begun_at.MODE == "retrieve":
            begun_at.show_study()
        elif stayed:
            app.action_mode("retrieve")
        app.say(f"{found[0].id} is in the record: {found[0].distinct} chunks; 4 goes to Review")
        if stayed:
            then(found[0])

    app.begin(name, answer, take, finish)
