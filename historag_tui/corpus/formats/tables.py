"""Tables: CSV and its kin, spreadsheets, Parquet; one document a row, the columns mapped under ``[corpus.fields]``.

Delimiter, header line, line ends and encoding of a CSV file are looked for, and what is unusual is said.  Exports of
Omeka and Zotero are of this form: where a text column is missing, the description or abstract is the text.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime
from itertools import chain
from typing import Any, BinaryIO, NamedTuple

from historag_tui.corpus.columns import Columns
from historag_tui.corpus.encoding import Encoding, detect
from historag_tui.corpus.formats import workbook
from historag_tui.corpus.formats.lines import LONGEST
from historag_tui.corpus.sources import SourceFault, SourceFile
from historag_tui.records import Document, Problem, SourceLine
from historag_tui.workspace import CorpusSettings

name = "tables"
roles: Mapping[str, str] = {}

_DELIMITED = (".csv", ".tsv", ".tab")
_SHEETS = (".xlsx", ".xls", ".xlsb", ".ods")
_DELIMITERS = ",;\t|"
_LOOKED_AT = 50
"""Rows in which the header and the delimiter are looked for."""
_NEVER = "\0"
"""A cell that no table has; it is put behind the last line, to see whether it comes to stand within quotation marks."""


def recognises(name: str, head: bytes) -> bool:
    """By its ending."""
    return name.lower().endswith((*_DELIMITED, *_SHEETS, ".parquet"))


def claims(file: SourceFile) -> frozenset[str]:
    """Nothing."""
    return frozenset()


class Row(NamedTuple):
    """A row with the names of its columns."""

    cells: dict[str, Any]
    source: SourceLine
    sheet: str = ""
    """The sheet's name where a workbook has several."""


def documents(file: SourceFile, settings: CorpusSettings) -> Iterator[Document | Problem]:
    """The documents in the order of the rows; a row without an id is named by file and row."""
    columns: dict[str, Columns] = {}
    for row in rows(file, settings):
        if isinstance(row, Problem):
            yield row
            continue
        if row.sheet not in columns:
            columns[row.sheet] = Columns(settings.fields, row.cells)
            if columns[row.sheet].names["text"] not in row.cells:
                yield file.problem(_no_text(row.cells))
                return
        sheet = f"/{row.sheet}" if row.sheet else ""
        yield from columns[row.sheet].document(row.cells, row.source, f"{file.stem}{sheet}:{row.source.line}")


def rows(file: SourceFile, settings: CorpusSettings) -> Iterator[Row | Problem]:
    """The rows of a table of any kind, and what of it was not read."""
    own = file.name.lower()
    for ending in (".gz", ".bz2", ".xz"):
        own = own.removesuffix(ending)
    try:
        if own.endswith(".parquet"):
            yield from _parquet(file)
        elif own.endswith(_SHEETS):
            yield from _sheets(file)
        else:
            yield from _delimited(file, settings)
    except SourceFault as fault:
        yield file.problem(str(fault))


def _delimited(file: SourceFile, settings: CorpusSettings) -> Iterator[Row | Problem]:
    with file.open() as stream:
        encoding = detect(stream, settings.language, settings.encoding)
    if encoding.note:
        yield Problem("encoding", encoding.note, SourceLine(file.name, encoding.line), skipped=False)
    with file.open() as stream:
        delimiter = _delimiter(_text(stream, encoding))
    with file.open() as stream:
        reader = csv.reader(chain(_text(stream, encoding), (_NEVER,)), delimiter=delimiter)
        unclosed: list[int] = []
        try:
            yield from _table(file, _closed(reader, unclosed))
        except csv.Error as error:
            message = f"the table breaks off here ({error}): look for a quotation mark that is never closed"
            yield file.problem(message, reader.line_num)
        if unclosed:
            message = "a quotation mark is opened in this row and never closed: from here on nothing was read"
            yield file.problem(message, unclosed[0])


def _closed(reader: Any, unclosed: list[int]) -> Iterator[tuple[int, list[str]]]:
    """The rows with the number of their last line, up to one whose quotation mark takes all the rest; its first line
    is then put into ``unclosed``.
    """
    before = 0
    for row in reader:
        if row and row[-1].endswith(_NEVER):
            if row != [_NEVER]:
                unclosed.append(before + 1)
            return
        before = reader.line_num
        yield before, row


