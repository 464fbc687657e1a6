"""``historag carry``"""

from __future__ import annotations

import argparse

from historag_tui.cli import opened
from historag_tui.cli.diagnostics import tell
from historag_tui.cli.output import Output


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments."""
    opened.add_json(parser)
    parser.add_argument("run", metavar="RUN", help="the run that was decided on, made on other chunks")
    parser.add_argument("new_run", metavar="NEW-RUN", help="the run on today's chunks")
    parser.add_argument("--yes", action="store_true", help="record the decisions; else they are only listed")


def run(arguments: argparse.Namespace, output: Output) -> int:
    """List what the earlier decisions say of today's chunks, and record it when told to; 3 when it is nothing."""
    with opened.study(arguments) as session:
        ask = session.heuristik.carry_over if arguments.yes else session.heuristik.carry_offer
        offer = ask(arguments.run, arguments.new_run)
    if output.as_json:
        output.document(offer)
    for carried in () if output.as_json else offer.carried:
        verdict = carried.verdicts[0] if carried.agreed else f"contradiction ({', '.join(carried.verdicts)})"
        output.line(
            f"{carried.hit.chunk[:8]}  {verdict:<8}  {carried.overlap:.0%}  {carried.hit.date}  {carried.hit.title}"
        )
    agreed = sum(carried.agreed for carried in offer.carried)
    said = f"{agreed} decisions {'carried over' if arguments.yes else 'can be carried over'}"
    if len(offer.carried) > agreed:
        said += f"; {len(offer.carried) - agreed} contradict each other and are left to you"
    if offer.decided:
        said += f"; {offer.decided} chunks are decided already"
    if offer.lost:
        said += f"; {len(offer.lost)} decided chunks were not found again"
    tell(said if arguments.yes or not agreed else f"{said}. Record them with --yes")
    return 0 if offer.carried else 3
