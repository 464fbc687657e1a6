"""A first look at sources: what is there, how it would be read, and the settings that say so."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from historag_tui.corpus.columns import GUESSES, Columns, guessed
from historag_tui.corpus.files import EVERY, FORMS, FilesCorpus, is_there
from historag_tui.corpus.formats import jsonl, tables
from historag_tui.corpus.formats.texts import date_in_name
from historag_tui.corpus.language import spoken
from historag_tui.corpus.metadata import names_a_file
from historag_tui.corpus.sources import SourceFault, SourceFile
from historag_tui.errors import CorpusError, UsageError
from historag_tui.records import Document, Problem, Record, Role
from historag_tui.workspace import CorpusSettings

_SAMPLED = 200
"""Documents of each form that are read for a survey."""
_FEW = 20
"""Values of a column up to which it is one to filter by in a list."""


class Found(Record, frozen=True):
    """Files of one form."""

    form: str
    files: int
    examples: tuple[str, ...]
    """The names of the first three."""


class Survey(Record, frozen=True, kw_only=True):
    """What sources look like."""

    source: str
    forms: tuple[Found, ...]
    """The most frequent first."""
    unread: tuple[Problem, ...]
    """Files that are not read, and why."""
    documents: tuple[Document, ...]
    """The first documents of each form as they would be read."""
    problems: tuple[Problem, ...]
    """What there is to say of those."""
    settings: CorpusSettings
    """How they would be read."""
    alternatives: dict[str, tuple[str, ...]]
    """For a column of ours, the other columns of the sources that it could be."""


def survey(path: Path, name: str = "") -> Survey:
    """Look at a file or a folder.

    name: what the corpus is called; that of the file or folder when empty.
    Raises UsageError when there is no such path, CorpusError when it holds nothing that could be read.
    """
    if not is_there(path):
        raise UsageError(f"There is no file {path}", "Name a file, an archive or a folder: --source PATH")
    corpus = FilesCorpus(path, CorpusSettings(adapter=EVERY, source=str(path)))
    recognised, unread = corpus.recognised()
    if not recognised:
        said = f": {unread[0].source.file} {unread[0].message}" if unread else ""
        raise CorpusError(f"{path} holds no file that can be read{said}", f"Known are: {', '.join(FORMS)}")
    of_form: dict[str, list[SourceFile]] = {}
    for file, form in recognised:
        of_form.setdefault(form, []).append(file)
    table = _metadata_table(of_form)
    if table:
        of_form["tables"].remove(table)
        of_form = {form: files for form, files in of_form.items() if files}
    # Files of several forms have columns of several kinds: they are guessed file by file.
    columns = _columns(of_form) if len(of_form) == 1 else {}
    settings = CorpusSettings(
        adapter=next(iter(of_form)) if len(of_form) == 1 else EVERY,
        name=name or path.name.split(".")[0],
        source=str(path.resolve()),
        table=table.name if table else "",
        fields=_fields(columns),
        roles=_roles(columns),
    )
    documents, problems = _sample(path, settings, of_form)
    languages = Counter(filter(None, map(spoken, documents)))
    settings = msgspec.structs.replace(settings, language=languages.most_common(1)[0][0] if languages else "en")
    return Survey(
        source=str(path),
        forms=tuple(
            Found(form, len(files), tuple(file.name for file in files[:3]))
            for form, files in sorted(of_form.items(), key=lambda item: -len(item[1]))
        ),
        unread=tuple(unread),
        documents=tuple(documents),
        problems=tuple(problems),
        settings=settings,
        alternatives=_alternatives(columns, settings.fields),
    )


def _sample(
    path: Path, settings: CorpusSettings, of_form: dict[str, list[SourceFile]]
) -> tuple[list[Document], list[Problem]]:
    """The first documents of the first files of each form."""
    documents: list[Document] = []
    problems: list[Problem] = []
    corpus = FilesCorpus(path, settings)
    for form, files in of_form.items():
        count = 0
        for item in corpus.read([(file, form) for file in files[:_SAMPLED]]):
            if isinstance(item, Problem):
                problems.append(item)
            else:
                documents.append(item)
                count += 1
            if count >= _SAMPLED:
                break
    return documents, problems


def _metadata_table(of_form: dict[str, list[SourceFile]]) -> SourceFile | None:
    """The table that says what the other files are: one in which most of them are named."""
    texts = [file.stem for form, files in of_form.items() if form not in ("tables", "jsonl", "json") for file in files]
    if not texts:
        return None
    for file in of_form.get("tables", ()):
        named: set[str] = set()
        for row in islice(tables.rows(file, CorpusSettings(adapter=EVERY)), 10_000):
            if not isinstance(row, Problem) and (column := names_a_file(row.cells)):
                named.add(Path(str(row.cells[column])).name.partition(".")[0])
        if len(named & set(texts)) > len(texts) / 2:
            return file
    return None


def _columns(of_form: dict[str, list[SourceFile]]) -> dict[str, list[str]]:
    """The columns of the first records of the tabular files, with their values as text."""
    columns: dict[str, list[str]] = {}
    for form in ("jsonl", "json", "tables"):
        for file in of_form.get(form, ())[:3]:
            for record in islice(_records(file, form), _SAMPLED):
                for name, value in record.items():
                    if isinstance(value, str | int | float):
                        columns.setdefault(name, []).append(str(value))
    return columns


def _records(file: SourceFile, form: str) -> Iterator[dict[str, Any]]:
    if form == "tables":
        yield from (
            row.cells for row in tables.rows(file, CorpusSettings(adapter=EVERY)) if isinstance(row, tables.Row)
        )
    elif form == "jsonl":
        yield from jsonl.records(file)
    else:
        try:
            value = json.loads(file.read())
        except (SourceFault, ValueError, RecursionError):
            return
        yield from (row for row in (value if isinstance(value, list) else [value]) if isinstance(row, dict))


def _fields(columns: dict[str, list[str]]) -> dict[str, str]:
    """Our columns as they are found among theirs; a text is the column of the longest values where none has its name."""
    if not columns:
        return {}
    fields = {ours: found for ours in GUESSES if (found := guessed(ours, columns))}
    if "id" not in fields:
        unique = (name for name, values in columns.items() if len(set(values)) == len(values) and not _long(values))
        if found := next((name for name in unique if name not in fields.values() and not _dated(columns[name])), ""):
            fields["id"] = found
    if "text" not in fields:
        lengths = {name: sum(map(len, values)) / len(values) for name, values in columns.items()}
        longest = max(lengths, key=lambda name: lengths[name])
        if lengths[longest] > 200:
            fields["text"] = longest
    return fields


def _alternatives(columns: dict[str, list[str]], fields: dict[str, str]) -> dict[str, tuple[str, ...]]:
    taken = set(fields.values())
    others = {
        "date": [name for name, values in columns.items() if name not in taken and _dated(values)],
        "text": [name for name, values in columns.items() if name not in taken and _long(values)],
    }
    return {ours: tuple(names[:6]) for ours, names in others.items() if names}


def _dated(values: list[str]) -> bool:
    """Whether most values of a column begin with a year or a day."""
    return sum(date_in_name(value[:40]) is not None for value in values) > len(values) / 2


def _long(values: list[str]) -> bool:
    return sum(len(value) > 200 for value in values) > len(values) / 4


def _roles(columns: dict[str, list[str]]) -> dict[str, Role]:
    """What the columns that are none of ours are for: few values to filter by, many, or only shown."""
    mapping = Columns({}, columns)
    rest = [name for name in columns if name not in mapping.taken]
    return {name: _role(columns[name]) for name in rest}


def _role(values: list[str]) -> Role:
    distinct = len(set(values))
    if any(len(value) > _SAMPLED or value.startswith("http") for value in values):
        return "citation"
    return "facet" if distinct <= _FEW and distinct < len(values) else "filter"
