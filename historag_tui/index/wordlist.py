"""A sorted list of words on disk: one a line in UTF-8, found by halving, so that opening it reads nothing."""

from __future__ import annotations

import mmap
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np

from historag_tui.errors import IndexDamaged
from historag_tui.index.parts import array, narrow, save


def write_words(part: Path, words: Sequence[str]) -> None:
    """Write ``words.txt`` and the offsets of its lines.  The words must ascend in the order of their code points."""
    lines = [word.encode("utf-8") + b"\n" for word in words]
    (part / "words.txt").write_bytes(b"".join(lines))
    offsets = np.zeros(len(lines) + 1, dtype=np.int64)
    np.cumsum([len(line) for line in lines], out=offsets[1:])
    save(part, "word_offsets", narrow(offsets))


class WordList:
    """The words of a part, ascending."""

    def __init__(self, part: Path) -> None:
        self._offsets = array(part, "word_offsets")
        self._bytes = mapped(part / "words.txt")

    def __len__(self) -> int:
        return len(self._offsets) - 1

    def __getitem__(self, number: int) -> str:
        if not 0 <= number < len(self):
            raise IndexError(number)
        return self._line(number).decode("utf-8")

    def __iter__(self) -> Iterator[str]:
        return iter(self._bytes[:].decode("utf-8").split("\n")[: len(self)])

    def find(self, word: str) -> int | None:
        """The number of a word, or None.  UTF-8 keeps the order of code points, so that bytes are compared."""
        key = word.encode("utf-8", "replace")
        place = bisect_left(range(len(self)), key, key=self._line)
        return place if place < len(self) and self._line(place) == key else None

    def beginning(self, start: str, read: Callable[[str], str], begun: Callable[[str], str]) -> list[str]:
        """The words that begin so as ``read`` has them, ascending.

        read:   makes of a word the letters that count.
        begun:  makes of the beginning of a word the letters with which ``read`` is sure to begin, however it goes on.
        """
        found: list[str] = []
        branches = [(0, len(self), "")]
        while branches:
            low, high, stem = branches.pop()
            letters = begun(stem) if stem else ""
            if letters.startswith(start):
                found.extend(self[number] for number in range(low, high))
            elif start.startswith(letters):
                if stem and self[low] == stem and read(stem).startswith(start):
                    found.append(stem)
                branches.extend(self._branches(low, high, stem))
        return sorted(found)

    def _branches(self, low: int, high: int, stem: str) -> Iterator[tuple[int, int, str]]:
        """The stretches of words from ``low`` to ``high`` that go on after the stem with the same letter."""
        while low < high:
            letter = self[low][len(stem) : len(stem) + 1]
            end = low + 1
            if letter:
                behind = (stem + letter).encode("utf-8") + b"\xff"
                end = bisect_left(range(len(self)), behind, low, high, key=self._line)
                yield low, end, stem + letter
            low = end

    def _line(self, number: int) -> bytes:
        return self._bytes[self._offsets[number] : self._offsets[number + 1] - 1]


def mapped(path: Path) -> mmap.mmap | bytes:
    """The bytes of a file, memory-mapped; an empty file cannot be mapped and gives empty bytes.  Raises IndexDamaged."""
    try:
        with path.open("rb") as stream:
            return mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) if path.stat().st_size else b""
    except OSError as error:
        raise IndexDamaged(
            f"{path} cannot be read: {error.strerror}", "Build the index again: historag index"
        ) from error
