"""``historag drift``"""

from __future__ import annotations

import argparse

from historag_tui.cli import opened, wording
from historag_tui.cli.output import Output
from historag_tui.heuristik.filters import parse_filter
from historag_tui.records import Drift, PeriodContext
from historag_tui.session import wording as words
from historag_tui.session.visible import one_line


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments."""
    parser.add_argument("term", metavar="TERM", help='a word, a beginning (rail*) or a "phrase"')
    wording.add_matching(parser, "stemmed")
    parser.add_argument("--span", type=int, default=10, metavar="N", help="words on either side (default 10)")
    parser.add_argument(
        "--minimum", type=int, default=5, metavar="N", help="documents that a context word must be in (default 5)"
    )
    parser.add_argument(
        "--least", type=int, default=20, metavar="N", help="occurrences that a window must have (default 20)"
    )
    parser.add_argument("--count", type=int, default=12, metavar="N", help="context words shown (default 12)")
    parser.add_argument(
        "--shuffles", type=int, default=100, metavar="N", help="shuffled periods behind the noise floor (default 100)"
    )
    parser.add_argument("--seed", type=int, default=1, help="of the shuffling")
    wording.add_counted(parser, "20y")
    opened.add_json(parser)


def run(arguments: argparse.Namespace, output: Output) -> int:
    """The surroundings of a term, window by window."""
    with opened.study(arguments) as session:
        wording.tell_left_out(arguments, session)
        found = session.heuristik.drift(
            arguments.term,
            windowing=arguments.window,
            first=arguments.first,
            last=arguments.last,
            filters=tuple(map(parse_filter, arguments.where)),
            matching=arguments.matching,
            span=arguments.span,
            minimum=arguments.minimum,
            least=arguments.least,
            shown=arguments.count,
            shuffles=arguments.shuffles,
            seed=arguments.seed,
        )
    if output.as_json:
        output.document(found)
    else:
        _show(found, output)
    return 0


def _show(found: Drift, output: Output) -> None:
    output.line(f"{one_line(found.term)}, searched as {words.shortened(found.searched_as)}{words.counted(found.where)}")
    output.line(
        f"context words in at least {found.minimum} documents, within {found.span} words; noise from {found.shuffles}"
        f" shuffled periods, seed {found.seed}; * above the noise"
    )
    for warning in found.warnings:
        output.line(f"! {warning}")
    for period in found.periods:
        output.line(
            f"{period.window}  {period.occurrences:,} in {words.documents(period.documents)}{_distance(period)}"
        )
        if not period.enough:
            output.line(f"  too few to say anything: {found.least} are needed, in several documents")
        for word in period.words:
            output.line(
                f"  {'*' if word.beyond else ' '} {one_line(word.word):<24} {words.documents(word.documents)},"
                f" {word.expected:.1f} by chance"
            )


def _distance(period: PeriodContext) -> str:
    if period.distance is None:
        return ""
    if period.distance_floor is None:
        return f"; distance from the window before {period.distance:.2f}, noise not measured"
    verdict = "above" if period.changed else "within"
    return f"; distance from the window before {period.distance:.2f}, {verdict} the noise ({period.distance_floor:.2f})"
