"""``historag silence``"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from historag_tui.cli import opened, wording
from historag_tui.cli.output import Output
from historag_tui.heuristik.filters import parse_filter
from historag_tui.records import Silence, SilenceReport
from historag_tui.session import wording as words
from historag_tui.session.visible import one_line


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments."""
    wording.add_terms(parser, "stemmed")
    parser.add_argument("--by", default="", metavar="FIELD", help="also the values of a field, such as the type")
    wording.add_counted(parser)
    opened.add_json(parser)


def run(arguments: argparse.Namespace, output: Output) -> int:
    """Where nothing is found, and how much there is to find it in."""
    with opened.study(arguments) as session:
        wording.tell_left_out(arguments, session)
        found = session.heuristik.silence(
            wording.terms(arguments, session),
            windowing=arguments.window,
            first=arguments.first,
            last=arguments.last,
            filters=tuple(map(parse_filter, arguments.where)),
            matching=arguments.matching,
            field=arguments.by,
        )
    if output.as_json:
        output.document(found)
    else:
        _show(found, output)
    return 0


def _show(found: SilenceReport, output: Output) -> None:
    named = words.shortened(found.searched_as) or "no word of the corpus"
    figures = f"{words.frequency(found.overall)}{words.counted(found.where)}"
    output.line(f"{one_line(', '.join(found.terms))}, searched as {named}: {figures}")
    _silences("Windows", found.windows, output)
    _silences("Years", found.years, output)
    output.line(
        f"  {found.years_silent} of the {found.years_with_sources} years that have sources are silent;"
        f" by chance alone it would be {found.years_silent_expected:.1f}"
    )
    if found.field:
        _silences(f"Values of {found.field}", found.values, output)
    output.line("What the figures take for granted:")
    for line in found.assumptions:
        output.line(f"  {line}")


def _silences(heading: str, silences: Sequence[Silence], output: Output) -> None:
    output.line(f"{heading} with nothing: {len(silences) or 'none'}")
    for silence in silences:
        name = f"  {one_line(silence.name):<14}"
        if silence.cause == "no sources":
            output.line(f"{name} the corpus has no sources here")
        else:
            output.line(
                f"{name} not found in {words.documents(silence.documents)}, {silence.tokens:,} word tokens;"
                f" {silence.expected:.1f} expected; probability of none {_chance(silence.chance_by_documents)}"
                f" by documents, {_chance(silence.chance_by_tokens)} by tokens"
            )


def _chance(probability: float) -> str:
    return f"{probability:.2f}" if probability >= 0.005 else "below 0.01"
