"""JSON Lines: one object a line, its columns mapped under ``[corpus.fields]``.

impresso's rebuilt newspapers are of this form: ``ft`` holds the text, ``d`` the date, and what is no article has neither.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from historag_tui.corpus.columns import Columns
from historag_tui.corpus.formats.lines import LONGEST, lines
from historag_tui.corpus.formats.loose import is_wide, loose
from historag_tui.corpus.sources import SourceFault, SourceFile
from historag_tui.records import Document, Problem, SourceLine
from historag_tui.workspace import CorpusSettings

name = "jsonl"
roles: Mapping[str, str] = {}


def recognises(name: str, head: bytes) -> bool:
    """By its ending, or because its first line is a whole JSON object and a second line begins another."""
    if name.lower().endswith((".jsonl", ".ndjson")):
        return True
    first, end, second = head.removeprefix(codecs.BOM_UTF8).lstrip().partition(b"\n")
    if not first.startswith(b"{"):
        return False
    try:
        return isinstance(msgspec.json.decode(first), dict) and (second.lstrip()[:1] in (b"{", b"") and bool(end))
    except msgspec.DecodeError:
        # A first line longer than what is looked at: no pretty-printed object has one.
        return not end and len(first) > 2_000


def claims(file: SourceFile) -> frozenset[str]:
    """Nothing."""
    return frozenset()


def documents(file: SourceFile, settings: CorpusSettings) -> Iterator[Document | Problem]:
    """The documents in the order of the file; a line that is none is reported with its number."""
    number = 0
    columns: Columns | None = None
    # What is called .json and has one line is a document by itself, and needs no id.
    otherwise = file.stem if file.name.lower().removesuffix(".gz").endswith(".json") else ""
    try:
        with file.open() as stream:
            for number, line in lines(stream):
                source = SourceLine(file.name, number)
                if line is None:
                    yield Problem("unreadable", f"the line is longer than {LONGEST >> 20} MB", source)
                    continue
                if number == 1 and is_wide(line):
                    yield Problem("unreadable", "is UTF-16 or UTF-32; save it as UTF-8: nothing was read", source)
                    return
                if not line.removeprefix(codecs.BOM_UTF8).strip():
                    continue
                try:
                    row, mended = loose(line, settings.encoding)
                except (ValueError, RecursionError) as error:
                    yield Problem("unreadable", _fault(error), source)
                    continue
                if not isinstance(row, dict):
                    yield Problem("unreadable", "the line is no JSON object", source)
                    continue
                columns = columns.with_those_of(row) if columns else Columns(settings.fields, row)
                if mended:
                    yield Problem("unreadable", mended, source, columns.identifier(row), skipped=False)
                yield from columns.document(row, source, otherwise if number == 1 else "")
    except SourceFault as fault:
        yield Problem("not read", f"{fault}; the rest was not read", SourceLine(file.name, number + 1))


def records(file: SourceFile) -> Iterator[dict[str, Any]]:
    """The objects of a file as far as they can be read, for a first look."""
    try:
        with file.open() as stream:
            for _, line in lines(stream):
                try:
                    row = loose(line or b"").value
                except (ValueError, RecursionError):
                    continue
                if isinstance(row, dict):
                    yield row
    except SourceFault:
        return


def _fault(error: Exception) -> str:
    deep = isinstance(error, RecursionError) or "recursion" in str(error).lower()
    return "the line is nested too deeply" if deep else f"not a line of JSON: {error}"
