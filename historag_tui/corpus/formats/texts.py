"""Plain text: one document a file, its date and title from the file's name or from a table beside the texts.

[corpus]
names = "{date}_{author}_{party}"    takes the names apart; what stands in {} is not kept
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from historag_tui.corpus.dating import read_date
from historag_tui.corpus.encoding import decoded
from historag_tui.corpus.sources import SourceFault, SourceFile
from historag_tui.errors import SettingsError
from historag_tui.records import Document, NamedDate, PageMark, Problem, SourceLine
from historag_tui.workspace import CorpusSettings

name = "texts"
roles: Mapping[str, str] = {}

FILE_NAME = "file name"
"""Name of a date that a file's name gives."""
_ENDINGS = (".txt", ".text", ".md", ".asc", ".ocr")
_SLOT = re.compile(r"\{(\w*)\}")
_DATE = r"-?\d{3,4}(?:[-_.]?(?:0[1-9]|1[0-2])(?:[-_.]?(?:0[1-9]|[12]\d|3[01]))?)?"
_IN_NAME = re.compile(
    r"(?<![A-Za-z0-9])((?:1[0-9]|20)\d\d(?:-\d\d(?:-\d\d)?)?|(?:1[0-9]|20)\d\d[01]\d[0-3]\d)(?![A-Za-z0-9])"
)
_PARTS = re.compile(r"(-?\d{3,4})(?:[-_.]?(\d\d)(?:[-_.]?(\d\d))?)?")


def recognises(name: str, head: bytes) -> bool:
    """By its ending, or because nothing in it is not text."""
    if name.lower().endswith(_ENDINGS):
        return True
    return (
        "." not in name.rpartition("/")[2] and bool(head) and b"\0" not in head and not head.lstrip().startswith(b"<")
    )


def claims(file: SourceFile) -> frozenset[str]:
    """Nothing."""
    return frozenset()


def documents(file: SourceFile, settings: CorpusSettings) -> Iterator[Document | Problem]:
    """The one document of a file; form feeds part its pages."""
    try:
        text, encoding = decoded(file.read(), settings.language, settings.encoding)
    except SourceFault as fault:
        yield file.problem(str(fault))
        return
    source = SourceLine(file.name)
    if encoding.note:
        yield Problem("encoding", encoding.note, SourceLine(file.name, encoding.line), skipped=False)
    if "\0" in text:
        yield Problem("unreadable", "holds NUL bytes, which were left out", source, skipped=False)
        text = text.replace("\0", "")
    found, problem = _from_name(file, settings.names)
    if problem:
        yield Problem("not read", problem, source, skipped=False)
    written = found.pop("date", "")
    date = date_of_name(written) if written else None
    if written and date is None:
        yield Problem("undated", f"'{written[:40]}' in the file's name is no date", source, file.name, skipped=False)
    yield Document(
        id=file.name,
        text=text,
        title=found.pop("title", "") or file.stem.replace("_", " "),
        dates=(date,) if date else (),
        fields=found,
        pages=_pages(text),
        source=source,
    )


def date_in_name(name: str) -> NamedDate | None:
    """The first year or day that stands by itself in a file's name."""
    match = _IN_NAME.search(name)
    return date_of_name(match[1]) if match else None


def date_of_name(written: str) -> NamedDate | None:
    """The date in a file's name: ``1790``, ``1790-01``, ``1790-01-08``, ``17900108``; None when there is none."""
    match = _PARTS.fullmatch(written)
    return read_date("-".join(filter(None, match.groups())), FILE_NAME) if match else None


def _from_name(file: SourceFile, pattern: str) -> tuple[dict[str, str], str]:
    """What the name says, and what is wrong with it."""
    if not pattern:
        match = _IN_NAME.search(file.stem)
        return ({"date": match[1]} if match else {}), ""
    named = _expression(pattern).fullmatch(file.stem)
    if named is None:
        return {}, f"the file's name is not made like '{pattern}'"
    return {
        slot: value if slot == "date" else value.replace("_", " ").strip() for slot, value in named.groupdict().items()
    }, ""


@lru_cache
def _expression(pattern: str) -> re.Pattern[str]:
    """The pattern as an expression: a slot takes as much as it can, the last one no further separator.

    Raises SettingsError for a pattern that names a slot twice.
    """
    parts, end, slots = [], 0, list(_SLOT.finditer(pattern.removesuffix(".txt")))
    for place, slot in enumerate(slots):
        literal = pattern[end : slot.start()]
        parts.append(re.escape(literal))
        inner = _DATE if slot[1] == "date" else ".+"
        if place == len(slots) - 1 and slot[1] != "date" and literal:
            inner = f"[^{re.escape(literal[-1])}]+" if slot.end() == len(pattern.removesuffix(".txt")) else ".+"
        parts.append(f"(?P<{slot[1]}>{inner})" if slot[1] else f"(?:{inner})")
        end = slot.end()
    parts.append(re.escape(pattern.removesuffix(".txt")[end:]))
    try:
        return re.compile("".join(parts))
    except re.error as error:
        raise SettingsError(
            f'[corpus] names = "{pattern}" cannot be used: {error}', "Name each part once: {date}_{author}"
        ) from error


def _pages(text: str) -> tuple[PageMark, ...]:
    breaks = [match.end() for match in re.finditer("\f", text)]
    return tuple(PageMark(offset, str(page)) for page, offset in enumerate([0, *breaks], 1)) if breaks else ()
