"""``historag memo``"""

from __future__ import annotations

import argparse

from historag_tui.cli import opened
from historag_tui.cli.output import Output


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments."""
    parser.add_argument("object", metavar="OBJECT", help="a run, chunk, working corpus, Zwischentext, or study")
    parser.add_argument("text", help="- reads standard input")


def run(arguments: argparse.Namespace, output: Output) -> int:
    """Write it to the record."""
    with opened.study(arguments) as session:
        session.memo(arguments.object, opened.text_or_file(arguments.text))
    return 0
