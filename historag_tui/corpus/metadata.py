"""A table beside the texts: what it says of each file, joined to the document that was read from it.

[corpus]
table = "metadata.csv"          one row a file; not read as a source itself
[corpus.fields]
file = "filename"               the column that names the file, with or without folder and ending
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import PurePosixPath

import msgspec

from historag_tui.corpus.columns import Columns
from historag_tui.corpus.formats import tables
from historag_tui.corpus.sources import SourceFile
from historag_tui.errors import CorpusError, SettingsError
from historag_tui.records import Document, Problem
from historag_tui.workspace import CorpusSettings

_FILE = ("file", "filename", "file_name", "file name", "fileid", "path", "document", "file attachments", "id")


class Metadata:
    """The table, by file."""

    def __init__(self, file: SourceFile, settings: CorpusSettings) -> None:
        self._rows: dict[str, list[Document]] = {}
        self._used: dict[int, str] = {}
        self.problems: list[Problem] = []
        fields = {ours: theirs for ours, theirs in settings.fields.items() if ours != "text"}
        self._name = file.name
        for row in tables.rows(file, settings):
            if isinstance(row, Problem):
                self.problems.append(row)
                continue
            column = fields.get("file") or names_a_file(row.cells)
            if column not in row.cells:
                raise SettingsError(
                    f"{file.name} has no column that names files (its columns: {', '.join(row.cells)})",
                    'Name it: [corpus.fields] file = "COLUMN"',
                )
            columns = Columns({**fields, "id": column, "text": column}, row.cells)
            for found in columns.document(row.cells, row.source):
                if isinstance(found, Document):
                    self._rows.setdefault(_key(found.id), []).append(found)
        if not self._rows:
            raise CorpusError(f"{file.name} has no row that names a file", "Check [corpus] table in historag.toml")

    def joined(self, document: Document, file: SourceFile) -> Iterator[Document | Problem]:
        """The document with what the table says of its file; its own dates stay behind those of the table."""
        rows = next((self._rows[key] for key in (_key(file.name), _key(document.id)) if key in self._rows), [])
        meant = [row for row in rows if _leads_to(row.id, file.name)] if len(rows) > 1 else rows
        if len(meant) != 1:
            message = f"{self._name} has {f'{len(rows)} rows' if rows else 'no row'} for this file"
            yield Problem("not read", message, document.source, document.id, skipped=False)
            self._used.update({row.source.line: file.name for row in rows})
            yield document
            return
        said = meant[0]
        if self._used.get(said.source.line, file.name) != file.name:
            message = f"{self._name} has one row for this file and {self._used[said.source.line]}: name their folders"
            yield Problem("not read", message, document.source, document.id, skipped=False)
        self._used[said.source.line] = file.name
        yield msgspec.structs.replace(
            document,
            title=said.title if said.title != said.id else document.title,
            dates=(*said.dates, *(date for date in document.dates if date not in said.dates)),
            fields={**document.fields, **{name: value for name, value in said.fields.items() if name != "file"}},
        )

    def unused(self) -> Iterator[Problem]:
        """A line on every row whose file was not there."""
        for said in chain.from_iterable(self._rows.values()):
            if said.source.line not in self._used:
                yield Problem("text missing", f"there is no file '{said.id}'", said.source, said.id)


def names_a_file(cells: Mapping[str, object]) -> str:
    """The column that is likely to name files; empty when none is."""
    lower = {name.strip().lower(): name for name in reversed(list(cells))}
    return next((lower[name] for name in _FILE if name in lower), "")


def _key(name: str) -> str:
    """A file's own name without folder and ending, by which rows and files are joined."""
    return _path(name)[-1]


def _leads_to(reference: str, name: str) -> bool:
    """Whether a row's reference and a file's path end in the same folders, as far as both name them."""
    ours, theirs = _path(name), _path(reference)
    size = min(len(ours), len(theirs))
    return ours[-size:] == theirs[-size:]


def _path(name: str) -> tuple[str, ...]:
    """The parts of a file's path, its own name without ending."""
    path = PurePosixPath(name.replace("!", "/").replace("\\", "/"))
    own = path.name
    for ending in (".gz", ".bz2", ".xz"):
        own = own.removesuffix(ending)
    return (*path.parts[:-1], own.rpartition(".")[0] or own)
