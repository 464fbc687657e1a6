"""``historag record``"""

from __future__ import annotations

import argparse

from historag_tui.cli import opened
from historag_tui.cli.output import Output
from historag_tui.session.diary import describe
from historag_tui.session.methods import methods_paragraph


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments."""
    parser.add_argument("--methods", action="store_true", help="the methods paragraph, generated from the record")
    opened.add_json(parser)


def run(arguments: argparse.Namespace, output: Output) -> int:
    """The diary, or the paragraph."""
    with opened.study(arguments) as session:
        if arguments.methods:
            output.line(methods_paragraph(session.state))
        elif output.as_json:
            output.document([{"hash": stamped.hash, **_line(stamped.line)} for stamped in session.events])
        else:
            for stamped in session.events:
                output.line(f"{stamped.line.time}  {describe(stamped)}")
    return 0


def _line(line: object) -> dict[str, object]:
    import msgspec

    built = msgspec.to_builtins(line)
    assert isinstance(built, dict)
    return built
