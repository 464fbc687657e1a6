"""``historag doctor``"""

from __future__ import annotations

import argparse
import os
import shlex
from collections.abc import Iterator

from historag_tui.cli.opened import add_json
from historag_tui.cli.output import Output
from historag_tui.corpus.adapter import open_corpus
from historag_tui.corpus.removed import REMOVED_FILE, Without, read_removals
from historag_tui.errors import HistoragError
from historag_tui.index.locking import build_under_way
from historag_tui.index.pruning import strays
from historag_tui.index.reader import Index, open_index
from historag_tui.session import list_studies, open_study
from historag_tui.workspace import Workspace, open_workspace

_TRAINED = 0.8
"""Share of today's text on which a vocabulary should have been trained."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments."""
    add_json(parser)


def run(arguments: argparse.Namespace, output: Output) -> int:
    """One line a check; 1 when something is wrong."""
    checks = list(_checks(open_workspace(arguments.workspace)))
    if output.as_json:
        output.document([{"check": name, "well": well, "finding": finding} for name, well, finding in checks])
    else:
        for name, well, finding in checks:
            output.line(f"{'well ' if well else 'WRONG'}  {name}: {finding}")
    return 0 if all(well for _, well, _ in checks) else 1


def _checks(workspace: Workspace) -> Iterator[tuple[str, bool, str]]:
    yield "settings", True, str(workspace.root)
    yield (
        "source description",
        workspace.source_description is not None,
        "SOURCE.md" if workspace.source_description else "write SOURCE.md",
    )
    try:
        index = open_index(workspace.index_folder, workspace.settings)
        index.verify()
        yield "index", True, f"{index.manifest.chunks:,} chunks, {index.manifest.embedder}; every checksum holds"
    except HistoragError as error:
        yield "index", False, str(error)
    else:
        yield _sources(workspace, index)
        yield _embedder(index)
        yield from _grown(workspace, index)
    yield from _writable(workspace)
    for study in list_studies(workspace):
        session = open_study(workspace, study.name)
        yield f"study {study.name}", not session.warnings, "; ".join(session.warnings) or f"{study.events} events"
    for name, model in workspace.settings.models.items():
        missing = bool(model.key_variable) and model.key_variable not in os.environ
        yield f"model {name}", not missing, f"set {model.key_variable}" if missing else model.url


def _sources(workspace: Workspace, index: Index) -> tuple[str, bool, str]:
    """Whether the sources are those that the index was built from, by their checksum."""
    if workspace.settings.index:
        return "sources", True, "not compared: the index is another's"
    try:
        corpus = Without(open_corpus(workspace.settings.corpus, workspace.root), read_removals(workspace.root))
        same = corpus.fingerprint() == index.manifest.corpus
    except HistoragError as error:
        return "sources", False, str(error)
    return "sources", same, "as they were read" if same else "changed since they were read: historag index"


def _embedder(index: Index) -> tuple[str, bool, str]:
    """Whether a topic can be embedded, and by the model that embedded the index."""
    try:
        numbers = len(index.embedder.query(" ".join(index.text(0).split()[:20])))
    except (HistoragError, IndexError) as error:
        return "embedder", False, str(error)
    return "embedder", True, f"{index.embedder.card.name} gives {numbers} numbers for a topic"


def _grown(workspace: Workspace, index: Index) -> Iterator[tuple[str, bool, str]]:
    """What has gathered while the index grew; none of it is wrong in a way that would spoil an answer."""
    manifest = index.manifest
    if manifest.vocabulary_ready and manifest.trained_share < _TRAINED:
        share = f"trained on {manifest.trained_share * 100:.0f} % as many words as today's texts have"
        yield "vocabulary", False, f"{share}; train it anew: historag index --retrain"
    removed = read_removals(workspace.root)
    there = [name for name in removed if index.documents.index_of(name) is not None]
    if there:
        yield "removed", False, f'still in the index: historag remove {" ".join(map(shlex.quote, there))} --reason "…"'
    elif removed:
        yield "removed", True, f"{', '.join(removed)}; see {REMOVED_FILE}"
    found = [] if build_under_way(workspace.index_folder) else strays(workspace.index_folder)
    if any(stray.kind != "generation" for stray in found):
        free = sum(stray.bytes for stray in found) / 1e6
        yield (
            "index folder",
            True,
            f"{len(found)} folders that it does not need, {free:,.1f} MB: historag index --prune",
        )


def _writable(workspace: Workspace) -> Iterator[tuple[str, bool, str]]:
    folder = workspace.studies_folder if workspace.studies_folder.exists() else workspace.root
    well = os.access(folder, os.W_OK)
    yield "studies", well, str(folder) if well else f"{folder} is read-only: nothing can be recorded"
