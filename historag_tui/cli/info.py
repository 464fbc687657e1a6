"""``historag info``"""

from __future__ import annotations

import argparse

from historag_tui.cli.opened import add_json
from historag_tui.cli.output import Output
from historag_tui.index.manifest import Manifest
from historag_tui.index.reader import Index, open_index
from historag_tui.session import list_studies
from historag_tui.workspace import open_workspace


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments."""
    add_json(parser)
    parser.add_argument(
        "--chunks", action="store_true", help="every chunk with its text as JSON lines, to embed elsewhere"
    )
    parser.add_argument("--problems", action="store_true", help="everything that was not read, or read with a doubt")


def run(arguments: argparse.Namespace, output: Output) -> int:
    """Corpus, index, studies, models."""
    workspace = open_workspace(arguments.workspace)
    index = open_index(workspace.index_folder, workspace.settings)
    if arguments.chunks:
        for row in range(len(index.chunks)):
            output.document(_chunk(index, row))
        return 0
    health, manifest, studies = index.health, index.manifest, list_studies(workspace)
    if output.as_json:
        output.document(
            {"corpus": workspace.settings.corpus.name, "health": health, "manifest": manifest, "studies": studies}
        )
        return 0
    if arguments.problems:
        for problem in health.problems:
            where = f"{problem.source.file}:{problem.source.line}" if problem.source.line else problem.source.file
            output.line(f"{'skipped' if problem.skipped else 'read'}  {problem.kind}  {where}  {problem.message}")
        return 0
    thin = ", ".join(first if first == last else f"{first}–{last}" for first, last in health.thin) or "none"
    output.line(workspace.settings.corpus.name or workspace.root.name)
    output.line(
        f"  documents  {health.documents:,} ({health.first or '?'} to {health.last or '?'}), {health.characters:,} characters"
    )
    output.line(f"  chunks     {health.chunks:,} ({manifest.chunking})")
    output.line(f"  years without a document  {thin}")
    output.line(f"  undated    {health.undated:,}; dated by a range {health.ranged:,}")
    output.line(
        f"  problems   {len(health.problems):,}" + ("; see: historag info --problems" if health.problems else "")
    )
    output.line(f"  source     {'SOURCE.md' if workspace.source_description else 'not described: write SOURCE.md'}")
    output.line(
        f"  index      {manifest.fingerprint[:12]}  {manifest.embedder}  {manifest.analyser}  {workspace.index_folder}"
    )
    if manifest.embedder_described:
        output.line(f"  embedder   {manifest.embedder_described}")
    if manifest.vocabulary_ready:
        output.line(f"  vocabulary {_trained(manifest)}")
    output.line(f"  models     {', '.join(workspace.settings.models) or 'none configured'}")
    for study in studies:
        output.line(f"{'*' if study.current else ' '} study      {study.name}: {study.title} ({study.events} events)")
    return 0


def _trained(manifest: Manifest) -> str:
    """On how much of today's text the vocabulary was trained."""
    said = (
        f"trained on {manifest.vocabulary_tokens:,} words; today's texts have {manifest.tokens:,} "
        f"({manifest.trained_share * 100:.0f} %)"
    )
    return said if manifest.vocabulary_tokens == manifest.tokens else f"{said}; anew: historag index --retrain"


def _chunk(index: Index, row: int) -> dict[str, object]:
    """A chunk as other programs read it; its id or its hash is what an imported vector is known by."""
    passage = index.passage(row)
    return {
        "chunk": passage.chunk,
        "hash": passage.text_hash,
        "document": passage.document,
        "start": passage.start,
        "end": passage.end,
        "text": passage.text,
    }
