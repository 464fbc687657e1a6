"""The text store: what the adapter gave, in UTF-8 and never normalised, with documents and chunks beside it.

texts.bin        the texts, one behind the other
documents.jsonl  everything else about each document, one a line
fields.json      the further fields with their roles, and the name of the date used
field-N.json     one further field's value in each document
*.npy            columns of documents (document_…) and of chunks (chunk_…), the chunks in the order of their dates
"""

from __future__ import annotations

from array import array as column
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np

from historag_tui import days
from historag_tui.corpus.chunks import chunk_id, cut, text_hash
from historag_tui.corpus.dating import day_range, is_dated, used_date
from historag_tui.corpus.health import Reading
from historag_tui.errors import CorpusError
from historag_tui.index.parts import narrow, save
from historag_tui.records import Document, NamedDate, PageMark, Part, Progress, Record, Role, SourceLine
from historag_tui.workspace import ChunkSettings

_EVERY = 200
"""Documents between two reports of progress."""


class Entry(Record, frozen=True, kw_only=True):
    """A document without its text."""

    id: str
    title: str
    date: str = ""
    """The date used, as people write it."""
    first: str | None = None
    last: str | None = None
    dates: tuple[NamedDate, ...] = ()
    fields: dict[str, str] = msgspec.field(default_factory=dict)
    parts: tuple[Part, ...] = ()
    pages: tuple[PageMark, ...] = ()
    source: SourceLine = SourceLine("")


class Fields(Record, frozen=True):
    """The further fields of a corpus."""

    roles: dict[str, Role]
    """In the order of the columns ``field-0.json``, ``field-1.json`` and so on."""
    date_name: str


class _Chunk(NamedTuple):
    document: int
    ordinal: int
    start: int
    end: int
    byte_start: int
    byte_end: int


