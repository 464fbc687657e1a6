"""Sources that come as records with named columns: which column is what, and the document that a record gives.

    [corpus.fields]
    id = "identifier"            our name = the source's name; without a mapping the names are the same, or are guessed
    date = "published"           the date used first; its name is "date"
    "date.written" = "composed"  a further date, named "written"

Every other column travels with the document as a field; lists are joined, objects are kept as JSON.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, TypeVar

import msgspec

from historag_tui.corpus.dating import read_date, unread
from historag_tui.records import Document, NamedDate, PageMark, Part, Problem, SourceLine

_T = TypeVar("_T")
_OWN = ("id", "text", "title", "parts", "pages")

GUESSES = {
    "id": ("id", "identifier", "uid", "doc_id", "document_id", "key"),
    "text": (
        *("text", "body", "content", "fulltext", "full_text", "full text", "ft", "ocr", "transcription", "transcript"),
        *("description", "abstract note", "abstract"),
    ),
    "title": ("title", "headline", "name", "heading"),
    "date": (
        "date",
        "published",
        "publication_date",
        "date_published",
        "pubdate",
        "issued",
        "year",
        "publication year",
        "d",
    ),
}
"""Names under which columns are found where the mapping names none, in lower case, the likelier first."""


def guessed(ours: str, columns: Collection[str]) -> str:
    """The column that is likely ours; empty when none is."""
    lower = {name.strip().lower(): name for name in reversed(list(columns))}
    return next((lower[name] for name in GUESSES[ours] if name in lower), "")


class Columns:
    """The mapping of one file's columns.

    fields:   our name = the source's name, as the researcher set it.
    columns:  the names that the file has; what the mapping leaves open is guessed among them.
    """

    def __init__(self, fields: Mapping[str, str], columns: Collection[str] = ()) -> None:
        chosen = {name: column for name, column in fields.items() if not columns or column in columns}
        for ours in GUESSES:
            if ours not in fields and (found := guessed(ours, columns)) and found not in chosen.values():
                chosen[ours] = found
        self._fields, self._chosen, self._known = fields, chosen, frozenset(columns)
        dates = {name for name in chosen if name == "date" or name.startswith("date.")} or {"date"}
        self._dates = {name.removeprefix("date.") or "date": chosen.get(name, name) for name in sorted(dates)}
        self.names = {name: chosen.get(name, name) for name in _OWN}
        self.taken = {*self.names.values(), *self._dates.values()}
        self._renamed = {theirs: ours for ours, theirs in chosen.items() if theirs not in self.taken}

    def with_those_of(self, row: Collection[str]) -> Columns:
        """The mapping when a later record has columns that are mapped, or could be; what was found before stays."""
        later = [name for name in row if name not in self._known and self._could_be_ours(name)]
        return Columns({**self._fields, **self._chosen}, [*self._known, *later]) if later else self

    def _could_be_ours(self, name: str) -> bool:
        return name in self._fields.values() or any(name.strip().lower() in names for names in GUESSES.values())

    def document(self, row: Mapping[str, Any], source: SourceLine, otherwise: str = "") -> Iterator[Document | Problem]:
        """The document that a record gives, after what there is to say of it.

        otherwise: its id where the record has none; without one such a record is left out.
        """
        identifier = self.identifier(row) or otherwise
        if not identifier:
            yield Problem("unreadable", f"no id in column '{self.names['id']}'", source)
            return
        text = row.get(self.names["text"])
        if not isinstance(text, str):
            yield Problem("text missing", f"no text in column '{self.names['text']}'", source, identifier)
            return
        parts = _converted(row.get(self.names["parts"]), tuple[Part, ...])
        pages = _converted(row.get(self.names["pages"]), tuple[PageMark, ...])
        if parts is None or pages is None:
            message = "parts or pages are not as expected and were ignored"
            yield Problem("unreadable", message, source, identifier, skipped=False)
        dates, undated = self._read_dates(row)
        for written in undated or (() if dates else ("",)):
            message = f"'{written[:40]}' is not read as a date: {unread(written)}" if written else "no date"
            yield Problem("not read" if dates else "undated", message, source, identifier, skipped=False)
        yield Document(
            id=identifier,
            text=text,
            title=plain(row.get(self.names["title"])) or identifier,
            dates=dates,
            fields=self._further(row),
            parts=parts or (),
            pages=pages or (),
            source=source,
        )

    def identifier(self, row: Mapping[str, Any]) -> str:
        """The id of a record; empty when it has none."""
        found = plain(row.get(self.names["id"]))
        return found if found.strip() else ""

    def _further(self, row: Mapping[str, Any]) -> dict[str, str]:
        """Every column that has no place of its own, where it holds something."""
        further = {self._renamed.get(key, key): plain(value) for key, value in row.items() if key not in self.taken}
        return {name: value for name, value in further.items() if value}

    def _read_dates(self, row: Mapping[str, Any]) -> tuple[tuple[NamedDate, ...], list[str]]:
        dates, undated = [], []
        for name, column in self._dates.items():
            written = plain(row.get(column))
            date = read_date(written, name) if written else None
            if date is not None:
                dates.append(date)
            elif written:
                undated.append(written)
        return tuple(dates), undated


def plain(value: Any) -> str:
    """A column's value as text; empty for null."""
    match value:
        case None:
            return ""
        case str():
            return value
        case bool():
            return "yes" if value else "no"
        case float() if value.is_integer() and abs(value) < 1e15:
            return str(int(value))
        case list() | tuple():
            return "; ".join(filter(None, map(plain, value)))
        case dict():
            return msgspec.json.encode(value).decode()
        case _:
            return str(value)


def _converted(value: Any, kind: type[_T]) -> _T | None:
    """The value as a tuple of records, empty for null; None when it is something else."""
    try:
        return msgspec.convert(value or (), kind)
    except msgspec.ValidationError:
        return None
