"""``historag rubric``"""

from __future__ import annotations

import argparse
from pathlib import Path

from historag_tui.cli import opened
from historag_tui.cli.output import Output
from historag_tui.errors import UsageError, WorkFailed
from historag_tui.workspace import shipped_rubrics


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    opened.add_json(actions.add_parser("list", help="the rubrics of the workspace"))
    check = actions.add_parser("check", help="whether a rubric can be used")
    check.add_argument("rubric")
    preview = actions.add_parser("preview", help="what the judge will read of it")
    preview.add_argument("rubric")
    new = actions.add_parser("new", help="copy a shipped rubric under a new name")
    new.add_argument("name")
    new.add_argument("--like", default="general-relevance", metavar="RUBRIC")


def run(arguments: argparse.Namespace, output: Output) -> int:
    """List, check, preview, begin."""
    with opened.study(arguments) as session:
        match arguments.action:
            case "list":
                rubrics = session.heuristik.rubrics()
                if output.as_json:
                    output.document(rubrics)
                for rubric in () if output.as_json else rubrics:
                    output.line(f"{rubric.name}  {rubric.hash[:8]}  {rubric.title} ({rubric.language})")
            case "check":
                rubric = session.heuristik.rubric(arguments.rubric)
                anchors = f", {len(rubric.anchors)} anchors"
                output.line(
                    f"{rubric.name}  {rubric.hash[:8]}  {len(rubric.criteria)} criteria, {len(rubric.bands)} bands{anchors}: usable"
                )
            case "preview":
                from historag_tui.heuristik.rubrics import instructions

                output.line(instructions(session.heuristik.rubric(arguments.rubric)))
            case "new":
                output.line(str(_new(session.workspace.rubrics_folder, arguments.name, arguments.like)))
    return 0


def _new(folder: Path, name: str, like: str) -> Path:
    templates = {path.stem: path for path in shipped_rubrics()}
    if like not in templates:
        raise UsageError(f"No rubric '{like}' is shipped", f"Known are: {', '.join(templates)}")
    if not name.replace("-", "").replace("_", "").isalnum():
        raise UsageError(f"'{name[:40]}' cannot name a rubric", "Use letters, digits and hyphens")
    path = folder / f"{name}.toml"
    if path.exists():
        raise UsageError(f"{path} is there already", "Choose another name")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.write_bytes(templates[like].read_bytes())
    except OSError as error:
        raise WorkFailed(f"{path} cannot be written: {error.strerror}", "Check the folder's permissions") from error
    return path
