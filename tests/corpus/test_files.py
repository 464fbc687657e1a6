"""A folder of mixed files is walked, recognised and read, in order, by one process or by several."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from historag_tui.corpus import files
from historag_tui.corpus.files import FilesCorpus, open_corpus
from historag_tui.errors import CorpusError, SettingsError
from historag_tui.records import Document, Problem
from historag_tui.workspace import CorpusSettings


def corpus(folder: Path, **settings: object) -> FilesCorpus:
    return open_corpus(CorpusSettings(**{"adapter": "files", "source": str(folder), **settings}), folder)  # type: ignore[arg-type]


def mixed(folder: Path) -> None:
    (folder / "1900 a.txt").write_text("Plain text")
    (folder / "b.json").write_text(json.dumps({"text": "One object", "year": 1901}))
    (folder / "c.json").write_text(json.dumps([{"id": "c1", "text": "First of a list"}, {"text": "Second"}, 7]))
    (folder / "d.jsonl").write_text('{"id": "d", "text": "A line", "date": "1902"}\n')
    (folder / "d2.json").write_text('{"id": "d2", "ft": "A line", "d": "1882-10-25"}\n{"id": "d3", "tp": "img"}\n')
    (folder / "e.csv").write_text("id,text\ne,A row\n")
    (folder / "f.pdf").write_bytes(b"%PDF-1.4")
    (folder / "g.jpg").write_bytes(b"\xff\xd8\xff\xe0")
    (folder / "h.txt").write_bytes(b"")
    (folder / "i.bin").write_bytes(b"\0\1\2")
    with zipfile.ZipFile(folder / "j.zip", "w") as archive:
        archive.writestr("1903.txt", "In an archive")


def test_every_file_is_read_by_its_form_or_named(tmp_path: Path) -> None:
    mixed(tmp_path)
    items = list(corpus(tmp_path).documents())
    assert [item.id for item in items if isinstance(item, Document)] == [
        *("1900 a.txt", "b", "c1", "c:2", "d2", "d", "e", "h.txt", "j.zip!1903.txt")
    ]
    skipped = {one.source.file: one.message for one in items if isinstance(one, Problem) and one.skipped}
    assert skipped == {
        "c.json": "is no JSON object",
        "d2.json": "no text in column 'ft'",
        "f.pdf": "is a PDF: extract its text first, or read the ALTO or TEI it was made from",
        "g.jpg": "is an image",
        "i.bin": "is of no form that is known here",
    }


def test_an_adapter_of_one_form_takes_that_alone(tmp_path: Path) -> None:
    mixed(tmp_path)
    items = list(corpus(tmp_path, adapter="tables").documents())
    assert [item.id for item in items if isinstance(item, Document)] == ["e"]
    assert "is not tables" in {item.message for item in items if isinstance(item, Problem)}


def test_several_processes_give_the_same_in_the_same_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(40):
        (tmp_path / f"{1850 + number}.txt").write_text(f"Text {number}")
    (tmp_path / "1860b.jsonl").write_text('{"id": "x", "text": "A line"}\n')
    alone = list(corpus(tmp_path).documents())
    monkeypatch.setattr(files, "_PARALLEL_FROM", 2)
    monkeypatch.setattr(files, "_processors", lambda: 2)
    assert list(corpus(tmp_path).documents()) == alone
    assert len(alone) == 41 + 1


def test_to_stop_reading_ends_the_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(40):
        (tmp_path / f"{1850 + number}.txt").write_text(f"Text {number}")
    monkeypatch.setattr(files, "_PARALLEL_FROM", 2)
    monkeypatch.setattr(files, "_processors", lambda: 2)
    reading = corpus(tmp_path).documents()
    assert isinstance(next(reading), Document)
    reading.close()  # type: ignore[attr-defined]


def test_the_fingerprint_knows_texts_and_mapping(tmp_path: Path) -> None:
    mixed(tmp_path)
    before = corpus(tmp_path).fingerprint()
    assert corpus(tmp_path).fingerprint() == before
    assert corpus(tmp_path, names="{date} {title}").fingerprint() != before
    assert corpus(tmp_path, fields={"text": "ft"}).fingerprint() != before
    (tmp_path / "1900 a.txt").write_text("Plain texts")
    assert corpus(tmp_path).fingerprint() != before


def test_what_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="names no source"):
        corpus(tmp_path, source="")
    with pytest.raises(CorpusError, match="There is nothing at"):
        corpus(tmp_path / "nothing")
