"""Sources in JSON Lines, plain or gzipped: one document a line, its columns mapped under ``[corpus.fields]``.

    [corpus.fields]
    id = "identifier"            our name = the source's name; without a mapping the names are the same
    date = "published"           the date used first; its name is "date"
    "date.written" = "composed"  a further date, named "written"

Every other column travels with the document as a field; lists are joined, objects are kept as JSON.
"""

from __future__ import annotations

import codecs
import gzip
import hashlib
import json
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO, TypeVar, cast

import msgspec

from historag_tui.corpus.dating import read_date
from historag_tui.errors import CorpusError, SettingsError
from historag_tui.records import Document, NamedDate, PageMark, Part, Problem, Role, SourceLine
from historag_tui.workspace import CorpusSettings

_T = TypeVar("_T")
_OWN = ("id", "text", "title", "parts", "pages")
_BLOCK = 1 << 20


class JsonlCorpus:
    """The documents of one file, streamed."""

    def __init__(self, path: Path, fields: Mapping[str, str], roles: Mapping[str, Role]) -> None:
        self._path = path
        self.roles = roles
        dates = {name for name in fields if name == "date" or name.startswith("date.")} or {"date"}
        self._dates = {name.removeprefix("date.") or "date": fields.get(name, name) for name in sorted(dates)}
        self._names = {name: fields.get(name, name) for name in _OWN}
        taken = {*self._names.values(), *self._dates.values()}
        self._renamed = {theirs: ours for ours, theirs in fields.items() if theirs not in taken}
        self._taken = taken
        self._mapping = json.dumps([sorted(fields.items()), sorted(roles.items())])

    def documents(self) -> Iterator[Document | Problem]:
        """The documents in the order of the file; a line that is none is reported with its number."""
        number = 0
        try:
            with _opened(self._path) as stream:
                for line in stream:
                    number += 1
                    if number == 1:
                        line = line.removeprefix(codecs.BOM_UTF8)
                    if not line.strip():
                        continue
                    source = SourceLine(self._path.name, number)
                    try:
                        yield from self._read(line, source)
                    except RecursionError:
                        yield Problem("unreadable", "the line is nested too deeply", source)
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            place = SourceLine(self._path.name, number + 1)
            yield Problem("not read", f"the compressed file is damaged, the rest was not read: {error}", place)
        except OSError as error:
            raise CorpusError(f"{self._path} cannot be read: {error.strerror or error}", "Check the file") from error

    def fingerprint(self) -> str:
        """Hash of the file's bytes and of the mapping."""
        digest = hashlib.blake2b(self._mapping.encode(), digest_size=16)
        try:
            with self._path.open("rb") as stream:
                while block := stream.read(_BLOCK):
                    digest.update(block)
        except OSError as error:
            raise CorpusError(f"{self._path} cannot be read: {error.strerror}", "Check the file") from error
        return digest.hexdigest()

    def _read(self, line: bytes, source: SourceLine) -> Iterator[Document | Problem]:
        try:
            row, whole = _decoded(line)
        except ValueError as error:
            yield Problem("unreadable", f"not a line of JSON: {error}", source)
            return
        if not isinstance(row, dict):
            yield Problem("unreadable", "the line is no JSON object", source)
            return
        identifier = _plain(row.get(self._names["id"]))
        if not identifier:
            yield Problem("unreadable", f"no id in column '{self._names['id']}'", source)
            return
        text = row.get(self._names["text"])
        if not isinstance(text, str):
            yield Problem("text missing", f"no text in column '{self._names['text']}'", source, identifier)
            return
        if not whole:
            message = "halves of surrogate pairs were replaced by U+FFFD"
            yield Problem("unreadable", message, source, identifier, skipped=False)
        parts = _converted(row.get(self._names["parts"]), tuple[Part, ...])
        pages = _converted(row.get(self._names["pages"]), tuple[PageMark, ...])
        if parts is None or pages is None:
            message = "parts or pages are not as expected and were ignored"
            yield Problem("unreadable", message, source, identifier, skipped=False)
        dates, unread = self._read_dates(row)
        for written in unread or (() if dates else ("",)):
            message = f"'{written[:40]}' is not an ISO year, month, day or interval" if written else "no date"
            yield Problem("not read" if dates else "undated", message, source, identifier, skipped=False)
        yield Document(
            id=identifier,
            text=text,
            title=_plain(row.get(self._names["title"])) or identifier,
            dates=dates,
            fields=self._further(row),
            parts=parts or (),
            pages=pages or (),
            source=source,
        )

    def _further(self, row: dict[str, Any]) -> dict[str, str]:
        """Every column that has no place of its own, where it holds something."""
        plain = {self._renamed.get(key, key): _plain(value) for key, value in row.items() if key not in self._taken}
        return {name: value for name, value in plain.items() if value}

    def _read_dates(self, row: dict[str, Any]) -> tuple[tuple[NamedDate, ...], list[str]]:
        dates, unread = [], []
        for name, column in self._dates.items():
            written = _plain(row.get(column))
            date = read_date(written, name) if written else None
            if date is not None:
                dates.append(date)
            elif written:
                unread.append(written)
        return tuple(dates), unread


def _converted(value: Any, kind: type[_T]) -> _T | None:
    """The value as a tuple of records, empty for null; None when it is something else."""
    try:
        return msgspec.convert(value or (), kind)
    except msgspec.ValidationError:
        return None


def _opened(path: Path) -> BinaryIO:
    return cast(BinaryIO, gzip.open(path, "rb")) if path.suffix == ".gz" else path.open("rb")


def _decoded(line: bytes) -> tuple[Any, bool]:
    """The value of a line, and whether all of its text is Unicode.  Raises ValueError."""
    try:
        return msgspec.json.decode(line), True
    except (msgspec.DecodeError, UnicodeDecodeError):
        # The standard decoder accepts halves of surrogate pairs, which no UTF-8 file can hold.
        loose = json.dumps(json.loads(line.decode("utf-8")), ensure_ascii=False)
        return msgspec.json.decode(loose.encode("utf-16", "surrogatepass").decode("utf-16", "replace")), False


def _plain(value: Any) -> str:
    """A column's value as text; empty for null."""
    match value:
        case None:
            return ""
        case str():
            return value
        case bool():
            return "yes" if value else "no"
        case list():
            return "; ".join(filter(None, map(_plain, value)))
        case dict():
            return msgspec.json.encode(value).decode()
        case _:
            return str(value)


def open_corpus(settings: CorpusSettings, root: Path) -> JsonlCorpus:
    """The corpus in the file that ``[corpus] source`` names.  Raises SettingsError or CorpusError."""
    if not settings.source:
        raise SettingsError("[corpus] names no source", 'Add: source = "FILE.jsonl" or "FILE.jsonl.gz"')
    path = root / settings.source
    if not path.is_file():
        raise CorpusError(f"{path} is not a file", "Correct [corpus] source in historag.toml")
    return JsonlCorpus(path, settings.fields, settings.roles)