class TextWriter:
    """Writes the text store of one reading of a corpus into a folder."""

    def __init__(self, folder: Path, chunks: ChunkSettings, date_name: str) -> None:
        self._folder = folder
        self._settings = chunks
        self._date_name = date_name
        self._chunks = {name: column("q") for name in _Chunk._fields}
        self._ids, self._hashes = column("Q"), bytearray()
        self._documents = {name: column("q") for name in ("first", "last", "characters", "chunks")}
        self._offsets = column("q", [0])
        self._names: list[str] = []
        self._columns: dict[str, list[str | None]] = {}
        self._date_names: dict[str, int] = {}

    def write(self, reading: Reading, roles: dict[str, Role]) -> Iterator[Progress]:
        """Read to the end and write everything.  Raises CorpusError when nothing can be read."""
        with (self._folder / "texts.bin").open("wb") as texts, (self._folder / "documents.jsonl").open("wb") as entries:
            for number, document in enumerate(reading.documents()):
                texts.write(self._add(number, document))
                entries.write(msgspec.json.encode(self._entry(number, document)) + b"\n")
                if number % _EVERY == 0:
                    yield Progress("reading texts", number, 0, document.title[:60])
        if not self._names:
            raise CorpusError("The corpus holds no document that can be used", "Check [corpus] in historag.toml")
        yield Progress("reading texts", len(self._names), len(self._names))
        self._finish(roles)
        (self._folder / "health.json").write_bytes(msgspec.json.encode(reading.health(len(self._ids))))

    def _add(self, number: int, document: Document) -> bytes:
        """Note the document's columns and chunks; return its bytes."""
        text, begin = document.text, self._offsets[-1]
        raw = text.encode("utf-8")
        cuts = cut(text, self._settings.size, self._settings.overlap)
        place = _byte_places(text, len(raw), cuts)
        for ordinal, (start, end) in enumerate(cuts):
            chunk = _Chunk(number, ordinal, start, end, begin + place[start], begin + place[end])
            for name, value in zip(chunk._fields, chunk, strict=True):
                self._chunks[name].append(value)
            self._ids.append(int(chunk_id(document.id, start, end), 16))
            self._hashes += bytes.fromhex(text_hash(text[start:end]))
        self._offsets.append(begin + len(raw))
        date = used_date(document, self._date_name)
        for name, value in zip(self._documents, (*day_range(date), len(text), len(cuts)), strict=True):
            self._documents[name].append(value)
        if date is not None:
            self._date_names[date.name] = self._date_names.get(date.name, 0) + 1
        self._names.append(document.id)
        for field, content in document.fields.items():
            values = self._columns.setdefault(field, [])
            values.extend([None] * (number - len(values)))
            values.append(content)
        return raw

    def _entry(self, number: int, document: Document) -> Entry:
        date = used_date(document, self._date_name)
        first, last = (date.first, date.last) if date else (None, None)
        return Entry(
            id=document.id,
            title=document.title,
            date=days.written(first, last),
            first=first,
            last=last,
            dates=document.dates,
            fields=document.fields,
            parts=document.parts,
            pages=document.pages,
            source=document.source,
        )

    def _finish(self, roles: dict[str, Role]) -> None:
        folder = self._folder
        for name, values in self._documents.items():
            save(folder, f"document_{name}", np.array(values, dtype=np.int64 if name == "characters" else np.int32))
        save(folder, "document_offsets", np.array(self._offsets, dtype=np.int64))
        entries = np.frombuffer((folder / "documents.jsonl").read_bytes(), dtype=np.uint8)
        save(folder, "document_lines", np.concatenate(([0], np.flatnonzero(entries == 10) + 1)).astype(np.int64))
        hashes = np.array([int(chunk_id(name, 0, 0), 16) for name in self._names], dtype=np.uint64)
        order = np.argsort(hashes, kind="stable")
        save(folder, "document_names", hashes[order])
        save(folder, "document_by_name", order.astype(np.int32))
        names = sorted(self._columns)
        date_name = self._date_name or max(self._date_names, key=self._date_names.__getitem__, default="")
        described = Fields({name: roles.get(name, "citation") for name in names}, date_name)
        (folder / "fields.json").write_bytes(msgspec.json.encode(described))
        for number, name in enumerate(names):
            values_of = self._columns[name]
            values_of.extend([None] * (len(self._names) - len(values_of)))
            (folder / f"field-{number}.json").write_bytes(msgspec.json.encode(values_of))
        self._finish_chunks()

    def _finish_chunks(self) -> None:
        """Sort the chunks by date, exact days first, then the ranges, then the undated; write their columns."""
        columns = {name: np.array(values, dtype=np.int64) for name, values in self._chunks.items()}
        document = columns["document"]
        first = np.array(self._documents["first"], dtype=np.int64)[document]
        last = np.array(self._documents["last"], dtype=np.int64)[document]
        dated = np.array([is_dated(a) or is_dated(b) for a, b in zip(*self._days(), strict=True)], dtype=bool)[document]
        block = np.where(~dated, 2, np.where(first == last, 0, 1))
        order = np.lexsort((columns["start"], document, last, first, block))
        for name, values in columns.items():
            save(self._folder, f"chunk_{name}", narrow(values[order]))
        save(self._folder, "chunk_first", first[order].astype(np.int32))
        save(self._folder, "chunk_last", last[order].astype(np.int32))
        ids = np.array(self._ids, dtype=np.uint64)[order]
        by_id = np.argsort(ids, kind="stable")
        if len(ids) and (np.diff(ids[by_id]) == 0).any():
            raise CorpusError("Two chunks have the same id", "Change [chunks] size in historag.toml by one character")
        save(self._folder, "chunk_ids", ids)
        save(self._folder, "chunk_by_id", by_id.astype(np.int32))
        save(self._folder, "chunk_hashes", np.frombuffer(bytes(self._hashes), dtype=np.uint8).reshape(-1, 16)[order])
        save(self._folder, "chunk_blocks", np.searchsorted(block[order], [1, 2]).astype(np.int64))

    def _days(self) -> tuple[column[int], column[int]]:
        return self._documents["first"], self._documents["last"]


def _byte_places(text: str, size: int, cuts: list[tuple[int, int]]) -> dict[int, int]:
    """The byte offset of every character offset at which a chunk begins or ends."""
    offsets = sorted({0, *(offset for pair in cuts for offset in pair)})
    if size == len(text):
        return {offset: offset for offset in offsets}
    places, place = {0: 0}, 0
    for before, after in pairwise(offsets):
        place += len(text[before:after].encode("utf-8"))
        places[after] = place
    return places
