"""``historag demo``"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from historag_tui.cli.diagnostics import tell
from historag_tui.cli.index import build
from historag_tui.cli.opened import add_events
from historag_tui.cli.output import Output
from historag_tui.session.workspaces import begin_demo


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments."""
    parser.add_argument("directory", nargs="?", type=Path, default=Path("demo"), metavar="DIR")
    parser.add_argument("--no-open", action="store_true", help="stop before the app")
    add_events(parser)


def run(arguments: argparse.Namespace, output: Output) -> int:
    """Make the workspace, build what is missing of its index, open the app."""
    workspace = begin_demo(arguments.directory)
    build(workspace, output)
    if arguments.no_open:
        tell(
            f'Ready. Try: cd {arguments.directory} && historag search "railroads and the regulation of corporations" --from 1860 --to 1919'
        )
        return 0
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        tell(f"Ready; no terminal here for the app. Open it with: historag -C {arguments.directory}")
        return 0
    from historag_tui.tui.app import run as open_app

    return open_app(workspace, arguments.study)
