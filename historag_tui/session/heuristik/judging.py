"""Phase one: the judge."""

from __future__ import annotations

from collections.abc import Collection, Generator, Sequence
from contextlib import closing
from pathlib import Path

from historag_tui.errors import SettingsError, UsageError
from historag_tui.heuristik import review
from historag_tui.heuristik.rubrics import load_rubric
from historag_tui.record.events import Judged, JudgingBegan
from historag_tui.records import Hit, Judgment, JudgmentState, Progress, Rubric
from historag_tui.session.heuristik.part import Part
from historag_tui.session.study import WITHDRAWN, match_id


class Judging(Part):
    """Rubrics, and the judges that argue and score under them."""

    def rubrics(self) -> list[Rubric]:
        """The rubrics of the workspace that can be read, by name."""
        found = []
        for path in sorted(self._session.workspace.rubrics_folder.glob("*.toml")):
            try:
                found.append(load_rubric(path))
            except SettingsError as error:
                self._session.warnings.append(str(error))
        return found

    def rubric(self, name: str) -> Rubric:
        """A rubric of the workspace by name, or of any file by path.  Raises UsageError or SettingsError."""
        folder = self._session.workspace.rubrics_folder
        path = Path(name) if name.endswith(".toml") else folder / f"{name}.toml"
        try:
            there = path.is_file()
        except OSError as error:
            raise SettingsError(
                f"{path} cannot be looked at: {error.strerror}", "Check its name and the permissions of its folder"
            ) from error
        if not there:
            known = ", ".join(sorted(entry.stem for entry in folder.glob("*.toml"))) or "none"
            raise UsageError(f"There is no rubric '{name}'", f"Known in {folder} are: {known}")
        return load_rubric(path)

    def pending(
        self, run_id: str, rubric_name: str, model_name: str = "", retry: Collection[JudgmentState] = ()
    ) -> int:
        """How many chunks of a run this judge would still be asked about under this rubric."""
        return len(self._waiting(run_id, rubric_name, model_name, retry, ()))

    def _waiting(
        self,
        run_id: str,
        rubric_name: str,
        model_name: str,
        retry: Collection[JudgmentState],
        known_from: Sequence[str],
    ) -> list[Hit]:
        """The chunks without a judgment or stated failure, each once, in reading order; nobody judges a withdrawn text."""
        run = self._session.run(run_id)
        judge_name, _ = self._session.workspace.model(model_name, "judge")
        rubric = self.rubric(rubric_name)
        waiting: dict[str, Hit] = {}
        for hit in review.reading_order(run):
            given = [self._session.state.judgments.get((name, hit.chunk), {}) for name in (run.id, *known_from)]
            done = [by_judge[(judge_name, rubric.hash)] for by_judge in given if (judge_name, rubric.hash) in by_judge]
            if hit.text != WITHDRAWN and (not done or done[0].state in retry):
                waiting.setdefault(hit.chunk, hit)
        return list(waiting.values())

    def judge(
        self,
        run_id: str,
        rubric_name: str,
        model_name: str = "",
        *,
        retry: Collection[JudgmentState] = (),
        known_from: Sequence[str] = (),
    ) -> Generator[Progress | Judgment, None, None]:
        """Let a judge argue and score what it has not judged yet; each judgment is in the record when it is given.

        retry:       states to ask for again, such as ``failed``.
        known_from:  ids of runs reviewed together with this one; what was judged there is not asked for again.
        To stop is to close the generator; what was judged stays.
        """
        session = self._session
        run_name = match_id(run_id, session.state.runs, "run")
        judge_name, settings = session.workspace.model(model_name, "judge")
        rubric = self.rubric(rubric_name)
        waiting = self._waiting(run_id, rubric_name, model_name, retry, known_from)
        if not waiting:
            yield Progress("judged", 0, 0, "nothing is left to judge")
            return
        from historag_tui.heuristik.judge import judge
        from historag_tui.models.hosts import host_of

        replies = judge(
            [review.passage_of(hit) for hit in waiting],
            run=run_name,
            topic=session.state.runs[run_name].recipe.topic,
            rubric=rubric,
            judge_name=judge_name,
            settings=settings,
            corpus=session.workspace.settings.corpus,
        )
        with closing(replies):
            began = False
            for item in replies:
                if isinstance(item, Progress):
                    yield item
                    continue
                if not began:
                    began = True
                    session.rubric_files.keep(self._rubric_text(rubric_name))
                    session.append(
                        JudgingBegan(run_name, rubric.name, rubric.hash, judge_name, host_of(settings), len(waiting))
                    )
                if item.raw:
                    session.replies.keep(item.raw)
                session.append(Judged(item.judgment))
                yield item.judgment

    def _rubric_text(self, name: str) -> str:
        path = Path(name) if name.endswith(".toml") else self._session.workspace.rubrics_folder / f"{name}.toml"
        return path.read_text("utf-8")
