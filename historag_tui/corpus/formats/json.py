"""JSON files: one object that is a document, or a list of them."""

from __future__ import annotations

import codecs
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from historag_tui.corpus.columns import Columns
from historag_tui.corpus.sources import SourceFault, SourceFile
from historag_tui.records import Document, Problem, SourceLine
from historag_tui.workspace import CorpusSettings

name = "json"
roles: Mapping[str, str] = {}


def recognises(name: str, head: bytes) -> bool:
    """By its ending and its first letter."""
    return name.lower().endswith(".json") and head.removeprefix(codecs.BOM_UTF8).lstrip()[:1] in (b"{", b"[")


def claims(file: SourceFile) -> frozenset[str]:
    """Nothing."""
    return frozenset()


def documents(file: SourceFile, settings: CorpusSettings) -> Iterator[Document | Problem]:
    """The object, or the objects of the list; one without an id is named by its file and its place in the list."""
    try:
        value = msgspec.json.decode(file.read().removeprefix(codecs.BOM_UTF8))
    except SourceFault as fault:
        yield file.problem(str(fault))
        return
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        yield file.problem(f"is not valid JSON: {error}")
        return
    rows: list[Any] = value if isinstance(value, list) else [value]
    columns: Columns | None = None
    for number, row in enumerate(rows, 1):
        source = SourceLine(file.name, number if isinstance(value, list) else 0)
        if not isinstance(row, dict):
            yield Problem("unreadable", "is no JSON object", source)
            continue
        columns = columns or Columns(settings.fields, row)
        otherwise = f"{file.stem}:{number}" if isinstance(value, list) else file.stem
        yield from columns.document(row, source, otherwise)
