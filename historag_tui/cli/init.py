"""``historag init``"""

from __future__ import annotations

import argparse
from pathlib import Path

from historag_tui.cli.diagnostics import tell
from historag_tui.cli.output import Output
from historag_tui.corpus.survey import Survey, survey
from historag_tui.records import Document, Problem
from historag_tui.session.visible import one_line
from historag_tui.session.workspaces import begin, proposed
from historag_tui.workspace import SETTINGS_FILE

_SHOWN = 10


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments."""
    parser.add_argument("directory", type=Path, metavar="DIR")
    parser.add_argument(
        "--source", type=Path, required=True, metavar="PATH", help="a file, an archive, or a folder of files"
    )
    parser.add_argument("--name", default="", help="what the corpus is called; else its folder or file")
    parser.add_argument(
        "--dry-run", action="store_true", help="show how the first documents would be read; write nothing"
    )


def run(arguments: argparse.Namespace, output: Output) -> int:
    """Look at the sources, say what was found, and make a workspace with the settings that fit them."""
    found = survey(arguments.source, arguments.name)
    _tell(found, output, _SHOWN if arguments.dry_run else 3)
    if arguments.dry_run:
        output.line()
        output.line(proposed(found, arguments.directory))
        return 0
    workspace = begin(arguments.directory, found)
    output.line()
    output.line((workspace.root / SETTINGS_FILE).read_text("utf-8"))
    tell(f"Check {workspace.root / SETTINGS_FILE}, then: historag -C {arguments.directory} index")
    return 0


def _tell(found: Survey, output: Output, examples: int) -> None:
    for form in found.forms:
        more = " …" if form.files > len(form.examples) else ""
        output.line(f"{form.files:>7,} {form.form:<7} {', '.join(map(one_line, form.examples))}{more}")
    if found.unread:
        output.line(f"{len(found.unread):>7,} not read")
    for problem in found.unread[:examples]:
        output.line(f"        {_place(problem)}: {one_line(problem.message)}")
    dated = sum(bool(document.dates) for document in found.documents)
    output.line()
    output.line(f"Of {len(found.documents):,} documents looked at {dated:,} are dated. The first:")
    for document in found.documents[:examples]:
        output.line(f"  {_about(document)}")
    doubts = [problem for problem in found.problems if problem.kind != "undated"]
    if doubts:
        output.line(f"{len(doubts):,} doubts, such as:")
    for problem in doubts[:examples]:
        output.line(f"  {_place(problem)}: {one_line(problem.message)}")


def _about(document: Document) -> str:
    dates = "; ".join(f"{date.name} {date.written or date.first}" for date in document.dates) or "undated"
    return f"{one_line(document.title)[:60]} | {one_line(dates)} | {len(document.text):,} characters: {one_line(document.text)[:50]}…"


def _place(problem: Problem) -> str:
    file = one_line(problem.source.file)
    return f"{file}:{problem.source.line}" if problem.source.line else file
