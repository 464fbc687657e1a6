"""What can happen in a study.  One event is one line of the record; what an event means is said by ``state``."""

from __future__ import annotations

from typing import Literal

import msgspec

from historag_tui.records import Decision, Judgment, Record, Run, TermList, WorkingCorpus, Zwischentext

FORMAT = 1
"""Version of the line format.  A line of a higher one is refused, never guessed at."""

CitationVerdict = Literal["unchecked", "checked in the text", "checked against the original", "contested", "refuted"]


class StudyBegan(Record, frozen=True, tag="study began"):
    """The study was opened, with its research question."""

    title: str
    question: str
    corpus: str
    """Name of the corpus."""


class QuestionRevised(Record, frozen=True, tag="question revised"):
    """The research question was put anew; every version is kept."""

    question: str


class StandpointWritten(Record, frozen=True, tag="standpoint written"):
    """The researcher said from where they look at the sources."""

    text: str


class TermsKept(Record, frozen=True, tag="terms kept"):
    """A term list was written, with what was refused; the newest version of a name holds."""

    terms: TermList


class Searched(Record, frozen=True, tag="searched"):
    """A search was made.  The texts of its hits lie beside the record, by hash."""

    run: Run


class JudgingBegan(Record, frozen=True, tag="judging began"):
    """A judge was set to work on a run.  The rubric's file lies beside the record, by hash."""

    run: str
    rubric: str
    rubric_hash: str
    judge: str
    host: str
    asked: int
    """How many chunks were still to be judged."""


class Judged(Record, frozen=True, tag="judged"):
    """A judge answered, or failed to."""

    judgment: Judgment


class Decided(Record, frozen=True, tag="decided"):
    """The researcher decided, on one chunk or by a rule on many; undone as one."""

    decisions: tuple[Decision, ...]


class Noted(Record, frozen=True, tag="noted"):
    """A note on a chunk; the newest holds."""

    run: str
    chunk: str
    text: str


class Scored(Record, frozen=True, tag="scored"):
    """The researcher's own score, 1–10, beside the judge's."""

    run: str
    chunk: str
    score: int


class Contested(Record, frozen=True, tag="contested"):
    """A rebuttal beside a judgment."""

    run: str
    chunk: str
    judge: str
    rubric_hash: str
    rebuttal: str


class Revealed(Record, frozen=True, tag="judgments revealed"):
    """The judgments of one of a rubric's first chunks were opened before the researcher had decided on it."""

    run: str
    chunk: str


class Transferred(Record, frozen=True, tag="transferred"):
    """Accepted chunks crossed into Analyse as a working corpus."""

    corpus: WorkingCorpus


class Written(Record, frozen=True, tag="zwischentext written"):
    """A model wrote a Zwischentext."""

    zwischentext: Zwischentext


class CitationChecked(Record, frozen=True, tag="citation checked"):
    """The researcher followed a citation."""

    zwischentext: str
    citation: int
    """Its place among the Zwischentext's citations, counted from 0."""
    verdict: CitationVerdict


class MemoWritten(Record, frozen=True, tag="memo written"):
    """A memo attached to anything."""

    object: str
    text: str


class Exported(Record, frozen=True, tag="exported"):
    """Something was written for others."""

    object: str
    format: str
    file: str


class Withdrawn(Record, frozen=True, tag="withdrawn"):
    """A document was removed by law: its texts, and what judges replied on them, are gone from the study."""

    document: str
    reason: str
    text_hashes: tuple[str, ...]
    """Of the chunks whose texts were deleted."""
    replies: int = 0
    """Raw replies of judges that were deleted."""


class Undone(Record, frozen=True, tag="undone"):
    """An earlier event counts no more."""

    target_hash: str


Event = (
    StudyBegan
    | QuestionRevised
    | StandpointWritten
    | TermsKept
    | Searched
    | JudgingBegan
    | Judged
    | Decided
    | Noted
    | Scored
    | Contested
    | Revealed
    | Transferred
    | Written
    | CitationChecked
    | MemoWritten
    | Exported
    | Withdrawn
    | Undone
)

UNDOABLE = (Decided, Noted, Scored, Contested, TermsKept, CitationChecked, MemoWritten)
"""What one key takes back.  Searches, judgments, transfers and Zwischentexte happened; they stay."""


class Line(Record, frozen=True, kw_only=True):
    """One line of a record file."""

    format: int = FORMAT
    clock: int
    """Logical (Lamport) clock: higher than that of every event its writer had seen."""
    writer: str
    time: str
    """Wall time in UTC; shown, never sorted by."""
    previous: tuple[str, ...]
    """Hash of the line before it in the file; a file's first line names the last line of every file it saw."""
    event: Event
    before: str | msgspec.UnsetType = msgspec.UNSET
    """Only in a line in which a withdrawn text was blacked out: the hash it had before, by which it is still known."""


class Stamped(Record, frozen=True):
    """An event as read back: its line, and the line's hash."""

    hash: str
    line: Line

    @property
    def event(self) -> Event:
        """What happened."""
        return self.line.event
