"""An open study."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from historag_tui.errors import IndexMismatch, UsageError
from historag_tui.record.attachments import Attachments
from historag_tui.record.events import Event, MemoWritten, QuestionRevised, Stamped, StandpointWritten, Undone
from historag_tui.record.journal import Journal, wall_time
from historag_tui.record.state import StudyState, advance, last_undoable, replay
from historag_tui.records import Passage, Run, WorkingCorpus
from historag_tui.session.diary import describe
from historag_tui.workspace import Workspace, open_workspace

if TYPE_CHECKING:
    from historag_tui.index.reader import Index
    from historag_tui.session.analyse import Analyse
    from historag_tui.session.heuristik import Heuristik

RECORD_FOLDER = "record"
WITHDRAWN = "[This text was withdrawn from the study.]"


class Session:
    """One study, open for reading and writing.

    state:     what holds now; front ends read it anew after every call that writes.
    events:    the record as merged.
    warnings:  what was found amiss in the record.
    lock:      held while the record grows, since a judge may write from one thread while the researcher decides in another;
               a reader that walks through the state while work runs holds it, too.
    """

    def __init__(self, workspace: Workspace, name: str, now: Callable[[], str] = wall_time) -> None:
        self.workspace = workspace
        self.name = name
        self._now = now
        self.lock = threading.RLock()
        folder = workspace.studies_folder / name
        self.journal = Journal(folder / RECORD_FOLDER, now=now)
        self.texts = Attachments(folder / "texts")
        self.replies = Attachments(folder / "replies")
        self.rubric_files = Attachments(folder / "rubrics")
        self.events: list[Stamped] = self.journal.read()
        self.state: StudyState = replay(self.events)

    @property
    def warnings(self) -> list[str]:
        """What was found amiss in the record, one line each."""
        return self.journal.warnings

    @cached_property
    def index(self) -> Index:
        """The index of the workspace, opened when first needed.  Raises IndexMissing, IndexMismatch or IndexDamaged."""
        from historag_tui.index.reader import open_index

        try:
            return open_index(self.workspace.index_folder, self.workspace.settings)
        except IndexMismatch:
            # The embedder may have been changed since historag.toml was read.
            return open_index(self.workspace.index_folder, open_workspace(self.workspace.root).settings)

    def forget_index(self) -> None:
        """Open the index anew when it is needed next: settings, or the generation that answers, have changed."""
        self.__dict__.pop("index", None)

    @cached_property
    def heuristik(self) -> Heuristik:
        """Phase one."""
        from historag_tui.session.heuristik import Heuristik

        return Heuristik(self)

    @cached_property
    def analyse(self) -> Analyse:
        """Phase two."""
        from historag_tui.session.analyse import Analyse

        return Analyse(self)

    def today(self) -> str:
        """The day, by the clock that dates the record."""
        return self._now()[:10]

    def append(self, *events: Event) -> None:
        """Write events to the record; when this returns they are on the disk and in the state."""
        with self.lock:
            written = self.journal.append(events)
            self.events += written
            if any(isinstance(stamped.event, Undone) for stamped in written):
                self.state = replay(self.events)
            else:
                for stamped in written:
                    advance(self.state, stamped)

    def refresh(self) -> bool:
        """Read what other writers added; whether there was anything."""
        with self.lock:
            events = self.journal.read()
            changed = len(events) != len(self.events)
            if changed:
                self.events = events
                self.state = replay(events)
            return changed

    def revise_question(self, text: str) -> None:
        """Put the research question anew; the earlier versions stay."""
        if not text.strip():
            raise UsageError("The question is empty", "Write what you want to know")
        self.append(QuestionRevised(text.strip()))

    def write_standpoint(self, text: str) -> None:
        """Say from where one looks at the sources."""
        self.append(StandpointWritten(text.strip()))

    def memo(self, about: str, text: str) -> None:
        """Attach a memo to anything: a run, a chunk, a working corpus, a Zwischentext, the study."""
        if not text.strip():
            raise UsageError("The memo is empty", "Write what you want to keep")
        state = self.state
        known = ["study", self.name, *state.runs, *state.corpora, *state.zwischentexte, *state.term_lists]
        chunks = {hit.chunk for run in state.runs.values() for hit in run.hits}
        named = about if about in known else match_id(about, [*known, *chunks], "run, chunk, corpus or text")
        self.append(MemoWritten(named, text.strip()))

    def undo(self) -> str | None:
        """Take back the newest decision, note, score, rebuttal, term list, check or memo; what it was, or None."""
        with self.lock:
            target = last_undoable(self.events)
            if target is None:
                return None
            self.append(Undone(target.hash))
            return describe(target)

    def run(self, name: str) -> Run:
        """The run of that id or unambiguous beginning, texts filled in.  Raises UsageError."""
        run = self.state.runs[match_id(name, self.state.runs, "run")]
        windows = tuple(
            msgspec.structs.replace(
                result,
                hits=tuple(msgspec.structs.replace(hit, text=self._text(hit.text_hash)) for hit in result.hits),
            )
            for result in run.windows
        )
        return msgspec.structs.replace(run, windows=windows)

    def working_corpus(self, name: str) -> WorkingCorpus:
        """The working corpus of that id or unambiguous beginning, texts filled in.  Raises UsageError."""
        corpus = self.state.corpora[match_id(name, self.state.corpora, "working corpus")]
        chunks = tuple(
            msgspec.structs.replace(
                chunk,
                passage=msgspec.structs.replace(chunk.passage, text=self._text(chunk.passage.text_hash)),
            )
            for chunk in corpus.chunks
        )
        return msgspec.structs.replace(corpus, chunks=chunks)

    def close(self) -> None:
        """Let go of the record file."""
        self.journal.close()

    def _text(self, text_hash: str) -> str:
        """A chunk's text as it was; a text withdrawn from the study says so."""
        text = self.texts.read(text_hash)
        return WITHDRAWN if text is None else text


def match_id(name: str, known: Iterable[str], kind: str) -> str:
    """The one id that is, or begins with, the name, as in git.  Raises UsageError when there is none or several."""
    ids = list(known)
    found = [name] if name in ids else [candidate for candidate in ids if name and candidate.startswith(name)]
    if len(found) == 1:
        return found[0]
    if found:
        raise UsageError(f"'{name}' begins {len(found)} ids of a {kind}", f"Write more of it: {', '.join(found[:5])}")
    raise UsageError(f"There is no {kind} '{name[:40]}'", f"Known are: {', '.join(ids[-8:]) or 'none yet'}")


def without_text(passage: Passage) -> Passage:
    """The passage as it stands in the record: its text lies beside it."""
    return msgspec.structs.replace(passage, text="")
