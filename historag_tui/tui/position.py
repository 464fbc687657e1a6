"""Where the researcher was: kept beside the study, never part of its record."""

from __future__ import annotations

from pathlib import Path

import msgspec

from historag_tui.records import Record
from historag_tui.session import Session
from historag_tui.workspace import replace_file


class Position(Record, frozen=True):
    """A place in the app."""

    mode: str = "retrieve"
    run: str = ""
    runs: tuple[str, ...] = ()
    """Runs that are reviewed together, ``run`` first; empty for one alone."""
    chunk: str = ""
    corpus: str = ""
    zwischentext: str = ""

    def at(self, **changes: str | tuple[str, ...]) -> Position:
        """The place with something else in front."""
        return msgspec.structs.replace(self, **changes)

    def to_run(self, run: str, chunk: str = "") -> Position:
        """The place with one run in front."""
        return self.at(run=run, runs=(), chunk=chunk)


def read(session: Session) -> Position:
    """The place that was kept; the usual one when none was, or it cannot be read: it is a convenience only."""
    from historag_tui.tui.frame import MODES

    try:
        found = msgspec.json.decode(_path(session).read_bytes(), type=Position)
    except (OSError, msgspec.MsgspecError):
        return Position()
    return found if found.mode in MODES else found.at(mode="retrieve")


def keep(session: Session, position: Position) -> None:
    """Keep the place; a study that may not be written is left as it is."""
    try:
        replace_file(_path(session), msgspec.json.encode(position))
    except OSError:
        return


def _path(session: Session) -> Path:
    return session.workspace.studies_folder / session.name / "screen.json"
