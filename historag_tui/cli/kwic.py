"""``historag kwic``"""

from __future__ import annotations

import argparse

from historag_tui.cli import opened, wording
from historag_tui.cli.diagnostics import tell
from historag_tui.cli.output import Output
from historag_tui.errors import NothingFound
from historag_tui.heuristik.filters import parse_filter
from historag_tui.records import Concordances
from historag_tui.session import wording as words
from historag_tui.session.visible import one_line


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments."""
    wording.add_terms(parser, "folded")
    parser.add_argument("--context", default="60", metavar="N", help="characters (60) or words (10w) on either side")
    parser.add_argument(
        "--sort",
        default="date",
        metavar="BY",
        help="within a window: date, position, or words to the left or right, L1 to L3, R1 to R3 (default date)",
    )
    parser.add_argument("--limit", type=int, default=0, help="lines at most; 0 for all")
    parser.add_argument("--sample", type=int, default=0, metavar="N", help="draw so many of all lines by chance")
    parser.add_argument("--seed", type=int, default=1, help="of the drawing: the same one draws the same lines")
    wording.add_counted(parser)
    opened.add_json(parser)


def run(arguments: argparse.Namespace, output: Output) -> int:
    """The concordance, window by window."""
    with opened.study(arguments) as session:
        wording.tell_left_out(arguments, session)
        found = session.heuristik.concordances(
            wording.terms(arguments, session),
            windowing=arguments.window,
            first=arguments.first,
            last=arguments.last,
            context=arguments.context,
            limit=arguments.limit,
            filters=tuple(map(parse_filter, arguments.where)),
            matching=arguments.matching,
            sort=arguments.sort,
            sample=arguments.sample,
            seed=arguments.seed,
        )
    if output.as_json:
        output.document(found)
    elif found.lines:
        _show(found, output)
    if not found.lines:
        named = "', '".join(found.terms)
        raise NothingFound(
            f"'{named}' does not occur in what is counted ({found.overall.tokens:,} word tokens)",
            "Widen the period or the conditions, or try: historag expand",
        )
    return 0


def _show(found: Concordances, output: Output) -> None:
    output.line(f"{words.shortened(found.searched_as)}: {words.frequency(found.overall)}{words.counted(found.where)}")
    if found.sample:
        tell(f"historag: {found.sample:,} of {found.overall.count:,} lines, drawn by chance with --seed {found.seed}")
    lefts = [one_line(line.left) for line in found.lines]
    width = max(map(len, lefts))
    figures = {frequency.window: words.frequency(frequency) for frequency in found.frequencies}
    window = ""
    for line, left in zip(found.lines, lefts, strict=True):
        if line.window != window:
            window = line.window
            output.line(f"{window}  {figures[window]}")
        output.line(f"  {line.date:<10}  {left:>{width}} [{one_line(line.term)}] {one_line(line.right)}")
