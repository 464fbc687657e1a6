"""Phase one: searches."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

import msgspec

from historag_tui.days import first_day, last_day, year_of
from historag_tui.heuristik import between_runs
from historag_tui.heuristik.attestation import check_words
from historag_tui.heuristik.between_runs import RunsCompared
from historag_tui.heuristik.frequency import Scope
from historag_tui.record.events import Searched
from historag_tui.records import Progress, Recipe, Run
from historag_tui.session.heuristik.part import Part
from historag_tui.session.study import match_id


class Searching(Part):
    """Answer recipes, and compare what they gave."""

    def search(self, recipe: Recipe, *, record: bool = True, repeats: str = "") -> Iterator[Progress | Run]:
        """Answer a recipe.  The run comes last, recorded already unless that is not wanted.

        repeats: the run whose recipe it is, when it is followed once more.
        """
        from historag_tui.heuristik.retrieval import search

        for item in search(self._session.index, recipe):
            if isinstance(item, Run):
                found = self._word_warnings(item)
                found = msgspec.structs.replace(found, id=self._run_id(recipe), repeats=repeats)
                if record:
                    self._record_run(found)
                yield found
            else:
                yield item

    def _word_warnings(self, run: Run) -> Run:
        """The run with a word on each word of its topic that the corpus does not hold, or not yet when the period begins.

        And on every source that stands so far outside the corpus that no end of the period was set by it.
        The topic of passages like one is their label; nobody looks for its words.
        """
        index, recipe = self._session.index, run.recipe
        period = first_day(recipe.first), last_day(recipe.last)
        years = year_of(period[0]), year_of(period[1])
        words = recipe.keywords if recipe.like else f"{recipe.topic} {recipe.keywords}"
        checks = check_words(index, words, Scope(index), years, offer=False)
        whole = self._period("", "") if index.health.first else period
        alone = self.left_out(*("" if named == end else "named" for named, end in zip(period, whole, strict=True)))
        found = (*(check.line for check in checks if check.late), *alone)
        return msgspec.structs.replace(run, warnings=(*found, *run.warnings))

    def _run_id(self, recipe: Recipe) -> str:
        """From the recipe and the number of runs before it, so that the same steps give the same ids anywhere."""
        raw = msgspec.json.encode((recipe, len(self._session.state.runs)))
        return "run-" + hashlib.sha256(raw).hexdigest()[:8]

    def _record_run(self, run: Run) -> None:
        for hit in run.hits:
            self._session.texts.keep(hit.text, durable=False)
        windows = tuple(
            msgspec.structs.replace(result, hits=tuple(msgspec.structs.replace(hit, text="") for hit in result.hits))
            for result in run.windows
        )
        self._session.append(Searched(msgspec.structs.replace(run, windows=windows)))

    def compare(self, run_a: str, run_b: str) -> RunsCompared:
        """What only the one run found, what only the other, and what both, window by window.  Raises UsageError."""
        runs = self._session.state.runs
        return between_runs.compare(runs[match_id(run_a, runs, "run")], runs[match_id(run_b, runs, "run")])
