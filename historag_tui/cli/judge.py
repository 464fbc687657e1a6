"""``historag judge``"""

from __future__ import annotations

import argparse
from collections import Counter

from historag_tui.cli import opened
from historag_tui.cli.diagnostics import follow, tell
from historag_tui.cli.output import Output
from historag_tui.errors import WorkFailed


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments."""
    parser.add_argument("run", metavar="RUN")
    parser.add_argument("--rubric", required=True, metavar="NAME", help="a rubric of the workspace, or a .toml file")
    parser.add_argument(
        "--judge", action="append", default=[], metavar="NAME", help="a model under [models]; several judge in turn"
    )
    parser.add_argument(
        "--retry",
        action="append",
        default=[],
        choices=("unparsed", "truncated", "refused", "failed"),
        help="ask these again",
    )
    opened.add_json(parser)
    opened.add_events(parser)


def run(arguments: argparse.Namespace, output: Output) -> int:
    """Judge what is not judged yet; 1 when a chunk ended without a score."""
    states: Counter[str] = Counter()
    with opened.study(arguments) as session:
        for name in arguments.judge or [""]:
            for judgment in follow(
                session.heuristik.judge(arguments.run, arguments.rubric, name, retry=arguments.retry), output
            ):
                states[judgment.state] += 1
                if output.as_json or output.events:
                    output.document(judgment)
                else:
                    outcome = (
                        f"{judgment.score:>2}/10"
                        if judgment.score is not None
                        else f"{judgment.state}: {judgment.reason}"
                    )
                    output.line(f"{judgment.chunk[:8]}  {judgment.judge}  {outcome}  {judgment.argument}")
    summary = ", ".join(f"{count} {state}" for state, count in states.items())
    tell(summary or "Nothing was left to judge")
    without = [state for state in states if state != "judged"]
    if without:
        again = " ".join(f"--retry {state}" for state in without)
        raise WorkFailed(
            f"{sum(states[state] for state in without)} chunks have no score",
            f"Each says why; ask again with: historag judge {arguments.run} --rubric {arguments.rubric} {again}",
        )
    return 0
