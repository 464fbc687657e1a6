"""Phase one over an open study: expand, search, judge, decide, transfer."""

from collections.abc import Sequence

from historag_tui.session.heuristik.carrying import Carrying
from historag_tui.session.heuristik.joint_review import JointReview
from historag_tui.session.heuristik.judging import Judging
from historag_tui.session.heuristik.part import DEFAULT_QUOTA, DEFAULT_WINDOWING
from historag_tui.session.heuristik.recipes import Recipes
from historag_tui.session.heuristik.reviewing import Reviewing
from historag_tui.session.heuristik.searching import Searching
from historag_tui.session.heuristik.vocabulary import Words

__all__ = ["DEFAULT_QUOTA", "DEFAULT_WINDOWING", "Heuristik", "JointReview"]


class Heuristik(Words, Recipes, Searching, Judging, Reviewing, Carrying):
    """Finding sources and judging them.  Everything that is made is recorded before it is given back."""

    def review_over(self, run_ids: Sequence[str]) -> JointReview:
        """One review over these runs, texts filled in.  Raises UsageError for an unknown one."""
        return JointReview(self._session, self, [self._session.run(name) for name in run_ids])
