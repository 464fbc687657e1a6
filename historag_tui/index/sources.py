"""What keyword search asks of the rest of the index: its words, and what stands in the fields of its sources."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from historag_tui.index.analysis import printed


class Sources:
    """The words and the fields of a corpus, each read when it is first asked for.

    words:     gives the words of the corpus, folded, each once.
    document:  the document's number of each row.
    fields:    the names of the fields of the sources.
    values:    gives what stands in a field of each document.
    """

    def __init__(
        self,
        words: Callable[[], Iterable[str]],
        document: np.ndarray[Any, Any] | None = None,
        fields: Sequence[str] = (),
        values: Callable[[str], Sequence[str | None]] = lambda field: (),
    ) -> None:
        self.document = np.empty(0, dtype=np.int32) if document is None else document
        self.fields = tuple(fields)
        self._give_words = words
        self._values = values
        self._fitting: dict[str, tuple[str, ...]] = {}

    @cached_property
    def _lines(self) -> str:
        return "\n".join(self._give_words())

    @property
    def words(self) -> list[str]:
        """The words of the corpus."""
        return self._lines.split("\n")

    def fitting(self, pattern: str, language: str) -> tuple[str, ...]:
        """The words that fit a pattern."""
        if pattern not in self._fitting:
            every = re.compile(rf"^{printed(pattern, language)}$", re.MULTILINE)
            self._fitting[pattern] = tuple(every.findall(self._lines))
        return self._fitting[pattern]

    def holding(self, field: str, holds: Callable[[str], bool]) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Of each row whether what stands in this field of its document passes; what is missing never does."""
        values = self._values(field)
        passing = {value: holds(value) for value in set(values) if value}
        documents = np.fromiter((passing.get(value or "", False) for value in values), dtype=bool, count=len(values))
        return np.asarray(documents[self.document])
