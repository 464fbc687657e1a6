"""Near-duplicates: chunks of which most of the text stands in the corpus more than once.

    reprint_clusters.npy  per chunk the row of the first chunk of its cluster, -1 for a text that stands there once

Two chunks belong together when at least half of the four-word sequences of the shorter one stand in the other; what
belongs to one of a cluster belongs to the cluster.  Words are folded and lose their accents, so that long s and
capitals do not part two printings; a misread word spoils the four sequences that hold it.  Pairs are looked for among
a sample of the sequences, those whose hash is divisible by eight, and verified on all of them (Broder, "On the
resemblance and containment of documents", 1997).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from historag_tui.corpus.dating import PAST
from historag_tui.corpus.words import WORD, Known, fold
from historag_tui.index.analysis import plain
from historag_tui.index.parts import array, save
from historag_tui.index.tables import ChunkTable, Numbers
from historag_tui.records import Progress

_LENGTH = 4
_SHARED = 0.5
_SAMPLED = np.uint64(8)
_LIKELY = 0.25
"""Share of the sampled sequences from which on a pair is verified: half of what it must be in truth."""
_LEAST = 12
"""Sequences below which a chunk is too short to be told from a formula."""
_FORMULA = 200
"""A sequence in more chunks than this is a formula of the corpus and says nothing about two of them."""
_BATCH = 2_000
_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX = np.uint64(0xBF58476D1CE4E5B9)
Hashes = np.ndarray[Any, np.dtype[np.uint64]]


def _number(word: str) -> int:
    """A number for a word as printed; words that differ only in case, accents or old letters have the same."""
    known = plain(fold(word))
    return int.from_bytes(blake2b(known.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")


def find(text_of: Callable[[int], str], chunks: int, folder: Path) -> Iterator[Progress]:
    """Find the clusters among so many chunks and write the part."""
    words = Known(_number)
    sampled: list[Hashes] = []
    owners: list[Numbers] = []
    for begin in range(0, chunks, _BATCH):
        yield Progress("looking for reprints", begin, chunks)
        rows = range(begin, min(begin + _BATCH, chunks))
        hashes, owner = _sequences([text_of(row) for row in rows], words)
        chosen = hashes % _SAMPLED == 0
        sampled.append(hashes[chosen])
        owners.append(owner[chosen].astype(np.int32) + begin)
    clusters = np.full(chunks, -1, dtype=np.int32)
    if sampled:
        pairs = _pairs(np.concatenate(sampled), np.concatenate(owners), chunks)
        _unite(clusters, _verified(pairs, text_of, words))
    save(folder, "reprint_clusters", clusters)
    yield Progress("looking for reprints", chunks, chunks)


def _sequences(texts: Sequence[str], words: Known[int]) -> tuple[Hashes, Numbers]:
    """The hashes of the four-word sequences of some texts, and to which text each belongs; each once a text."""
    found = [WORD.findall(text) for text in texts]
    sizes = np.array([len(written) for written in found])
    every = map(words.__getitem__, chain.from_iterable(found))
    numbers = np.fromiter(every, dtype=np.uint64, count=int(sizes.sum()))
    owner = np.repeat(np.arange(len(texts)), sizes)
    if len(numbers) < _LENGTH:
        return numbers[:0], owner[:0]
    count = len(numbers) - _LENGTH + 1
    hashes = numbers[:count].copy()
    for place in range(1, _LENGTH):
        hashes = hashes * _STEP + numbers[place : place + count]
    hashes = (hashes ^ (hashes >> np.uint64(29))) * _MIX
    hashes ^= hashes >> np.uint64(32)
    whole = owner[:count] == owner[_LENGTH - 1 :]
    hashes, owner = hashes[whole], owner[:count][whole]
    order = np.lexsort((hashes, owner))
    hashes, owner = hashes[order], owner[order]
    new = np.ones(len(hashes), dtype=bool)
    new[1:] = (hashes[1:] != hashes[:-1]) | (owner[1:] != owner[:-1])
    enough = np.bincount(owner[new], minlength=len(texts)) >= _LEAST
    new &= enough[owner]
    return hashes[new], owner[new]


def _pairs(hashes: Hashes, owners: Numbers, chunks: int) -> list[tuple[int, int]]:
    """Rows that share enough of their sampled sequences to be looked at."""
    size = np.bincount(owners, minlength=chunks)
    order = np.argsort(hashes, kind="stable")
    hashes, owners = hashes[order], owners[order]
    starts = np.flatnonzero(np.concatenate(([True], hashes[1:] != hashes[:-1])))
    held = np.diff(np.concatenate((starts, [len(hashes)])))
    shared = (held > 1) & (held <= _FORMULA)
    # Every chunk with the first that has the sequence and with the one before it: all of a cluster hang together so.
    place = np.arange(len(hashes)) - np.repeat(starts, held)
    behind = np.flatnonzero(np.repeat(shared, held) & (place > 0))
    first = owners[(behind - place[behind])].astype(np.int64)
    before, here = owners[behind - 1].astype(np.int64), owners[behind].astype(np.int64)
    chained = before != first
    keys = np.concatenate((first * chunks + here, before[chained] * chunks + here[chained]))
    keys, counts = np.unique(keys, return_counts=True)
    one, other = keys // chunks, keys % chunks
    likely = (counts >= 2) & (counts >= _LIKELY * np.minimum(size[one], size[other]))
    return list(zip(one[likely].tolist(), other[likely].tolist(), strict=True))


def _verified(
    pairs: Sequence[tuple[int, int]], text_of: Callable[[int], str], words: Known[int]
) -> Iterator[tuple[int, int]]:
    known: dict[int, Hashes] = {}
    for pair in pairs:
        for row in pair:
            if row not in known:
                known[row] = _sequences([text_of(row)], words)[0]
        one, other = known[pair[0]], known[pair[1]]
        if len(np.intersect1d(one, other, assume_unique=True)) >= _SHARED * min(len(one), len(other)):
            yield pair


def _unite(clusters: np.ndarray[Any, np.dtype[np.int32]], pairs: Iterator[tuple[int, int]]) -> None:
    """Write for every row of a pair the lowest row with which it hangs together."""
    above: dict[int, int] = {}

    def root(row: int) -> int:
        above.setdefault(row, row)
        while above[row] != row:
            above[row] = above[above[row]]
            row = above[row]
        return row

    for one, other in pairs:
        low, high = sorted((root(one), root(other)))
        above[high] = low
    for row in above:
        clusters[row] = root(row)


class Reprints:
    """The clusters of a generation's chunks.

    part: None for an index in which they were not looked for.
    """

    def __init__(self, part: Path | None, chunks: ChunkTable) -> None:
        self._chunks = chunks
        self._clusters = None if part is None else array(part, "reprint_clusters")

    def earliest(self, rows: Numbers) -> Numbers:
        """Of these ascending rows those that are alone, and of each cluster the one with the earliest date.

        The date is the first day it can be, the last where it is open towards the past; the undated come last, and
        what is as early is decided by chunk id.
        """
        if self._clusters is None:
            return rows
        clusters = self._clusters[rows]
        printed = np.flatnonzero(clusters >= 0)
        among = rows[printed]
        order = np.lexsort((self._chunks.ids[among], self._day(among), clusters[printed]))
        ordered = clusters[printed][order]
        later = order[1:][ordered[1:] == ordered[:-1]]
        return np.delete(rows, printed[later]) if len(later) else rows

    def others(self, row: int) -> list[int]:
        """The other rows of a chunk's cluster, by date."""
        if self._clusters is None or self._clusters[row] < 0:
            return []
        rows = np.flatnonzero(self._clusters == self._clusters[row])
        rows = rows[rows != row]
        return list(map(int, rows[np.lexsort((self._chunks.ids[rows], self._day(rows)))]))

    def _day(self, rows: Numbers) -> Numbers:
        first = self._chunks.first[rows].astype(np.int64)
        return np.where(first == PAST, self._chunks.last[rows].astype(np.int64), first)
