"""CSV that spreadsheets open rightly and that reads back to exactly what was written.

UTF-8 with a byte order mark.  A text that a spreadsheet would take for a formula — it begins with ``= + - @``, a tab or
a carriage return — gets an apostrophe in front; so does one that begins with an apostrophe, which makes the rule
reversible.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence

from historag_tui.errors import UsageError

_LEADING = ("=", "+", "-", "@", "\t", "\r", "'")

Cell = str | int | float | None


def write_csv(columns: Sequence[str], rows: Iterable[Mapping[str, Cell]]) -> bytes:
    """A table as CSV.  None becomes an empty cell; numbers are written as they are."""
    stream = io.StringIO(newline="")
    writer = csv.writer(stream)
    writer.writerow(columns)
    for row in rows:
        writer.writerow([_guarded(row.get(column)) for column in columns])
    return b"\xef\xbb\xbf" + stream.getvalue().encode("utf-8", "surrogatepass")


def read_csv(content: bytes) -> list[dict[str, str]]:
    """The rows of a table, apostrophes taken off.  Raises UsageError when it is not UTF-8 or a row has too many cells."""
    try:
        text = content.decode("utf-8-sig", "strict")
    except UnicodeDecodeError as error:
        raise UsageError(f"The table is not UTF-8 (byte {error.start})", "Save it as CSV UTF-8") from error
    reader = csv.reader(io.StringIO(text, newline=""))
    try:
        columns = next(reader, [])
        rows = []
        for row in reader:
            if len(row) > len(columns):
                raise UsageError(
                    f"Line {reader.line_num} of the table has {len(row)} cells, not {len(columns)}", "Mend it"
                )
            rows.append({column: _bare(cell) for column, cell in zip(columns, row, strict=False)})
    except csv.Error as error:
        raise UsageError(
            f"Line {reader.line_num} of the table cannot be read: {error}", "Save it as CSV UTF-8"
        ) from error
    return rows


def _guarded(cell: Cell) -> str:
    if isinstance(cell, str):
        return f"'{cell}" if cell.startswith(_LEADING) else cell
    return "" if cell is None else repr(cell)


def _bare(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(_LEADING) else cell
