"""Phase one: review, and the door to the other phase."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from historag_tui.errors import NothingFound, UsageError
from historag_tui.heuristik import review
from historag_tui.record.events import Contested, Decided, Noted, Revealed, Scored, Transferred
from historag_tui.records import (
    CorpusChunk,
    Decision,
    Hit,
    Judgment,
    Origin,
    Passage,
    Run,
    TransferRow,
    Verdict,
    WorkingCorpus,
)
from historag_tui.session.heuristik.part import Part
from historag_tui.session.study import WITHDRAWN, match_id, without_text


class Reviewing(Part):
    """Decide on chunks, read around them, transfer what was accepted."""

    def review_order(self, run_id: str) -> list[Hit]:
        """The hits of a run in the order in which they are read: window, then date."""
        return review.reading_order(self._session.run(run_id))

    def decide(
        self, run_id: str, chunks: Sequence[str], verdict: Verdict, origin: Origin = "read", rule: str = ""
    ) -> None:
        """Accept, reject or flag chunks of a run; one step that one undo takes back."""
        hits = [self.hit(run_id, chunk) for chunk in chunks]
        run = match_id(run_id, self._session.state.runs, "run")
        decisions = tuple(
            Decision(run=run, chunk=hit.chunk, text_hash=hit.text_hash, verdict=verdict, origin=origin, rule=rule)
            for hit in hits
        )
        if decisions:
            self._session.append(Decided(decisions))

    def note(self, run_id: str, chunk: str, text: str) -> None:
        """Write a note on a chunk; an empty one removes it."""
        run, hit = match_id(run_id, self._session.state.runs, "run"), self.hit(run_id, chunk)
        self._session.append(Noted(run, hit.chunk, text.strip()))

    def score(self, run_id: str, chunk: str, score: int) -> None:
        """Give the researcher's own score, 1–10.  Raises UsageError outside of that."""
        if not 1 <= score <= 10:
            raise UsageError(f"A score of {score} is outside 1–10", "Choose 1 to 10")
        run, hit = match_id(run_id, self._session.state.runs, "run"), self.hit(run_id, chunk)
        self._session.append(Scored(run, hit.chunk, score))

    def contest(self, run_id: str, chunk: str, judgment: Judgment, rebuttal: str) -> None:
        """Set a rebuttal beside a judgment; the judgment stays as it was."""
        if not rebuttal.strip():
            raise UsageError("The rebuttal is empty", "Write why the judgment does not hold")
        run, hit = match_id(run_id, self._session.state.runs, "run"), self.hit(run_id, chunk)
        self._session.append(Contested(run, hit.chunk, judgment.judge, judgment.rubric_hash, rebuttal.strip()))

    def blind(self, run_id: str) -> set[str]:
        """The chunks of a run whose judgments are not shown yet: a rubric's first ones, undecided and unopened."""
        state = self._session.state
        run = match_id(run_id, state.runs, "run")
        judgings = ((judging.run, judging.rubric_hash) for judging in state.judgings)
        first = review.first_judged(state.runs, judgings) - state.revealed - state.decisions.keys()
        return {chunk for of_run, chunk in first if of_run == run}

    def reveal(self, run_id: str, chunk: str) -> None:
        """Open the judgments of a chunk before deciding on it; the record keeps that."""
        run, hit = match_id(run_id, self._session.state.runs, "run"), self.hit(run_id, chunk)
        self._session.append(Revealed(run, hit.chunk))

    def hit(self, run_id: str, chunk: str) -> Hit:
        """The hit of a run by its chunk's id or an unambiguous beginning of it, its text left out.  Raises UsageError."""
        run = self._session.state.runs[match_id(run_id, self._session.state.runs, "run")]
        hits = {hit.chunk: hit for hit in run.hits}
        return hits[match_id(chunk, hits, "chunk of this run")]

    def beside(self, chunk: str, step: int = 1) -> Passage | None:
        """The chunk so many places further in its document; None beyond the document's ends."""
        index = self._session.index
        here = self.passage(chunk)
        wanted = here.ordinal + step
        if not 0 <= wanted < here.siblings:
            return None
        row = index.chunks.row_of(chunk)
        return None if row is None else index.passage(row + step)

    def document(self, document: str) -> tuple[str, str]:
        """Title and whole text of a document.  Raises NothingFound."""
        index = self._session.index
        number = index.documents.index_of(document)
        if number is None:
            raise NothingFound(f"The index has no document '{document}'", "Bring it up to date with: historag index")
        return index.documents.get(number).title, index.text(number)

    def transfer_table(self, run_ids: Sequence[str]) -> tuple[TransferRow, ...]:
        """What would cross into Analyse from each window."""
        return review.transfer_table(self._there(run_ids), self._session.state.decisions)

    def transfer(self, run_ids: Sequence[str], reason: str) -> WorkingCorpus:
        """Freeze the accepted chunks of these runs as a working corpus, texts and all.

        Raises UsageError without a reason, NothingFound when nothing was accepted.
        """
        session = self._session
        if not reason.strip():
            raise UsageError("A transfer needs a reason", "Say why these sources may be interpreted: --reason")
        runs = self._there(run_ids)
        chunks = review.accepted(runs, session.state.decisions)
        if not chunks:
            raise NothingFound("Nothing was accepted in these runs", "Accept chunks in review first")
        before = (
            {chunk.passage.chunk for chunk in list(session.state.corpora.values())[-1].chunks}
            if session.state.corpora
            else set()
        )
        now = [chunk.passage.chunk for chunk in chunks]
        corpus = WorkingCorpus(
            id=f"corpus-{len(session.state.corpora) + 1}",
            runs=tuple(run.id for run in runs),
            reason=reason.strip(),
            table=review.transfer_table(runs, session.state.decisions),
            chunks=chunks,
            added=tuple(chunk for chunk in now if chunk not in before),
            removed=tuple(sorted(before.difference(now))),
        )
        for chunk in chunks:
            session.texts.keep(chunk.passage.text)
        session.append(Transferred(msgspec.structs.replace(corpus, chunks=tuple(map(_frozen, chunks)))))
        return corpus

    def _there(self, run_ids: Sequence[str]) -> list[Run]:
        """The runs without withdrawn texts: what was decided on them stays in the record, but nothing of them crosses."""
        return [_with_texts(self._session.run(name)) for name in run_ids]


def _with_texts(run: Run) -> Run:
    windows = tuple(
        msgspec.structs.replace(result, hits=tuple(hit for hit in result.hits if hit.text != WITHDRAWN))
        for result in run.windows
    )
    return msgspec.structs.replace(run, windows=windows)


def _frozen(chunk: CorpusChunk) -> CorpusChunk:
    return msgspec.structs.replace(chunk, passage=without_text(chunk.passage))
