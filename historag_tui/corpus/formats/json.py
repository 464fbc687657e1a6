"""JSON files: one object that is a document, or a list of them."""

from __future__ import annotations

import codecs
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from historag_tui.corpus.columns import Columns
from historag_tui.corpus.formats.loose import is_wide, loose
from historag_tui.corpus.sources import SourceFault, SourceFile
from historag_tui.records import Document, Problem, SourceLine
from historag_tui.workspace import CorpusSettings

name = "json"
roles: Mapping[str, str] = {}


def recognises(name: str, head: bytes) -> bool:
    """By its ending and its first letter."""
    begins = head.removeprefix(codecs.BOM_UTF8).lstrip()[:1] in (b"{", b"[") or is_wide(head)
    return name.lower().endswith(".json") and begins


def claims(file: SourceFile) -> frozenset[str]:
    """Nothing."""
    return frozenset()


def documents(file: SourceFile, settings: CorpusSettings) -> Iterator[Document | Problem]:
    """The object, or the objects of the list; one without an id is named by its file and its place in the list."""
    try:
        value, mended = loose(file.read(), settings.encoding)
    except SourceFault as fault:
        yield file.problem(str(fault))
        return
    except (ValueError, RecursionError) as error:
        yield file.problem(f"is not valid JSON: {error}")
        return
    if mended:
        yield Problem("unreadable", mended, SourceLine(file.name), skipped=False)
    rows: list[Any] = value if isinstance(value, list) else [value]
    columns = Columns(settings.fields, dict.fromkeys(chain.from_iterable(row for row in rows if isinstance(row, dict))))
    for number, row in enumerate(rows, 1):
        source = SourceLine(file.name, number if isinstance(value, list) else 0)
        if not isinstance(row, dict):
            yield Problem("unreadable", "is no JSON object", source)
            continue
        otherwise = f"{file.stem}:{number}" if isinstance(value, list) else file.stem
        yield from columns.document(row, source, otherwise)