def _text(stream: BinaryIO, encoding: Encoding) -> Iterator[str]:
    """The lines of a table, ends and all, whatever ends them; one that is too long is given in pieces.

    NUL, which no text has, is left out.
    """
    csv.field_size_limit(LONGEST)
    reader = io.TextIOWrapper(stream, encoding.name, "replace", newline="")
    try:
        while line := reader.readline(LONGEST):
            yield line.replace("\0", "")
    finally:
        reader.detach()


def _delimiter(lines: Iterable[str]) -> str:
    """The sign that parts the first rows into as many cells again and again, and most of them."""
    looked_at = [line for _, line in zip(range(_LOOKED_AT), lines, strict=False)]

    def fit(delimiter: str) -> tuple[int, int]:
        try:
            sizes = [len(row) for row in csv.reader(looked_at, delimiter=delimiter) if row]
        except csv.Error:
            return 0, 0
        usual = max(set(sizes), key=sizes.count, default=0)
        return (sizes.count(usual), usual) if usual > 1 else (0, 0)

    return max(_DELIMITERS, key=fit)


def _table(file: SourceFile, lines: Iterator[tuple[int, list[Any]]], sheet: str = "") -> Iterator[Row | Problem]:
    """The rows behind the header, which is the first line with two filled cells, or with all there are."""
    names: list[str] = []
    for number, cells in lines:
        filled = [cell for cell in cells if str(cell if cell is not None else "").strip()]
        source = SourceLine(file.name, number)
        if not names:
            if not filled or len(filled) < min(2, len(cells)):
                continue
            names = _names(cells)
            if number > 1:
                yield Problem("not read", f"the names of the columns stand in line {number}", source, skipped=False)
        elif len(cells) > len(names) and any(cell in filled for cell in cells[len(names) :]):
            message = f"the row has more cells than the {len(names)} columns of the header"
            yield Problem("unreadable", message, source)
        elif filled:
            yield Row({name: _bare(cell) for name, cell in zip(names, cells, strict=False)}, source, sheet)
    if not names:
        yield file.problem("holds no table")


def _bare(cell: Any) -> Any:
    """A cell without what only fills it, and a day of a spreadsheet as one writes it."""
    if isinstance(cell, datetime) and not (cell.hour or cell.minute or cell.second):
        cell = cell.date()
    if isinstance(cell, date):
        return cell.isoformat()
    return cell.strip() if isinstance(cell, str) else cell


def _names(header: list[Any]) -> list[str]:
    """The names of the columns, each once; one without a name is called by its place."""
    names: list[str] = []
    for place, cell in enumerate(header, 1):
        wanted = str(cell or "").strip() or f"column {place}"
        names.append(wanted if wanted not in names else f"{wanted} ({place})")
    return names


def _no_text(cells: Mapping[str, Any]) -> str:
    return f"has no column of texts (its columns: {', '.join(cells)[:300]}); name one: [corpus.fields] text = …"


def _sheets(file: SourceFile) -> Iterator[Row | Problem]:
    filled = workbook.sheets(file)
    if not filled:
        yield file.problem("holds no table")
    for name, lines in filled:
        yield from _table(file, iter(enumerate(lines, 1)), name if len(filled) > 1 else "")


def _parquet(file: SourceFile) -> Iterator[Row | Problem]:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as error:
        raise SourceFault("is a Parquet file; to read it: pip install 'historag-tui[parquet]'") from error
    # Parquet is read from its end: what is packed or lies in an archive is held in memory.
    packed = "!" in file.name or file.name.lower().endswith((".gz", ".bz2", ".xz"))
    content: Any = pyarrow.BufferReader(file.read()) if packed else file.root / file.name
    try:
        number = 0
        for batch in parquet.ParquetFile(content).iter_batches(batch_size=500):
            for cells in batch.to_pylist():
                number += 1
                yield Row({name: _bare(cell) for name, cell in cells.items()}, SourceLine(file.name, number))
    except (pyarrow.ArrowException, OSError, ValueError) as error:
        raise SourceFault(f"cannot be read as Parquet: {error}") from error
