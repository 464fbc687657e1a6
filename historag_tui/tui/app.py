"""The app: its modes, what holds in all of them, and the one status line."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import signal
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, ClassVar

from textual import on
from textual.app import App, SystemCommand
from textual.binding import BindingType
from textual.filter import LineFilter, NoColor
from textual.screen import Screen

from historag_tui.errors import HistoragError
from historag_tui.record.events import Stamped
from historag_tui.record.state import last_undoable
from historag_tui.records import Progress
from historag_tui.session import Session, open_study
from historag_tui.tui import keymap, position, watching, work
from historag_tui.tui.frame import MODES, WIDE, ModeScreen
from historag_tui.tui.hangup import leave_with_the_terminal
from historag_tui.tui.messages import Ended, Produced, Progressed
from historag_tui.tui.profile import UPDATES_A_SECOND, Profile, choose
from historag_tui.workspace import Workspace

_OF_THE_APP = frozenset({"mode", "keys", "command", "memo", "undo", "quit"})


class HistoragApp(App[None]):
    """One open study on one terminal."""

    CSS_PATH = "styles.tcss"
    ENABLE_COMMAND_PALETTE = True
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide")]  # noqa: RUF012 — Textual declares it so
    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            keymap.bind(str(n), f"mode('{mode}')", name, id=f"mode.{mode}", show=False)
            for n, (mode, name) in enumerate(MODES.items(), 1)
        ),
        keymap.bind("question_mark", "keys", "keys", key_display="?", id="help"),
        keymap.bind("colon", "command", "command", key_display=":", id="command", show=False),
        keymap.bind("M", "memo", "memo", id="memo", show=False),
        keymap.bind("u", "undo", "undo", id="undo"),
        keymap.bind("q", "quit", "quit", id="quit"),
    ]

    def __init__(self, workspace: Workspace, session: Session, profile: Profile = "full") -> None:
        super().__init__(ansi_color=True)
        self.workspace = workspace
        self.session = session
        self.profile: Profile = profile
        self.status = "ready"
        self.position = position.read(session)
        self._numbers = itertools.count(1)
        self._jobs: dict[int, work.Job] = {}
        self._bindings.key_to_bindings.pop("ctrl+q", None)

    @property
    def updates_a_second(self) -> float:
        """How often a count on the screen moves."""
        return UPDATES_A_SECOND[self.profile]

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Without colour where none is wanted; weight, underline and reverse stay."""
        filters = list(super().get_line_filters())
        return [*filters, NoColor()] if self.profile == "mono" else filters

    def on_mount(self) -> None:
        """Colours of the terminal itself, the researcher's keys, the place where the study was left."""
        self.theme = "ansi-dark"
        self.animation_level = "none"
        for mode in MODES:
            self.add_mode(mode, _opener(mode))
        self.add_mode("start", _opener("start"))
        try:
            self.set_keymap(keymap.read(self.workspace))
        except HistoragError as error:
            self.status = str(error)
        if not self.is_headless:
            # Ended from outside, the app gives the terminal back as it was.
            leave = partial(self.exit, return_code=128 + signal.SIGTERM)
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, leave)
            self.set_interval(1.0, leave_with_the_terminal(self.session))
        self.set_interval(watching.INTERVAL, watching.watch(self))
        fresh = not (self.session.state.question or self.session.state.runs)
        for warning in self.session.warnings[:1]:
            self.status = warning
        self.switch_mode("start" if fresh else self.position.mode)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While a field has the focus keys are letters; a digit behind ``s`` is a score, not a mode."""
        if action in _OF_THE_APP and isinstance(self.screen, ModeScreen):
            return not self.screen.typing and not (action == "mode" and getattr(self.screen, "awaiting", "") == "s")
        return action not in _OF_THE_APP

    # -------------------------------------------------------------------------------------------- status and work

    def say(self, text: str) -> None:
        """Put a line into the status line of the screen in front."""
        self.status = text
        if isinstance(self.screen, ModeScreen) and self.screen.is_mounted:
            self.screen.show_status()

    def attempt(self, act: Callable[[], Any], said: str = "") -> bool:
        """Do something short; an error becomes the status line.  Whether it went well."""
        try:
            with self.session.lock:
                act()
        except HistoragError as error:
            self.say(str(error))
            return False
        if said:
            self.say(said)
        return True

    def begin(
        self, name: str, make: Callable[[], Iterator[Any]], take: Callable[[Any], None], finish: Callable[[bool], None]
    ) -> None:
        """Start a long work; ``take`` and ``finish`` are called here, in the app's own thread.  Never the same one twice."""
        if any(job.name == name for job in self._jobs.values()):
            self.say(f"already under way: {name} · escape cancels")
            return
        job = work.Job(next(self._numbers), name, take, finish)
        self._jobs[job.number] = job
        self.say(f"{name} … escape cancels")
        work.start(self, job, make)

    def cancel(self) -> None:
        """Stop the newest work."""
        if self._jobs:
            job = list(self._jobs.values())[-1]
            job.cancel()
            self.say(f"stopping: {job.name}")

    @on(Progressed)
    def _progressed(self, event: Progressed) -> None:
        if event.job in self._jobs:
            self.say(f"{_written(event.progress)} · escape cancels")

    @on(Produced)
    def _produced(self, event: Produced) -> None:
        if event.job in self._jobs:
            self._jobs[event.job].take(event.item)

    @on(Ended)
    def _ended(self, event: Ended) -> None:
        job = self._jobs.pop(event.job, None)
        if job is None:
            return
        self.say(event.error or (f"stopped: {job.name}" if event.cancelled else f"done: {job.name}"))
        job.finish(not event.error and not event.cancelled)

    # ----------------------------------------------------------------------------------------------------- actions

    def action_mode(self, mode: str) -> None:
        """Go to a mode; what was said of another one stays there, unless work is under way."""
        if not self._jobs:
            self.status = "ready"
        self.position = self.position.at(mode=mode)
        self.switch_mode(mode)

    def action_keys(self) -> None:
        """Show every key that holds here."""
        from historag_tui.tui.dialogs import Read

        self.push_screen(Read("Keys", keymap.described(self.screen)))

    def action_memo(self) -> None:
        """Write a memo on what is in front."""
        from historag_tui.tui.dialogs import Ask

        about = getattr(self.screen, "memo_object", "study")

        def kept(text: str | None) -> None:
            if (
                text
                and self.attempt(lambda: self.session.memo(about, text), f"memo on {about} kept")
                and isinstance(self.screen, ModeScreen)
            ):
                self.screen.show_study()

        self.push_screen(Ask(f"Memo on {about}"), kept)

    def action_undo(self) -> None:
        """Take back the newest decision, note, score, list, check or memo; the cursor goes back to it."""
        undone: list[str | None] = []
        target: list[Stamped] = []

        def undo() -> None:
            newest = last_undoable(self.session.events)
            target.extend([newest] if newest else [])
            undone.append(self.session.undo())

        if self.attempt(undo):
            self.say(f"undone: {undone[0]}" if undone[0] else "there is nothing to undo")
            if isinstance(self.screen, ModeScreen):
                self.screen.show_study()
                if target:
                    self.screen.show_undone(target[0].event)

    def action_command(self) -> None:
        """Type a command as on the command line."""
        from historag_tui.tui.command import ask

        ask(self)

    def get_system_commands(self, screen: Screen[Any]) -> Iterator[SystemCommand]:
        """The palette offers what the keys of this screen do."""
        for active in screen.active_bindings.values():
            binding = active.binding
            if binding.id and active.enabled:
                yield SystemCommand(
                    binding.description,
                    f"key {self.get_key_display(binding)}",
                    lambda action=binding.action, at=active.node: self.call_later(self.run_action, action, at),
                )

    async def action_quit(self) -> None:
        """Leave; everything is on the disk already, only the place is kept now."""
        for job in self._jobs.values():
            job.cancel()
        position.keep(self.session, self.position)
        self.exit()


def run(workspace: Workspace, study: str = "", profile: str = "") -> int:
    """Open the app on a study and stay until it is left."""
    session = open_study(workspace, study)
    app = HistoragApp(workspace, session, choose(profile))
    with contextlib.closing(session):
        app.run()
    return app.return_code or 0


def _opener(mode: str) -> Callable[[], Screen[Any]]:
    """Imports a mode's screen when it is first gone to."""

    def open_screen() -> Screen[Any]:
        import importlib

        screen: Screen[Any] = importlib.import_module(f"historag_tui.tui.screens.{mode}").open_screen()
        return screen

    return open_screen


def _written(progress: Progress) -> str:
    counted = f" {progress.done:,} of {progress.total:,}" if progress.total else ""
    return f"{progress.stage}{counted}" + (f" · {progress.detail}" if progress.detail else "")
