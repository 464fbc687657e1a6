"""Phase one over an open study: expand, search, judge, decide, transfer."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path

import msgspec

from historag_tui.days import first_day, last_day
from historag_tui.errors import NothingFound, SettingsError, UsageError
from historag_tui.heuristik import review, vocabulary
from historag_tui.heuristik.filters import parse_filter
from historag_tui.heuristik.rubrics import load_rubric
from historag_tui.heuristik.windows import UNDATED, cut
from historag_tui.record.events import (
    Contested,
    Decided,
    Judged,
    JudgingBegan,
    Noted,
    Revealed,
    Scored,
    Searched,
    TermsKept,
    Transferred,
)
from historag_tui.records import (
    Concordance,
    CorpusChunk,
    Decision,
    Expansion,
    Filter,
    Hit,
    Judgment,
    JudgmentState,
    LayerChoice,
    Origin,
    Passage,
    Progress,
    Recipe,
    Rubric,
    Run,
    TermList,
    TransferRow,
    Verdict,
    Window,
    WorkingCorpus,
)
from historag_tui.session.study import Session, match_id, without_text

DEFAULT_WINDOWING = "10y"
DEFAULT_QUOTA = 5
MOST_DEPTH = 100_000_000
"""No corpus that this program opens has more chunks."""

_QUESTION_WORDS = frozenset(
    [
        "how",
        "why",
        "what",
        "who",
        "when",
        "where",
        "which",
        "did",
        "does",
        "do",
        "was",
        "were",
        "is",
        "are",
        "wie",
        "warum",
        "was",
        "wer",
        "wann",
        "wo",
        "welche",
        "welcher",
        "weshalb",
        "wieso",
    ]
)


class Heuristik:
    """Finding sources and judging them.  Everything that is made is recorded before it is given back."""

    def __init__(self, session: Session) -> None:
        self._session = session

    # -------------------------------------------------------------------------------------------- vocabulary

    def expand(self, term: str, *, windowing: str = "", first: str = "", last: str = "", count: int = 15) -> Expansion:
        """A term, its neighbours in the corpus's own vocabulary, and their counts per window.

        Raises UsageError for an empty term, NothingFound when the corpus does not hold the word.
        """
        windows = self._windows(first, last, windowing, 1)
        if not term.strip():
            raise UsageError("The term is empty", "Name a word of the corpus")
        expansion = vocabulary.expand(self._session.index, term, windows, count)
        if not expansion.frequency and not expansion.known:
            raise NothingFound(
                f"'{expansion.term}' does not occur in this corpus", "Check its spelling, or ask for another form"
            )
        return expansion

    def kwic(
        self, term: str, *, windowing: str = "", first: str = "", last: str = "", context: int = 60, limit: int = 0
    ) -> Iterator[Concordance]:
        """Every occurrence of a term with its surroundings, by period; at most ``limit`` lines when that is not 0."""
        if not 0 <= limit <= MOST_DEPTH or not 0 <= context <= MOST_DEPTH:
            raise UsageError("Limit and context cannot be negative or that large", "Use --limit 0 for all lines")
        windows = self._windows(first, last, windowing, 1)
        lines = vocabulary.concordance(self._session.index, term, windows, context)
        return islice(lines, limit) if limit else lines

    def keep_terms(self, name: str, accepted: Sequence[str], refused: Sequence[str] = ()) -> TermList:
        """Write a term list; an earlier one of the name stays in the record.  Raises UsageError for an empty name."""
        if not name.strip():
            raise UsageError("The term list has no name", "Name it")
        terms = TermList(name.strip(), tuple(dict.fromkeys(accepted)), tuple(dict.fromkeys(refused)))
        self._session.append(TermsKept(terms))
        return terms

    # ------------------------------------------------------------------------------------------------ search

    def advice(self, topic: str) -> str:
        """One line when a question was typed where a topic description is asked for; else empty."""
        words = topic.lower().split()
        if topic.rstrip().endswith("?") or (words and words[0] in _QUESTION_WORDS):
            return "This reads as a question. Describe what the passages would be about; the question itself belongs to Analyse."
        return ""

    def parse_filter(self, text: str) -> Filter:
        """A condition as ``--where`` takes it.  Raises UsageError."""
        return parse_filter(text)

    def recipe(
        self,
        topic: str,
        *,
        keywords: str = "",
        term_list: str = "",
        first: str = "",
        last: str = "",
        windowing: str = DEFAULT_WINDOWING,
        per_window: int = DEFAULT_QUOTA,
        depth: int = 0,
        layer: LayerChoice = "both",
        filters: Sequence[Filter] = (),
        cap: int = 0,
        reason: str = "",
        variants: Mapping[str, str] | None = None,
    ) -> Recipe:
        """Everything that decides what a search returns, checked and filled in.

        first, last: year, month or day; empty means the corpus's own ends.
        variants:    a topic of its own per window name.
        Raises UsageError when something cannot be meant, and what opening the index raises.
        """
        topic, keywords = " ".join(topic.split()), keywords.strip()
        if not topic and not (layer == "keyword" and (keywords or term_list)):
            raise UsageError("The topic is empty", "Describe what the passages would be about")
        if not 0 <= depth <= MOST_DEPTH or not 0 <= cap <= MOST_DEPTH:
            raise UsageError("Depth and cap must lie between 0 and a hundred million", "Use 0 for none")
        index = self._session.index
        if layer != "keyword" and not index.manifest.vectors_ready:
            raise UsageError(
                "The vectors of this index are not built yet",
                "Search with --layer keyword, or finish with: historag index",
            )
        period = self._period(first, last)
        windows = cut(*period, windowing, per_window, variants)
        if windowing.strip() != "none" and len(index.chunks.undated_rows()):
            windows = (*windows, Window(UNDATED, windows[0].first, windows[-1].last, per_window, undated=True))
        terms = self._terms(term_list)
        reading = (
            index.keyword.read(keywords)
            if keywords
            else index.keyword.any_of(terms)
            if terms
            else index.keyword.read(topic)
        )
        manifest = index.manifest
        return Recipe(
            topic=topic,
            keywords=keywords,
            term_list=term_list,
            terms=terms,
            first=min(window.first for window in windows) if "=" in windowing else windows[0].first,
            last=max(window.last for window in windows) if "=" in windowing else windows[-1].last,
            windowing=windowing.strip(),
            windows=windows,
            per_window=per_window,
            depth=depth,
            layer=layer,
            filters=tuple(filters),
            cap=cap,
            reason=reason.strip(),
            date_name=manifest.date_name,
            embedder=manifest.embedder if layer != "keyword" else "",
            query_sent=index.embedder.card.query_prefix + topic if layer != "keyword" else "",
            keywords_read=reading.text if layer != "semantic" or keywords or terms else "",
            analyser=manifest.analyser,
            chunking=manifest.chunking,
            index=manifest.fingerprint,
        )

    def search(self, recipe: Recipe, *, record: bool = True) -> Iterator[Progress | Run]:
        """Answer a recipe.  The run comes last, recorded already unless that is not wanted."""
        from historag_tui.heuristik.retrieval import search

        for item in search(self._session.index, recipe):
            if isinstance(item, Run):
                found = self._word_warnings(item)
                found = msgspec.structs.replace(found, id=self._run_id(recipe))
                if record:
                    self._record_run(found)
                yield found
            else:
                yield item

    def _word_warnings(self, run: Run) -> Run:
        """The run with a word on every word of the topic that the corpus does not hold, or not yet when the period begins."""
        if not self._session.index.manifest.vocabulary_ready:
            return run
        found = vocabulary.attestations(
            self._session.index, f"{run.recipe.topic} {run.recipe.keywords}", first_day(run.recipe.first)
        )
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

    def _terms(self, term_list: str) -> tuple[str, ...]:
        if not term_list:
            return ()
        lists = self._session.state.term_lists
        if term_list not in lists:
            raise UsageError(f"There is no term list '{term_list}'", f"Known are: {', '.join(lists) or 'none yet'}")
        if not lists[term_list].accepted:
            raise UsageError(f"The term list '{term_list}' has no accepted term", "Accept one, or search without it")
        return lists[term_list].accepted

    def _period(self, first: str, last: str) -> tuple[int, int]:
        health = self._session.index.health
        if not (first and last) and (health.first is None or health.last is None):
            raise UsageError(
                "No source of this corpus is dated", "Name a period with --from and --to, or search with --window none"
            )
        return first_day(first or health.first or ""), last_day(last or health.last or "")

    def _windows(self, first: str, last: str, windowing: str, quota: int) -> tuple[Window, ...]:
        return cut(*self._period(first, last), windowing or DEFAULT_WINDOWING, quota)

    # ------------------------------------------------------------------------------------------------- judge

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
        if not path.is_file():
            known = ", ".join(sorted(entry.stem for entry in folder.glob("*.toml"))) or "none"
            raise UsageError(f"There is no rubric '{name}'", f"Known in {folder} are: {known}")
        return load_rubric(path)

    def pending(
        self, run_id: str, rubric_name: str, model_name: str = "", retry: Collection[JudgmentState] = ()
    ) -> int:
        """How many chunks of a run this judge would still be asked about under this rubric."""
        return len(self._waiting(run_id, rubric_name, model_name, retry))

    def _waiting(self, run_id: str, rubric_name: str, model_name: str, retry: Collection[JudgmentState]) -> list[Hit]:
        """The chunks without a judgment or stated failure, each once, in reading order."""
        run = self._session.run(run_id)
        judge_name, _ = self._session.workspace.model(model_name, "judge")
        rubric = self.rubric(rubric_name)
        waiting: dict[str, Hit] = {}
        for hit in review.reading_order(run):
            done = self._session.state.judgments.get((run.id, hit.chunk), {}).get((judge_name, rubric.hash))
            if done is None or done.state in retry:
                waiting.setdefault(hit.chunk, hit)
        return list(waiting.values())

    def judge(
        self, run_id: str, rubric_name: str, model_name: str = "", *, retry: Collection[JudgmentState] = ()
    ) -> Generator[Progress | Judgment, None, None]:
        """Let a judge argue and score what it has not judged yet; each judgment is in the record when it is given.

        retry: states to ask for again, such as ``failed``.
        To stop is to close the generator; what was judged stays.
        """
        session = self._session
        run_name = match_id(run_id, session.state.runs, "run")
        judge_name, settings = session.workspace.model(model_name, "judge")
        rubric = self.rubric(rubric_name)
        waiting = self._waiting(run_id, rubric_name, model_name, retry)
        if not waiting:
            yield Progress("judged", 0, 0, "nothing is left to judge")
            return
        from historag_tui.heuristik.judge import judge
        from historag_tui.models.chat import host_of

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

    # ------------------------------------------------------------------------------------------------ review

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

    # ----------------------------------------------------------------------------------------------- reading

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

    # ---------------------------------------------------------------------------------------------- transfer

    def transfer_table(self, run_ids: Sequence[str]) -> tuple[TransferRow, ...]:
        """What would cross into Analyse from each window."""
        return review.transfer_table([self._session.run(name) for name in run_ids], self._session.state.decisions)

    def transfer(self, run_ids: Sequence[str], reason: str) -> WorkingCorpus:
        """Freeze the accepted chunks of these runs as a working corpus, texts and all.

        Raises UsageError without a reason, NothingFound when nothing was accepted.
        """
        session = self._session
        if not reason.strip():
            raise UsageError("A transfer needs a reason", "Say why these sources may be interpreted: --reason")
        runs = [session.run(name) for name in run_ids]
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

    def _rubric_text(self, name: str) -> str:
        path = Path(name) if name.endswith(".toml") else self._session.workspace.rubrics_folder / f"{name}.toml"
        return path.read_text("utf-8")


def _frozen(chunk: CorpusChunk) -> CorpusChunk:
    return msgspec.structs.replace(chunk, passage=without_text(chunk.passage))
