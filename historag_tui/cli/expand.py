"""``historag expand``"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from historag_tui.cli import opened, wording
from historag_tui.cli.output import Output
from historag_tui.heuristik.filters import parse_filter
from historag_tui.records import Expansion, Neighbour, WordCheck
from historag_tui.session import wording as words
from historag_tui.session.visible import one_line


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments."""
    parser.add_argument("terms", nargs="+", metavar="TERM")
    parser.add_argument(
        "--list", default="", metavar="NAME", help="accept the terms, and the neighbours named by --accept, into a list"
    )
    parser.add_argument("--accept", nargs="*", default=[], metavar="TERM")
    parser.add_argument("--refuse", nargs="*", default=[], metavar="TERM")
    parser.add_argument("--count", type=int, default=15, help="neighbours shown (default 15)")
    parser.add_argument(
        "--minimum", type=int, default=0, metavar="N", help="frequency that a neighbour must have (default 0)"
    )
    parser.add_argument(
        "--other-stems",
        action="store_true",
        help="pass over neighbours that are forms of the term (railroad, railroads)",
    )
    parser.add_argument(
        "--group", action="store_true", help="spellings and misreadings stand under one word, with their sum"
    )
    wording.add_counted(parser)
    opened.add_json(parser)


def run(arguments: argparse.Namespace, output: Output) -> int:
    """Show neighbours; keep a list where one is named."""
    with opened.study(arguments) as session:
        wording.tell_left_out(arguments, session)
        expansions = [
            session.heuristik.expand(
                term,
                windowing=arguments.window,
                first=arguments.first,
                last=arguments.last,
                count=arguments.count,
                filters=tuple(map(parse_filter, arguments.where)),
                minimum=arguments.minimum,
                other_stems=arguments.other_stems,
            )
            for term in arguments.terms
        ]
        if arguments.list:
            session.heuristik.keep_terms(arguments.list, [*arguments.terms, *arguments.accept], arguments.refuse)
    if output.as_json:
        output.document(expansions[0] if len(expansions) == 1 else expansions)
        return 0
    for expansion in expansions:
        _show(expansion, arguments.group, output)
    return 0


def _show(expansion: Expansion, group: bool, output: Output) -> None:
    attested = f"{expansion.first or '?'}–{expansion.last or '?'}"
    figures = words.frequency(expansion.overall) if expansion.overall else f"{expansion.frequency:,}"
    output.line(f"{one_line(expansion.term)}  {figures}, {attested}{words.counted(expansion.where)}")
    if expansion.check:
        for line in check_lines(expansion.check):
            output.line(f"  {line}")
    for found in expansion.frequencies:
        if found.tokens:
            output.line(f"  {found.window:<12} {words.frequency(found)}")
    for warning in expansion.warnings:
        output.line(f"  ! {warning}")
    if not expansion.known:
        output.line("  the vocabulary model does not hold this word (too rare), so it has no neighbours")
    if group and expansion.together > expansion.frequency:
        output.line(f"  with the variants below: {expansion.together:,}")
    for neighbour in words.grouped(expansion) if group else expansion.neighbours:
        output.line(f"  {_neighbour(neighbour, group)}")


def _neighbour(neighbour: Neighbour, group: bool) -> str:
    indent = "  " if group and neighbour.variant_of else ""
    term = f"{indent}{one_line(neighbour.term)}"
    rate = "" if neighbour.per_million is None else f"{neighbour.per_million:>9.1f}"
    attested = f"{neighbour.first or '?'}–{neighbour.last or '?'}"
    kind = f"  {words.VARIANT_KINDS[neighbour.kind]} of {neighbour.variant_of}" if neighbour.variant_of else ""
    together = f"  together {neighbour.together:,}" if group and neighbour.together > neighbour.frequency else ""
    return f"{term:<24} {neighbour.similarity:5.3f} {neighbour.frequency:>8,}{rate}  {attested}{kind}{together}"


def check_lines(check: WordCheck) -> Iterator[str]:
    """What the corpus has of a word: the finding, its forms and variants one by one, and the earliest passages."""
    yield one_line(check.line)
    if len(check.forms) > 1:
        yield "forms: " + words.shortened([f"{form.term} {form.frequency:,}" for form in check.forms])
    for kind, name in words.VARIANT_KINDS.items():
        found = [
            f"{form.term} {form.frequency:,} from {form.first or '?'}" for form in check.variants if form.kind == kind
        ]
        if found:
            yield f"{name}: {words.shortened(found, 6)}"
    if check.late:
        for passage in check.earliest:
            left, right = one_line(passage.left), one_line(passage.right)
            yield f"  {passage.date:<10}  …{left} [{one_line(passage.term)}] {right}…  ({one_line(passage.title)})"
