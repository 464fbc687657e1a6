"""What most commands begin with: the workspace and the study that the arguments name."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from historag_tui.cli.diagnostics import tell
from historag_tui.errors import UsageError
from historag_tui.session import Session, open_study
from historag_tui.workspace import open_workspace


@contextmanager
def study(arguments: argparse.Namespace) -> Iterator[Session]:
    """The study that the arguments name, closed at the end; what is amiss in its record is told."""
    session = open_study(open_workspace(arguments.workspace), arguments.study)
    try:
        for warning in session.warnings:
            tell(warning)
        yield session
        for warning in session.warnings:
            if "set aside" in warning:
                tell(warning)
    finally:
        session.close()


def text_or_file(text: str) -> str:
    """The text itself, or what stands in standard input when it is ``-``."""
    if text != "-":
        return text
    try:
        return read_file(Path("-")).decode("utf-8")
    except UnicodeDecodeError as error:
        raise UsageError(f"Standard input is not UTF-8 (byte {error.start})", "Convert it first") from error


def read_file(path: Path) -> bytes:
    """A file that the researcher named; ``-`` is standard input.  Raises UsageError when it cannot be read."""
    import sys

    if str(path) == "-":
        return sys.stdin.buffer.read()
    try:
        return path.read_bytes()
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}", "Check its name and permissions") from error


def add_json(parser: argparse.ArgumentParser) -> None:
    """The flag of every reading command."""
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")


def add_events(parser: argparse.ArgumentParser) -> None:
    """The flag of every long command."""
    parser.add_argument("--events", action="store_true", help="progress as JSON lines on stdout")


def add_period(parser: argparse.ArgumentParser, windows: str) -> None:
    """The options that name a period and its windows."""
    parser.add_argument("--from", dest="first", default="", metavar="DATE", help="1860, 1860-05 or 1860-05-12")
    parser.add_argument("--to", dest="last", default="", metavar="DATE")
    parser.add_argument(
        "--window",
        default=windows,
        metavar="W",
        help=f'10y, 6m, 90d, decade, none, or "NAME=FROM..TO[:N],…" (default {windows})',
    )
