"""``historag undo``"""

from __future__ import annotations

import argparse

from historag_tui.cli import opened
from historag_tui.cli.output import Output
from historag_tui.errors import NothingFound


def configure(parser: argparse.ArgumentParser) -> None:
    """No arguments."""


def run(arguments: argparse.Namespace, output: Output) -> int:
    """Take back the newest undoable event."""
    with opened.study(arguments) as session:
        undone = session.undo()
    if undone is None:
        raise NothingFound("There is nothing to undo", "Searches, judgments and transfers stay: they happened")
    output.line(f"undone: {undone}")
    return 0
