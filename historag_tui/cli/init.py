"""``historag init``"""

from __future__ import annotations

import argparse
from pathlib import Path

from historag_tui.cli.diagnostics import tell
from historag_tui.cli.output import Output
from historag_tui.session.workspaces import begin
from historag_tui.workspace import SETTINGS_FILE


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments."""
    parser.add_argument("directory", type=Path, metavar="DIR")
    parser.add_argument("--source", type=Path, required=True, metavar="FILE", help="a JSONL file, plain or .gz")


def run(arguments: argparse.Namespace, output: Output) -> int:
    """Make the workspace with a mapping proposed from the file."""
    workspace = begin(arguments.directory, arguments.source)
    output.line((workspace.root / SETTINGS_FILE).read_text("utf-8"))
    tell(f"Check {workspace.root / SETTINGS_FILE}, then: historag -C {arguments.directory} index")
    return 0
