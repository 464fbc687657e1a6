"""How the surroundings of a term differ from window to window, and whether by more than chance alone makes them differ.

Nothing is trained anew: what is counted are the documents in which a word stands within so many words of the term.  A
word that does so in more documents than it would by chance, if it came there as often as in all the text of the window,
is associated with it; the strength is the signed square root of the deviance G² of a binomial count (Dunning,
*Computational Linguistics* 19, 1993), shown beside the logarithm of the ratio.  Each document counts a word once, since
one long article would else make a period.  Each window has its own expectation, so that a word which merely becomes
common is no change of the term; spellings of one word are counted together.

The noise floor comes from shuffled periods: the documents that hold the term are dealt out anew over the windows, as
many to each, and everything is measured again.  Only what lies above the 95th percentile of the shuffled counts.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from historag_tui.corpus.words import fold
from historag_tui.heuristik.concordance import words_after, words_before
from historag_tui.heuristik.forms import Term
from historag_tui.heuristik.frequency import Scope
from historag_tui.heuristik.occurrences import Finder, holders
from historag_tui.index.analysis import common_words
from historag_tui.index.spelling import keys
from historag_tui.records import ContextWord, Drift, PeriodContext

if TYPE_CHECKING:
    from historag_tui.index.reader import Index

LARGEST = 1_000
"""No span, minimum or number of shuffles is larger."""
_PERCENTILE = 0.95
_FEWEST_DOCUMENTS = 5
"""Fewer cannot be dealt out over windows."""
_MOST_WORDS = 2_000
"""The most frequent context words that are compared; rarer ones decide nothing."""


class Settings(NamedTuple):
    """What is counted near a term, and how often the periods are shuffled.

    span:      words on either side.
    minimum:   documents in which a context word must stand near the term, over all windows.
    least:     occurrences that a window must have, in five documents at least.
    shuffles:  0 measures no noise, and then nothing counts as changed.
    """

    span: int = 10
    minimum: int = 5
    least: int = 20
    shuffles: int = 100
    seed: int = 1
    shown: int = 12


class Surroundings(NamedTuple):
    """What stands near a term, document by document, in the windows that have enough.

    windows:      the numbers of these windows, ascending.
    period:       per document the place of its window among them.
    tokens:       per document the word tokens near the term.
    words:        the context words.
    document, word, often:  how often a word stands near the term in a document, one entry a pair.
    chance:       per document and word, the probability that the word stands near the term by chance.
    """

    windows: tuple[int, ...]
    period: np.ndarray
    tokens: np.ndarray
    words: tuple[str, ...]
    document: np.ndarray
    word: np.ndarray
    often: np.ndarray
    chance: np.ndarray


class Measures(NamedTuple):
    """What is found when the documents lie in certain windows.

    documents, expected:  per window and word, with the word near the term.
    strength:          per window and word, signed root of the deviance of the documents from the expected.
    change:            the same from the number that the word's association in all windows would give.
    distance:          per window, from the one before it; 1 less the cosine of their positive strengths.
    """

    documents: np.ndarray
    expected: np.ndarray
    strength: np.ndarray
    change: np.ndarray
    distance: np.ndarray


def drift(index: Index, term: Term, scope: Scope, settings: Settings) -> Drift:
    """The surroundings of a term in each window, with what stands out above the noise; the undated are left out."""
    documents, counts = scope.inside(*holders(index, [term]))
    at = scope.of_window[documents]
    windows = range(len(scope.names) - 1)
    occurrences = [int(counts[at == number].sum()) for number in windows]
    holding = [int((at == number).sum()) for number in windows]
    enough = tuple(
        number for number in windows if occurrences[number] >= settings.least and holding[number] >= _FEWEST_DOCUMENTS
    )
    near = gather(index, term, documents[np.isin(at, enough)], scope, enough, settings) if enough else None
    compared = compare(near, settings) if near else {}
    return Drift(
        term=term.written,
        searched_as=term.searched_as,
        span=settings.span,
        minimum=settings.minimum,
        least=settings.least,
        shuffles=settings.shuffles,
        seed=settings.seed,
        periods=tuple(
            PeriodContext(
                scope.names[number],
                occurrences[number],
                holding[number],
                *compared.get(number, (0, False)),
            )
            for number in windows
        ),
        warnings=_warnings(int((at == len(windows)).sum()), enough),
    )


def _warnings(undated: int, enough: Sequence[int]) -> tuple[str, ...]:
    lines = []
    if len(enough) < 2:
        lines.append("fewer than two windows have enough occurrences: nothing can be compared")
    if undated:
        lines.append(f"{undated:,} undated documents that hold the term are left out")
    return tuple(lines)


def gather(
    index: Index, term: Term, documents: np.ndarray, scope: Scope, enough: tuple[int, ...], settings: Settings
) -> Surroundings:
    """Count what stands near the term.  Common words of the language, numbers and single letters are left out."""
    finder = Finder(index, [term])
    tallies = [_near(finder, number, index.text(number), settings.span) for number in documents.tolist()]
    group, words = _groups(index, term, tallies, settings.minimum)
    entries: Counter[tuple[int, int]] = Counter()
    for document, tally in enumerate(tallies):
        for word in tally.keys() & group.keys():
            entries[document, group[word]] += tally[word]
    pairs = np.array(sorted(entries), dtype=np.int64).reshape(-1, 2)
    rates = np.zeros((len(scope.names), len(words)))
    for word, number in group.items():
        rates[:, number] += scope.per_window(*index.vocabulary.counts(word))
    rates /= np.maximum(scope.tokens, 1)[:, None]
    tokens = np.array([tally.total() for tally in tallies], dtype=np.int64)
    return Surroundings(
        windows=enough,
        period=np.searchsorted(enough, scope.of_window[documents]),
        tokens=tokens,
        words=words,
        document=pairs[:, 0],
        word=pairs[:, 1],
        often=np.array([entries[document, word] for document, word in pairs.tolist()], dtype=np.int64),
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
    kept = [letters for letters, count in often.most_common(_MOST_WORDS) if count >= minimum]
    names = tuple(max(same[letters], key=lambda word: (documents[word], word)) for letters in kept)
    return {word: number for number, letters in enumerate(kept) for word in same[letters]}, names


def measure(near: Surroundings, period: np.ndarray) -> Measures:
    """Everything that is measured when the documents lie in these windows; each keeps the expectation of its own time."""
    windows, words = len(near.windows), len(near.words)
    documents = np.bincount(period[near.document] * words + near.word, minlength=windows * words)
    documents = documents.reshape(windows, words)
    expected = (np.arange(windows)[:, None] == period).astype(np.float32) @ near.chance
    of = np.bincount(period, minlength=windows)[:, None]
    strength = deviance(documents, expected, of)
    ratio = documents.sum(axis=0) / np.maximum(expected.sum(axis=0), np.finfo(np.float32).tiny)
    attracted = np.maximum(strength, 0)
    lengths = np.linalg.norm(attracted, axis=1)
    both = np.maximum(lengths[1:] * lengths[:-1], np.finfo(float).tiny)
    distance = 1 - (attracted[1:] * attracted[:-1]).sum(axis=1) / both
    return Measures(documents, expected, strength, deviance(documents, expected * ratio, of), distance)


def deviance(count: np.ndarray, expected: np.ndarray, of: np.ndarray) -> np.ndarray:
    """Signed square root of the deviance of binomial counts; negative below the expected.

    G² = 2 (c ln(c / e) + (n - c) ln((n - c) / (n - e))), with c of n where e are expected; e is taken for n - 0.5 at most.
    """
    expected = np.clip(expected, np.finfo(np.float32).tiny, of - 0.5)
    with np.errstate(divide="ignore", invalid="ignore"):
        inside = np.where(count > 0, count * np.log(count / expected), 0.0)
        others = np.where(count < of, (of - count) * np.log((of - count) / (of - expected)), 0.0)
    return np.asarray(np.sign(count - expected) * np.sqrt(np.maximum(2 * (inside + others), 0)))


def compare(near: Surroundings, settings: Settings) -> dict[int, tuple[Any, ...]]:
    """By window what a PeriodContext has from ``tokens`` on."""
    found = measure(near, near.period)
    chance = np.random.default_rng(settings.seed)
    shuffled = [measure(near, chance.permutation(near.period)) for _ in range(settings.shuffles)]
    floors = distance_floors = None
    if shuffled and near.words:
        floors = np.quantile([other.change.max(axis=1) for other in shuffled], _PERCENTILE, axis=0)
        distance_floors = np.quantile([other.distance for other in shuffled], _PERCENTILE, axis=0)
    tokens = np.bincount(near.period, weights=near.tokens, minlength=len(near.windows))
    compared: dict[int, tuple[Any, ...]] = {}
    for place, number in enumerate(near.windows):
        floor = None if floors is None else float(floors[place])
        before = place - 1
        distance = float(found.distance[before]) if place and near.words else None
        distance_floor = float(distance_floors[before]) if place and distance_floors is not None else None
        compared[number] = (
            int(tokens[place]),
            True,
            tuple(_words(near, found, place, floor, settings.shown)),
            floor,
            distance,
            distance_floor,
            distance is not None and distance_floor is not None and distance > distance_floor,
        )
    return compared


def _words(near: Surroundings, found: Measures, place: int, floor: float | None, shown: int) -> Iterator[ContextWord]:
    """The strongest associations of a window, and every word whose change is above the floor."""
    strength, change = found.strength[place], found.change[place]
    strongest = [number for number in np.argsort(-strength, kind="stable").tolist() if strength[number] > 0]
    beyond = {number for number in strongest if floor is not None and change[number] > floor}
    inside = near.period[near.document] == place
    counts = np.bincount(near.word[inside], weights=near.often[inside], minlength=len(near.words))
    for number in sorted({*strongest[:shown], *beyond}, key=lambda number: (-strength[number], number)):
        documents, expected = int(found.documents[place, number]), float(found.expected[place, number])
        yield ContextWord(
            near.words[number],
            documents,
            int(counts[number]),
            expected,
            math.log2(documents / expected),
            float(change[number]),
            number in beyond,
        )
