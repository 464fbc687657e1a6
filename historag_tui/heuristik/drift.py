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
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from historag_tui.heuristik.forms import Term
from historag_tui.heuristik.frequency import Scope
from historag_tui.heuristik.occurrences import holders
from historag_tui.heuristik.surroundings import MOST_CELLS, Surroundings, gather
from historag_tui.records import ContextWord, Drift, PeriodContext

if TYPE_CHECKING:
    from historag_tui.index.reader import Index

LARGEST = 1_000
"""No span, minimum or number of shuffles is larger."""
_TINY = np.finfo(np.float32).tiny
_PERCENTILE = 0.95
_FEWEST_DOCUMENTS = 5
"""Fewer cannot be dealt out over windows."""


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


class Measures(NamedTuple):
    """What is found when the documents lie in certain windows, for several ways in which they may lie.

    documents, expected:  per way, window and word, with the word near the term.
    strength:          signed root of the deviance of the documents from the expected.
    change:            the same from the number that the word's association in all windows would give.
    distance:          per way and window, from the one before it; 1 less the cosine of their positive strengths.
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
    near = (
        gather(index, term, documents[np.isin(at, enough)], scope, enough, settings.span, settings.minimum)
        if enough
        else None
    )
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
        where=scope.where,
    )


def _warnings(undated: int, enough: Sequence[int]) -> tuple[str, ...]:
    lines = []
    if len(enough) < 2:
        lines.append("fewer than two windows have enough occurrences: nothing can be compared")
    if undated:
        lines.append(f"{undated:,} undated documents that hold the term are left out")
    return tuple(lines)


def measure(near: Surroundings, periods: np.ndarray) -> Measures:
    """Everything that is measured when the documents lie in these windows; each keeps the expectation of its own time.

    periods:  per way and document the place of the window.
    """
    windows, (ways, count) = len(near.windows), periods.shape
    lies = (periods[:, None, :] == np.arange(windows)[:, None]).astype(np.float32)
    flat, shape = lies.reshape(-1, count), (ways, windows, len(near.words))
    documents, expected = (flat @ near.near).reshape(shape), (flat @ near.chance).reshape(shape)
    of = lies.sum(axis=2, keepdims=True)
    strength = deviance(documents, expected, of)
    ratio = documents.sum(axis=1) / np.maximum(expected.sum(axis=1), _TINY)
    attracted = np.maximum(strength, 0)
    lengths = np.linalg.norm(attracted, axis=2)
    both = np.maximum(lengths[:, 1:] * lengths[:, :-1], _TINY)
    distance = 1 - (attracted[:, 1:] * attracted[:, :-1]).sum(axis=2) / both
    return Measures(documents, expected, strength, deviance(documents, expected * ratio[:, None], of), distance)


def deviance(count: np.ndarray, expected: np.ndarray, of: np.ndarray) -> np.ndarray:
    """Signed square root of the deviance of binomial counts; negative below the expected.

    G² = 2 (c ln(c / e) + (n - c) ln((n - c) / (n - e))), with c of n where e are expected; e is taken for n - 0.5 at most.
    """
    expected = np.clip(expected, _TINY, of - 0.5)
    with np.errstate(divide="ignore", invalid="ignore"):
        inside = np.where(count > 0, count * np.log(count / expected), 0.0)
        others = np.where(count < of, (of - count) * np.log((of - count) / (of - expected)), 0.0)
    return np.asarray(np.sign(count - expected) * np.sqrt(np.maximum(2 * (inside + others), 0)))


def compare(near: Surroundings, settings: Settings) -> dict[int, tuple[Any, ...]]:
    """By window what a PeriodContext has from ``tokens`` on."""
    found = Measures(*(figures[0] for figures in measure(near, near.period[None])))
    floors, distance_floors = _floors(near, settings) if settings.shuffles and near.words else (None, None)
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


def _floors(near: Surroundings, settings: Settings) -> tuple[np.ndarray, np.ndarray]:
    """Per window the 95th percentiles of the largest change and of the distance over the shuffled periods."""
    chance = np.random.default_rng(settings.seed)
    changes, distances = [], []
    # Many at once are one large product of matrices; all at once would be too large a one.
    together = max(1, MOST_CELLS // (len(near.windows) * max(len(near.period), len(near.words))))
    for begin in range(0, settings.shuffles, together):
        ways = range(begin, min(settings.shuffles, begin + together))
        found = measure(near, np.array([chance.permutation(near.period) for _ in ways]))
        changes.append(found.change.max(axis=2))
        distances.append(found.distance)
    return (
        np.quantile(np.concatenate(changes), _PERCENTILE, axis=0),
        np.quantile(np.concatenate(distances), _PERCENTILE, axis=0),
    )


def _words(near: Surroundings, found: Measures, place: int, floor: float | None, shown: int) -> Iterator[ContextWord]:
    """The strongest associations of a window, and every word whose change is above the floor."""
    strength, change = found.strength[place], found.change[place]
    strongest = [number for number in np.argsort(-strength, kind="stable").tolist() if strength[number] > 0]
    beyond = {number for number in strongest if floor is not None and change[number] > floor}
    for number in sorted({*strongest[:shown], *beyond}, key=lambda number: (-strength[number], number)):
        documents, expected = int(found.documents[place, number]), float(found.expected[place, number])
        yield ContextWord(
            near.words[number],
            documents,
            int(near.often[place, number]),
            expected,
            math.log2(documents / expected),
            float(change[number]),
            number in beyond,
        )
