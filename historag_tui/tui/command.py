"""The command line's own grammar, typed inside the app."""

from __future__ import annotations

import shlex
import subprocess
import sys
from typing import TYPE_CHECKING

from rich.text import Text

from historag_tui.session.visible import visible
from historag_tui.tui.dialogs import Ask, Read

if TYPE_CHECKING:
    from historag_tui.tui.app import HistoragApp

LONGEST = 30.0
"""Seconds a command may take here; longer ones have keys of their own."""


def ask(app: HistoragApp) -> None:
    """Type a command, run it on this study, read what it prints."""

    def run(line: str | None) -> None:
        if line and line.strip():
            app.push_screen(Read(f": {line}", Text(visible(answer(app, line)))))
            app.session.refresh()

    app.push_screen(Ask("historag …"), run)


def answer(app: HistoragApp, line: str) -> str:
    """What a command prints.  It runs as a process of its own, so that nothing it does can touch this screen."""
    try:
        words = shlex.split(line)
    except ValueError as error:
        return f"historag: {error}. Close the quotation mark."
    command = [sys.executable, "-m", "historag_tui", *words, "-C", str(app.workspace.root), "--study", app.session.name]
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
            stdin=subprocess.DEVNULL,
            timeout=LONGEST,
        )
    except subprocess.TimeoutExpired:
        return f"historag: the command was stopped after {LONGEST:.0f} seconds. Run it in a shell of its own."
    return done.stdout + done.stderr or "done, with nothing to print"
