"""Runs as text on a screen: what each window gave and why, how it is balanced, what differs from another run."""

from __future__ import annotations

from rich.cells import cell_len
from rich.text import Text

from historag_tui.heuristik.between_runs import Listed, RunsCompared, WindowDifference
from historag_tui.records import Comparison, Hit, Run, WindowResult
from historag_tui.session import balance
from historag_tui.session.visible import one_line
from historag_tui.tui.presentation import CAUTION, cells
from historag_tui.tui.rows import Row


def run_rows(run: Run) -> list[Row]:
    """A run as rows: what was asked; each window's account, warnings and hits; how the vectors answered."""
    rows = [Row(run_line(run), heading=True)]
    for result in run.windows:
        window, ledger = result.window.name, result.ledger
        rows.append(Row(window_heading(result), window, heading=True))
        rows += [_caution(f"  ! {one_line(warning)}") for warning in ledger.warnings]
        if ledger.turns:
            turns = ", ".join(f"{one_line(turn.value)} {turn.retrieved}" for turn in ledger.turns if turn.retrieved)
            rows.append(Row(Text(f"  in turn: {turns}", "dim"), heading=True))
        rows += [Row(result_row(hit), f"{window}\t{hit.chunk}") for hit in result.hits]
    rows += [_caution(f"! {one_line(warning)}") for warning in run.warnings]
    for how in dict.fromkeys(result.ledger.how for result in run.windows if result.ledger.how):
        certain = all(result.ledger.certified for result in run.windows if result.ledger.how == how)
        line = f"vectors: {one_line(how)}, {'certified exact' if certain else 'approximate'}"
        rows.append(Row(Text(line, "dim"), heading=True))
    if run.comparison is not None:
        surfaced = len(run.comparison.surfaced)
        line = f"windowing surfaced {surfaced} chunks that one list would not hold; w draws both"
        rows.append(Row(Text(line, "bold"), heading=True))
    return rows


def _caution(line: str) -> Row:
    return Row(Text(line, CAUTION), heading=True)


def window_heading(result: WindowResult) -> Text:
    """A window's ledger in one line."""
    ledger = result.ledger
    text = Text(no_wrap=True)
    text.append(one_line(result.window.name), "bold")
    text.append(f"  {ledger.retrieved} of {ledger.eligible_chunks:,} eligible", "")
    text.append(f" · {ledger.distinct_documents} documents", "dim")
    if ledger.ratio_chunks is not None:
        text.append(f" · ×{ledger.ratio_chunks:.2f} of its corpus share", "dim")
    if ledger.similarity_highest is not None:
        text.append(f" · sim {ledger.similarity_highest:.2f} to {ledger.similarity_lowest or 0:.2f}", "dim")
    return text


def result_row(hit: Hit) -> Text:
    """A hit of a search in one line."""
    text = Text(no_wrap=True)
    text.append(f"{hit.rank:>3} ")
    text.append(f"{cells(hit.date, 10)} ", "cyan")
    text.append("".join(place.layer[0].upper() for place in hit.layers).ljust(3), "dim")
    text.append(one_line(hit.title))
    text.append(f" +{len(hit.also)}  " if hit.also else "  ", "bold")
    text.append(one_line(hit.text)[:160], "dim")
    return text


def ledger_text(result: WindowResult) -> Text:
    """The whole ledger of a window (Fensterbilanz)."""
    text = Text()
    text.append(f"{one_line(result.window.name)}\n", "bold")
    for name, value in balance.account(result):
        text.append(f"  {name:<21}", "dim")
        text.append(f"{one_line(value)}\n")
    for warning in result.ledger.warnings:
        text.append(f"  ! {one_line(warning)}\n", CAUTION)
    return text


_BARS = {"windows": "cyan", "one list": "", "keywords": "magenta"}
"""Colours that only repeat what the names beside the bars say."""


def balance_text(run: Run, width: int) -> Text:
    """The distributions as a picture: per window what each list took of it, and what the corpus has there.

    width: cells there are; the longest bar takes what the words leave over.
    """
    text = Text()
    text.append(f"{one_line(balance.query(run.recipe))}\n", "bold")
    text.append(f"shares of: {balance.wholes(run)}\n", "dim")
    if run.comparison is not None:
        text.append_text(_surfaced(run.comparison))
    text.append("\n")
    rows, most = balance.distributions(run), balance.largest_share(run)
    names = min(max((cell_len(one_line(name)) for name, _ in rows), default=6), 20)
    room = max(8, width - names - 39)
    for name, bars in rows:
        for place, bar in enumerate(bars):
            text.append(cells(name if place == 0 else "", names + 1), "bold")
            text.append(f"{bar.name:<18}", "dim")
            stroke = balance.stroke(bar, most, room)
            text.append(f"{stroke:<{room}}", _BARS.get(bar.name, "dim"))
            text.append(f"{balance.percent(bar.share):>7} ")
            text.append(f"{bar.count:>7,} {'doc.' if bar.unit == 'documents' else ''}".rstrip() + "\n", "dim")
    return text


