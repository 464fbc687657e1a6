"""The methods paragraph: made from the record alone, the same for the same record."""

from __future__ import annotations

from collections import Counter

from historag_tui.heuristik.filters import written
from historag_tui.record.state import StudyState
from historag_tui.records import Run


def methods_paragraph(state: StudyState) -> str:
    """What was done, in sentences for a methods section; what was not done is not claimed."""
    sentences = [f"The corpus “{state.corpus}” was searched with HistoRAG-TUI."]
    sentences += [_search(run) for run in state.runs.values()]
    sentences += _judging(state)
    sentences += _review(state)
    for corpus in state.corpora.values():
        unread = sum(chunk.origin != "read" for chunk in corpus.chunks)
        sentences.append(
            f"{len(corpus.chunks)} accepted chunks, {unread} of them unread, were transferred as {corpus.id} ({corpus.reason})."
        )
    for text in state.zwischentexte.values():
        located = sum(citation.located for citation in text.citations)
        sentences.append(
            f"On {text.corpus} the model {text.model or text.model_name} wrote a machine-generated interpretive proposal "
            f"({text.id}, {text.state}); {located} of its {len(text.citations)} citations could be located in the texts."
        )
    return " ".join(sentences)


def _search(run: Run) -> str:
    recipe = run.recipe
    layers = {
        "both": "keyword and vector search, fused by rank",
        "semantic": "vector search",
        "keyword": "keyword search",
    }[recipe.layer]
    windows = (
        "without temporal windows"
        if recipe.windowing == "none"
        else f"in {len(recipe.windows)} windows ({recipe.windowing}) with an equal quota of {recipe.per_window} by design"
        if len({window.quota for window in recipe.windows}) == 1
        else f"in {len(recipe.windows)} windows with quotas set by the researcher"
    )
    filters = f", restricted to {'; '.join(map(written, recipe.filters))}" if recipe.filters else ""
    embedder = f" (embedder: {recipe.embedder})" if recipe.embedder else ""
    return (
        f"For “{recipe.topic or recipe.keywords}” {run.distinct} chunks were retrieved from {recipe.first} to {recipe.last} "
        f"by {layers}{embedder}, {windows}{filters}; no similarity threshold was applied ({run.id})."
    )


def _judging(state: StudyState) -> list[str]:
    """One sentence a judge, model and rubric."""
    counts: dict[tuple[str, str, str], Counter[str]] = {}
    for of_chunk in state.judgments.values():
        for judgment in of_chunk.values():
            counts.setdefault((judgment.model or judgment.judge, judgment.rubric, judgment.rubric_hash), Counter())[
                judgment.state
            ] += 1
    return [
        f"The model {model} judged under the rubric {rubric} ({rubric_hash[:8]}): "
        + ", ".join(
            f"{states[state]} {state}"
            for state in ("judged", "unparsed", "truncated", "refused", "failed")
            if states[state]
        )
        + "."
        for (model, rubric, rubric_hash), states in counts.items()
    ]


def _review(state: StudyState) -> list[str]:
    if not state.decisions:
        return []
    opened = (
        f"; on {len(state.revealed)} the judgments were opened before deciding, though they were a rubric's first"
        if state.revealed
        else ""
    )
    verdicts = Counter(decision.verdict for decision in state.decisions.values())
    unread = sum(decision.origin != "read" for decision in state.decisions.values())
    retrieved = len({(run.id, hit.chunk) for run in state.runs.values() for hit in run.hits})
    return [
        f"Of {retrieved} retrieved chunks the researcher accepted {verdicts['accept']}, rejected {verdicts['reject']} and flagged "
        f"{verdicts['flag']}; {unread} of these decisions were made without reading; {retrieved - len(state.decisions)} stayed undecided"
        f"{opened}."
    ]
