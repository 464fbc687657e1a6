"""The balance of a run in words and figures: the account of each window, and what it took beside what the corpus has.

Shares are of what each list, or the searched period, holds in all; overlapping windows and ranges are never added up.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from historag_tui.records import Ledger, Recipe, Run, WindowResult
from historag_tui.session.export import keep_export
from historag_tui.session.study import Session
from historag_tui.session.tables import Cell, write_csv

FORM = "balance.csv"
"""What the record calls the exported balance, and how its file's name ends."""


@dataclass(frozen=True)
class Bar:
    """One window's part of one list, or of the corpus."""

    name: str
    count: int
    unit: str
    """``chunks`` or ``documents``."""
    whole: int | None
    """How many there are in all; None where windows overlap and nobody counted them once."""
    share: float | None
    """0..1; None without a whole."""


def query(recipe: Recipe) -> str:
    """What was asked, in one line: topic or words, period, windows, quota, layer."""
    asked = recipe.topic or recipe.keywords or ", ".join(recipe.terms)
    if recipe.layer == "random":
        asked = f"random sample, seed {recipe.seed}" + (f", among {asked}" if asked else "")
    return f"{asked} · {recipe.first} to {recipe.last} · {recipe.windowing} × {recipe.per_window} · {recipe.layer}"


def distributions(run: Run) -> list[tuple[str, tuple[Bar, ...]]]:
    """Per window: the windowed list, the list without windows, the keyword layer's, the corpus by document and by chunk."""
    comparison = run.comparison
    shares = {share.window: share for share in comparison.distribution} if comparison else {}
    disjoint = sum(result.ledger.retrieved for result in run.windows) == run.distinct
    keywords = [share.keyword for share in shares.values() if share.keyword is not None]
    rows = []
    for result in run.windows:
        ledger, share = result.ledger, shares.get(result.window.name)
        bars = [_bar("windows", ledger.retrieved, run.distinct)]
        if comparison and share:
            bars.append(_bar("one list", share.unwindowed, len(comparison.unwindowed)))
            if share.keyword is not None:
                bars.append(_bar("keywords", share.keyword, sum(keywords) if disjoint else None))
        for unit, count, of_corpus in (
            ("documents", ledger.documents, ledger.corpus_share_documents),
            ("chunks", ledger.chunks, ledger.corpus_share_chunks),
        ):
            whole = round(count / of_corpus) if of_corpus else None
            bars.append(Bar(f"corpus, {unit}", count, unit, whole, of_corpus))
        rows.append((result.window.name, tuple(bars)))
    return rows


def wholes(run: Run) -> str:
    """How many there are of each in all, as the picture's caption."""
    found = {bar.name: bar for _, bars in distributions(run) for bar in bars if bar.whole is not None}
    lists = [f"{name} {bar.whole:,} chunks" for name, bar in found.items() if not name.startswith("corpus")]
    corpus = [f"{bar.whole:,} {bar.unit}" for name, bar in found.items() if name.startswith("corpus")]
    return " · ".join([*lists, f"corpus {', '.join(corpus)}"])


