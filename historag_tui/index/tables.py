"""Documents and chunks as they lie on disk: columns, memory-mapped."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import numpy as np

from historag_tui.corpus.chunks import chunk_id
from historag_tui.corpus.dating import FUTURE, PAST, is_dated
from historag_tui.errors import IndexDamaged
from historag_tui.index.parts import array
from historag_tui.index.texts import Entry, Fields
from historag_tui.index.wordlist import mapped
from historag_tui.records import RangeRule, Role

_T = TypeVar("_T")
Numbers = np.ndarray[Any, np.dtype[np.int64]]


class _Titled(msgspec.Struct):
    title: str


class DocumentTable:
    """The documents in the order of the corpus; a document's number is its place in it.

    first, last:  day numbers; where :meth:`is_dated` is false the date is open there, or missing.
    characters:   length of each text.
    tokens:       word tokens in each text.
    chunk_count:  chunks of each document.
    """

    def __init__(self, texts: Path, counts: Path) -> None:
        self.first = array(texts, "document_first")
        self.last = array(texts, "document_last")
        self.characters = array(texts, "document_characters")
        self.tokens = array(counts, "document_tokens")
        self.chunk_count = array(texts, "document_chunks")
        self._offsets = array(texts, "document_offsets")
        self._texts = texts
        self._lines = array(texts, "document_lines")
        self._entries = mapped(texts / "documents.jsonl")
        self._names = array(texts, "document_names")
        self._by_name = array(texts, "document_by_name")
        self._fields = _decoded(texts / "fields.json", Fields)
        self._decoder = msgspec.json.Decoder(Entry)

    def __len__(self) -> int:
        return len(self.first)

    @property
    def fields(self) -> dict[str, Role]:
        """The further fields of the sources, with their roles."""
        return self._fields.roles

    @property
    def date_name(self) -> str:
        """The name of the date that is used."""
        return self._fields.date_name

    @staticmethod
    def is_dated(day: int) -> bool:
        """Whether a day number is a day, not the mark of an open end or of no date."""
        return is_dated(day)

    def get(self, number: int) -> Entry:
        """Everything about a document but its text.  Raises IndexDamaged."""
        try:
            return self._decoder.decode(self._entries[self._lines[number] : self._lines[number + 1]])
        except msgspec.MsgspecError as error:
            raise IndexDamaged(
                f"documents.jsonl, line {number + 1}: {error}", "Build it again: historag index"
            ) from error

    def text_start(self, number: int) -> int:
        """Where a document's text begins in the text store; that of the number behind the last is the store's end."""
        return int(self._offsets[number])

    def index_of(self, identifier: str) -> int | None:
        """The number of the document with this id."""
        key = np.uint64(int(chunk_id(identifier, 0, 0), 16))
        place = int(np.searchsorted(self._names, key))
        while place < len(self._names) and self._names[place] == key:
            number = int(self._by_name[place])
            if self.get(number).id == identifier:
                return number
            place += 1
        return None

    def titles(self) -> list[str]:
        """The title of each document."""
        decode = msgspec.json.Decoder(_Titled).decode
        return [decode(self._entries[a:b]).title for a, b in pairwise(self._lines.tolist())]

    def column(self, field: str) -> list[str | None]:
        """One further field's value in each document.  Raises KeyError for a field that no document has."""
        number = list(self.fields).index(field) if field in self.fields else -1
        if number < 0:
            raise KeyError(field)
        return _decoded(self._texts / f"field-{number}.json", list[str | None])


class ChunkTable:
    """The chunks, one row each: those with one exact day by date, then those with a range, then the undated.

    first, last:  day numbers (int32), the marks PAST and FUTURE where the date is open.
    document:     number of the document.
    start, end:   character offsets in the document's text.
    byte_start, byte_end:  offsets in the text store.
    ordinal:      place among the document's chunks, from 0.
    ids:          chunk ids as unsigned 64-bit numbers.
    hashes:       16 bytes of each text's hash.
    exact_count:  rows before this one have one exact day.
    dated_count:  rows before this one, and behind those, have a range; the rest is undated.
    """

    def __init__(self, texts: Path) -> None:
        for name in ("first", "last", "document", "start", "end", "byte_start", "byte_end", "ordinal", "ids", "hashes"):
            setattr(self, name, array(texts, f"chunk_{name}"))
        self._by_id = array(texts, "chunk_by_id")
        self.exact_count, self.dated_count = array(texts, "chunk_blocks").tolist()

    first: np.ndarray[Any, np.dtype[np.int32]]
    last: np.ndarray[Any, np.dtype[np.int32]]
    document: np.ndarray[Any, np.dtype[np.int32]]
    start: np.ndarray[Any, np.dtype[np.int32]]
    end: np.ndarray[Any, np.dtype[np.int32]]
    byte_start: Numbers
    byte_end: Numbers
    ordinal: np.ndarray[Any, np.dtype[np.int32]]
    ids: np.ndarray[Any, np.dtype[np.uint64]]
    hashes: np.ndarray[Any, np.dtype[np.uint8]]
    exact_count: int
    dated_count: int

    def __len__(self) -> int:
        return len(self.ids)

    def rows_between(self, first_day: int, last_day: int, rule: RangeRule = "touched") -> Numbers:
        """The rows of a window that begins and ends with these days, ascending.

        A chunk dated by a range belongs to it when the range touches it, lies inside it, or has its midpoint in it;
        the midpoint of an open range is the end that is known.
        """
        exact = self.first[: self.exact_count]
        # Days of the column's own type: for others numpy would first convert the whole column.
        opening, closing = np.int32(first_day), np.int32(last_day)
        begin, end = np.searchsorted(exact, opening, "left"), np.searchsorted(exact, closing, "right")
        rows = np.arange(begin, max(begin, end), dtype=np.int64)
        if self.exact_count == self.dated_count:
            return rows
        if rule == "touched":
            # They are ordered by their first days, so that only those need be looked at that begin early enough.
            starts = self.first[self.exact_count : self.dated_count]
            behind = self.exact_count + int(np.searchsorted(starts, closing, "right"))
            last = self.last[self.exact_count : behind]
            return np.concatenate((rows, np.flatnonzero(last >= opening) + self.exact_count))
        ranged = slice(self.exact_count, self.dated_count)
        first, last = self.first[ranged].astype(np.int64), self.last[ranged].astype(np.int64)
        if rule == "midpoint":
            middle = np.where(first == PAST, last, np.where(last == FUTURE, first, (first + last) // 2))
            first = last = middle
        chosen = (first >= first_day) & (last <= last_day)
        return np.concatenate((rows, np.flatnonzero(chosen) + self.exact_count))

    def undated_rows(self) -> Numbers:
        """The rows of the undated."""
        return np.arange(self.dated_count, len(self), dtype=np.int64)

    def row_of(self, chunk: str) -> int | None:
        """The row of a chunk by its whole id; None when this index has no such chunk."""
        try:
            key = np.uint64(int(chunk, 16)) if len(chunk) == 16 else None
        except ValueError:
            key = None
        if key is None:
            return None
        low, high = 0, len(self)
        while low < high:
            middle = (low + high) // 2
            low, high = (middle + 1, high) if self.ids[self._by_id[middle]] < key else (low, middle)
        found = low < len(self) and self.ids[self._by_id[low]] == key
        return int(self._by_id[low]) if found else None


def _decoded(path: Path, kind: type[_T]) -> _T:
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except (OSError, msgspec.MsgspecError) as error:
        raise IndexDamaged(f"{path} cannot be read: {error}", "Build it again: historag index") from error
