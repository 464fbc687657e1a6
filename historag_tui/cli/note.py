"""``historag note``"""

from __future__ import annotations

import argparse

from historag_tui.cli import opened
from historag_tui.cli.output import Output
from historag_tui.errors import UsageError


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments."""
    parser.add_argument("run", metavar="RUN")
    parser.add_argument("chunk", metavar="CHUNK")
    parser.add_argument("text", nargs="?", default=None, help="the note; empty removes it; - reads standard input")
    parser.add_argument("--score", type=int, metavar="N", help="your own score, 1 to 10")
    parser.add_argument("--contest", metavar="REBUTTAL", help="a rebuttal beside the newest judgment of the chunk")
    parser.add_argument("--judge", default="", metavar="NAME", help="whose judgment is contested")


def run(arguments: argparse.Namespace, output: Output) -> int:
    """Note, score, contest."""
    if arguments.text is None and arguments.score is None and not arguments.contest:
        raise UsageError("There is nothing to write", "Give a note, --score or --contest")
    with opened.study(arguments) as session:
        run_id = session.run(arguments.run).id
        if arguments.text is not None:
            session.heuristik.note(run_id, arguments.chunk, opened.text_or_file(arguments.text))
        if arguments.score is not None:
            session.heuristik.score(run_id, arguments.chunk, arguments.score)
        if arguments.contest:
            chunk = session.heuristik.hit(run_id, arguments.chunk).chunk
            judgments = [
                item for item in session.state.judgments_of(run_id, chunk) if arguments.judge in ("", item.judge)
            ]
            if not judgments:
                raise UsageError("There is no judgment to contest", "Judge the run first")
            session.heuristik.contest(run_id, chunk, judgments[-1], arguments.contest)
    return 0
