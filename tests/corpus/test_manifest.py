"""Every real file that the manifest names gives what its row demands.

The manifest itself is read: the figures and years that a row names are compared with what was read, and every row must
be in this table or in the tests of the form that reads it.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from historag_tui.corpus.files import open_corpus
from historag_tui.records import Document, Problem
from historag_tui.workspace import CorpusSettings


class Read(NamedTuple):
    """What a file or folder gave."""

    documents: list[Document]
    problems: list[Problem]

    @property
    def skipped(self) -> list[Problem]:
        return [problem for problem in self.problems if problem.skipped]

    @property
    def days(self) -> set[tuple[str | None, str | None]]:
        """First and last day of the date used of each document."""
        return {(one.dates[0].first, one.dates[0].last) if one.dates else (None, None) for one in self.documents}


Check = Callable[[Read], None]


def year(written: str) -> tuple[str, str]:
    return f"{written}-01-01", f"{written}-12-31"


def refused(*said: str) -> Check:
    """Nothing is read, and these words say why."""

    def check(read: Read) -> None:
        assert read.documents == []
        messages = " | ".join(problem.message for problem in read.problems)
        for words in said:
            assert words in messages, messages

    return check


SOTU = {
    "1790_george_washington_n": ("1790", "george washington"),
    "1863_abraham_lincoln_r": ("1863", "abraham lincoln"),
    "1914_woodrow_wilson_d": ("1914", "woodrow wilson"),
    "1957_dwight_d_eisenhower_r": ("1957", "dwight d eisenhower"),
    "1974_richard_nixon_r": ("1974", "richard nixon"),
    "2001_george_w_bush_r": ("2001", "george w bush"),
}


def speech(when: str, author: str) -> Check:
    def check(read: Read) -> None:
        (document,) = read.documents
        assert read.problems == []
        assert read.days == {year(when)}
        assert document.fields["author"] == author

    return check


def omeka(read: Read) -> None:
    assert len(read.documents) == 60
    firsts = sorted(first or "" for first, _ in read.days)
    assert (firsts[0], firsts[-1][:4]) == ("1887-01-01", "1927")
    (doubt,) = [problem for problem in read.problems if problem.kind == "encoding"]
    assert doubt.source.line > 1
    assert not read.skipped


def impresso(read: Read) -> None:
    assert len(read.documents) == 17
    assert len([problem for problem in read.skipped if problem.kind == "text missing"]) == 73 - 17
    assert read.days <= {(day, day) for day in ("1882-10-25", "1882-10-28", "1882-11-01")}


def president(read: Read) -> None:
    (document,) = read.documents
    assert read.days == {year("1957")}
    assert (document.title, document.fields["party"]) == ("Dwight D Eisenhower", "Republican")


def second_page(read: Read) -> None:
    (document,) = read.documents
    assert (document.fields["issue"], [mark.page for mark in document.pages]) == ("hocr_chronicling", ["2"])
    assert document.text.startswith("LITTLE RIVER NEWS")


TABLE: dict[str, Check] = {
    **{f"txt/sotu/{name}.txt": speech(*about) for name, about in SOTU.items()},
    "csv/omeka_HolmesCanon_CR_only.csv": omeka,
    "csv/BL_extended_title_list.csv": refused("stand in line 2", "has no column of texts", "Start Year"),
    "csv/pressmint_meta.tsv": refused("has no column of texts", "Date"),
    "json/impresso_rebuilt_CL-1882.jsonl": impresso,
    "json/sotu_1957.json": president,
    "hocr/hocr_chronicling_seq-2.html": second_page,
}


def rows(shared: Path) -> dict[str, str]:
    with (shared / "files" / "MANIFEST.tsv").open(encoding="utf-8", newline="") as stream:
        return {row["path"]: row["correct_ingest_must_give"] for row in csv.DictReader(stream, delimiter="\t")}


@pytest.mark.parametrize("path", TABLE)
def test_a_file_gives_what_its_row_demands(shared_data: Path, path: str) -> None:
    demanded = rows(shared_data)[path]
    settings = CorpusSettings(
        adapter="files", source=path, names="{date}_{author}_{party}" if path.startswith("txt") else ""
    )
    items = list(open_corpus(settings, shared_data / "files").documents())
    documents = [item for item in items if isinstance(item, Document)]
    TABLE[path](Read(documents, [item for item in items if isinstance(item, Problem)]))
    for figure in re.findall(r"\b(\d+) (?:items|documents?)\b", demanded):
        assert len(documents) == int(figure), demanded
    for when in re.findall(r"\byear \"?(1[6-9]\d\d|20\d\d)", demanded):
        assert {first and first[:4] for first, _ in Read(documents, []).days} == {when}, demanded


def test_every_row_is_asked_for_somewhere(shared_data: Path) -> None:
    """Here, or beside the form that reads it."""
    beside = " ".join(path.read_text("utf-8") for path in sorted((Path(__file__).parent / "formats").glob("*.py")))
    forgotten = [path for path in rows(shared_data) if path not in TABLE and Path(path).name not in beside]
    assert forgotten == []
