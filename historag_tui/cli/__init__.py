"""The command line: a thin front end over the sessions."""

from historag_tui.cli.main import main

__all__ = ["main"]
