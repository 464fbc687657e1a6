"""Keyword search: BM25 over the chunks.  The one file that knows tantivy.

The words of a chunk are cut and folded here, not by tantivy, so that a word is the same thing in every room.  Field
``stem`` holds them without accents and stemmed, ``exact`` as printed but in lower case, ``row`` the chunk's row.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import tantivy

from historag_tui.corpus.words import WORD, Known, fold, words
from historag_tui.errors import IndexDamaged, WorkFailed
from historag_tui.index import query as asked
from historag_tui.index.analysis import STEMMERS, common_words, elided_words, plain, printed
from historag_tui.index.grammar import parse
from historag_tui.index.matching import Matcher
from historag_tui.index.sources import Sources
from historag_tui.index.spelling import variants
from historag_tui.index.tables import Numbers
from historag_tui.records import Progress

_HEAP = 256_000_000
_EVERY = 2_000
_FEW = 400
"""Rows up to which they are named one by one in the query."""
_SPARE = 1.3
"""How many more hits are asked for than would be needed if those wanted lay evenly among the others."""
ROUNDED = 6
"""Decimal places to which scores are rounded before they are compared."""
_RANKED_WORDS = 2_000
"""Words that fit a pattern up to which a chunk counts by the rarity of its own; beyond, every match counts the same."""
_MOST_WORDS, _MOST_IN_PHRASE = 50_000, 10_000
"""Words that may fit a pattern; one that more words fit is read as the words it holds."""
_COPIED = ("meta.json", ".managed.json")
_Should, _Must, _MustNot = tantivy.Occur.Should, tantivy.Occur.Must, tantivy.Occur.MustNot
_Scores = np.ndarray[Any, np.dtype[np.float64]]


class Reading(NamedTuple):
    """A keyword query as it was read."""

    node: asked.Node
    left_out: tuple[str, ...] = ()
    """Common words that were left out."""
    too_wide: tuple[str, ...] = ()
    """Patterns that too many words fit, read as words."""

    @property
    def empty(self) -> bool:
        """Whether the query held no word."""
        return asked.is_empty(self.node)

    @property
    def text(self) -> str:
        """How it was read, in words for the record and the screen."""
        notes = (("left out as too common", self.left_out), ("too many words fit", self.too_wide))
        said = [f"{note}: {', '.join(words)}" for note, words in notes if words]
        return f"{asked.written(self.node)} ({'; '.join(said)})" if said else asked.written(self.node)


def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("stem", tokenizer_name="stem", index_option="freq")
    builder.add_text_field("exact", tokenizer_name="space", index_option="position")
    builder.add_unsigned_field("row", indexed=True, fast=True)
    return builder.build()


def _stemmer(language: str) -> tantivy.TextAnalyzer:
    builder = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace())
    if language in STEMMERS:
        builder = builder.filter(tantivy.Filter.stemmer(STEMMERS[language]))
    return builder.build()


def _register(index: tantivy.Index, language: str) -> None:
    index.register_tokenizer("stem", _stemmer(language))
    index.register_tokenizer("space", tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace()).build())


def build_keyword_index(texts: Iterable[str], total: int, language: str, folder: Path) -> Iterator[Progress]:
    """Index the chunks' texts, given in the order of their rows.  Raises WorkFailed."""
    try:
        index = tantivy.Index(_schema(), path=str(folder))
        _register(index, language)
        # One thread: rows keep their order, and the same texts give the same index.
        writer = index.writer(_HEAP, 1)
        folded, stripped = Known(fold), Known(lambda token: plain(token, language))
        for row, text in enumerate(texts):
            tokens = list(map(folded.__getitem__, WORD.findall(text)))
            document = tantivy.Document()
            document.add_text("stem", " ".join(map(stripped.__getitem__, tokens)))
            document.add_text("exact", " ".join(tokens))
            document.add_unsigned("row", row)
            writer.add_document(document)
            if row % _EVERY == 0:
                yield Progress("indexing words", row, total)
        writer.commit()
        writer.wait_merging_threads()
    except (ValueError, OSError) as error:
        raise WorkFailed(f"The keyword index cannot be written: {error}", "Check space and permissions") from error
    for lock in folder.glob(".tantivy-*.lock"):
        lock.unlink()
    yield Progress("indexing words", total, total)


