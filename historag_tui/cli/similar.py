"""``historag similar``"""

from __future__ import annotations

import argparse

from historag_tui.cli import opened, retrieving
from historag_tui.cli.output import Output


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments."""
    parser.add_argument("chunk", metavar="CHUNK", help="a chunk's id, or the beginning of one that a search found")
    retrieving.add_windows(parser, "none", 10)
    retrieving.add_vectors(parser)


def run(arguments: argparse.Namespace, output: Output) -> int:
    """Find passages like one, by its vector; record, show."""
    with opened.study(arguments) as session:
        recipe = session.heuristik.similar(
            arguments.chunk,
            depth=arguments.depth,
            vectors=arguments.vectors,
            **retrieving.choices(arguments, session),
        )
        return retrieving.answer(session, recipe, arguments, output)
