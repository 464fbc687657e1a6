"""``historag balance``"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from historag_tui.cli import opened, retrieving
from historag_tui.cli.output import Output
from historag_tui.records import Run
from historag_tui.session import balance
from historag_tui.session.balance import figure, percent
from historag_tui.session.visible import one_line

_WIDTH = 30
"""Cells of the longest bar."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments."""
    parser.add_argument("run", metavar="RUN")
    parser.add_argument("--csv", action="store_true", help="the same as CSV on standard output, one row a window")
    opened.add_json(parser)


def run(arguments: argparse.Namespace, output: Output) -> int:
    """The ledger of every window, and the distributions beside the corpus as a picture."""
    with opened.study(arguments) as session:
        found = session.run(arguments.run)
    if output.as_json:
        output.document(retrieving.as_json(found))
    elif arguments.csv and not sys.stdout.isatty():
        output.raw(balance.distribution_csv(found))
    elif arguments.csv:
        output.line(balance.distribution_csv(found).decode("utf-8-sig"))
    else:
        _show(found, output)
    return 0


def _show(found: Run, output: Output) -> None:
    output.line(f"{found.id}  {one_line(balance.query(found.recipe))}")
    output.line()
    for heading, rows in _tables(found):
        _table(["window", *heading], rows, output)
        output.line()
    for result in found.windows:
        for name, value in balance.account(result):
            if name in ("vectors", "turns", "reprints") or (name == "short by" and value != "nothing"):
                output.line(f"{one_line(result.window.name)}  {name}: {one_line(value)}")
        for warning in result.ledger.warnings:
            output.line(f"{one_line(result.window.name)}  ! {one_line(warning)}")
    for warning in found.warnings:
        output.line(f"! {one_line(warning)}")
    output.line()
    _picture(found, output)


def _tables(found: Run) -> list[tuple[tuple[str, ...], list[tuple[str, ...]]]]:
    """What was there and taken; how it is balanced; how near it is."""
    ledgers = [(one_line(result.window.name), result.ledger) for result in found.windows]
    there: list[tuple[str, ...]] = [
        (
            name,
            f"{of.documents:,}",
            f"{of.chunks:,}",
            f"{of.eligible_documents:,}",
            f"{of.eligible_chunks:,}",
            f"{of.retrieved} of {of.quota}",
            percent(of.sampling_fraction, 2),
            f"{of.distinct_documents}",
        )
        for name, of in ledgers
    ]
    balanced: list[tuple[str, ...]] = [
        (
            name,
            percent(of.corpus_share_documents),
            percent(of.corpus_share_chunks),
            f"×{figure(of.ratio_documents, 2)}",
            f"×{figure(of.ratio_chunks, 2)}",
            f"{of.years}",
            percent(of.largest_document_share, 0),
            f"{percent(of.largest_issue_share, 0)} {one_line(of.largest_issue)}".strip(),
        )
        for name, of in ledgers
    ]
    near: list[tuple[str, ...]] = [
        (
            name,
            *map(figure, (of.similarity_highest, of.similarity_median, of.similarity_lowest, of.similarity_next)),
            "–" if of.overlap_chunks is None else f"{of.overlap_chunks} / {of.overlap_documents}",
            f"{of.depth:,}",
        )
        for name, of in ledgers
    ]
    return [
        (("doc.", "chunks", "elig. doc.", "chunks", "retrieved", "fraction", "from doc."), there),
        (("share: doc.", "chunks", "ratio: doc.", "chunks", "years", "largest doc.", "issue"), balanced),
        (("highest sim.", "median", "lowest", "not admitted", "both layers", "depth"), near),
    ]


def _table(heading: Sequence[str], rows: Sequence[Sequence[str]], output: Output) -> None:
    """Names to the left, figures to the right."""
    widths = [max(map(len, column)) for column in zip(heading, *rows, strict=True)]
    for row in (heading, *rows):
        cells = (f"{cell:>{width}}" for cell, width in zip(row[1:], widths[1:], strict=True))
        output.line("  ".join((f"{row[0]:<{widths[0]}}", *cells)).rstrip())


def _picture(found: Run, output: Output) -> None:
    output.line(f"shares of: {balance.wholes(found)}")
    rows = balance.distributions(found)
    most = balance.largest_share(found)
    width = max((len(one_line(name)) for name, _ in rows), default=6)
    for name, bars in rows:
        for place, bar in enumerate(bars):
            stroke = balance.stroke(bar, most, _WIDTH)
            heading = one_line(name) if place == 0 else ""
            output.line(
                f"{heading:<{width}}  {bar.name:<17}  {stroke:<{_WIDTH}} {percent(bar.share):>6}  {bar.count:,} {bar.unit}"
            )
