"""``historag sample``"""

from __future__ import annotations

import argparse
import secrets

from historag_tui.cli import opened, retrieving
from historag_tui.cli.output import Output


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments."""
    parser.add_argument("--keywords", default="", metavar="Q", help="draw only among chunks with these words")
    parser.add_argument("--terms", default="", metavar="LIST", help="draw only among chunks with a term of the list")
    parser.add_argument(
        "--seed", type=int, metavar="N", help="draws the same sample again; else one is chosen and recorded"
    )
    retrieving.add_windows(parser, "10y", 5, cap="1 of a document; 0 for none")


def run(arguments: argparse.Namespace, output: Output) -> int:
    """Draw a stratified random sample without a query; record, show."""
    with opened.study(arguments) as session:
        recipe = session.heuristik.sample(
            seed=secrets.randbelow(10**6) if arguments.seed is None else arguments.seed,
            keywords=arguments.keywords,
            term_list=arguments.terms,
            **retrieving.choices(arguments, session, cap=1),
        )
        return retrieving.answer(session, recipe, arguments, output)
