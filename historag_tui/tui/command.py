"""The command line's own grammar, typed inside the app."""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.text import Text

from historag_tui.errors import UsageError
from historag_tui.records import Progress
from historag_tui.session.visible import visible
from historag_tui.tui.dialogs import Ask, Read

if TYPE_CHECKING:
    from historag_tui.tui.app import HistoragApp

_LOOK = 0.2
"""Seconds between two looks at whether a command has ended, or the researcher has stopped it."""


def ask(app: HistoragApp) -> None:
    """Type a command, run it on this study, read what it prints."""

    def run(line: str | None) -> None:
        if line and line.strip():
            app.begin(f": {line}", lambda: answers(app, line), lambda item: show(line, item), lambda well: None)

    def show(line: str, item: object) -> None:
        app.session.refresh()
        app.push_screen(Read(f": {line}", Text(visible(str(item)))))

    app.push_screen(Ask("historag …"), run)


def answers(app: HistoragApp, line: str) -> Iterator[Progress | str]:
    """What a command prints, as the last item.

    It runs as a process of its own, so that nothing it does can touch this screen; to stop iterating ends it.
    Raises UsageError when the line cannot be taken apart.
    """
    try:
        words = shlex.split(line)
    except ValueError as error:
        raise UsageError(f"The command cannot be read: {error}", "Close the quotation mark") from error
    process = subprocess.Popen(
        [sys.executable, "-m", "historag_tui", "-C", str(app.workspace.root), f"--study={app.session.name}", *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    try:
        while True:
            try:
                printed, _ = process.communicate(timeout=_LOOK)
            except subprocess.TimeoutExpired:
                yield Progress(f": {words[0]}")
            else:
                yield printed or "done, with nothing to print"
                return
    finally:
        process.kill()
        process.wait()
