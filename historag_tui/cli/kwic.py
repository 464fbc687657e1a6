"""``historag kwic``"""

from __future__ import annotations

import argparse

from historag_tui.cli import opened
from historag_tui.cli.output import Output
from historag_tui.errors import NothingFound
from historag_tui.session.visible import one_line


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments."""
    parser.add_argument("term", metavar="TERM")
    parser.add_argument("--context", type=int, default=60, help="characters on either side (default 60)")
    parser.add_argument("--limit", type=int, default=0, help="lines at most; 0 for all")
    opened.add_period(parser, "10y")
    opened.add_json(parser)


def run(arguments: argparse.Namespace, output: Output) -> int:
    """The concordance, window by window."""
    with opened.study(arguments) as session:
        lines = list(
            session.heuristik.kwic(
                arguments.term,
                windowing=arguments.window,
                first=arguments.first,
                last=arguments.last,
                context=arguments.context,
                limit=arguments.limit,
            )
        )
    if output.as_json:
        output.document(lines)
    elif lines:
        window = ""
        for line in lines:
            if line.window != window:
                window = line.window
                output.line(window)
            left, right = one_line(line.left)[-arguments.context :], one_line(line.right)
            output.line(f"  {line.date:<10}  {left:>{arguments.context}} [{line.term}] {right}")
    if not lines:
        raise NothingFound(f"'{arguments.term}' does not occur in this period", "Widen it, or try: historag expand")
    return 0