class KeywordIndex:
    """The keyword index of a generation, opened without writing to its folder.

    ids:      the chunk id of each row, which decides between equal scores.
    sources:  words and fields; without them patterns, spellings and fields find nothing.
    """

    def __init__(
        self, part: Path, language: str, ids: np.ndarray[Any, np.dtype[np.uint64]], sources: Sources | None = None
    ) -> None:
        self._ids = ids
        self._language = language
        self._sources = sources or Sources(tuple)
        analyser = _stemmer(language)
        self._stem = lru_cache(maxsize=1 << 16)(lambda word: " ".join(analyser.analyze(plain(word, language))))
        self._matcher = Matcher(self._stem, language)
        self._holding: dict[asked.Node, np.ndarray[Any, np.dtype[np.bool_]]] = {}
        # Tantivy wants to write beside what it opens, so it gets a folder of links and its own two small files.
        aside = Path(tempfile.mkdtemp(prefix="historag-"))
        try:
            for path in part.iterdir():
                if path.name in _COPIED:
                    shutil.copyfile(path, aside / path.name)
                else:
                    (aside / path.name).symlink_to(path.resolve())
            index = tantivy.Index.open(str(aside))
            _register(index, language)
            index.config_reader("manual")
            self._schema = index.schema
            self._searcher = index.searcher()
        except (OSError, ValueError) as error:
            raise IndexDamaged(
                f"The keyword index cannot be opened: {error}", "Build it again: historag index"
            ) from error
        finally:
            # The segments are mapped by now.
            shutil.rmtree(aside, ignore_errors=True)

    def stem(self, word: str) -> str:
        """What all forms of a folded word have in common, as far as the language's stemmer knows."""
        return self._stem(word)

    def read(self, query: str) -> Reading:
        """How a query is understood; never raises."""
        node, left_out = parse(query, common_words(self._language), self._sources.fields, elided_words(self._language))
        too_wide: list[str] = []
        node = asked.each(node, lambda leaf: self._settled(leaf, too_wide))
        return Reading(node, left_out, tuple(dict.fromkeys(too_wide)))

    def any_of(self, terms: Sequence[str]) -> Reading:
        """One of these terms at least, each in any form; a term of several words is a phrase."""
        return Reading(asked.any_of([_term(term) for term in terms]))

    def both(self, first: Reading, second: Reading) -> Reading:
        """What both ask for."""
        return Reading(
            asked.all_of((first.node, second.node)), first.left_out + second.left_out, first.too_wide + second.too_wide
        )

    def search(self, reading: Reading, rows: Numbers, count: int) -> tuple[Numbers, _Scores]:
        """The best of these rows and their BM25 scores, by score rounded to six places, then by chunk id.

        rows:   ascending row numbers to search; the statistics behind the scores are those of the whole corpus.
        """
        node, rows = self._conditions(reading.node, rows)
        if reading.empty or not len(rows) or count < 1:
            return np.empty(0, dtype=np.int64), np.empty(0)
        if node == asked.NOTHING:
            return rows[np.argsort(self._ids[rows], kind="stable")[:count]], np.zeros(min(count, len(rows)))
        query = self._query(node)
        if len(rows) <= _FEW:
            within, wanted = self._within(query, rows), None
        else:
            # The stretch in which they lie is asked for, and more of it, so that enough of them are in the answer.
            within, wanted = self._within(query, np.arange(rows[0], rows[-1] + 1)), rows
        stretch = len(rows) if wanted is None else int(rows[-1]) - int(rows[0]) + 1
        limit = min(stretch, int((count + 1) * stretch / len(rows) * _SPARE)) + 1
        while True:
            hits = self._searcher.search(within, limit, count=False).hits
            found = np.array(self._rows(hits), dtype=np.int64)
            scores = np.array([score for score, _ in hits])
            last = scores[-1] if len(hits) == limit else -np.inf
            if wanted is not None:
                inside = wanted[np.searchsorted(wanted, found).clip(max=len(wanted) - 1)] == found
                found, scores = found[inside], scores[inside]
            rounded = np.round(scores, ROUNDED)
            # Scores that are equal to the last one given could hide a lower id beyond it.
            if last == -np.inf or (len(found) >= count and rounded[count - 1] > round(float(last), ROUNDED)):
                break
            limit *= 4
        order = np.lexsort((self._ids[found], -rounded))[:count]
        return found[order], scores[order]

    def search_documents(self, reading: Reading, rows: Numbers, count: int) -> tuple[Numbers, _Scores, Numbers]:
        """The best documents among these rows, their scores, and the best row of each.

        A document's score is that of its best chunk; equal scores come by the id of that chunk.
        """
        depth = count
        while True:
            found, scores = self.search(reading, rows, depth)
            documents, places = np.unique(self._sources.document[found], return_index=True)
            if len(documents) >= count or len(found) < depth:
                break
            depth *= 4
        places = np.sort(places)[: max(0, count)]
        return self._sources.document[found[places]].astype(np.int64), scores[places], found[places]

    def matching(self, reading: Reading, rows: Numbers) -> Numbers:
        """Those of these rows that the query matches, ascending."""
        node, rows = self._conditions(reading.node, rows)
        if reading.empty or not len(rows):
            return np.empty(0, dtype=np.int64)
        if node == asked.NOTHING:
            return rows
        stretch = rows if len(rows) <= _FEW else np.arange(rows[0], rows[-1] + 1)
        within = tantivy.Query.const_score_query(self._within(self._query(node), stretch), 0.0)
        hits = self._searcher.search(within, len(stretch), count=False).hits
        found = np.sort(np.array(self._rows(hits), dtype=np.int64))
        return found if len(stretch) == len(rows) else np.intersect1d(found, rows, assume_unique=True)

    def matched(self, reading: Reading, text: str) -> tuple[str, ...]:
        """The words of a text, as printed, that the query looks for; each once, in the order of the text."""
        return self._matcher.matched(reading.node, text)

    def _settled(self, leaf: asked.Leaf, too_wide: list[str]) -> asked.Node:
        """The leaf with what only the corpus can tell: spellings, and which patterns too many words fit."""
        match leaf:
            case asked.Spelt(word):
                return leaf._replace(others=self._spellings(word))
            case asked.Pattern(pattern):
                parts: tuple[str, ...] = (pattern,)
                settled: asked.Node = leaf._replace(fitting=len(self._fitting(pattern)))
            case asked.Phrase(parts) | asked.Near(parts):
                settled = leaf
            case _:
                return leaf
        wide = [part for part in parts if asked.is_pattern(part) and not self._narrow(part, len(parts) > 1)]
        too_wide.extend(wide)
        return asked.any_of([asked.Word(word) for word in WORD.findall(" ".join(parts))]) if wide else settled

    def _spellings(self, word: str) -> tuple[str, ...]:
        found = variants(word, self._sources.words, self._language, self._frequency)
        return tuple(variant.term for variant in found if variant.kind in ("umlaut", "spelling"))

    def _frequency(self, word: str) -> int:
        return self._searcher.doc_freq("exact", word)

    def _narrow(self, pattern: str, in_phrase: bool) -> bool:
        """Whether few enough words fit a pattern, and tantivy takes it where it stands in a phrase."""
        if len(self._fitting(pattern)) > (_MOST_IN_PHRASE if in_phrase else _MOST_WORDS):
            return False
        try:
            if in_phrase:
                tantivy.Query.regex_query(self._schema, "exact", printed(pattern, self._language))
        except ValueError:
            return False
        return True

    def _fitting(self, pattern: str) -> tuple[str, ...]:
        return self._sources.fitting(pattern, self._language)

    def _held(self, node: asked.Field | asked.Pattern) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Of each row whether its document has this in the field, or it has itself a word that fits the pattern."""
        if node not in self._holding:
            if isinstance(node, asked.Field):
                value = node.value
                held = self._sources.holding(node.name, lambda text: self._matcher.holds(value, text))
            else:
                held = np.zeros(len(self._ids), dtype=bool)
                held[self._rows(self._searcher.search(self._query(node), len(held), count=False).hits)] = True
            self._holding[node] = held
        return self._holding[node]

    def _conditions(self, node: asked.Node, rows: Numbers) -> tuple[asked.Node, Numbers]:
        """The rows that pass what every hit must have and no score depends on, and what else is asked for."""
        match node:
            case asked.Field():
                return asked.NOTHING, rows[self._held(node)[rows]]
            case asked.Pattern(pattern) if len(self._fitting(pattern)) > _RANKED_WORDS:
                return asked.NOTHING, rows[self._held(node)[rows]]
            case asked.Group(must, should, must_not) if must:
                kept = []
                for part in must:
                    rest, rows = self._conditions(part, rows)
                    kept.append(rest)
                needed = [part for part in kept if part != asked.NOTHING] or kept[:1]
                return asked.Group(tuple(needed), should, must_not), rows
        return node, rows

    def _query(self, node: asked.Node) -> tantivy.Query:
        schema, make = self._schema, tantivy.Query
        match node:
            case asked.Word(word):
                return make.term_query(schema, "stem", self._stem(word), "freq")
            case asked.Spelt(word, others):
                stems = dict.fromkeys(map(self._stem, (word, *(others or ()))))
                return make.disjunction_max_query([make.term_query(schema, "stem", stem, "freq") for stem in stems])
            case asked.Fuzzy(word, distance):
                return make.fuzzy_term_query(schema, "exact", word, distance)
            case asked.Pattern(pattern):
                found = self._fitting(pattern)
                if len(found) > _RANKED_WORDS:
                    return make.term_set_query(schema, "exact", found)
                return make.disjunction_max_query([make.term_query(schema, "exact", word, "freq") for word in found])
            case asked.Phrase((word,)):
                return make.term_query(schema, "exact", word, "freq")
            case asked.Phrase(parts):
                return self._phrase(parts, 0)
            case asked.Near(parts, between):
                pairs = [
                    make.disjunction_max_query([self._phrase(pair, between), self._phrase(pair[::-1], between)])
                    for pair in pairwise(parts)
                ]
                return make.boolean_query([(_Must, pair) for pair in pairs])
            case asked.Field():
                return make.term_set_query(schema, "row", np.flatnonzero(self._held(node)).tolist())
            case asked.Group(must, should, must_not):
                clauses = [
                    (occur, self._query(part)) for occur, parts in ((_Must, must), (_Should, should)) for part in parts
                ]
                if not clauses:
                    clauses.append((_Must, make.const_score_query(make.all_query(), 0.0)))
                return make.boolean_query([*clauses, *((_MustNot, self._query(part)) for part in must_not)])

    def _phrase(self, parts: tuple[str, ...], between: int) -> tantivy.Query:
        if not any(map(asked.is_pattern, parts)):
            return tantivy.Query.phrase_query(self._schema, "exact", list(parts), between)
        patterns: list[str | tuple[int, str]] = [
            printed(part, self._language) if asked.is_pattern(part) else re.escape(part) for part in parts
        ]
        return tantivy.Query.regex_phrase_query(self._schema, "exact", patterns, between)

    def _within(self, query: tantivy.Query, rows: Numbers) -> tantivy.Query:
        """The query, asked of these rows only; the condition adds nothing to the score."""
        schema, make = self._schema, tantivy.Query
        first, last = int(rows[0]), int(rows[-1])
        if last - first + 1 == len(rows):
            condition = make.range_query(schema, "row", tantivy.FieldType.Unsigned, first, last)
        else:
            condition = make.term_set_query(schema, "row", rows.tolist())
        return make.boolean_query([(_Must, query), (_Must, make.const_score_query(condition, 0.0))])

    def _rows(self, hits: list[tuple[Any, tantivy.DocAddress]]) -> list[Any]:
        return self._searcher.fast_field_values("row", [address for _, address in hits])


def _term(term: str) -> asked.Node:
    parts = tuple(fold(match[0]) for match in words(term))
    if not parts:
        return asked.NOTHING
    return asked.Word(parts[0]) if len(parts) == 1 else asked.Phrase(parts)
