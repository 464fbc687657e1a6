"""One review over one run or several: each chunk once, with everything that the study says of it in any of them."""

from __future__ import annotations

from collections.abc import Sequence

from historag_tui.heuristik import review
from historag_tui.heuristik.review import Standing
from historag_tui.records import Decision, Hit, Judgment, Run, Verdict
from historag_tui.session.heuristik.reviewing import Reviewing
from historag_tui.session.study import Session


class JointReview:
    """Reads over all runs; what is said newly is recorded under the run in which the chunk stands first.

    runs:      in the order in which they were named.
    standing:  by chunk, in reading order.
    """

    def __init__(self, session: Session, heuristik: Reviewing, runs: Sequence[Run]) -> None:
        self.runs = tuple(runs)
        self.standing: dict[str, Standing] = {each.hit.chunk: each for each in review.joint_order(self.runs)}
        self._session = session
        self._heuristik = heuristik
        self._decisions: dict[str, Decision] = {}
        self._blind: set[tuple[str, str]] = set()
        self.refresh()

    @property
    def hits(self) -> list[Hit]:
        """The chunks in reading order, each as the run has it in which it stands first."""
        return [each.hit for each in self.standing.values()]

    def refresh(self) -> None:
        """See what was decided and opened since."""
        self._decisions = review.decisions_that_hold(self.runs, self._session.state.decisions)
        self._blind = {(run.id, chunk) for run in self.runs for chunk in self._heuristik.blind(run.id)}

    def key(self, chunk: str) -> tuple[str, str]:
        """The run in which the chunk stands first, and the chunk."""
        return self.standing[chunk].run, chunk

    def decision(self, chunk: str) -> Decision | None:
        """The newest in any of the runs."""
        return self._decisions.get(chunk)

    def note(self, chunk: str) -> str:
        """The note of the first run that has one."""
        notes = self._session.state.notes
        return next((notes[key] for key in self._keys(chunk) if notes.get(key)), "")

    def score(self, chunk: str) -> int | None:
        """The researcher's own score, of the first run that has one."""
        scores = self._session.state.scores
        return next((scores[key] for key in self._keys(chunk) if key in scores), None)

    def rebuttals(self, chunk: str) -> dict[tuple[str, str], str]:
        """By judge and rubric hash."""
        found: dict[tuple[str, str], str] = {}
        for key in reversed(self._keys(chunk)):
            found |= self._session.state.rebuttals.get(key, {})
        return found

    def judgments(self, chunk: str) -> tuple[Judgment, ...]:
        """One a judge and rubric; none while they are hidden."""
        return () if self._is_blind(chunk) else self._judgments(chunk)

    def hidden(self, chunk: str) -> bool:
        """Whether there are judgments that are not shown before a decision."""
        return self._is_blind(chunk) and bool(self._judgments(chunk))

    def decide(self, chunk: str, verdict: Verdict) -> None:
        """Accept, reject or flag what was read."""
        self._heuristik.decide(self.standing[chunk].run, [chunk], verdict)

    def reveal(self, chunk: str) -> None:
        """Open the judgments before a decision, in every run in which they are hidden."""
        for run, _ in self._keys(chunk):
            if (run, chunk) in self._blind:
                self._heuristik.reveal(run, chunk)

    def _keys(self, chunk: str) -> list[tuple[str, str]]:
        return [(run, chunk) for run, _ in self.standing[chunk].found_by] if chunk in self.standing else []

    def _is_blind(self, chunk: str) -> bool:
        return chunk not in self._decisions and any(key in self._blind for key in self._keys(chunk))

    def _judgments(self, chunk: str) -> tuple[Judgment, ...]:
        found: dict[tuple[str, str], Judgment] = {}
        for key in self._keys(chunk):
            for name, judgment in self._session.state.judgments.get(key, {}).items():
                found.setdefault(name, judgment)
        return tuple(found.values())
