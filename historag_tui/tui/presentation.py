"""Records as text on a screen: pure functions.  State is a word or a glyph; colour only repeats it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import set_cell_size
from rich.text import Text

from historag_tui.records import (
    Decision,
    Evidence,
    Hit,
    Judgment,
    Passage,
    TransferRow,
)
from historag_tui.session.visible import one_line, visible

CAUTION = "magenta"
"""What to beware of: a colour that is read on dark and on light grounds; yellow is not."""

VERDICT = {"accept": ("✓ acc", "green"), "reject": ("✗ rej", "red"), "flag": ("⚑ flg", CAUTION)}
PLACED = {
    "exact": ("✓ exact", "green"),
    "normalised": ("✓ normalised", "green"),
    "close": ("≈ close", CAUTION),
    "rubric": ("✗ from the rubric", "red"),
    "not found": ("✗ not found", "red"),
}
MARK = "bold underline"


def hit_row(
    hit: Hit,
    decision: Decision | None,
    judgments: Sequence[Judgment],
    own: int | None,
    noted: bool,
    hidden: bool = False,
    found_in: str = "",
) -> Text:
    """A hit in one line: what was decided, what the judge says (``?`` while it is hidden), note, date, title.

    found_in: which of several runs found it.
    """
    word, colour = VERDICT[decision.verdict] if decision else ("·    ", "dim")
    text = Text(no_wrap=True)
    text.append(word, colour)
    text.append(f" {'?' if hidden else machine_score(judgments):>3}")
    text.append(f"{'/' + str(own) if own else '':<3}", "bold")
    text.append("✎" if noted else " ", "cyan")
    text.append(f" {cells(hit.date, 10)} ", "dim")
    text.append(f"{found_in} " if found_in else "", "cyan")
    text.append(one_line(hit.title))
    return text


def found_in(runs: Sequence[str], found_by: Iterable[tuple[str, int]]) -> str:
    """The numbers of the runs that found a chunk, each in its column; empty in the review of one run."""
    if len(runs) < 2:
        return ""
    names = {run for run, _ in found_by}
    return "".join(str(number % 10) if run in names else "·" for number, run in enumerate(runs, 1))


def review_heading(window: str, decided: int, count: int) -> Text:
    """A window above its chunks, and how far the review of it has come."""
    text = Text(no_wrap=True)
    text.append(one_line(window), "bold")
    text.append(f"  {decided} of {count} decided", "dim")
    return text


def machine_score(judgments: Sequence[Judgment]) -> str:
    """The newest judgment in three characters; a state without a score is never a number."""
    if not judgments:
        return "–"
    newest = judgments[-1]
    return (
        str(newest.score)
        if newest.score is not None
        else {"unparsed": "unp", "truncated": "cut", "refused": "ref"}.get(newest.state, "err")
    )


def passage_text(
    passage: Passage | Hit,
    marks: Iterable[tuple[int, int]] = (),
    beside: int = 0,
    found_by: Iterable[tuple[str, int]] = (),
) -> Text:
    """Where a passage comes from, and its text with stretches marked.

    marks:   character offsets in the passage's text, begin and end.
    beside:  how many chunks before or behind the hit this one stands; 0 for the hit itself.
    found_by: the runs that found it and its rank in each, where several are reviewed together.
    """
    text = Text()
    if beside:
        text.append(f"{abs(beside)} {'after' if beside > 0 else 'before'} the chunk that was found\n", CAUTION)
    text.append(one_line(passage.title), "bold")
    text.append(f"\n{one_line(passage.date) or 'undated'}", "cyan")
    page = passage.provenance.get("page")
    text.append(f" · p. {one_line(page)}" if page else "", "cyan")
    text.append(f" · {passage.ordinal + 1} of {passage.siblings} · {passage.chunk[:8]}\n", "dim")
    if isinstance(passage, Hit):
        text.append_text(why(passage))
        ranks = ", ".join(f"{run} at {rank}" for run, rank in found_by)
        text.append(f"found by {ranks}\n" if ranks else "", "cyan")
        text.append_text(also_printed(passage))
    text.append("\n")
    text.append_text(marked(passage.text, marks))
    return text


def marked(text: str, marks: Iterable[tuple[int, int]]) -> Text:
    """The text made safe to show, with stretches of the original marked."""
    shown, place = Text(), 0
    for start, end in sorted(marks):
        start = max(start, place)
        if start < end:
            shown.append(visible(text[place:start]))
            shown.append(visible(text[start:end]), MARK)
            place = end
    shown.append(visible(text[place:]))
    return shown


def why(hit: Hit) -> Text:
    """By which layer a hit came, at which rank and similarity, with which words."""
    parts = []
    for place in hit.layers:
        words = f" ({', '.join(dict.fromkeys(map(one_line, place.matched)))})" if place.matched else ""
        figure = f" sim {place.score:.3f}" if place.layer == "semantic" else f" BM25 {place.score:.1f}"
        parts.append(f"{place.layer} #{place.rank}{figure}{words}")
    if hit.similarity is not None and not any(place.layer == "semantic" for place in hit.layers):
        parts.append(f"sim {hit.similarity:.3f}")
    return Text(f"{one_line(hit.window)} rank {hit.rank} · {' · '.join(parts) or 'drawn by chance'}\n", "dim")


_WITNESSES = 4
"""Other places of a text that are named beside it; the rest is counted."""


def also_printed(hit: Hit) -> Text:
    """Where else the text was printed, by date: circulation, or the same scan twice."""
    text = Text()
    if hit.also:
        named = "; ".join(f"{one_line(of.date) or 'undated'} {one_line(of.title)}" for of in hit.also[:_WITNESSES])
        more = f"; {len(hit.also) - _WITNESSES} more" if len(hit.also) > _WITNESSES else ""
        text.append("also printed in: ", "bold")
        text.append(f"{named}{more}\n", "cyan")
    return text


def evidence_marks(judgments: Sequence[Judgment]) -> list[tuple[int, int]]:
    """Where the newest judgment's quotations stand in the text."""
    return [(item.start, item.end) for item in (judgments[-1].evidence if judgments else ()) if item.start >= 0]


