"""``historag terms``"""

from __future__ import annotations

import argparse

from historag_tui.cli import opened
from historag_tui.cli.output import Output
from historag_tui.errors import UsageError
from historag_tui.records import TermList
from historag_tui.session import Session
from historag_tui.session.visible import one_line


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
    edit.add_argument(
        "--in",
        dest="window",
        default="",
        metavar="WINDOW",
        help="accept for this window only (its name, as a search shows it); refused terms leave the window",
    )


def run(arguments: argparse.Namespace, output: Output) -> int:
    """Show or edit."""
    with opened.study(arguments) as session:
        if arguments.action == "edit":
            _edit(session, arguments)
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
        output.line(f"{one_line(terms.name)}: {', '.join(terms.accepted) or 'none accepted'}")
        for window, own in terms.windows.items():
            output.line(f"  in {one_line(window)} also: {', '.join(own)}")
        if terms.refused:
            output.line(f"  refused: {', '.join(terms.refused)}")
    return 0


def _edit(session: Session, arguments: argparse.Namespace) -> None:
    """The newest word on a term holds: in the whole list, or in one window of it."""
    accept, refuse, window = arguments.accept, arguments.refuse, arguments.window.strip()
    before = session.state.term_lists.get(arguments.list, TermList(arguments.list, ()))
    windows = dict(before.windows)
    accepted = [term for term in before.accepted if window or term not in refuse]
    refused = [term for term in before.refused if term not in accept]
    if window:
        windows[window] = (*(term for term in windows.get(window, ()) if term not in refuse), *accept)
        refused += [term for term in refuse if term not in accepted]
    else:
        accepted += accept
        refused += refuse
        windows = {name: tuple(term for term in own if term not in refuse) for name, own in windows.items()}
    session.heuristik.keep_terms(arguments.list, accepted, refused, windows)