def _surfaced(comparison: Comparison) -> Text:
    text = Text()
    for word, chunks, similarity in (
        ("surfaced by windowing", comparison.surfaced, comparison.surfaced_similarity),
        ("deprioritised", comparison.deprioritised, comparison.deprioritised_similarity),
    ):
        text.append(" · " if text else "", "dim")
        text.append(f"{len(chunks)} {word}", "bold")
        text.append("" if similarity is None else f" (mean similarity {similarity:.3f})", "dim")
    return text.append("\n")


def run_line(run: Run) -> Text:
    """A run in one line."""
    recipe = run.recipe
    text = Text(no_wrap=True)
    text.append(f"{run.id}  ", "dim")
    if recipe.layer == "random":
        text.append(f"random sample, seed {recipe.seed}")
    text.append(one_line(recipe.topic or recipe.keywords or recipe.term_list))
    text.append(
        f"  {recipe.first[:4]}–{recipe.last[:4]} {recipe.windowing} × {recipe.per_window} {recipe.layer}", "dim"
    )
    text.append(f"  repeats {run.repeats}" if run.repeats else "", "dim")
    return text


def marked_run(run: Run, place: int, decided: int) -> Text:
    """A run in the list of all: which of the marked it is, what was asked, how far its review has come."""
    text = Text(no_wrap=True)
    text.append(f"{place or '·':>2} ", "bold" if place else "dim")
    text.append(f"{decided:>3}/{run.distinct:<3} ", "dim")
    return text.append_text(run_line(run))


def numbered_run(number: int, run: Run) -> Text:
    """One of the runs that are reviewed together."""
    text = Text(no_wrap=True)
    text.append(f"{number % 10} ", "bold cyan")
    return text.append_text(run_line(run))


# ----------------------------------------------------------------------------------------------------- comparison

_A, _B = "cyan", "magenta"
"""Colours of the two sides; the columns say the same."""
_IN_LINE = {"topic", "first", "last", "windowing", "windows", "per_window", "layer", "query_sent", "keywords_read"}
"""What of a recipe stands in the line of its run already, or follows from it."""


def side(name: str, run: Run) -> Text:
    """One of the two runs: A or B, and what it is."""
    text = Text(no_wrap=True, overflow="ellipsis")
    text.append(f"{name} ", f"bold {_A if name == 'A' else _B}")
    return text.append_text(run_line(run))


def runs_compared(found: RunsCompared) -> Text:
    """What two runs share, and what else their recipes differ in."""
    text = Text()
    for unit, (only_a, only_b, both) in (("chunks", found.chunks), ("documents", found.documents)):
        text.append(f"{unit} ", "dim")
        text.append_text(_sides(only_a, both, only_b)).append("   ")
    if found.overlapping:
        text.append(
            f"\n{found.overlapping} only in A share text with B: another chunking, not another finding", CAUTION
        )
    differing = [
        f"{field.replace('_', ' ')} {_short(before)} → {_short(after)}"
        for field, (before, after) in found.recipe.items()
        if field not in _IN_LINE
    ]
    text.append(f"\n{' · '.join(differing)}" if differing else "", "dim")
    return text


def _sides(only_a: int, both: int, only_b: int) -> Text:
    text = Text()
    text.append(f"A {only_a}", _A)
    text.append(f" · both {both} · ")
    return text.append(f"B {only_b}", _B)


def window_compared(window: WindowDifference) -> Text:
    """A window of the comparison, with the counts of its three groups."""
    text = Text(no_wrap=True)
    text.append(f"{one_line(window.window)}  ", "bold")
    return text.append_text(_sides(len(window.only_a), len(window.both), len(window.only_b)))


def listed_row(listed: Listed) -> Text:
    """A chunk with its rank in A and in B; a dot where that run does not have it."""
    text = Text(no_wrap=True)
    for rank, colour in ((listed.rank_a, _A), (listed.rank_b, _B)):
        text.append(f"{rank or '·':>3}", colour if rank else "dim")
    text.append(f"{' ≠' if listed.text_changed else '  '} {cells(listed.date, 10)} ", "dim")
    return text.append(one_line(listed.title))


def _short(value: str) -> str:
    shown = one_line(value) or "—"
    return shown if len(shown) <= 24 else f"{shown[:23]}…"