def judgment_text(
    judgments: Sequence[Judgment],
    rebuttals: dict[tuple[str, str], str],
    own: int | None,
    note: str,
    hidden: bool = False,
) -> Text:
    """Every judgment of a chunk: evidence first, then the argument, then the score; below it the researcher's own word."""
    text = Text()
    if hidden:
        text.append("Hidden until you decide.\n", "bold")
        text.append(
            "It is judged. A rubric's first chunks are read before the machine's word on them. v opens it now; the record keeps that.\n",
            "dim",
        )
    elif not judgments:
        text.append("No judgment yet.\n", "bold")
        text.append("J lets a model argue and score.\n", "dim")
    for judgment in judgments:
        text.append(one_line(judgment.judge), "bold")
        text.append(f" · {one_line(judgment.model)} · {judgment.rubric}\n", "dim")
        for item in judgment.evidence:
            text.append_text(_evidence(item))
        if judgment.argument:
            text.append(f"\n{visible(judgment.argument)}\n")
        if judgment.score is not None:
            text.append(f"\n{judgment.score} of 10\n", "bold")
        else:
            text.append(f"\n{judgment.state}: no score\n", f"bold {CAUTION}")
            text.append(f"{one_line(judgment.reason)}\n", CAUTION)
        rebuttal = rebuttals.get((judgment.judge, judgment.rubric_hash))
        if rebuttal:
            text.append("contested: ", "bold magenta")
            text.append(f"{visible(rebuttal)}\n", "magenta")
        text.append("\n")
    if own is not None:
        text.append(f"own score: {own} of 10\n", "bold")
    if note:
        text.append("note: ", "bold cyan")
        text.append(f"{visible(note)}\n", "cyan")
    return text


def _evidence(item: Evidence) -> Text:
    word, colour = PLACED[item.placed]
    text = Text(f"“{one_line(item.quotation)}” ")
    text.append(f"{word}\n", colour)
    return text


# ------------------------------------------------------------------------------------------------------ transfer


def transfer_text(table: Sequence[TransferRow]) -> Text:
    """What would cross, window by window."""
    crossing = sum(row.accepted_read + row.accepted_unread for row in table)
    unread = sum(row.accepted_unread for row in table)
    text = Text().append(f"{crossing} chunks would cross, {unread} of them unread.\n\n", "bold")
    text.append("accepted:       read unread  flagged rejected undecided eligible\n", "dim")
    for row in table:
        text.append(cells(row.window, 13))
        text.append(
            f"{row.accepted_read:>7}{row.accepted_unread:>7}",
            "bold" if row.accepted_read + row.accepted_unread else "dim",
        )
        text.append(f"{row.flagged:>9}{row.rejected:>9}{row.undecided:>10}{row.eligible:>9,}\n", "dim")
    return text


def cells(text: str, width: int) -> str:
    """A text from outside cut or filled to so many cells of the screen, wide characters and combining marks counted right."""
    return set_cell_size(one_line(text), width)
