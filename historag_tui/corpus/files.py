"""A corpus of files: walked in order, each recognised by its form and read by it, several at once where that helps.

The adapter ``files`` takes every form; an adapter that has the name of a form takes files of that form alone.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import multiprocessing
import os
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cached_property
from pathlib import Path
from typing import cast

import msgspec

from historag_tui.corpus.formats.form import Form
from historag_tui.corpus.language import language_of
from historag_tui.corpus.metadata import Metadata
from historag_tui.corpus.sources import SourceFault, SourceFile, checksum, walk
from historag_tui.errors import CorpusError, SettingsError
from historag_tui.records import Document, Problem, Role, SourceLine
from historag_tui.workspace import CorpusSettings

EVERY = "files"
FORMS = ("jsonl", "json", "tables", "alto", "tei", "page", "mets", "didl", "hocr", "texts")
"""The forms in the order in which they are asked whether they recognise a file; each a module of its name."""
_PARALLEL_FROM = 64
"""Files from which several are read at once; a process takes a moment to begin."""
_AHEAD = 4
"""Files per process that wait to be given on, so that memory does not grow with the corpus."""
_VERSION = 1
"""Raised when a form reads the same file otherwise, so that an index built before is brought up to date."""
_LARGE = 16 << 20
"""Bytes from which a file is read here, one document after the other, and not by a process that gives all at once."""
_STREAMED = ("jsonl", "tables")
"""Forms whose files may be as large as they like: they are read here, one document after the other."""

Recognised = tuple[SourceFile, str]
"""A file and the name of its form."""


def form(name: str) -> Form:
    """The form of that name."""
    return cast(Form, importlib.import_module(f"historag_tui.corpus.formats.{name}"))


def is_there(path: Path) -> bool:
    """Whether there is anything at a path.  Raises CorpusError when that cannot be seen."""
    try:
        return path.exists()
    except OSError as error:
        raise CorpusError(
            f"{path} cannot be looked at: {error.strerror}", "Check its name and the permissions of its folder"
        ) from error


class FilesCorpus:
    """The documents of a file, or of all files under a folder.

    Raises CorpusError when there is nothing at ``path``, SettingsError for a mapping that cannot be used.
    """

    def __init__(self, path: Path, settings: CorpusSettings) -> None:
        if not is_there(path):
            raise CorpusError(f"There is nothing at {path}", "Correct [corpus] source in historag.toml")
        self._path = path
        self._settings = settings
        self._names = FORMS if settings.adapter == EVERY else (settings.adapter,)
        given: dict[str, Role] = {"language": "facet"}
        for name in self._names:
            given.update(cast(Mapping[str, Role], form(name).roles))
        self.roles: Mapping[str, Role] = {**given, **settings.roles}

    def documents(self) -> Iterator[Document | Problem]:
        """The documents of all files in the order of the files, and what of them was not read."""
        recognised, unread = self.recognised()
        yield from unread
        yield from self.read(recognised)

    def read(self, recognised: Sequence[Recognised]) -> Iterator[Document | Problem]:
        """The documents of these files, joined to what a table beside them says."""
        metadata = self._metadata
        if metadata is not None:
            yield from metadata.problems
        for file, items in self._read(recognised):
            for item in items:
                if isinstance(item, Problem):
                    yield item
                elif metadata is None:
                    yield _with_language(item)
                else:
                    for joined in metadata.joined(item, file):
                        yield joined if isinstance(joined, Problem) else _with_language(joined)
        if metadata is not None:
            yield from metadata.unused()

    def fingerprint(self) -> str:
        """A digest of every file as it lies on the disk and of how it is read."""
        settings = self._settings
        facts = [
            _VERSION,
            settings.adapter,
            settings.names,
            settings.table,
            settings.encoding,
            settings.language,
            sorted(settings.fields.items()),
            sorted(self.roles.items()),
        ]
        return hashlib.blake2b(f"{checksum(self._path)}{json.dumps(facts)}".encode(), digest_size=16).hexdigest()

    @cached_property
    def _metadata(self) -> Metadata | None:
        if not self._settings.table:
            return None
        root = self._path if self._path.is_dir() else self._path.parent
        if not (root / self._settings.table).is_file():
            raise CorpusError(
                f"There is no table {root / self._settings.table}", "Correct [corpus] table in historag.toml"
            )
        return Metadata(SourceFile(root, self._settings.table), self._settings)

    def recognised(self) -> tuple[list[Recognised], list[Problem]]:
        """The files that are read, and a line on each that is not."""
        found: list[Recognised] = []
        unread: list[Problem] = []
        claimed = {self._settings.table} - {""}
        for item in walk(self._path):
            if isinstance(item, Problem):
                unread.append(item)
                continue
            try:
                head = item.head()
            except SourceFault as fault:
                unread.append(item.problem(str(fault)))
                continue
            name = next((name for name in self._names if form(name).recognises(_inner(item.name), head)), "")
            if name:
                found.append((item, name))
                claimed |= form(name).claims(item)
            else:
                unread.append(Problem("not read", _said(head, self._names), SourceLine(item.name)))
        return (
            [(file, name) for file, name in found if file.name not in claimed],
            [problem for problem in unread if problem.source.file not in claimed],
        )

    def _read(self, files: Sequence[Recognised]) -> Iterator[tuple[SourceFile, Iterable[Document | Problem]]]:
        """Each file with what it holds, in the order of the files."""
        processes = _processors()
        if len(files) < _PARALLEL_FROM or processes < 2:
            for file, name in files:
                yield file, form(name).documents(file, self._settings)
            return
        # A process that is forked while threads run may hang; one that is spawned begins afresh.
        pool = ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"))
        waiting: deque[tuple[SourceFile, Iterable[Document | Problem] | Future[list[Document | Problem]]]] = deque()
        try:
            for file, name in files:
                if name in _STREAMED or _is_large(file):
                    waiting.append((file, form(name).documents(file, self._settings)))
                else:
                    waiting.append((file, pool.submit(_documents, file, name, self._settings)))
                if len(waiting) >= _AHEAD * processes:
                    yield _given(*waiting.popleft())
            while waiting:
                yield _given(*waiting.popleft())
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _with_language(document: Document) -> Document:
    """The document with the language it is written in, unless its source says that itself."""
    if {"language", "lang", "lg"} & document.fields.keys():
        return document
    language = language_of(document.text)
    return msgspec.structs.replace(document, fields={**document.fields, "language": language}) if language else document


def _given(
    file: SourceFile, items: Iterable[Document | Problem] | Future[list[Document | Problem]]
) -> tuple[SourceFile, Iterable[Document | Problem]]:
    try:
        return file, items.result() if isinstance(items, Future) else items
    except BrokenProcessPool as error:
        raise CorpusError(
            f"A process ended while it read {file.name} or a file near it",
            "Take that file out, and go on with: historag index",
        ) from error


def _documents(file: SourceFile, name: str, settings: CorpusSettings) -> list[Document | Problem]:
    """All of one file, in a process of its own."""
    return list(form(name).documents(file, settings))


def _is_large(file: SourceFile) -> bool:
    path = file.root / file.name
    return path.is_file() and path.stat().st_size > _LARGE


def _processors() -> int:
    """Processors this process may use; a batch job is often given fewer than the machine has."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _inner(name: str) -> str:
    """The name that says what a file is: without its packing."""
    for ending in (".gz", ".bz2", ".xz"):
        if name.lower().endswith(ending):
            return name[: -len(ending)]
    return name


_KNOWN = (
    (b"%PDF", "is a PDF: extract its text first, or read the ALTO or TEI it was made from"),
    (b"PK\x03\x04", "is a packed office document: save it as text or CSV"),
    (b"\xd0\xcf\x11\xe0", "is an old office document: save it as text or CSV"),
    (b"\xff\xd8\xff", "is an image"),
    (b"\x89PNG", "is an image"),
    (b"II*\0", "is an image"),
    (b"MM\0*", "is an image"),
    (b"{\\rtf", "is RTF: save it as plain text"),
)


def _said(head: bytes, forms: Sequence[str]) -> str:
    """Why a file is not read."""
    if not head:
        return "is empty"
    known = next((said for beginning, said in _KNOWN if head.startswith(beginning)), "")
    return known or (f"is not {forms[0]}" if len(forms) == 1 else "is of no form that is known here")


def open_corpus(settings: CorpusSettings, root: Path) -> FilesCorpus:
    """The corpus in the file or folder that ``[corpus] source`` names.  Raises SettingsError or CorpusError."""
    if not settings.source:
        raise SettingsError("[corpus] names no source", 'Add: source = "FILE or FOLDER"')
    return FilesCorpus(root / settings.source, settings)
