"""The vocabulary trained on the corpus: skip-gram word vectors (fastText).  The one file that knows floret.

    words.txt, vectors.npy   the words that have a vector, ascending, and their vectors (float32, of length one)
    counts.npy               how often each word occurred in the texts it was trained on
    model.bin                the trained model itself, as floret and fastText's tools read it
    trained.json             on how many tokens it was trained

floret, the maintained fork, is used with one thread in its fastText mode: the same texts give the same vectors.
"""

from __future__ import annotations

import os
import re
import tempfile
import threading
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from historag_tui.corpus.words import WORD, fold
from historag_tui.errors import WorkFailed
from historag_tui.index.analysis import begun, plain
from historag_tui.index.counts import WordCounts
from historag_tui.index.parts import array, save
from historag_tui.index.wordlist import WordList, write_words
from historag_tui.records import Progress
from historag_tui.workspace import VocabularySettings

_BUCKETS = 50_000
_SUBWORDS = (4, 5)
_SIZE_OF_FLOAT = 4
_PROGRESS = re.compile(rb"Progress:\s*([\d.]+)%")
_POLL = 0.5


class Trained(msgspec.Struct, frozen=True):
    """On what a vocabulary was trained."""

    tokens: int


def train(texts: Iterable[str], settings: VocabularySettings, counts: WordCounts, folder: Path) -> Iterator[Progress]:
    """Train on the documents and write the part.  Raises WorkFailed.

    To be called in a process of its own: floret cannot be stopped, and it prints to the process's standard error,
    which is taken from it while it works.
    """
    import floret

    lines = folder / "training.txt"
    with lines.open("w", encoding="utf-8") as stream:
        for text in texts:
            stream.write(" ".join(map(fold, WORD.findall(text))) + "\n")
    totals = counts.totals()
    if not (totals >= settings.minimum_count).any():
        raise WorkFailed(
            f"No word occurs {settings.minimum_count} times, so there is no vocabulary to train",
            "Set [vocabulary] minimum_count = 1 in historag.toml, or read more texts",
        )
    model = None
    for step in _watched(lambda: floret.train_unsupervised(**_arguments(lines, settings))):
        if isinstance(step, Progress):
            yield step
        else:
            model = step
    lines.unlink()
    _export(model, settings, counts, totals, folder)


def _arguments(lines: Path, settings: VocabularySettings) -> dict[str, Any]:
    return {
        "input": str(lines),
        "model": "skipgram",
        "mode": "fasttext",
        "dim": settings.dimension,
        "epoch": settings.epochs,
        "minCount": settings.minimum_count,
        "minn": _SUBWORDS[0],
        "maxn": _SUBWORDS[1],
        "bucket": _BUCKETS,
        "wordNgrams": 1,
        "thread": 1,
        "verbose": 2,
    }


def _watched(work: Any) -> Iterator[Any]:
    """Run floret's work, tell how far it says it is, and give its result at the end."""
    outcome: list[Any] = []

    def run() -> None:
        try:
            outcome.append(work())
        except (ValueError, RuntimeError, MemoryError) as error:
            outcome.append(
                WorkFailed(f"The vocabulary could not be trained: {error}", "Check [vocabulary] in historag.toml")
            )

    with tempfile.TemporaryFile() as printed:
        kept = os.dup(2)
        os.dup2(printed.fileno(), 2)
        try:
            thread = threading.Thread(target=run, daemon=True)
            thread.start()
            while thread.is_alive():
                thread.join(_POLL)
                size = os.fstat(printed.fileno()).st_size
                said = _PROGRESS.findall(os.pread(printed.fileno(), 400, max(0, size - 400)))
                yield Progress("training the vocabulary", int(float(said[-1])) if said else 0, 100)
        finally:
            os.dup2(kept, 2)
            os.close(kept)
    result = outcome[0] if outcome else WorkFailed("The training of the vocabulary ended without a result")
    if isinstance(result, WorkFailed):
        raise result
    yield result