def stroke(bar: Bar, most: float, width: int) -> str:
    """The bar, ``width`` cells long at the largest share; what is there at all is seen.  The corpus is drawn lighter."""
    halves = round(2 * width * (bar.share or 0.0) / most) if most else 0
    halves = max(halves, 1) if bar.share else halves
    if bar.name.startswith("corpus"):
        return "░" * ((halves + 1) // 2)
    return "█" * (halves // 2) + "▌" * (halves % 2)


def largest_share(run: Run) -> float:
    """Of all bars: what the longest one stands for."""
    return max((bar.share or 0.0 for _, bars in distributions(run) for bar in bars), default=0.0)


def account(result: WindowResult) -> list[tuple[str, str]]:
    """The ledger of a window (Fensterbilanz), each figure with its unit."""
    window, ledger = result.window, result.ledger
    period = "undated" if window.undated else f"{window.first} to {window.last}"
    rows = [
        ("period", period + (" (partial)" if window.partial else "")),
        ("topic", ledger.topic),
        ("in the corpus", f"{ledger.documents:,} documents, {ledger.chunks:,} chunks"),
        ("eligible", f"{ledger.eligible_documents:,} documents, {ledger.eligible_chunks:,} chunks"),
        ("retrieved", f"{ledger.retrieved} of {ledger.quota}, from {ledger.distinct_documents} documents"),
        ("sampling fraction", percent(ledger.sampling_fraction, 2)),
        (
            "share of the corpus",
            f"{percent(ledger.corpus_share_documents)} by document, {percent(ledger.corpus_share_chunks)} by chunk",
        ),
        (
            "retrieval to corpus",
            f"×{figure(ledger.ratio_documents, 2)} by document, ×{figure(ledger.ratio_chunks, 2)} by chunk",
        ),
        ("years", f"{ledger.years} ({ledger.first_year or '–'} to {ledger.last_year or '–'})"),
        ("largest document", f"{percent(ledger.largest_document_share)} of the hits"),
        ("largest issue", f"{ledger.largest_issue}: {percent(ledger.largest_issue_share)} of the hits"),
        ("similarity", similarities(ledger)),
        ("first not admitted", f"{figure(ledger.similarity_next)} similarity"),
        ("vectors", ", ".join(filter(None, (ledger.how, "certified exact" if ledger.certified else "approximate")))),
        ("both layers have", f"among their best: chunks {ledger.overlap_chunks}, documents {ledger.overlap_documents}"),
        ("turns", ", ".join(f"{turn.value} {turn.retrieved} of {turn.eligible:,}" for turn in ledger.turns)),
        ("reprints", f"{ledger.reprints:,} eligible chunks stand under an earlier witness"),
        ("search depth", f"{ledger.depth:,} candidates a layer"),
        ("short by", shortfall(ledger)),
    ]
    absent = {
        "topic": not ledger.topic,
        "largest issue": not ledger.largest_issue,
        "similarity": ledger.similarity_highest is None,
        "first not admitted": ledger.similarity_next is None,
        "vectors": not ledger.how and ledger.similarity_highest is None,
        "both layers have": ledger.overlap_chunks is None,
        "turns": not ledger.turns,
        "reprints": not ledger.reprints,
        "search depth": not ledger.depth,
    }
    return [(name, value) for name, value in rows if not absent.get(name)]


def similarities(ledger: Ledger) -> str:
    """Highest, median, lowest admitted."""
    figures = (ledger.similarity_highest, ledger.similarity_median, ledger.similarity_lowest)
    high, median, low = map(figure, figures)
    return f"highest {high}, median {median}, lowest {low}"


def shortfall(ledger: Ledger) -> str:
    """How many chunks are missing to the quota, by cause."""
    short = ledger.shortfall
    causes = (
        (short.too_few, "too few eligible"),
        (short.cap, "caps"),
        (short.overlap, "overlapping neighbours"),
        (short.depth, "search depth"),
        (short.reprints, "reprints"),
    )
    return ", ".join(f"{count} ({cause})" for count, cause in causes if count) or "nothing"


def percent(value: float | None, places: int = 1) -> str:
    """A share as people read it."""
    return "–" if value is None else f"{value:.{places}%}"


def figure(value: float | None, places: int = 3) -> str:
    """A figure, or a dash where there is none."""
    return "–" if value is None else f"{value:.{places}f}"


def distribution_csv(run: Run) -> bytes:
    """One row a window: query and N, the distributions, the whole ledger."""
    rows = list(_csv_rows(run))
    return write_csv(tuple(dict.fromkeys(column for row in rows for column in row)), rows)


def export_balance(session: Session, name: str, target: Path | None = None) -> Path:
    """Write a run's balance to a file, ``exports/RUN.balance.csv`` unless another is named, and record that.

    Raises UsageError for an unknown run, RecordError when the file cannot be written.
    """
    run = session.run(name)
    return keep_export(session, run.id, FORM, distribution_csv(run), target)


def _bar(name: str, count: int, whole: int | None) -> Bar:
    return Bar(name, count, "chunks", whole, count / whole if whole else None)


def _csv_rows(run: Run) -> Iterator[dict[str, Cell]]:
    asked = query(run.recipe)
    for result, (_, bars) in zip(run.windows, distributions(run), strict=True):
        window, ledger = result.window, result.ledger
        row: dict[str, Cell] = {"run": run.id, "query": asked, "window": window.name}
        row |= {"first": "" if window.undated else window.first, "last": "" if window.undated else window.last}
        for bar in bars:
            column = bar.name.replace(", ", "_").replace(" ", "_")
            row |= {column: bar.count, f"{column}_n": bar.whole, f"{column}_share": bar.share}
        plain = (
            "turns",
            "warnings",
            "shortfall",
            "documents",
            "chunks",
            "retrieved",
            "corpus_share_documents",
            "corpus_share_chunks",
        )
        row |= {name: getattr(ledger, name) for name in Ledger.__struct_fields__ if name not in plain}
        row["certified"] = str(ledger.certified).lower()
        row |= {"turns": "; ".join(f"{turn.value} {turn.retrieved} of {turn.eligible}" for turn in ledger.turns)}
        row |= {"short_by": shortfall(ledger), "warnings": " | ".join(ledger.warnings)}
        yield row
