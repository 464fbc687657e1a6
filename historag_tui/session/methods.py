"""The methods paragraph: made from the record alone, the same for the same record."""

from __future__ import annotations

from collections import Counter

from historag_tui.heuristik.filters import written
from historag_tui.record.state import StudyState
from historag_tui.records import Recipe, Run


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
    if state.withdrawn:
        named = "; ".join(f"{withdrawal.document}: {withdrawal.reason}" for withdrawal in state.withdrawn.values())
        sentences.append(
            f"Afterwards {len(state.withdrawn)} documents were removed by law ({named}); what was found of them is counted "
            "above, and their texts are gone."
        )
    return " ".join(sentences)


def _search(run: Run) -> str:
    recipe = run.recipe
    layers = {
        "both": "keyword and vector search, fused by rank",
        "semantic": "vector search",
        "keyword": "keyword search",
        "random": f"chance alone (seed {recipe.seed})",
    }[recipe.layer]
    if recipe.like:
        layers = f"the vector of chunk {recipe.like}"
    windows = (
        "without temporal windows"
        if recipe.windowing == "none"
        else f"in {len(recipe.windows)} windows ({recipe.windowing}) with an equal quota of {recipe.per_window} by design"
        if len({window.quota for window in recipe.windows}) == 1
        else f"in {len(recipe.windows)} windows with quotas set by the researcher"
    )
    embedder = f" (embedder: {recipe.embedder})" if recipe.embedder else ""
    about = (
        "As a random sample without a query" if recipe.layer == "random" else f"For “{recipe.topic or recipe.keywords}”"
    )
    threshold = "" if recipe.layer == "random" else "; no similarity threshold was applied"
    again = f", the recipe of {run.repeats} followed once more" if run.repeats else ""
    return (
        f"{about} {run.distinct} chunks were {'drawn' if recipe.layer == 'random' else 'retrieved'} from {recipe.first} "
        f"to {recipe.last} by {layers}{embedder}, {windows}{''.join(_conditions(recipe))}{threshold} ({run.id}{again})."
    )


def _conditions(recipe: Recipe) -> list[str]:
    """What besides the windows decided which chunks came in."""
    conditions = []
    if recipe.filters:
        conditions.append(f", restricted to {'; '.join(map(written, recipe.filters))}")
    caps = [
        *([f"{recipe.cap} of a document"] if recipe.cap else []),
        *(f"{c.most} of one {c.field}" for c in recipe.field_caps),
    ]
    if caps:
        conditions.append(f", at most {' and '.join(caps)} in a window")
    if recipe.spread:
        conditions.append(f", the values of {' and '.join(recipe.spread)} taking turns")
    if recipe.reprints == "once":
        conditions.append(", reprints counted once by their earliest witness")
    return conditions


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
