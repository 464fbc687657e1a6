"""The state of a study: what replaying its record gives, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from historag_tui.record.events import (
    UNDOABLE,
    CitationChecked,
    CitationVerdict,
    Contested,
    Decided,
    Exported,
    Judged,
    JudgingBegan,
    MemoWritten,
    Noted,
    QuestionRevised,
    Revealed,
    Scored,
    Searched,
    Stamped,
    StandpointWritten,
    StudyBegan,
    TermsKept,
    Transferred,
    Undone,
    Withdrawn,
    Written,
)
from historag_tui.records import Decision, Judgment, Run, TermList, WorkingCorpus, Zwischentext

RunChunk = tuple[str, str]
"""A run's id and a chunk's id."""


class StudyState(msgspec.Struct):
    """What holds in a study now.  Made by ``replay`` only; readers never change it."""

    title: str = ""
    corpus: str = ""
    questions: list[str] = []
    """Every version of the research question, the newest last."""
    standpoint: str = ""
    runs: dict[str, Run] = {}
    """By id, in the order of the searches.  The texts of the hits are empty: they lie beside the record."""
    term_lists: dict[str, TermList] = {}
    judgings: list[JudgingBegan] = []
    judgments: dict[RunChunk, dict[tuple[str, str], Judgment]] = {}
    """By run and chunk, then by judge and rubric hash; the newest holds."""
    decisions: dict[RunChunk, Decision] = {}
    """The one that holds for each chunk of a run, the newest last."""
    notes: dict[RunChunk, str] = {}
    scores: dict[RunChunk, int] = {}
    rebuttals: dict[RunChunk, dict[tuple[str, str], str]] = {}
    revealed: set[RunChunk] = set()
    """Where judgments were opened before a decision."""
    corpora: dict[str, WorkingCorpus] = {}
    """By id.  The texts of the passages are empty: they lie beside the record."""
    zwischentexte: dict[str, Zwischentext] = {}
    checks: dict[tuple[str, int], CitationVerdict] = {}
    """By Zwischentext and citation."""
    memos: list[MemoWritten] = []
    exports: list[Exported] = []
    withdrawn: dict[str, Withdrawn] = {}
    """What was removed by law, by the documents' ids."""

    @property
    def question(self) -> str:
        """The research question as it stands."""
        return self.questions[-1] if self.questions else ""

    def judgments_of(self, run: str, chunk: str) -> tuple[Judgment, ...]:
        """All judgments of a chunk in a run, one a judge and rubric, in the order they were made first."""
        return tuple(self.judgments.get((run, chunk), {}).values())


def replay(events: Iterable[Stamped]) -> StudyState:
    """The state that these events give, in this order."""
    events = tuple(events)
    undone = {stamped.event.target_hash for stamped in events if isinstance(stamped.event, Undone)}
    state = StudyState()
    for stamped in events:
        if stamped.hash not in undone:
            advance(state, stamped)
    return state


def last_undoable(events: Iterable[Stamped], writer: str = "") -> Stamped | None:
    """The newest event that can be taken back and was not; only that writer's when one is named."""
    events = tuple(events)
    undone = {stamped.event.target_hash for stamped in events if isinstance(stamped.event, Undone)}
    for stamped in reversed(events):
        if isinstance(stamped.event, UNDOABLE) and stamped.hash not in undone and writer in ("", stamped.line.writer):
            return stamped
    return None


def advance(state: StudyState, stamped: Stamped) -> None:
    """Bring the state forward by one event, in place.  An undo has to be replayed instead."""
    match stamped.event:
        case StudyBegan(title=title, question=question, corpus=corpus):
            state.title, state.corpus = title, corpus
            if question:
                state.questions.append(question)
        case QuestionRevised(question=question):
            state.questions.append(question)
        case StandpointWritten(text=text):
            state.standpoint = text
        case TermsKept(terms=terms):
            state.term_lists[terms.name] = terms
        case Searched(run=run):
            state.runs.setdefault(run.id, run)
        case JudgingBegan() as judging:
            state.judgings.append(judging)
        case Judged(judgment=judgment):
            of_chunk = state.judgments.setdefault((judgment.run, judgment.chunk), {})
            of_chunk[(judgment.judge, judgment.rubric_hash)] = judgment
        case Decided(decisions=decisions):
            for decision in decisions:
                state.decisions.pop((decision.run, decision.chunk), None)
                state.decisions[(decision.run, decision.chunk)] = decision
        case Noted(run=run_id, chunk=chunk, text=text):
            state.notes[(run_id, chunk)] = text
        case Scored(run=run_id, chunk=chunk, score=score):
            state.scores[(run_id, chunk)] = score
        case Contested(run=run_id, chunk=chunk, judge=judge, rubric_hash=rubric_hash, rebuttal=rebuttal):
            state.rebuttals.setdefault((run_id, chunk), {})[(judge, rubric_hash)] = rebuttal
        case Revealed(run=run_id, chunk=chunk):
            state.revealed.add((run_id, chunk))
        case Transferred(corpus=working):
            state.corpora[working.id] = working
        case Written(zwischentext=zwischentext):
            state.zwischentexte[zwischentext.id] = zwischentext
        case CitationChecked(zwischentext=text_id, citation=citation, verdict=verdict):
            state.checks[(text_id, citation)] = verdict
        case MemoWritten() as memo:
            state.memos.append(memo)
        case Exported() as export:
            state.exports.append(export)
        case Withdrawn(document=document) as withdrawal:
            state.withdrawn[document] = withdrawal
        case Undone():
            # Its target was left out above; by itself it changes nothing.
            return
