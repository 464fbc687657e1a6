"""What others change while the app is open: the record, the settings, the index.  Looking costs a few calls of stat."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from historag_tui.errors import HistoragError
from historag_tui.tui.frame import ModeScreen
from historag_tui.workspace import SETTINGS_FILE, open_workspace

if TYPE_CHECKING:
    from historag_tui.tui.app import HistoragApp

INTERVAL = 2.0
"""Seconds between two looks."""


def watch(app: HistoragApp) -> Callable[[], None]:
    """A look around, to be taken now and then; nothing is drawn when nothing was changed."""
    seen = {"record": _record(app), "settings": _settings(app), "index": _index(app)}

    def look() -> None:
        now = {"record": _record(app), "settings": _settings(app), "index": _index(app)}
        changed = {name for name, state in now.items() if state != seen[name]}
        seen.update(now)
        if "settings" in changed:
            _read_settings(app)
            seen["index"] = _index(app)
        elif "index" in changed:
            app.session.forget_index()
            app.say("the index was brought up to date; searches use the new one from now on")
        if "record" in changed:
            _read_record(app)

    return look


def _read_record(app: HistoragApp) -> None:
    before = len(app.session.events)
    try:
        app.session.refresh()
    except HistoragError as error:
        app.say(str(error))
        return
    more = len(app.session.events) - before
    if more and isinstance(app.screen, ModeScreen):
        if not app.screen.typing:
            app.screen.show_study()
        app.say(f"another writer added {more} {'entry' if more == 1 else 'entries'} to the record")


def _read_settings(app: HistoragApp) -> None:
    try:
        workspace = open_workspace(app.workspace.root)
    except HistoragError as error:
        app.say(f"{SETTINGS_FILE} was changed; the earlier settings hold. {error}")
        return
    app.workspace = app.session.workspace = workspace
    app.session.forget_index()
    app.say(f"{SETTINGS_FILE} was changed and read again")


def _record(app: HistoragApp) -> object:
    return app.session.journal.written_by_others()


def _settings(app: HistoragApp) -> object:
    return _stamp(app.workspace.root / SETTINGS_FILE)


def _index(app: HistoragApp) -> object:
    return _stamp(app.workspace.index_folder / "current")


def _stamp(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_ino
