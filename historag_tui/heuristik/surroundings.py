"""What stands near a term, document by document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from historag_tui.corpus.words import fold
from historag_tui.heuristik.concordance import words_after, words_before
from historag_tui.heuristik.forms import Term
from historag_tui.heuristik.frequency import Scope
from historag_tui.heuristik.occurrences import Finder
from historag_tui.index.analysis import common_words
from historag_tui.index.spelling import keys

if TYPE_CHECKING:
    from historag_tui.index.reader import Index

MOST_CELLS = 10_000_000
"""Numbers in one table: what a small machine holds easily."""
_MOST_WORDS = 2_000
"""The most frequent context words are compared, rarer ones decide nothing; fewer where very many documents hold the term."""


class Surroundings(NamedTuple):
    """What stands near a term, document by document, in the windows that have enough.

    windows:      the numbers of these windows, ascending.
    period:       per document the place of its window among them.
    tokens:       per document the word tokens near the term.
    words:        the context words.
    often:        per period and word, how often the word stands near the term.
    near:         per document and word, 1 where the word stands near the term (float32).
    chance:       per document and word, the probability that it does so by chance (float32).
    """

    windows: tuple[int, ...]
    period: np.ndarray
    tokens: np.ndarray
    words: tuple[str, ...]
    often: np.ndarray
    near: np.ndarray
    chance: np.ndarray


def gather(
    index: Index, term: Term, documents: np.ndarray, scope: Scope, windows: tuple[int, ...], span: int, minimum: int
) -> Surroundings:
    """Count what stands near the term.  Common words of the language, numbers and single letters are left out.

    documents:  that hold the term and lie in one of these windows.
    span:       words on either side.
    minimum:    documents in which a context word must stand near the term.
    """
    finder = Finder(index, [term])
    tallies = [_near(finder, number, index.text(number), span) for number in documents.tolist()]
    group, words = _groups(index, term, tallies, minimum)
    period = np.searchsorted(windows, scope.of_window[documents])
    often = np.zeros((len(windows), len(words)), dtype=np.int64)
    near = np.zeros((len(tallies), len(words)), dtype=np.float32)
    for document, tally in enumerate(tallies):
        for word in tally.keys() & group.keys():
            often[period[document], group[word]] += tally[word]
            near[document, group[word]] = 1
    rates = np.zeros((len(scope.names), len(words)))
    for word, number in group.items():
        rates[:, number] += scope.per_window(*index.vocabulary.counts(word))
    rates /= np.maximum(scope.tokens, 1)[:, None]
    tokens = np.array([tally.total() for tally in tallies], dtype=np.int64)
    return Surroundings(
        windows=windows,
        period=period,
        tokens=tokens,
        words=words,
        often=often,
        near=near,
        chance=-np.expm1(-tokens[:, None] * rates[scope.of_window[documents]]).astype(np.float32),
    )


def _near(finder: Finder, number: int, text: str, span: int) -> Counter[str]:
    """The folded words within so many words of each occurrence in a document."""
    found: Counter[str] = Counter()
    for start, end in finder.spans(number, text):
        for place in (*words_before(text, start, span), *words_after(text, end, span)):
            found[text[slice(*place)]] += 1
    folded: Counter[str] = Counter()
    for word, count in found.items():
        folded[fold(word)] += count
    return folded


def _groups(
    index: Index, term: Term, tallies: Sequence[Counter[str]], minimum: int
) -> tuple[dict[str, int], tuple[str, ...]]:
    """The number under which each context word is counted, spellings of one word together, and their names."""
    language = index.manifest.language
    left_out = common_words(language) | {form for place in term.places for form in place}
    documents = Counter(word for tally in tallies for word in tally)
    candidates = [word for word in documents if len(word) > 1 and not word[0].isdigit() and word not in left_out]
    same: dict[str, list[str]] = {}
    for word, letters in zip(candidates, keys(candidates, language), strict=True):
        same.setdefault(letters, []).append(word)
    often = Counter({letters: sum(documents[word] for word in spellings) for letters, spellings in same.items()})
    kept = [
        letters
        for letters, count in often.most_common(min(_MOST_WORDS, MOST_CELLS // len(tallies)))
        if count >= minimum
    ]
    names = tuple(max(same[letters], key=lambda word: (documents[word], word)) for letters in kept)
    return {word: number for number, letters in enumerate(kept) for word in same[letters]}, names
