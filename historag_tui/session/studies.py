"""The studies of a workspace: several can share one corpus."""

from __future__ import annotations

import re
import shutil
import unicodedata
from pathlib import Path

from historag_tui.errors import RecordError, UsageError
from historag_tui.record.events import StudyBegan
from historag_tui.record.journal import Journal
from historag_tui.record.state import replay
from historag_tui.records import Record
from historag_tui.session.study import RECORD_FOLDER, Session
from historag_tui.workspace import Workspace, replace_file

_CURRENT = "current"


class StudySummary(Record, frozen=True):
    """A study in one line."""

    name: str
    title: str
    question: str
    events: int
    current: bool


def new_study(workspace: Workspace, title: str, question: str = "") -> Session:
    """Begin a study and make it the current one.  Raises UsageError when its name is taken or empty."""
    name = study_name(title)
    folder = workspace.studies_folder / name
    if folder.exists():
        raise UsageError(f"There is a study '{name}' already", f"Open it with: historag study use {name}")
    session = Session(workspace, name)
    try:
        session.append(StudyBegan(title.strip(), question.strip(), workspace.settings.corpus.name))
    except BaseException:
        # A study without its first event would only stand in the way of the next attempt.
        session.close()
        shutil.rmtree(folder, ignore_errors=True)
        raise
    use_study(workspace, name)
    return session


def open_study(workspace: Workspace, name: str = "") -> Session:
    """The named study, else the current one, else the only one.  Raises UsageError when that names none."""
    names = _names(workspace)
    chosen = name or _current(workspace) or (names[0] if len(names) == 1 else "")
    if chosen in names:
        return Session(workspace, chosen)
    if not names:
        raise UsageError("There is no study yet", 'Begin one with: historag study new "TITLE"')
    cause = f"There is no study '{chosen}'" if chosen else "No study is chosen"
    raise UsageError(cause, f"Choose with: historag study use {{{','.join(names)}}}")


def use_study(workspace: Workspace, name: str) -> None:
    """Make a study the current one.  Raises UsageError when there is no such study."""
    if name not in _names(workspace):
        raise UsageError(f"There is no study '{name}'", f"Known are: {', '.join(_names(workspace)) or 'none'}")
    try:
        replace_file(workspace.studies_folder / _CURRENT, f"{name}\n".encode())
    except OSError as error:
        raise RecordError(
            f"{workspace.studies_folder} cannot be written: {error.strerror}", "Name the study with --study"
        ) from error


def list_studies(workspace: Workspace) -> list[StudySummary]:
    """All studies of the workspace, by name."""
    current = _current(workspace)
    summaries = []
    for name in _names(workspace):
        try:
            events = Journal(workspace.studies_folder / name / RECORD_FOLDER).read()
        except RecordError as error:
            # A study that is closed to this person does not close the others.
            summaries.append(StudySummary(name, f"({error.cause})", "", 0, name == current))
            continue
        state = replay(events)
        summaries.append(StudySummary(name, state.title, state.question, len(events), name == current))
    return summaries


def study_name(title: str) -> str:
    """A title as a folder's name: lower case, without marks, words joined by hyphens.  Raises UsageError when nothing is left."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    name = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:60].strip("-")
    if not name or name == _CURRENT:
        raise UsageError(f"'{title[:40]}' cannot name a study", "Give it a title with letters or digits")
    return name


def _names(workspace: Workspace) -> list[str]:
    folder = workspace.studies_folder
    try:
        return sorted(path.name for path in folder.iterdir() if _is_study(path))
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise RecordError(f"{folder} cannot be read: {error.strerror}", "Check the folder's permissions") from error


def _is_study(path: Path) -> bool:
    try:
        return (path / RECORD_FOLDER).is_dir()
    except OSError:
        # What cannot be looked into may be one; it is named, and opening it says why it cannot be read.
        return path.is_dir()


def _current(workspace: Workspace) -> str:
    path: Path = workspace.studies_folder / _CURRENT
    try:
        return path.read_text("utf-8").strip()
    except OSError:
        return ""
