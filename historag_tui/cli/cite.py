"""``historag cite``"""

from __future__ import annotations

import argparse
from typing import get_args

from historag_tui.cli import opened
from historag_tui.cli.output import Output
from historag_tui.record.events import CitationVerdict
from historag_tui.session.footnote import footnote, quotation_with_footnote


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments."""
    parser.add_argument(
        "object", metavar="CHUNK|ZWISCHENTEXT", help="a chunk of the index, or a Zwischentext with --citation"
    )
    parser.add_argument("--quote", action="store_true", help="the passage with its footnote")
    parser.add_argument(
        "--citation", type=int, metavar="N", help="which citation of the Zwischentext was checked, from 1"
    )
    parser.add_argument("--verdict", choices=get_args(CitationVerdict), default="checked in the text")


def run(arguments: argparse.Namespace, output: Output) -> int:
    """Print a footnote, or record a check."""
    with opened.study(arguments) as session:
        if arguments.citation is not None:
            session.analyse.check(arguments.object, arguments.citation - 1, arguments.verdict)
            return 0
        passage = session.heuristik.passage(arguments.object)
        output.line(quotation_with_footnote(passage) if arguments.quote else footnote(passage))
    return 0
