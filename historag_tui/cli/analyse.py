"""``historag analyse``"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from historag_tui.cli import opened
from historag_tui.cli.diagnostics import follow, tell
from historag_tui.cli.output import Output
from historag_tui.records import Progress, TextDelta, Zwischentext
from historag_tui.session.visible import visible


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments."""
    parser.add_argument("corpus", metavar="WORKING-CORPUS")
    parser.add_argument("question", metavar="QUESTION")
    parser.add_argument(
        "--model", action="append", default=[], metavar="NAME", help="a model under [models]; several write in turn"
    )
    parser.add_argument(
        "--context", type=Path, metavar="FILE", help="your own note to the model; never citable; - reads standard input"
    )
    opened.add_json(parser)
    opened.add_events(parser)


def run(arguments: argparse.Namespace, output: Output) -> int:
    """Let each model write; 1 when one did not finish."""
    context = opened.read_file(arguments.context).decode("utf-8", "replace") if arguments.context else ""
    well = True
    with opened.study(arguments) as session:
        for name in arguments.model or [""]:
            written: Iterator[Progress | TextDelta | Zwischentext]
            written = session.analyse.write(arguments.corpus, arguments.question, name, context)
            results: Iterator[TextDelta | Zwischentext] = follow(written, output)
            for item in results:
                if isinstance(item, TextDelta):
                    if not (output.as_json or output.events):
                        sys.stdout.write(visible(item.text))
                        sys.stdout.flush()
                    continue
                well &= item.state == "complete"
                if output.as_json or output.events:
                    output.document(item)
                else:
                    located = sum(citation.located for citation in item.citations)
                    unsupported = sum(not claim.supported for claim in item.claims)
                    output.line()
                    output.line()
                    output.line(item.label)
                    tell(
                        f"{item.id} ({item.state}): {located} of {len(item.citations)} citations located, "
                        f"{unsupported} claims without support. Read it with: historag export {item.id} --format md --to -"
                    )
                    if item.reason:
                        tell(item.reason)
    return 0 if well else 1
