"""``historag export``"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from historag_tui.cli import opened
from historag_tui.cli.output import Output
from historag_tui.session.export import FORMATS, export, exported


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments."""
    parser.add_argument("object", metavar="RUN|WORKING-CORPUS|ZWISCHENTEXT")
    parser.add_argument("--format", choices=FORMATS, required=True)
    parser.add_argument("--to", type=Path, metavar="FILE", help="- is standard output; else exports/ID.FORMAT")


def run(arguments: argparse.Namespace, output: Output) -> int:
    """Write the file and say where."""
    with opened.study(arguments) as session:
        if str(arguments.to) == "-":
            content = exported(session, arguments.object, arguments.format)[1]
            if sys.stdout.isatty():
                # A terminal is shown the text; a file or a pipe gets it byte for byte.
                output.line(content.decode("utf-8", "replace"))
            else:
                output.raw(content)
        else:
            output.line(str(export(session, arguments.object, arguments.format, arguments.to)))
    return 0
