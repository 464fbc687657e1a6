"""Phase one: searches."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from historag_tui.days import first_day
from historag_tui.errors import UsageError
from historag_tui.heuristik import vocabulary
from historag_tui.heuristik.filters import parse_filter
from historag_tui.heuristik.windows import UNDATED, cut
from historag_tui.record.events import Searched
from historag_tui.records import Filter, LayerChoice, Progress, Recipe, Run, Window
from historag_tui.session.heuristik.part import DEFAULT_QUOTA, DEFAULT_WINDOWING, MOST, Part

# fmt: off
_QUESTION_WORDS = frozenset((
    "how", "why", "what", "who", "when", "where", "which", "did", "does", "do", "was", "were", "is",
    "are", "wie", "warum", "wer", "wann", "wo", "welche", "welcher", "weshalb", "wieso",
))
# fmt: on


class Searching(Part):
    """Make recipes and answer them."""

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
        if not 0 <= depth <= MOST or not 0 <= cap <= MOST:
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
