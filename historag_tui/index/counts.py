"""How often each word occurs in each document: every word, not only those that the vocabulary gave a vector.

words.txt                  every word, folded, ascending
starts.npy                 where each word's entries begin in the two columns below
documents.npy, counts.npy  the documents that hold it, ascending, and how often
document_tokens.npy        word tokens in each document
"""

from __future__ import annotations

import tempfile
from array import array as column
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import IO, Any

import numpy as np

from historag_tui.corpus.words import WORD, Known, fold
from historag_tui.index.parts import array, narrow, save
from historag_tui.index.wordlist import WordList, write_words


def count_words(texts: Iterable[str], folder: Path) -> None:
    """Count the words of the documents and write the part."""
    numbers: dict[str, int] = {}
    known = Known(lambda written: numbers.setdefault(fold(written), len(numbers)))
    sizes, tokens = column("q"), column("q")
    # Spilled, since there are as many entries as words in all documents together.
    with _spill(folder) as words, _spill(folder) as counts:
        for text in texts:
            tally = Counter(map(known.__getitem__, WORD.findall(text)))
            column("i", tally.keys()).tofile(words)
            column("i", tally.values()).tofile(counts)
            sizes.append(len(tally))
            tokens.append(tally.total())
        vocabulary = sorted(numbers)
        rank = np.empty(len(vocabulary), dtype=np.int32)
        rank[[numbers[word] for word in vocabulary]] = np.arange(len(vocabulary), dtype=np.int32)
        write_words(folder, vocabulary)
        numbers.clear()
        known.clear()
        vocabulary.clear()
        word = rank[_spilled(words)]
        order = np.argsort(word, kind="stable")
        save(folder, "starts", narrow(np.concatenate(([0], np.cumsum(np.bincount(word, minlength=len(rank)))))))
        del word
        save(folder, "documents", _small(np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)[order]))
        save(folder, "counts", _small(_spilled(counts)[order]))
    save(folder, "document_tokens", np.array(tokens, dtype=np.int64))


def _spill(folder: Path) -> IO[bytes]:
    return tempfile.TemporaryFile(dir=folder)


def _spilled(stream: IO[bytes]) -> np.ndarray[Any, Any]:
    """The numbers that were spilled into a file."""
    stream.seek(0)
    return np.fromfile(stream, dtype=np.intc)


def _small(values: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The numbers in the narrowest unsigned type that holds them: most counts are of one digit."""
    return values.astype(np.min_scalar_type(int(values.max(initial=0))))


class WordCounts:
    """The counts of a part."""

    def __init__(self, part: Path) -> None:
        self.words = WordList(part)
        self._starts = array(part, "starts")
        self._documents = array(part, "documents")
        self._counts = array(part, "counts")

    def of(self, word: str) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """The documents that hold a folded word, ascending, and how often each does; both empty for an unknown word."""
        number = self.words.find(word)
        begin, end = (0, 0) if number is None else self._starts[number : number + 2].tolist()
        # They lie there in as few bytes as they need, in which sums and products of them would not fit.
        return self._documents[begin:end].astype(np.int32), self._counts[begin:end].astype(np.int32)

    def known_tokens(self, least: int, documents: int) -> np.ndarray[Any, Any]:
        """For each of so many documents, how many of its tokens are words that at least ``least`` documents hold."""
        held = np.diff(self._starts)
        known = np.repeat(held >= least, held)
        return np.bincount(self._documents[known], weights=self._counts[known], minlength=documents).astype(np.int64)

    def totals(self) -> np.ndarray[Any, Any]:
        """How often each word of the list occurs in all documents."""
        sums = np.concatenate(([0], np.cumsum(self._counts, dtype=np.int64)))
        return np.asarray(sums[self._starts[1:]] - sums[self._starts[:-1]])
