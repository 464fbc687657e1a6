"""``historag transfer``"""

from __future__ import annotations

import argparse

from historag_tui.cli import opened
from historag_tui.cli.output import Output


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments."""
    parser.add_argument("runs", nargs="+", metavar="RUN")
    parser.add_argument(
        "--reason", default="", help="why these sources may be interpreted; without it only the table is shown"
    )
    opened.add_json(parser)


def run(arguments: argparse.Namespace, output: Output) -> int:
    """Show what would cross; with a reason, let it cross."""
    with opened.study(arguments) as session:
        table = session.heuristik.transfer_table(arguments.runs)
        corpus = session.heuristik.transfer(arguments.runs, arguments.reason) if arguments.reason else None
    if output.as_json:
        output.document({"table": table, "corpus": corpus})
        return 0
    output.line(
        f"{'window':<24}{'accepted, read':>15}{'unread':>8}{'flagged':>9}{'rejected':>10}{'undecided':>11}{'eligible':>10}"
    )
    for row in table:
        output.line(
            f"{row.window:<24}{row.accepted_read:>15}{row.accepted_unread:>8}{row.flagged:>9}{row.rejected:>10}{row.undecided:>11}{row.eligible:>10,}"
        )
    if corpus is None:
        output.line("Nothing crossed. To freeze the accepted chunks: --reason")
    else:
        output.line(
            f"{corpus.id}: {len(corpus.chunks)} chunks, {len(corpus.added)} new, {len(corpus.removed)} no longer in it"
        )
    return 0
