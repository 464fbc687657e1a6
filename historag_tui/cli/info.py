"""``historag info``"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence

from historag_tui.cli.opened import add_json
from historag_tui.cli.output import Output
from historag_tui.index import quality
from historag_tui.index.manifest import Manifest
from historag_tui.index.reader import Index, open_index
from historag_tui.records import Health
from historag_tui.session import list_studies
from historag_tui.session.decades import Decade, decades
from historag_tui.session.tables import Cell, write_csv
from historag_tui.session.visible import one_line
from historag_tui.workspace import open_workspace


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments."""
    add_json(parser)
    parser.add_argument(
        "--chunks", action="store_true", help="every chunk with its text as JSON lines, to embed elsewhere"
    )
    parser.add_argument("--decades", action="store_true", help="documents and chunks of every decade")
    parser.add_argument("--problems", action="store_true", help="everything that was not read, or read with a doubt")
    parser.add_argument(
        "--quality", action="store_true", help="per year, the share of words that other documents have as well"
    )
    parser.add_argument("--csv", action="store_true", help="with --problems or --quality: a table on standard output")


def run(arguments: argparse.Namespace, output: Output) -> int:
    """Corpus, index, studies, models."""
    workspace = open_workspace(arguments.workspace)
    index = open_index(workspace.index_folder, workspace.settings)
    if arguments.chunks:
        for row in range(len(index.chunks)):
            output.document(_chunk(index, row))
        return 0
    if arguments.decades:
        _decades(decades(index), output)
        return 0
    health, manifest, studies = index.health, index.manifest, list_studies(workspace)
    if output.as_json:
        output.document(
            {"corpus": workspace.settings.corpus.name, "health": health, "manifest": manifest, "studies": studies}
        )
        return 0
    if arguments.quality:
        _quality(index, arguments.csv, output)
        return 0
    if arguments.problems:
        _problems(health, arguments.csv, output)
        return 0
    thin = ", ".join(first if first == last else f"{first}–{last}" for first, last in health.thin) or "none"
    output.line(workspace.settings.corpus.name or workspace.root.name)
    output.line(
        f"  documents  {health.documents:,} ({health.first or '?'} to {health.last or '?'}), {health.characters:,} characters"
    )
    output.line(f"  chunks     {health.chunks:,} ({manifest.chunking})")
    output.line(f"  years without a document  {thin}")
    output.line(f"  undated    {health.undated:,}; dated by a range {health.ranged:,}")
    if health.languages:
        spoken = ", ".join(f"{language or 'unclear'} {count:,}" for language, count in health.languages.items())
        output.line(f"  languages  {spoken}")
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


def _problems(health: Health, as_csv: bool, output: Output) -> None:
    """How much of each kind there is, and every one with its place."""
    rows: list[dict[str, Cell]] = [
        {
            "read": "skipped" if problem.skipped else "read",
            "kind": problem.kind,
            "file": problem.source.file,
            "line": problem.source.line or None,
            "document": problem.document,
            "message": problem.message,
        }
        for problem in health.problems
    ]
    if as_csv:
        output.raw(write_csv(("read", "kind", "file", "line", "document", "message"), rows))
        return
    for (read, kind), count in Counter((str(row["read"]), str(row["kind"])) for row in rows).most_common():
        output.line(f"{count:>8,}  {read:<7}  {kind}")
    output.line()
    for row in rows:
        where = f"{row['file']}:{row['line']}" if row["line"] else row["file"]
        about = row["document"] if row["document"] not in ("", row["file"]) else ""
        said = (row["read"], row["kind"], where, about, row["message"])
        output.line("  ".join(one_line(str(part)) for part in said if part))


def _quality(index: Index, as_csv: bool, output: Output) -> None:
    """An estimate of how well the texts were read, year by year."""
    found = quality.by_year(index)
    if as_csv:
        rows = [year._asdict() for year in found]
        output.raw(write_csv(quality.YearQuality._fields, rows))
        return
    output.line(
        f"Share of the words that stand in at least {quality.DOCUMENTS} documents: low where much was misread, or is in "
        "another language; an estimate to compare years by, not a rate of errors."
    )
    for year in found:
        lowest = f"lowest {year.lowest_share:.0%} {year.lowest}" if year.documents > 1 else year.lowest
        output.line(
            f"{'undated' if year.year is None else year.year:>8}  {year.share:6.1%}  {year.documents:>6,} documents"
            f"  {year.tokens:>11,} words  {lowest}"
        )


def _trained(manifest: Manifest) -> str:
    """On how much of today's text the vocabulary was trained."""
    said = (
        f"trained on {manifest.vocabulary_tokens:,} words; today's texts have {manifest.tokens:,} "
        f"({manifest.trained_share * 100:.0f} %)"
    )
    return said if manifest.vocabulary_tokens == manifest.tokens else f"{said}; anew: historag index --retrain"


def _decades(found: Sequence[Decade], output: Output) -> None:
    if output.as_json:
        output.document(found)
        return
    for decade in found:
        name = "no year" if decade.first is None else f"{decade.first}–{decade.first + 9}"
        output.line(f"{name:<10} {decade.documents:>9,} documents {decade.chunks:>10,} chunks")


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
