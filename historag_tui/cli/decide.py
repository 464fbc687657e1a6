"""``historag decide``"""

from __future__ import annotations

import argparse
from pathlib import Path

from historag_tui.cli import opened
from historag_tui.cli.diagnostics import tell
from historag_tui.cli.output import Output
from historag_tui.errors import UsageError
from historag_tui.session import Session
from historag_tui.session.tables import read_csv

VERDICTS = ("accept", "reject", "flag")


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments."""
    parser.add_argument("run", metavar="RUN")
    parser.add_argument("chunk", nargs="?", default="", metavar="CHUNK")
    parser.add_argument("verdict", nargs="?", choices=VERDICTS)
    parser.add_argument("--note", default="", help="a note on the chunk")
    parser.add_argument(
        "--origin", choices=("read", "script"), default="read", help="script: nobody read it (default read)"
    )
    parser.add_argument(
        "--from",
        dest="file",
        type=Path,
        metavar="FILE.csv",
        help="columns chunk, decision and, if wished, note, own_score",
    )


def run(arguments: argparse.Namespace, output: Output) -> int:
    """Decide on one chunk, or import decisions."""
    with opened.study(arguments) as session:
        if arguments.file is not None:
            _import(session, arguments.run, arguments.file)
        elif not arguments.chunk or not arguments.verdict:
            raise UsageError("A decision needs a chunk and a verdict", "historag decide RUN CHUNK accept|reject|flag")
        else:
            session.heuristik.decide(arguments.run, [arguments.chunk], arguments.verdict, arguments.origin)
            if arguments.note:
                session.heuristik.note(arguments.run, arguments.chunk, arguments.note)
    return 0


def _import(session: Session, run: str, path: Path) -> None:
    """All rows are checked before the first is recorded."""
    rows = [row for row in read_csv(opened.read_file(path)) if row.get("decision")]
    if not rows or "chunk" not in rows[0]:
        raise UsageError(f"{path} holds no decision", "It needs the columns chunk and decision")
    for row in rows:
        if row["decision"] not in VERDICTS:
            raise UsageError(f"'{row['decision'][:20]}' is not a verdict", f"Use: {', '.join(VERDICTS)}")
        if row.get("own_score") and not row["own_score"].isdigit():
            raise UsageError(f"'{row['own_score'][:20]}' is not a score", "Use a whole number 1 to 10")
    for verdict in VERDICTS:
        chunks = list(dict.fromkeys(row["chunk"] for row in rows if row["decision"] == verdict))
        session.heuristik.decide(run, chunks, verdict, "imported")  # type: ignore[arg-type]
    for row in rows:
        if row.get("note"):
            session.heuristik.note(run, row["chunk"], row["note"])
        if row.get("own_score"):
            session.heuristik.score(run, row["chunk"], int(row["own_score"]))
    tell(f"{len(rows)} decisions imported")
