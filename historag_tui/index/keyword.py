"""Keyword search: BM25 over the chunks.  The one file that knows tantivy.

The words of a chunk are cut and folded here, not by tantivy, so that a word is the same thing in every room.  Field
``stem`` holds them without accents and stemmed, ``exact`` as written but in lower case, ``row`` the chunk's row.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import tantivy

from historag_tui.corpus.words import fold, words
from historag_tui.errors import IndexDamaged, WorkFailed
from historag_tui.index import query as grammar
from historag_tui.index.analysis import STEMMERS, common_words, plain
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
_COPIED = ("meta.json", ".managed.json")
_Should, _Must, _MustNot = tantivy.Occur.Should, tantivy.Occur.Must, tantivy.Occur.MustNot
_Scores = np.ndarray[Any, np.dtype[np.float64]]


class Reading(NamedTuple):
    """A keyword query as it was read."""

    node: grammar.Node
    left_out: tuple[str, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether the query held no word."""
        return grammar.is_empty(self.node)

    @property
    def text(self) -> str:
        """How it was read, in words for the record and the screen."""
        read = grammar.written(self.node)
        return f"{read} (left out as too common: {', '.join(self.left_out)})" if self.left_out else read


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
        for row, text in enumerate(texts):
            tokens = [fold(match[0]) for match in words(text)]
            document = tantivy.Document()
            document.add_text("stem", " ".join(map(plain, tokens)))
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

    ids: the chunk id of each row, which decides between equal scores.
    """

    def __init__(self, part: Path, language: str, ids: np.ndarray[Any, np.dtype[np.uint64]]) -> None:
        self._ids = ids
        self._common = common_words(language)
        analyser = _stemmer(language)
        self._stem = lru_cache(maxsize=1 << 16)(lambda word: " ".join(analyser.analyze(plain(word))))
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
        return Reading(*grammar.parse(query, self._common))

    def any_of(self, terms: Sequence[str]) -> Reading:
        """One of these terms at least, each in any form; a term of several words is a phrase."""
        return Reading(grammar.any_of([_term(term) for term in terms]))

    def both(self, first: Reading, second: Reading) -> Reading:
        """What both ask for."""
        return Reading(grammar.all_of((first.node, second.node)), first.left_out + second.left_out)

    def search(self, reading: Reading, rows: Numbers, count: int) -> tuple[Numbers, _Scores]:
        """The best of these rows and their BM25 scores, by score rounded to six places, then by chunk id.

        rows:   ascending row numbers to search; the statistics behind the scores are those of the whole corpus.
        """
        if reading.empty or not len(rows) or count < 1:
            return np.empty(0, dtype=np.int64), np.empty(0)
        query = self._query(reading.node)
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

    def matching(self, reading: Reading, rows: Numbers) -> Numbers:
        """Those of these rows that the query matches, ascending."""
        if reading.empty or not len(rows):
            return np.empty(0, dtype=np.int64)
        stretch = rows if len(rows) <= _FEW else np.arange(rows[0], rows[-1] + 1)
        within = tantivy.Query.const_score_query(self._within(self._query(reading.node), stretch), 0.0)
        hits = self._searcher.search(within, len(stretch), count=False).hits
        found = np.sort(np.array(self._rows(hits), dtype=np.int64))
        return found if len(stretch) == len(rows) else np.intersect1d(found, rows, assume_unique=True)

    def matched(self, reading: Reading, text: str) -> tuple[str, ...]:
        """The words of a text, as printed, that the query looks for; each once, in the order of the text."""
        tokens = [(fold(match[0]), match.span()) for match in words(text)]
        spans = sorted(set(self._spans(reading.node, tokens)))
        return tuple(dict.fromkeys(text[start:end] for start, end in spans))

    def _spans(self, node: grammar.Node, tokens: list[tuple[str, tuple[int, int]]]) -> Iterator[tuple[int, int]]:
        match node:
            case grammar.Word(word):
                stem = self._stem(word)
                yield from (span for token, span in tokens if self._stem(token) == stem)
            case grammar.Prefix(beginning):
                folded = plain(beginning)
                yield from (s for t, s in tokens if t.startswith(beginning) or plain(t).startswith(folded))
            case grammar.Phrase(phrase):
                size = len(phrase)
                for place in range(len(tokens) - size + 1):
                    if tuple(token for token, _ in tokens[place : place + size]) == phrase:
                        yield tokens[place][1][0], tokens[place + size - 1][1][1]
            case grammar.Group(must, should, _):
                for part in (*must, *should):
                    yield from self._spans(part, tokens)

    def _query(self, node: grammar.Node) -> tantivy.Query:
        schema, make = self._schema, tantivy.Query
        match node:
            case grammar.Word(word):
                return make.term_query(schema, "stem", self._stem(word), "freq")
            case grammar.Phrase((word,)):
                return make.term_query(schema, "exact", word, "freq")
            case grammar.Phrase(phrase):
                return make.phrase_query(schema, "exact", list(phrase))
            case grammar.Prefix(beginning):
                patterns = (("exact", beginning), ("stem", plain(beginning)))
                begins = [make.regex_query(schema, field, re.escape(start) + ".*") for field, start in patterns]
                return make.disjunction_max_query(begins)
            case grammar.Group(must, should, must_not):
                clauses = [
                    (occur, self._query(part)) for occur, parts in ((_Must, must), (_Should, should)) for part in parts
                ]
                if not clauses:
                    clauses.append((_Must, make.const_score_query(make.all_query(), 0.0)))
                return make.boolean_query([*clauses, *((_MustNot, self._query(part)) for part in must_not)])

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


def _term(term: str) -> grammar.Node:
    parts = tuple(fold(match[0]) for match in words(term))
    if not parts:
        return grammar.NOTHING
    return grammar.Word(parts[0]) if len(parts) == 1 else grammar.Phrase(parts)
