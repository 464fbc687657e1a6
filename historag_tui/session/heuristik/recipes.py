"""Phase one: recipes, which decide all of what a search returns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from historag_tui.errors import UsageError
from historag_tui.heuristik.filters import parse_filter
from historag_tui.heuristik.windows import UNDATED, cut
from historag_tui.records import (
    FieldCap,
    Filter,
    LayerChoice,
    RangeRule,
    Recipe,
    Reprints,
    TermList,
    VectorMethod,
    Window,
)
from historag_tui.session.heuristik.part import DEFAULT_QUOTA, DEFAULT_WINDOWING, MOST, Part
from historag_tui.session.study import match_id

# fmt: off
_QUESTION_WORDS = frozenset((
    "how", "why", "what", "who", "when", "where", "which", "did", "does", "do", "was", "were", "is",
    "are", "wie", "warum", "wer", "wann", "wo", "welche", "welcher", "weshalb", "wieso",
))
# fmt: on


class Recipes(Part):
    """Make recipes, checked and filled in."""

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
        undated: int | None = None,
        depth: int = 0,
        layer: LayerChoice = "both",
        filters: Sequence[Filter] = (),
        cap: int = 0,
        field_caps: Sequence[FieldCap] = (),
        spread: Sequence[str] = (),
        reprints: Reprints = "once",
        range_rule: RangeRule = "touched",
        vectors: VectorMethod = "auto",
        like: str = "",
        seed: int = 0,
        reason: str = "",
        variants: Mapping[str, str] | None = None,
    ) -> Recipe:
        """Everything that decides what a search returns, checked and filled in.

        first, last: year, month or day; empty means the corpus's own ends.
        undated:     quota of the undated; None for that of every window, 0 to leave them out.
        variants:    a topic of its own per window name.
        Raises UsageError when something cannot be meant, and what opening the index raises.
        """
        topic, keywords = " ".join(topic.split()), keywords.strip()
        if not topic and layer != "random" and not (layer == "keyword" and (keywords or term_list)):
            raise UsageError("The topic is empty", "Describe what the passages would be about")
        limits = [depth, cap, undated or 0, *(limit.most for limit in field_caps)]
        if not all(0 <= limit <= MOST for limit in limits) or any(limit.most < 1 for limit in field_caps):
            raise UsageError("Depth, caps and quotas must lie between 0 and a hundred million", "Use 0 for none")
        index = self._session.index
        if layer in ("semantic", "both") and not index.manifest.vectors_ready:
            raise UsageError(
                "The vectors of this index are not built yet",
                "Search with --layer keyword, or finish with: historag index",
            )
        windows = cut(*self._period(first, last), windowing, per_window, variants)
        quota = per_window if undated is None else undated
        if windowing.strip() != "none" and quota and len(index.chunks.undated_rows()):
            windows = (*windows, Window(UNDATED, windows[0].first, windows[-1].last, quota, undated=True))
        terms = self._terms(term_list)
        recipe = Recipe(
            topic=topic,
            keywords=keywords,
            term_list=term_list,
            terms=terms.accepted,
            window_terms={
                window.name: terms.windows[window.name] for window in windows if window.name in terms.windows
            },
            first=min(window.first for window in windows) if "=" in windowing else windows[0].first,
            last=max(window.last for window in windows) if "=" in windowing else windows[-1].last,
            windowing=windowing.strip(),
            windows=windows,
            per_window=per_window,
            depth=depth,
            layer=layer,
            filters=tuple(filters),
            cap=cap,
            field_caps=tuple(field_caps),
            spread=tuple(spread),
            reprints=reprints,
            range_rule=range_rule,
            vectors=vectors,
            like=like,
            seed=seed,
            reason=reason.strip(),
        )
        return msgspec.structs.replace(recipe, **self._of_index(recipe))

    def similar(self, chunk: str, *, windowing: str = "none", **choices: Any) -> Recipe:
        """A recipe for passages like a chunk, by its vector; ``choices`` are those of :meth:`recipe`.

        Raises NothingFound when the index has no such chunk.
        """
        passage = self.passage(chunk)
        return self.recipe(
            f"passages like {passage.chunk[:8]}: {passage.title}, {passage.date}",
            windowing=windowing,
            layer="semantic",
            like=passage.chunk,
            **choices,
        )

    def sample(self, *, seed: int, cap: int = 1, **choices: Any) -> Recipe:
        """A recipe for a stratified random read without a query: in each window as many as its quota, by chance alone.

        seed: any whole number; the same one draws the same chunks, whatever else the index holds besides them.
        cap:  at most so many chunks of a document, since what stands in one document is not independent.
        """
        return self.recipe("", layer="random", seed=seed, cap=cap, **choices)

    def again(self, run_id: str) -> Recipe:
        """The recipe of an earlier run, to be followed on today's index.  Raises UsageError for an unknown run."""
        runs = self._session.state.runs
        recipe = runs[match_id(run_id, runs, "run")].recipe
        return msgspec.structs.replace(recipe, **self._of_index(recipe))

    def _of_index(self, recipe: Recipe) -> dict[str, str]:
        """What of a recipe the index decides."""
        index = self._session.index
        manifest, by_vector = index.manifest, recipe.layer in ("semantic", "both")
        asked = recipe.keywords or recipe.terms
        if recipe.keywords or not recipe.terms:
            reading = index.keyword.read(recipe.keywords or recipe.topic)
        else:
            reading = index.keyword.any_of(recipe.terms)
        sent = ""
        if by_vector:
            sent = (
                f"the vector of chunk {recipe.like}" if recipe.like else index.embedder.card.query_prefix + recipe.topic
            )
        return {
            "date_name": manifest.date_name,
            "embedder": manifest.embedder if by_vector else "",
            "query_sent": sent,
            "keywords_read": reading.text if recipe.layer in ("keyword", "both") or asked else "",
            "analyser": manifest.analyser,
            "chunking": manifest.chunking,
            "index": manifest.fingerprint,
        }

    def _terms(self, term_list: str) -> TermList:
        if not term_list:
            return TermList("", ())
        lists = self._session.state.term_lists
        if term_list not in lists:
            raise UsageError(f"There is no term list '{term_list}'", f"Known are: {', '.join(lists) or 'none yet'}")
        if not lists[term_list].accepted and not lists[term_list].windows:
            raise UsageError(f"The term list '{term_list}' has no accepted term", "Accept one, or search without it")
        return lists[term_list]
