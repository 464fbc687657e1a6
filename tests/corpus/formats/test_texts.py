"""Folders of plain text: dates and titles from names or from a table beside them."""

from __future__ import annotations

from pathlib import Path

import pytest

from historag_tui.corpus.files import open_corpus
from historag_tui.corpus.formats.texts import date_of_name
from historag_tui.errors import CorpusError, SettingsError
from historag_tui.records import Document, PageMark, Problem
from historag_tui.workspace import CorpusSettings


def read(folder: Path, **settings: object) -> tuple[list[Document], list[Problem]]:
    corpus = open_corpus(CorpusSettings(adapter="files", source=str(folder), **settings), folder)  # type: ignore[arg-type]
    items = list(corpus.documents())
    return [item for item in items if isinstance(item, Document)], [item for item in items if isinstance(item, Problem)]


def write(folder: Path, **texts: str) -> None:
    for name, text in texts.items():
        (folder / f"{name}.txt").write_text(text, "utf-8")


@pytest.mark.parametrize(
    ("name", "first", "last"),
    [
        ("1790_george_washington_n", "1790-01-01", "1790-12-31"),
        ("letter 1863-12-08 to Sumner", "1863-12-08", "1863-12-08"),
        ("1848-03", "1848-03-01", "1848-03-31"),
        ("1848-50", "1848-01-01", "1850-12-31"),
        ("18480318", "1848-03-18", "1848-03-18"),
        ("page_1234567", None, None),
        ("A1848", None, None),
        ("no year 99", None, None),
    ],
)
def test_a_year_or_a_day_in_a_name_is_a_date_and_nothing_else_is(
    tmp_path: Path, name: str, first: str | None, last: str | None
) -> None:
    (tmp_path / f"{name}.txt").write_text("Text")
    ((document,), _) = read(tmp_path)
    date = document.dates[0] if document.dates else None
    assert (date and date.first, date and date.last) == (first, last)
    assert date is None or date.name == "file name"


def test_a_pattern_takes_names_apart(tmp_path: Path) -> None:
    write(tmp_path, **{"1957_dwight_d_eisenhower_r": "Fellow citizens", "notes": "no date"})
    documents, problems = read(tmp_path, names="{date}_{author}_{party}.txt")
    assert documents[0].fields == {"author": "dwight d eisenhower", "party": "r"}
    assert documents[0].dates[0].first == "1957-01-01"
    assert documents[1].dates == ()
    assert [(one.kind, one.source.file) for one in problems] == [("not read", "notes.txt")]
    with pytest.raises(SettingsError, match="each part once"):
        read(tmp_path, names="{date}_{date}")
    assert date_of_name("1957-13") is None


def test_form_feeds_part_pages_and_an_old_encoding_is_said(tmp_path: Path) -> None:
    (tmp_path / "1850.txt").write_bytes("Grüße\fSeite zwei".encode("cp1252"))
    ((document,), problems) = read(tmp_path, language="de")
    assert document.text == "Grüße\fSeite zwei"
    assert document.pages == (PageMark(0, "1"), PageMark(6, "2"))
    assert [one.skipped for one in problems] == [False]


def test_a_table_beside_the_files_says_what_they_are(tmp_path: Path) -> None:
    write(tmp_path, a="Text A", b="Text B 1900", c="Text C")
    (tmp_path / "about.csv").write_text(
        "filename,title,date,sender\na.txt,Letter A,1871-01-18,Bismarck\nletters/b,Letter B,1872,\nz.txt,Lost,1873,\n"
    )
    documents, problems = read(tmp_path, table="about.csv")
    assert [(one.title, one.dates[0].first if one.dates else None, one.fields) for one in documents] == [
        ("Letter A", "1871-01-18", {"sender": "Bismarck"}),
        ("Letter B", "1872-01-01", {}),
        ("c", None, {}),
    ]
    assert [(one.kind, one.document) for one in problems] == [("not read", "c.txt"), ("text missing", "z.txt")]
    (tmp_path / "wrong.csv").write_text("x,y\n1,2\n")
    with pytest.raises(SettingsError, match="no column that names files"):
        read(tmp_path, table="wrong.csv")
    with pytest.raises(CorpusError, match="There is no table"):
        read(tmp_path, table="nothing.csv")


def test_files_of_one_name_in_several_folders_are_joined_to_their_own_rows(tmp_path: Path) -> None:
    for folder in ("1890", "1891", "1892"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.txt").write_text(f"of {folder}")
    (tmp_path / "about.csv").write_text("file,date\n1890/a.txt,1790\n/home/x/1891/a.txt,1791\n1892/b.txt,1792\n")
    documents, problems = read(tmp_path, table="about.csv")
    assert [one.dates[0].first if one.dates else "" for one in documents] == ["1790-01-01", "1791-01-01", ""]
    assert [one.message for one in problems] == [
        "about.csv has 2 rows for this file",
        "there is no file '1892/b.txt'",
    ]


def test_one_row_for_two_files_is_said(tmp_path: Path) -> None:
    for folder in ("x", "y"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.txt").write_text(f"of {folder}")
    (tmp_path / "about.csv").write_text("file,date\na.txt,1790\n")
    documents, problems = read(tmp_path, table="about.csv")
    assert [one.dates[0].first for one in documents] == ["1790-01-01", "1790-01-01"]
    assert [(one.document, one.message) for one in problems] == [
        ("y/a.txt", "about.csv has one row for this file and x/a.txt: name their folders")
    ]