def _export(
    model: Any, settings: VocabularySettings, counts: WordCounts, totals: np.ndarray[Any, Any], folder: Path
) -> None:
    known = sorted(word for word in model.get_words() if WORD.fullmatch(word))
    vectors = np.array([model.get_word_vector(word) for word in known], dtype=np.float32)
    if not np.isfinite(vectors).all():
        raise WorkFailed("The vocabulary's training went astray", "Set fewer [vocabulary] epochs in historag.toml")
    numbers = {word: number for number, word in enumerate(counts.words)}
    write_words(folder, known)
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    save(folder, "vectors", vectors / np.maximum(lengths, np.finfo(np.float32).tiny))
    save(folder, "counts", totals[[numbers[word] for word in known]])
    path = folder / "model.bin"
    model.save_model(str(path))
    # floret reports success on a full disk: what it must hold at least is known.
    least = (2 * len(known) + _BUCKETS) * settings.dimension * _SIZE_OF_FLOAT
    if path.stat().st_size < least:
        raise WorkFailed(f"{path.name} was cut while it was written", "Make space on the disk and run: historag index")
    (folder / "trained.json").write_bytes(msgspec.json.encode(Trained(int(totals.sum()))))


class WordVectors:
    """The word vectors of a vocabulary part, whose checksums were verified."""

    def __init__(self, part: Path) -> None:
        self.words = WordList(part)
        self.vectors = array(part, "vectors")
        self.counts = array(part, "counts")

    def nearest(self, number: int) -> Iterator[tuple[str, float]]:
        """All other words with their cosine to this one, nearest first."""
        similarities = self.vectors @ self.vectors[number]
        for place in np.argsort(-similarities, kind="stable").tolist():
            if place != number:
                yield self.words[place], float(similarities[place])


class Vocabulary:
    """Frequencies of every word of the corpus, and the neighbours of those that have a vector.

    vectors: None while the vocabulary is not trained yet.
    """

    def __init__(self, counts: WordCounts, vectors: WordVectors | None, minimum: int) -> None:
        self._counts = counts
        self._vectors = vectors
        self._minimum = minimum

    def known(self, term: str) -> bool:
        """Whether the term has a vector, and so neighbours that mean something."""
        return self._vectors is not None and self._vectors.words.find(fold(term)) is not None

    def frequency(self, term: str) -> int:
        """Word tokens of the corpus that are this term, whatever their case."""
        return int(self.counts(term)[1].sum())

    def counts(self, term: str) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """The documents that hold the term, ascending, and how often each does; both empty when none does."""
        return self._counts.of(fold(term))

    def known_tokens(self, least: int, documents: int) -> np.ndarray[Any, Any]:
        """For each of so many documents, how many of its tokens are words that at least ``least`` documents hold."""
        return self._counts.known_tokens(least, documents)

    @property
    def words(self) -> WordList:
        """Every word of the corpus, folded, ascending."""
        return self._counts.words

    def beginning(self, letters: str, language: str = "") -> list[str]:
        """The words of the corpus whose plain form begins with these plain letters: ``schad`` gives ``ſchaͤdlich`` too."""
        return self.words.beginning(letters, partial(plain, language=language), partial(begun, language=language))

    def nearest(self, term: str) -> Iterator[tuple[str, float]]:
        """All other words that have a vector and their cosine, nearest first; none for a term without a vector.

        Words that have become rarer in today's corpus than the vocabulary's minimum count are passed over.
        """
        vectors = self._vectors
        number = vectors.words.find(fold(term)) if vectors else None
        if vectors is None or number is None:
            return iter(())
        return (pair for pair in vectors.nearest(number) if self.frequency(pair[0]) >= self._minimum)

    def neighbours(self, term: str, count: int) -> list[tuple[str, float]]:
        """The first of these."""
        return list(islice(self.nearest(term), max(0, count)))
