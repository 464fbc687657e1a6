"""``historag index``"""

from __future__ import annotations

import argparse

from historag_tui.cli.diagnostics import follow, tell
from historag_tui.cli.opened import add_events
from historag_tui.cli.output import Output
from historag_tui.workspace import Workspace, open_workspace


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments."""
    add_events(parser)


def run(arguments: argparse.Namespace, output: Output) -> int:
    """Build the index, or what is missing of it."""
    build(open_workspace(arguments.workspace), output)
    return 0


def build(workspace: Workspace, output: Output) -> None:
    """Build with progress and tell what was built and what was not read."""
    from historag_tui.index.build import build as build_index
    from historag_tui.index.reader import open_index

    for manifest in follow(build_index(workspace), output):
        tell(
            f"Index {manifest.fingerprint[:8]}: {manifest.documents:,} documents, {manifest.chunks:,} chunks, {manifest.embedder}"
        )
    health = open_index(workspace.index_folder, workspace.settings).health
    skipped = sum(problem.skipped for problem in health.problems)
    if health.problems:
        tell(
            f"{skipped:,} records were skipped, {len(health.problems) - skipped:,} read with a doubt; see: historag info --problems"
        )
