"""What the commands about words share: expand, kwic, drift, silence."""

from __future__ import annotations

import argparse

from historag_tui.cli import opened
from historag_tui.cli.diagnostics import tell
from historag_tui.errors import UsageError
from historag_tui.records import Matching
from historag_tui.session import Session


def add_counted(parser: argparse.ArgumentParser, windows: str = "10y") -> None:
    """The options that say what is counted."""
    opened.add_period(parser, windows)
    parser.add_argument(
        "--where",
        action="append",
        default=[],
        metavar="FIELD=VALUE",
        help="count only these; also !=, {A,B}, A..B, empty for missing",
    )


def add_terms(parser: argparse.ArgumentParser, default: Matching) -> None:
    """Several terms, or a term list, and which words of the corpus count as them."""
    parser.add_argument("words", nargs="*", metavar="TERM", help='a word, a beginning (rail*) or a "phrase"')
    parser.add_argument("--terms", default="", metavar="LIST", help="the accepted terms of a list")
    add_matching(parser, default)


def add_matching(parser: argparse.ArgumentParser, default: Matching) -> None:
    """Which words of the corpus count as a term."""
    parser.add_argument(
        "--exact", dest="matching", action="store_const", const="exact", default=default, help="the word as written"
    )
    for choice, says in (("folded", "in whatever print: ſ as s, ä as aͤ"), ("stemmed", "in any form")):
        said = f"{says} (default)" if choice == default else says
        parser.add_argument(f"--{choice}", dest="matching", action="store_const", const=choice, help=said)


def terms(arguments: argparse.Namespace, session: Session) -> list[str]:
    """The terms that the arguments name.  Raises UsageError when there are none."""
    named = [*arguments.words, *(session.heuristik.list_terms(arguments.terms) if arguments.terms else ())]
    if not named:
        raise UsageError("No term is named", "Name a word of the corpus, or a list with --terms")
    return named


def tell_left_out(arguments: argparse.Namespace, session: Session) -> None:
    """Name what stands alone outside the period."""
    for line in session.heuristik.left_out(arguments.first, arguments.last):
        tell(f"historag: {line}")
