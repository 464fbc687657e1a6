"""The record as people read it: one line an event."""

from __future__ import annotations

from collections import Counter

from historag_tui.record import events as happened
from historag_tui.record.events import Stamped


def describe(stamped: Stamped) -> str:
    """What happened, in one line without its time."""
    match stamped.event:
        case happened.StudyBegan(title=title, question=question):
            return f"study begun: {title}" + (f" — {question}" if question else "")
        case happened.QuestionRevised(question=question):
            return f"question: {question}"
        case happened.StandpointWritten(text=text):
            return f"standpoint: {_short(text)}"
        case happened.TermsKept(terms=terms):
            own = sum(map(len, terms.windows.values()))
            of_windows = f", {own} for single windows" if own else ""
            return f"term list {terms.name}: {len(terms.accepted)} accepted, {len(terms.refused)} refused{of_windows}"
        case happened.Searched(run=run):
            recipe = run.recipe
            asked = recipe.topic or recipe.keywords or recipe.term_list
            what = f"sample {run.id}: seed {recipe.seed}" if recipe.layer == "random" else f"search {run.id}: {asked}"
            return (
                f"{what} · {recipe.first} to {recipe.last} · "
                f"{recipe.windowing} × {recipe.per_window} · {recipe.layer} · {run.distinct} chunks"
                + (f" · repeats {run.repeats}" if run.repeats else "")
                + (f" · {recipe.reason}" if recipe.reason else "")
            )
        case happened.JudgingBegan(run=run_id, rubric=rubric, judge=judge, asked=asked):
            return f"judge {judge} set to {run_id} under {rubric}: {asked} chunks"
        case happened.Judged(judgment=judgment):
            outcome = f"{judgment.score}/10" if judgment.score is not None else f"{judgment.state}: {judgment.reason}"
            return f"judgment {judgment.judge} on {judgment.chunk[:8]}: {_short(outcome)}"
        case happened.Decided(decisions=decisions):
            counts = Counter(decision.verdict for decision in decisions)
            what = ", ".join(f"{count} {verdict}" for verdict, count in counts.items())
            if len(decisions) == 1:
                what = f"{decisions[0].verdict} {decisions[0].chunk[:8]}"
            return f"decision: {what} ({decisions[0].origin if decisions else 'none'})"
        case happened.Noted(chunk=chunk, text=text):
            return f"note on {chunk[:8]}: {_short(text)}" if text else f"note on {chunk[:8]} removed"
        case happened.Scored(chunk=chunk, score=score):
            return f"own score on {chunk[:8]}: {score}/10"
        case happened.Contested(chunk=chunk, judge=judge, rebuttal=rebuttal):
            return f"contested {judge} on {chunk[:8]}: {_short(rebuttal)}"
        case happened.Revealed(chunk=chunk):
            return f"judgments of {chunk[:8]} opened before a decision"
        case happened.Transferred(corpus=corpus):
            return f"transfer {corpus.id}: {len(corpus.chunks)} chunks from {', '.join(corpus.runs)} · {corpus.reason}"
        case happened.Written(zwischentext=text):
            return (
                f"Zwischentext {text.id} on {text.corpus} by {text.model_name} ({text.state}): {_short(text.question)}"
            )
        case happened.CitationChecked(zwischentext=text_id, citation=citation, verdict=verdict):
            return f"citation {citation + 1} of {text_id}: {verdict}"
        case happened.MemoWritten(object=about, text=text):
            return f"memo on {about}: {_short(text)}"
        case happened.Exported(object=about, format=form, file=file):
            return f"export {about} as {form}: {file}"
        case happened.Withdrawn(document=document, reason=reason, text_hashes=texts, replies=replies):
            return f"withdrawn: document {document}, {len(texts)} texts, {replies} replies · {reason}"
        case happened.Undone(target_hash=target):
            return f"undone: {target[:8]}"


def _short(text: str, most: int = 120) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1] + "…"
