"""``historag terms``"""

from __future__ import annotations

import argparse

from historag_tui.cli import opened
from historag_tui.cli.output import Output
from historag_tui.errors import UsageError
from historag_tui.session import Session


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    show = actions.add_parser("show", help="one list, or all")
    show.add_argument("list", nargs="?", default="")
    opened.add_json(show)
    edit = actions.add_parser("edit", help="accept or refuse terms")
    edit.add_argument("list")
    edit.add_argument("--accept", nargs="*", default=[], metavar="TERM")
    edit.add_argument("--refuse", nargs="*", default=[], metavar="TERM")


def run(arguments: argparse.Namespace, output: Output) -> int:
    """Show or edit."""
    with opened.study(arguments) as session:
        if arguments.action == "edit":
            _edit(session, arguments.list, arguments.accept, arguments.refuse)
        lists = session.state.term_lists
        if arguments.list and arguments.list not in lists:
            raise UsageError(
                f"There is no term list '{arguments.list}'", f"Known are: {', '.join(lists) or 'none yet'}"
            )
        shown = [lists[arguments.list]] if arguments.list else list(lists.values())
    if output.as_json:
        output.document(shown)
        return 0
    for terms in shown:
        output.line(f"{terms.name}: {', '.join(terms.accepted) or 'none accepted'}")
        if terms.refused:
            output.line(f"  refused: {', '.join(terms.refused)}")
    return 0


def _edit(session: Session, name: str, accept: list[str], refuse: list[str]) -> None:
    """The newest word on a term holds."""
    before = session.state.term_lists.get(name)
    accepted = [term for term in (before.accepted if before else ()) if term not in refuse] + accept
    refused = [term for term in (before.refused if before else ()) if term not in accept] + refuse
    session.heuristik.keep_terms(name, accepted, refused)
