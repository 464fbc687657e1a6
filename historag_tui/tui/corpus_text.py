"""The corpus in words: what is there, what is thin, what was not read."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from historag_tui.errors import HistoragError
from historag_tui.records import Health
from historag_tui.session import Session
from historag_tui.session.decades import Decade, decades
from historag_tui.session.visible import one_line, visible
from historag_tui.tui.presentation import CAUTION


def three_lines(session: Session) -> Text:
    """Size; thin years; undated and source description.  Without an index, why there is none."""
    text = Text()
    try:
        health = session.index.health
    except HistoragError as error:
        return text.append(f"{one_line(str(error))}\n", CAUTION)
    name = session.workspace.settings.corpus.name or "The corpus"
    text.append(one_line(name), "bold")
    text.append(f": {health.documents:,} documents, {health.chunks:,} chunks, {_period(health)}\n")
    text.append(f"years without a document: {_thin(health)}\n")
    described = "described in SOURCE.md" if session.workspace.source_description else "not described: write SOURCE.md"
    text.append(f"undated: {health.undated:,} · dated by a range: {health.ranged:,} · {described}\n")
    return text


def whole(session: Session, width: int = 80) -> Text:
    """The three lines, the decades, every problem of the sources, and SOURCE.md."""
    text = three_lines(session)
    try:
        index = session.index
    except HistoragError:
        return text
    manifest = index.manifest
    text.append(
        f"index {manifest.fingerprint[:12]} · chunks {manifest.chunking} · {manifest.embedder} · {manifest.analyser}\n",
        "dim",
    )
    problems = len(index.health.problems)
    text.append(f"{problems:,} problems in the sources{', named below' if problems else ''}\n", "bold")
    text.append("\n").append_text(decades_text(decades(index), width))
    text.append("\nproblems\n" if problems else "", "bold")
    for problem in index.health.problems[:200]:
        where = f"{one_line(problem.source.file)}:{problem.source.line}"
        text.append(
            f"  {'skipped' if problem.skipped else 'read   '} {problem.kind}  {where}  {one_line(problem.message)}\n"
        )
    if problems > 200:
        text.append("  … all of them: historag info --problems\n", "dim")
    text.append("\nSOURCE.md\n", "bold")
    text.append(
        visible(
            session.workspace.source_description
            or "There is none yet. Describe origin, selection, gaps, licence, how to cite.\n"
        )
    )
    return text


def decades_text(found: Sequence[Decade], width: int) -> Text:
    """Documents and chunks of each decade; the bars are documents."""
    text = Text()
    text.append(f"{'per decade':<11}{'documents':>10}{'chunks':>10}\n", "bold")
    most = max((decade.documents for decade in found), default=1) or 1
    room = max(8, min(60, width - 38))
    for decade in found:
        name = "no year" if decade.first is None else f"{decade.first}–{decade.first + 9}"
        text.append(f"{name:<11}", "" if decade.documents else "dim")
        text.append(f"{decade.documents:>10,}{decade.chunks:>10,}  ", "" if decade.documents else "dim")
        halves = max(round(2 * room * decade.documents / most), 1 if decade.documents else 0)
        text.append("█" * (halves // 2) + "▌" * (halves % 2) + "\n", "cyan")
    return text


def _period(health: Health) -> str:
    return f"{health.first or '?'} to {health.last or '?'}"


def _thin(health: Health) -> str:
    spans = [first if first == last else f"{first}–{last}" for first, last in health.thin]
    return ", ".join(spans[:12]) + (" …" if len(spans) > 12 else "") if spans else "none"
