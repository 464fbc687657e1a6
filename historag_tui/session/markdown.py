"""Runs and working corpora as Markdown that a person reads and a colleague can check."""

from __future__ import annotations

from typing import TYPE_CHECKING

from historag_tui.heuristik.filters import written
from historag_tui.markdown import escaped
from historag_tui.records import Hit, Judgment, Ledger, Passage, Run, WorkingCorpus
from historag_tui.session.footnote import footnote

if TYPE_CHECKING:
    from historag_tui.session.study import Session


def run_as_markdown(session: Session, run: Run) -> str:
    """A run: its recipe, the ledger of every window, and every hit with judgments and decision."""
    recipe, state = run.recipe, session.state
    lines = [f"# Search {run.id}: {escaped(recipe.topic or recipe.keywords)}", ""]
    lines += [f"Study: {escaped(state.title)}  ", f"Research question: {escaped(state.question) or 'none stated'}", ""]
    lines += ["## Recipe", "", *(f"- {name}: {escaped(value)}" for name, value in _recipe_lines(run)), ""]
    lines += ["## Ledger", "", f"| {' | '.join(_LEDGER_COLUMNS)} |", "|---" * len(_LEDGER_COLUMNS) + "|"]
    lines += [_ledger_row(result.window.name, result.ledger) for result in run.windows]
    lines += ["", "Equal quotas are a choice of the search, not a fact of the corpus.", ""]
    warnings = [f"- {escaped(warning)}" for warning in run.warnings]
    warnings += [
        f"- {escaped(result.window.name)}: {escaped(w)}" for result in run.windows for w in result.ledger.warnings
    ]
    lines += ["## Warnings", "", *warnings, ""] if warnings else []
    if run.comparison is not None:
        lines += [
            "## Beside the list without windows",
            "",
            f"Surfaced by windowing: {len(run.comparison.surfaced)}; deprioritised: {len(run.comparison.deprioritised)}.",
            "",
        ]
    for result in run.windows:
        lines += [f"## {escaped(result.window.name)}", ""]
        for hit in result.hits:
            lines += _hit_lines(session, run, hit)
    return "\n".join(lines).rstrip() + "\n"


def corpus_as_markdown(corpus: WorkingCorpus) -> str:
    """A working corpus: why it was made, what crossed, and its passages."""
    lines = [
        f"# Working corpus {corpus.id}",
        "",
        f"Reason: {escaped(corpus.reason)}  ",
        f"Runs: {', '.join(corpus.runs)}  ",
    ]
    lines += [f"Chunks: {len(corpus.chunks)} ({len(corpus.added)} new, {len(corpus.removed)} no longer in it)", ""]
    lines += [
        "| window | accepted, read | accepted, unread | flagged | rejected | undecided | eligible |",
        "|---|---|---|---|---|---|---|",
    ]
    for row in corpus.table:
        numbers = (row.accepted_read, row.accepted_unread, row.flagged, row.rejected, row.undecided, row.eligible)
        lines.append(f"| {escaped(row.window)} | {' | '.join(map(str, numbers))} |")
    for chunk in corpus.chunks:
        lines += [
            "",
            f"## {escaped(chunk.passage.title)}, {escaped(chunk.passage.date)}",
            "",
            *_quoted(chunk.passage),
            "",
        ]
        lines += [f"{escaped(footnote(chunk.passage))} Window {escaped(chunk.window)}, {chunk.run}, {chunk.origin}."]
    return "\n".join(lines).rstrip() + "\n"


