"""Reading one file by one form, and what the manifest of real files says that a reader must give."""

from __future__ import annotations

import csv
import importlib
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from historag_tui.corpus.sources import SourceFile
from historag_tui.records import Document, Problem
from historag_tui.workspace import CorpusSettings


class Given(NamedTuple):
    """What a form gave."""

    documents: list[Document]
    problems: list[Problem]

    @property
    def only(self) -> Document:
        (document,) = self.documents
        return document


Read = Callable[..., Given]


def read_as(form: str, root: Path, name: str, **settings: Any) -> Given:
    module = importlib.import_module(f"historag_tui.corpus.formats.{form}")
    file = SourceFile(root, name)
    items = list(module.documents(file, CorpusSettings(adapter="files", **settings)))
    documents = [item for item in items if isinstance(item, Document)]
    for document in documents:
        offsets = [page.offset for page in document.pages]
        assert offsets == sorted(set(offsets)) and all(0 <= offset < len(document.text) for offset in offsets)
        assert all(0 <= part.start < part.end <= len(document.text) for part in document.parts)
        assert document.text == document.text.strip() and not re.search(r"[\x00-\x08]", document.text)
    return Given(documents, [item for item in items if isinstance(item, Problem)])


@pytest.fixture
def read_as_form() -> Read:
    return read_as


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Read]:
    """Read content as a file of a form: ``write("tei", "<TEI>…", unit="div")``."""

    def reading(form: str, content: str | bytes, name: str = "file.xml", **settings: Any) -> Given:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return read_as(form, tmp_path, name, **settings)

    return reading


class Row(NamedTuple):
    """One row of the manifest."""

    root: Path
    name: str
    demand: str

    def number(self, what: str) -> int:
        """The number that stands before a word in the demand, as in "94 lines"."""
        found = re.search(rf"(\d[\d,]*) {what}", self.demand)
        assert found, f"the manifest states no {what} for {self.name}"
        return int(found[1].replace(",", ""))

    def quoted(self) -> list[str]:
        """What the demand quotes."""
        return re.findall(r'"([^"]+)"', self.demand)


@pytest.fixture
def manifest(shared_data: Path) -> Callable[[str], Row]:
    folder = shared_data / "files"
    with (folder / "MANIFEST.tsv").open(encoding="utf-8", newline="") as lines:
        rows = {row["path"]: row for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)}
    return lambda name: Row(folder, name, rows[name]["correct_ingest_must_give"])
