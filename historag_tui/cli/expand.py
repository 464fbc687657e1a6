"""``historag expand``"""

from __future__ import annotations

import argparse

from historag_tui.cli import opened
from historag_tui.cli.output import Output
from historag_tui.records import Expansion


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments."""
    parser.add_argument("terms", nargs="+", metavar="TERM")
    parser.add_argument(
        "--list", default="", metavar="NAME", help="accept the terms, and the neighbours named by --accept, into a list"
    )
    parser.add_argument("--accept", nargs="*", default=[], metavar="TERM")
    parser.add_argument("--refuse", nargs="*", default=[], metavar="TERM")
    parser.add_argument("--count", type=int, default=15, help="neighbours shown (default 15)")
    opened.add_period(parser, "10y")
    opened.add_json(parser)


def run(arguments: argparse.Namespace, output: Output) -> int:
    """Show neighbours; keep a list where one is named."""
    with opened.study(arguments) as session:
        expansions = [
            session.heuristik.expand(
                term, windowing=arguments.window, first=arguments.first, last=arguments.last, count=arguments.count
            )
            for term in arguments.terms
        ]
        if arguments.list:
            session.heuristik.keep_terms(arguments.list, [*arguments.terms, *arguments.accept], arguments.refuse)
    if output.as_json:
        output.document(expansions[0] if len(expansions) == 1 else expansions)
        return 0
    for expansion in expansions:
        _table(expansion, output)
    return 0


def _table(expansion: Expansion, output: Output) -> None:
    attested = f"{expansion.first or '?'}–{expansion.last or '?'}"
    output.line(f"{expansion.term}  {expansion.frequency:,} times in {expansion.documents:,} documents, {attested}")
    if not expansion.known:
        output.line("  the vocabulary model does not hold this word (too rare), so it has no neighbours")
    for neighbour in expansion.neighbours:
        attested = f"{neighbour.first or '?'}–{neighbour.last or '?'}"
        output.line(f"  {neighbour.term:<24} {neighbour.similarity:5.3f} {neighbour.frequency:>8,}  {attested}")