def _recipe_lines(run: Run) -> list[tuple[str, str]]:
    recipe = run.recipe
    lines = [
        ("topic", recipe.topic),
        ("keywords", recipe.keywords_read),
        ("term list", f"{recipe.term_list}: {', '.join(recipe.terms)}" if recipe.term_list else ""),
        ("period", f"{recipe.first} to {recipe.last}"),
        ("windows", f"{recipe.windowing}, {recipe.per_window} each"),
        (
            "layer",
            f"{recipe.layer}" + (f", fusion constant {recipe.fusion_constant}" if recipe.layer == "both" else ""),
        ),
        ("filters", "; ".join(map(written, recipe.filters))),
        ("cap per document", str(recipe.cap or "none")),
        ("caps by field", "; ".join(f"{cap.field}: {cap.most}" for cap in recipe.field_caps)),
        ("taking turns", ", ".join(recipe.spread)),
        ("reprints", "counted once, by the earliest witness" if recipe.reprints == "once" else "counted each time"),
        ("passages like", recipe.like),
        ("vectors", recipe.vectors if recipe.embedder else ""),
        ("seed", str(recipe.seed) if recipe.layer == "random" else ""),
        ("repeats", run.repeats),
        ("overlapping neighbours", "removed" if recipe.drop_overlapping else "kept"),
        ("rule for date ranges", recipe.range_rule),
        ("embedder", f"{recipe.embedder}, sent: {recipe.query_sent}" if recipe.embedder else "none"),
        ("analyser", recipe.analyser),
        ("chunks", recipe.chunking),
        ("index", recipe.index),
        ("reason", recipe.reason),
    ]
    return [(name, value) for name, value in lines if value]


_LEDGER_COLUMNS = (
    "window",
    "documents",
    "chunks",
    "eligible",
    "retrieved",
    "fraction",
    "ratio by document",
    "ratio by chunk",
    "similarity high / median / low / next",
)


def _ledger_row(name: str, ledger: Ledger) -> str:
    similarity = (ledger.similarity_highest, ledger.similarity_median, ledger.similarity_lowest, ledger.similarity_next)
    cells = (
        escaped(name),
        str(ledger.documents),
        str(ledger.chunks),
        str(ledger.eligible_chunks),
        f"{ledger.retrieved} of {ledger.quota}",
        _figure(ledger.sampling_fraction, "{:.2%}"),
        _figure(ledger.ratio_documents, "{:.2f}"),
        _figure(ledger.ratio_chunks, "{:.2f}"),
        " / ".join(_figure(value, "{:.3f}") for value in similarity),
    )
    return f"| {' | '.join(cells)} |"


def _figure(value: float | None, form: str) -> str:
    return "—" if value is None else form.format(value)


def _hit_lines(session: Session, run: Run, hit: Hit) -> list[str]:
    state, key = session.state, (run.id, hit.chunk)
    layers = "; ".join(
        f"{place.layer} rank {place.rank} ({place.score:.3f})"
        + (f", words: {', '.join(place.matched)}" if place.matched else "")
        for place in hit.layers
    )
    lines = [
        f"### {hit.rank}. {escaped(hit.title)}, {escaped(hit.date)}",
        "",
        *_quoted(hit),
        "",
        escaped(footnote(hit)),
        "",
        f"- found by: {escaped(layers) or 'chance'}",
    ]
    if hit.also:
        printed = "; ".join(f"{witness.date} {witness.title} ({witness.chunk})" for witness in hit.also)
        lines.append(f"- also printed in: {escaped(printed)}")
    decision = state.decisions.get(key)
    lines.append(f"- decision: {decision.verdict} ({decision.origin})" if decision else "- decision: none")
    if key in state.scores:
        lines.append(f"- own score: {state.scores[key]}/10")
    if state.notes.get(key):
        lines.append(f"- note: {escaped(state.notes[key])}")
    lines += [_judgment_line(judgment) for judgment in state.judgments_of(*key)]
    lines += [f"- contested: {escaped(rebuttal)}" for rebuttal in state.rebuttals.get(key, {}).values()]
    return [*lines, ""]


def _judgment_line(judgment: Judgment) -> str:
    outcome = (
        f"{judgment.score}/10"
        if judgment.score is not None
        else f"{judgment.state}, no score: {escaped(judgment.reason)}"
    )
    evidence = "; ".join(f"“{escaped(item.quotation)}” ({item.placed})" for item in judgment.evidence)
    said = f" {escaped(judgment.argument)}" if judgment.argument else ""
    judge = f"{escaped(judgment.judge)} ({escaped(judgment.model)}), rubric {escaped(judgment.rubric)}"
    return f"- judge {judge}: {outcome}.{said} Evidence: {evidence or 'none'}"


def _quoted(passage: Passage | Hit) -> list[str]:
    return [f"> {escaped(line)}" if line.strip() else ">" for line in passage.text.splitlines()]
