"""``historag remove``"""

from __future__ import annotations

import argparse
from datetime import UTC, datetime

from historag_tui.cli.diagnostics import follow, tell
from historag_tui.cli.opened import add_events
from historag_tui.cli.output import Output
from historag_tui.corpus.removed import REMOVED_FILE
from historag_tui.index.manifest import Manifest
from historag_tui.workspace import open_workspace


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments."""
    parser.add_argument("documents", nargs="+", metavar="DOCUMENT", help="its whole id, as an export shows it")
    parser.add_argument("--reason", required=True, help="by what law or wish; it stands in the record")
    add_events(parser)


def run(arguments: argparse.Namespace, output: Output) -> int:
    """Remove documents from everything but the sources; broken off, the same command does the rest."""
    from historag_tui.session.removal import Cleaned, Leftover, remove

    workspace = open_workspace(arguments.workspace)
    today = datetime.now(UTC).date().isoformat()
    leftovers = 0
    for item in follow(remove(workspace, arguments.documents, arguments.reason, today), output):
        if isinstance(item, Cleaned):
            output.line(
                f"study {item.study}: {item.texts} texts and {item.replies} replies deleted, "
                f"quotations blacked out in {item.lines} lines of the record"
            )
        elif isinstance(item, Leftover):
            leftovers += 1
            output.line(f"still quotes it: {item.file}")
        elif isinstance(item, Manifest):
            output.line(
                f"Index {item.fingerprint[:8]}: {item.documents:,} documents; earlier generations were removed at once, "
                "and with them every part that held the text"
            )
    tell(f"{workspace.root / REMOVED_FILE} keeps every later build from reading it. The sources were not touched")
    if leftovers:
        tell(f"{leftovers} files of your own still quote it: delete them, or write them anew")
    return 0
