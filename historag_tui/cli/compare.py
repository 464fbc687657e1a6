"""``historag compare``"""

from __future__ import annotations

import argparse

from historag_tui.cli import opened
from historag_tui.cli.output import Output
from historag_tui.heuristik.between_runs import Listed, RunsCompared


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments."""
    parser.add_argument("a", metavar="RUN")
    parser.add_argument("b", metavar="RUN")
    opened.add_json(parser)


def run(arguments: argparse.Namespace, output: Output) -> int:
    """Show what only the one run found, what only the other, and what both, window by window."""
    with opened.study(arguments) as session:
        found = session.heuristik.compare(arguments.a, arguments.b)
    if output.as_json:
        output.document(found)
    else:
        _show(found, output)
    return 0


def _show(found: RunsCompared, output: Output) -> None:
    output.line(f"A {found.a}   B {found.b}")
    for field, (before, after) in found.recipe.items():
        output.line(f"  {field}: {before or '—'} → {after or '—'}")
    for unit, (only_a, only_b, both) in (("chunks", found.chunks), ("documents", found.documents)):
        output.line(f"{unit}: {only_a} only in A, {only_b} only in B, {both} in both")
    if found.overlapping:
        output.line(
            f"{found.overlapping} chunks only in A share text with chunks only in B: another chunking, not another finding"
        )
    for window in found.windows:
        output.line()
        output.line(f"{window.window}  A {len(window.only_a)}  B {len(window.only_b)}  both {len(window.both)}")
        for mark, listed in (("A", window.only_a), ("B", window.only_b), ("=", window.both)):
            for chunk in listed:
                output.line(f"  {mark} {_ranks(chunk):>8}  {chunk.chunk[:8]}  {chunk.date}  {chunk.title}")


def _ranks(chunk: Listed) -> str:
    ranks = "/".join(str(rank) for rank in (chunk.rank_a, chunk.rank_b) if rank is not None)
    return f"{ranks} ≠" if chunk.text_changed else ranks
