"""Finds the command, runs it, and turns every error into one line and an exit code."""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from historag_tui.cli import diagnostics
from historag_tui.cli.output import Output
from historag_tui.errors import UsageError

COMMANDS = {
    "demo": "make the demo workspace, build its index, open the app",
    "init": "make a workspace on your own sources",
    "index": "build the index, resume it, or bring it up to date",
    "remove": "remove documents by law: from the index, the studies and every copy in the workspace",
    "info": "what this workspace holds",
    "doctor": "what is wrong here, and how to mend it",
    "study": "begin, list, choose or show studies",
    "expand": "neighbours of a term in the corpus's own vocabulary",
    "kwic": "a term's occurrences by period",
    "drift": "how the surroundings of a term change from period to period, above the noise",
    "silence": "windows, years and kinds of sources without a term, beside how much of them there is",
    "terms": "show or edit a term list",
    "search": "retrieve chunks, balanced over time by windows",
    "similar": "passages like a chunk, by its vector",
    "sample": "a stratified random read without a query",
    "compare": "what two runs found: only the one, only the other, both",
    "balance": "the ledger of every window of a run, and its distributions beside the corpus",
    "rubric": "check or preview a rubric, or begin a new one",
    "judge": "let a model argue and score the chunks of a run",
    "decide": "accept, reject or flag chunks",
    "carry": "carry decisions over from a run on chunks that were cut otherwise",
    "undo": "take back the newest decision, note or list",
    "note": "write a note on a chunk, or score or contest it",
    "transfer": "freeze what was accepted as a working corpus",
    "analyse": "let a model write a Zwischentext on a working corpus",
    "cite": "footnote of a chunk, or the researcher's check of a citation",
    "export": "write a run, working corpus or Zwischentext to a file",
    "record": "the research diary",
    "memo": "attach a memo to anything",
}
"""Every command and what it does.  Each has a module of its name with ``configure`` and ``run``, imported when called."""


class _Parser(argparse.ArgumentParser):
    """Raises our usage error instead of printing and leaving."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(message[:1].upper() + message[1:], f"See: {self.prog} --help")


def parser(arguments: Sequence[str]) -> argparse.ArgumentParser:
    """The whole grammar; only the command that these arguments name is configured, the others just listed."""
    common = _Parser(add_help=False)
    common.add_argument(
        "-C",
        "--workspace",
        type=Path,
        default=argparse.SUPPRESS,
        metavar="DIR",
        help="the workspace, or a folder in it",
    )
    common.add_argument("--study", default=argparse.SUPPRESS, metavar="NAME", help="the study; else the current one")
    root = _Parser(
        prog="historag",
        description="Find, judge and interpret sources in dated corpora too large to read. Without a command: the app.",
        parents=[common],
        epilog="Exit codes: 0 done, 1 the work failed, 2 usage or settings, 3 nothing found, 130 interrupted.",
    )
    root.add_argument("--version", action="store_true", help="print the version")
    root.add_argument(
        "--profile", choices=("full", "lean", "mono"), default="", help="how much the app sends to the terminal"
    )
    commands = root.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser)
    named = _command(arguments)
    for name, description in COMMANDS.items():
        command = commands.add_parser(name, help=description, description=description, parents=[common])
        if name == named:
            importlib.import_module(f"historag_tui.cli.{name}").configure(command)
    return root


_WITH_VALUE = ("-C", "--workspace", "--study", "--profile")


def _in_front(words: Sequence[str]) -> list[str]:
    """The words with the options of every command in front, wherever they stood."""
    front: list[str] = []
    rest: list[str] = []
    left = iter(words)
    for word in left:
        if word == "--":
            rest += [word, *left]
        elif word in _WITH_VALUE:
            front += [word, *(value for value in [next(left, None)] if value is not None)]
        else:
            rest.append(word)
    return [*front, *rest]


def _command(arguments: Sequence[str]) -> str | None:
    """The command among the arguments: the first word that is neither an option nor an option's value."""
    words = iter(arguments)
    for word in words:
        if word in _WITH_VALUE:
            next(words, None)
        elif not word.startswith("-"):
            return word
    return None


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one call of ``historag`` and give its exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    return diagnostics.guarded(lambda: _run(words))


def _run(words: list[str]) -> int:
    for word in words:
        if not word.isprintable() and any(0xDC80 <= ord(character) <= 0xDCFF for character in word):
            raise UsageError("An argument is not UTF-8", "Set the terminal and the shell to UTF-8")
    words = _in_front(words)
    chosen = parser(words).parse_args(words)
    chosen.workspace = getattr(chosen, "workspace", Path())
    chosen.study = getattr(chosen, "study", "")
    if chosen.version:
        from importlib.metadata import version

        Output().line(version("historag-tui"))
        return 0
    if chosen.command is None:
        return _app(chosen)
    output = Output(as_json=getattr(chosen, "json", False), events=getattr(chosen, "events", False))
    code: int = importlib.import_module(f"historag_tui.cli.{chosen.command}").run(chosen, output)
    return code


def _app(chosen: argparse.Namespace) -> int:
    from historag_tui.workspace import open_workspace

    workspace = open_workspace(chosen.workspace)
    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout)):
        raise UsageError("The app needs a terminal", "Use the commands instead: historag --help")
    from historag_tui.tui.app import run

    return run(workspace, chosen.study, chosen.profile)
