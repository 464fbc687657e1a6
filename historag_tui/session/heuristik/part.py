"""What every part of phase one has: the open study and its period."""

from __future__ import annotations

from historag_tui.days import day_of, first_day, last_day
from historag_tui.errors import NothingFound, UsageError
from historag_tui.heuristik.period import corpus_ends, outside
from historag_tui.heuristik.windows import cut
from historag_tui.records import Passage, Window
from historag_tui.session.study import Session

DEFAULT_WINDOWING = "10y"
DEFAULT_QUOTA = 5
MOST = 100_000_000
"""No corpus that this program opens has more chunks."""


class Part:
    """A part of phase one over an open study."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def _period(self, first: str, last: str) -> tuple[int, int]:
        """First and last day of a period; where an end is not named, that of the corpus without what stands alone outside."""
        if first and last:
            return first_day(first), last_day(last)
        ends = corpus_ends(self._session.index)
        if ends is None:
            raise UsageError(
                "No source of this corpus is dated", "Name a period with --from and --to, or search with --window none"
            )
        return (
            first_day(first) if first else day_of(ends.first, 1, 1),
            last_day(last) if last else day_of(ends.last, 12, 31),
        )

    def left_out(self, first: str = "", last: str = "") -> tuple[str, ...]:
        """A line for every year that stands alone outside an end of the corpus which was not named."""
        ends = corpus_ends(self._session.index)
        if ends is None:
            return ()
        unnamed = (year for year in ends.outside if not (first if year < ends.first else last))
        return outside(self._session.index, unnamed)

    def _windows(self, first: str, last: str, windowing: str, quota: int) -> tuple[Window, ...]:
        return cut(*self._period(first, last), windowing or DEFAULT_WINDOWING, quota)

    def passage(self, chunk: str) -> Passage:
        """A chunk of the index by its id, or by the beginning of one that a search of the study found.

        Raises NothingFound when the index has no such chunk.
        """
        row = self._session.index.chunks.row_of(chunk)
        if row is None and len(chunk) >= 4:
            found = {hit.chunk for run in self._session.state.runs.values() for hit in run.hits}
            begun = [name for name in found if name.startswith(chunk)]
            row = self._session.index.chunks.row_of(begun[0]) if len(begun) == 1 else None
        if row is None:
            raise NothingFound(
                f"The index has no chunk '{chunk[:40]}', and no search of this study found one that begins so",
                "Write more of its id, as a search or an export shows it",
            )
        return self._session.index.passage(row)
