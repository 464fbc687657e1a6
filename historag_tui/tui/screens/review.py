"""Review (Sichtung und Kritik): chunk and judgment side by side, one key a decision."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import BindingType
from textual.screen import Screen

from historag_tui.records import Judgment, Verdict
from historag_tui.session.heuristik import JointReview
from historag_tui.tui import presentation
from historag_tui.tui.dialogs import Ask
from historag_tui.tui.keymap import bind
from historag_tui.tui.screens.reading import ReadingScreen
from historag_tui.tui.screens.review_work import begin_judging, begin_transfer

_DONE: dict[Verdict, str] = {"accept": "accepted", "reject": "rejected", "flag": "flagged"}


class ReviewScreen(ReadingScreen):
    """The chunks of one run, or of several together, in the order window, then date."""

    MODE = "review"
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("a", "decide('accept')", "accept", id="review.accept"),
        bind("x", "decide('reject')", "reject", id="review.reject"),
        bind("f", "decide('flag')", "flag", id="review.flag"),
        bind("full_stop", "repeat", "repeat the decision", key_display=".", id="review.repeat", show=False),
        bind("n", "note", "note", id="review.note"),
        bind("s", "own_score", "own score, then a digit (0 is 10)", id="review.score", show=False),
        bind("v", "reveal", "open a judgment before deciding", id="review.reveal", show=False),
        bind("c", "contest", "contest the judgment", id="review.contest", show=False),
        *(
            bind(digit, f"digit({digit})", "own score", id=f"review.digit-{digit}", show=False)
            for digit in "0123456789"
        ),
        bind("J", "judge", "judge", id="review.judge"),
        bind("T", "transfer", "transfer", id="review.transfer"),
        bind("E", "export", "export", id="review.export", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._last_verdict: Verdict = "accept"

    def action_own_score(self) -> None:
        """Wait for the digit."""
        if self.hits.key:
            self.awaiting = "s"
            self.historag.say("own score: a digit 1 to 9, or 0 for 10")

    def action_digit(self, digit: int) -> None:
        """The own score."""
        self.awaiting = ""
        score = digit or 10
        if not self.hits.key:
            return
        if self.historag.attempt(lambda: self.session.heuristik.score(*self._here(), score), f"own score {score} kept"):
            self.show_rows()

    def action_decide(self, verdict: Verdict) -> None:
        """Decide on the chunk under the cursor and go on to the next."""
        self.awaiting = ""
        if not self.hits.key:
            return
        review, chunk = self._over(), self.hits.key
        self._last_verdict = verdict
        hidden = review.hidden(chunk)
        if self.historag.attempt(lambda: review.decide(chunk, verdict), f"{_DONE[verdict]} {chunk[:8]}"):
            self.show_rows()
            if hidden:
                score = presentation.machine_score(review.judgments(chunk))
                self.historag.say(f"{_DONE[verdict]} {chunk[:8]}; the judge says {score}; k goes back to its argument")
            self.hits.action_move(1)

    def action_repeat(self) -> None:
        """The last decision, on this chunk."""
        self.action_decide(self._last_verdict)

    def action_note(self) -> None:
        """Write a note; the old one stands in the field."""
        if not self.hits.key:
            return
        run, chunk = self._here()

        def kept(text: str | None) -> None:
            if text is not None and self.historag.attempt(
                lambda: self.session.heuristik.note(run, chunk, text), "note kept"
            ):
                self.show_rows()

        self.app.push_screen(Ask(f"Note on {chunk[:8]}", self._over().note(chunk)), kept)

    def action_reveal(self) -> None:
        """Open the judgments of one of the first chunks before deciding on it."""
        chunk = self.hits.key
        if not chunk or not self._over().hidden(chunk):
            self.historag.say("no judgment is hidden here")
        elif self.historag.attempt(
            lambda: self._over().reveal(chunk), "opened before a decision; the record keeps that"
        ):
            self.show_rows()

    def action_contest(self) -> None:
        """Set a rebuttal beside the newest judgment."""
        chunk = self.hits.key
        judgments = self._over().judgments(chunk) if chunk else ()
        if not judgments:
            hidden = bool(chunk) and self._over().hidden(chunk)
            self.historag.say("decide first, or v opens the judgment" if hidden else "there is no judgment to contest")
            return
        newest = judgments[-1]

        def kept(text: str | None) -> None:
            if text and self.historag.attempt(
                lambda: self.session.heuristik.contest(newest.run, chunk, newest, text), "contested"
            ):
                self.show_rows()

        self.app.push_screen(Ask(f"Why does the judgment of {newest.judge} not hold?"), kept)

    def _over(self) -> JointReview:
        """The review in front; there is one wherever there is a chunk."""
        assert self.review is not None
        return self.review

    def _here(self) -> tuple[str, str]:
        return self._over().key(self.hits.key)

    def action_judge(self) -> None:
        """Let a model judge what is not judged yet."""
        if self.run_ids:
            begin_judging(self, self.run_ids)

    def action_transfer(self) -> None:
        """Show what would cross into Analyse, and let it cross with a reason."""
        if self.run_ids:
            begin_transfer(self, self.run_ids)

    def action_export(self) -> None:
        """Write the run, or each of the runs, to a file."""
        from historag_tui.tui.screens.exporting import begin_export

        if self.run_ids:
            begin_export(self, *self.run_ids)

    def judged(self, judgment: Judgment) -> None:
        """A judgment came."""
        if judgment.run in self.run_ids and self.is_current:
            self.show_rows()


def open_screen() -> Screen[None]:
    """The screen."""
    return ReviewScreen()
