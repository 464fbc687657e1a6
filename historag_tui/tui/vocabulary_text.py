"""Words as text on a screen: neighbours with their variants, frequencies as pictures, checks, drift and silence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.text import Text

from historag_tui.records import Drift, Expansion, PeriodContext, Silence, SilenceReport, WordCheck
from historag_tui.session import wording
from historag_tui.session.visible import one_line
from historag_tui.tui.presentation import CAUTION, cells
from historag_tui.tui.rows import Row

_STATES = {"accepted": ("✓", "green"), "refused": ("✗", "red")}


def expansion_rows(found: Expansion, states: Mapping[str, str]) -> list[Row]:
    """The term, then its neighbours, variants set in under their heads."""
    rows = [Row(Text(f"  {'':<14} near  per M   DP  attested", "dim"), heading=True)]
    of_all = found.overall
    figures = (of_all.per_million, of_all.dispersion) if of_all else (None, None)
    span = (found.first, found.last)
    rows.append(Row(word_row(found.term, None, *figures, span, states.get(found.term, "")), found.term))
    for near in wording.grouped(found):
        name = f"└ {near.term}" if near.variant_of else near.term
        figures, span = (near.per_million, near.dispersion), (near.first, near.last)
        row = word_row(name, near.similarity, *figures, span, states.get(near.term, ""))
        if near.together > near.frequency:
            row.append(f" Σ {near.together:,}", "dim")
        rows.append(Row(row, near.term))
    if not found.known:
        rows.append(Row(Text("too rare for the vocabulary model, so without neighbours", CAUTION), heading=True))
    rows += [Row(Text(f"! {one_line(warning)}", CAUTION), heading=True) for warning in found.warnings]
    return rows


def word_row(
    term: str,
    similarity: float | None,
    per_million: float | None,
    dispersion: float | None,
    years: tuple[int | None, int | None],
    state: str,
) -> Text:
    """A word in one line: whether it is in the list, how near, how often, how evenly, from when to when."""
    glyph, colour = _STATES.get(state, (" ", ""))
    text = Text(no_wrap=True)
    text.append(f"{glyph} ", colour)
    text.append(cells(term, 14))
    text.append(f"{'' if similarity is None else f'{similarity:.2f}':>5}", "dim")
    text.append("      –" if per_million is None else f"{per_million:>7.1f}")
    text.append("    –" if dispersion is None else f"{dispersion:>5.2f}", "dim")
    return text.append(f"  {years[0] or '–'}–{years[1] or '–'}", "dim")


def word_text(found: Expansion, term: str, width: int) -> Text:
    """A word of an expansion: how often and how evenly, since when, and window by window.

    width: cells there are.
    """
    text = Text()
    near = {neighbour.term: neighbour for neighbour in found.neighbours}.get(term)
    text.append(f"{one_line(term)}\n", "bold")
    if near is None and found.overall:
        text.append(f"{wording.frequency(found.overall)}{wording.counted(found.where)}\n")
    elif near is not None:
        text.append(f"{near.frequency:,} in {wording.documents(near.documents)}\n")
    if near is not None and near.variant_of:
        kind = wording.VARIANT_KINDS.get(near.kind, near.kind)
        text.append(f"{kind} of {one_line(near.variant_of)}\n", CAUTION)
    check = found.check if near is None else None
    if check is not None:
        text.append(f"{one_line(check.line)}\n", CAUTION if check.late else "")
    text.append(f"\nper million of {sum(found.tokens):,} words\n", "dim")
    text.append_text(windows_text(found, found.per_window if near is None else near.per_window, width - 26))
    return text.append("\n").append_text(forms_text(check)) if check is not None else text


def windows_text(found: Expansion, counts: Sequence[int], width: int) -> Text:
    """A word's frequency in each window, per million word tokens, as a picture; a zero says below what it lies.

    counts: in the order of the expansion's windows.
    width:  cells of the longest bar; four at least are drawn.
    """
    text = Text()
    parts = list(zip(found.windows, counts, found.tokens, strict=True))
    most = max((count / tokens for _, count, tokens in parts if tokens), default=0.0)
    for name, count, tokens in parts:
        if not count and name == "undated":
            continue
        text.append(cells(name, 10))
        if not count:
            below = f"< {1e6 / tokens:,.0f}" if tokens else "no text"
            text.append(f"{'':>5}{below:>8}\n", "dim")
            continue
        text.append(f"{count:>5,}")
        text.append(f"{1e6 * count / tokens:>8,.0f} ", "dim")
        halves = max(round(2 * max(width, 4) * count / tokens / most), 1)
        text.append("█" * (halves // 2) + "▌" * (halves % 2) + "\n", "cyan")
    return text


def forms_text(check: WordCheck) -> Text:
    """The forms of a word, what else may stand for it, and the earliest passages of a late one."""
    text = Text()
    if len(check.forms) > 1:
        text.append("forms: ", "dim")
        forms = [f"{form.term} {form.frequency:,}" for form in check.forms]
        text.append(f"{one_line(wording.shortened(forms))}\n")
    for kind, name in wording.VARIANT_KINDS.items():
        found = [
            f"{form.term} {form.frequency:,} from {form.first or '?'}" for form in check.variants if form.kind == kind
        ]
        if found:
            text.append(f"{name}: ", "dim")
            text.append(f"{one_line(wording.shortened(found, 6))}\n")
    for passage in check.earliest if check.late else ():
        text.append(f"{passage.date} ", "dim")
        text.append(f"…{one_line(passage.left)} ", "dim")
        text.append(one_line(passage.term), "bold")
        text.append(f" {one_line(passage.right)}…\n", "dim")
    return text


def drift_text(found: Drift) -> Text:
    """The surroundings of a term, window by window, with what is above the noise marked."""
    text = Text()
    text.append(f"searched as {one_line(wording.shortened(found.searched_as))}{wording.counted(found.where)}\n", "dim")
    text.append(
        f"words within {found.span}, in {found.minimum} documents at least; windows with {found.least} occurrences at least; "
        f"noise of {found.shuffles} shuffled periods, seed {found.seed}; * above the noise\n",
        "dim",
    )
    for warning in found.warnings:
        text.append(f"! {one_line(warning)}\n", CAUTION)
    for period in found.periods:
        text.append(f"\n{one_line(period.window)}", "bold")
        text.append(f"  {period.occurrences:,} in {wording.documents(period.documents)}", "dim")
        text.append_text(_distance(period))
        text.append("" if period.enough else " · too few to say anything", "dim")
        text.append("\n")
        for place, word in enumerate(period.words):
            text.append("  " if place == 0 else ", ", "dim")
            text.append(f"{'*' if word.beyond else ''}{one_line(word.word)}", "bold" if word.beyond else "")
        text.append("\n" if period.words else "")
    return text


def _distance(period: PeriodContext) -> Text:
    if period.distance is None:
        return Text()
    if period.distance_floor is None:
        return Text(f" · {period.distance:.2f} from the window before, noise not measured", "dim")
    said = "above" if period.changed else "within"
    line = f" · {period.distance:.2f} from the window before, {said} the noise ({period.distance_floor:.2f})"
    return Text(line, CAUTION if period.changed else "dim")


def silence_text(found: SilenceReport) -> Text:
    """Where nothing is found, beside how much there is to find it in."""
    text = Text()
    named = wording.shortened(found.searched_as) or "no word of the corpus"
    text.append(
        f"searched as {one_line(named)}: {wording.frequency(found.overall)}{wording.counted(found.where)}\n", "dim"
    )
    text.append_text(_silences("Windows", found.windows))
    text.append_text(_silences("Years", found.years))
    text.append(
        f"  {found.years_silent} of the {found.years_with_sources} years that have sources are silent; "
        f"by chance alone it would be {found.years_silent_expected:.1f}\n"
    )
    if found.field:
        text.append_text(_silences(f"Values of {found.field}", found.values))
    text.append("\nWhat the figures take for granted\n", "bold")
    for line in found.assumptions:
        text.append(f"  {one_line(line)}\n", "dim")
    return text


def _silences(heading: str, silences: Sequence[Silence]) -> Text:
    text = Text().append(f"\n{heading} with nothing: {len(silences) or 'none'}\n", "bold")
    if silences:
        text.append(f"  {'':<15}{'documents':>10}{'words':>12}{'expected':>10}{'none by chance':>16}\n", "dim")
    for silence in silences:
        text.append(f"  {cells(silence.name, 15)}")
        if silence.cause == "no sources":
            text.append("  no sources in the corpus\n", CAUTION)
            continue
        text.append(f"{silence.documents:>10,}{silence.tokens:>12,}{silence.expected:>10.1f}")
        text.append(f"{_chance(silence.chance_by_documents):>16}\n", "dim")
    return text


def _chance(probability: float) -> str:
    return f"{probability:.2f}" if probability >= 0.005 else "below 0.01"
