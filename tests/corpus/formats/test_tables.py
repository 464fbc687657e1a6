"""Tables of every kind, and what is wrong with them."""

from __future__ import annotations

import gzip
import zipfile
from pathlib import Path

import pytest

from historag_tui.corpus.files import open_corpus
from historag_tui.records import Document, Problem
from historag_tui.workspace import CorpusSettings


def read(path: Path, **settings: object) -> tuple[list[Document], list[Problem]]:
    corpus = open_corpus(CorpusSettings(adapter="tables", source=path.name, **settings), path.parent)  # type: ignore[arg-type]
    items = list(corpus.documents())
    return [item for item in items if isinstance(item, Document)], [item for item in items if isinstance(item, Problem)]


def write(folder: Path, content: bytes, name: str = "letters.csv") -> Path:
    (folder / name).write_bytes(content)
    return folder / name


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("packed", [False, True])
def test_delimiter_line_ends_and_packing_are_found(tmp_path: Path, delimiter: str, end: str, packed: bool) -> None:
    rows = [
        ["id", "date", "title", "text", "sender"],
        ["a", "1848-03-18", "Berlin", f'"Barricades{end}in the streets, and shots; many | dead"', "Fanny"],
        ["b", "1849", "", "Dear\u00a0Sir", ""],
    ]
    content = (end.join(delimiter.join(row) for row in rows) + end).encode()
    path = write(tmp_path, gzip.compress(content) if packed else content, "l.tsv.gz" if packed else "l.csv")
    documents, problems = read(path)
    assert problems == []
    assert [(one.id, one.title, one.dates[0].first) for one in documents] == [
        ("a", "Berlin", "1848-03-18"),
        ("b", "b", "1849-01-01"),
    ]
    assert documents[0].text == f"Barricades{end}in the streets, and shots; many | dead"
    assert documents[0].fields == {"sender": "Fanny"}
    assert documents[0].source.file == path.name


def test_the_header_may_stand_further_down_and_columns_without_a_name_are_called_by_place(tmp_path: Path) -> None:
    documents, problems = read(write(tmp_path, b",,,\n,Text,Text,Year\n7,one,two,1900\n"))
    assert [problem.message for problem in problems if not problem.skipped] == [
        "the names of the columns stand in line 2"
    ]
    assert documents[0].text == "one"
    assert documents[0].fields == {"column 1": "7", "Text (3)": "two"}
    assert documents[0].id == "letters:3"


def test_a_table_without_texts_is_refused_kindly(tmp_path: Path) -> None:
    documents, (problem,) = read(write(tmp_path, b"Title,Start Year\nThe Times,1785\n"))
    assert documents == []
    assert (
        problem.message == "has no column of texts (its columns: Title, Start Year); name one: [corpus.fields] text = …"
    )


def test_columns_are_mapped_by_the_researcher(tmp_path: Path) -> None:
    path = write(tmp_path, b"nr,letter,printed,composed\n1,Dear Sir,1901,1899-02\n")
    fields = {"id": "nr", "text": "letter", "date": "printed", "date.written": "composed"}
    ((document,), _) = read(path, fields=fields)
    assert [(date.name, date.first) for date in document.dates] == [("date", "1901-01-01"), ("written", "1899-02-01")]


def test_rows_that_do_not_fit_and_a_quotation_that_never_ends_are_named(tmp_path: Path) -> None:
    documents, problems = read(write(tmp_path, b"id,text\na,one\nb,two,three\nc\n\nd,four\n"))
    assert [one.id for one in documents] == ["a", "d"]
    assert [(one.source.line, one.message) for one in problems if one.skipped] == [
        (3, "the row has more cells than the 2 columns of the header"),
        (4, "no text in column 'text'"),
    ]


def test_a_field_larger_than_memory_ends_the_table_with_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("historag_tui.corpus.formats.tables.LONGEST", 1000)
    documents, problems = read(write(tmp_path, b'id,text\na,one\nb,"' + b"never closed " * 500))
    assert [one.id for one in documents] == ["a"]
    assert "quotation mark that is never closed" in problems[-1].message


@pytest.mark.parametrize("end", ["", "\n", "\r\n"])
def test_a_quotation_mark_that_takes_the_rest_of_the_table_is_said_with_the_row_that_opens_it(
    tmp_path: Path, end: str
) -> None:
    content = f'id,text,date\na,one,1890\nb,"two{chr(10)}lines",1891\nc,"never closed,1892\nd,four,1893{end}'
    documents, problems = read(write(tmp_path, content.encode()))
    assert [one.id for one in documents] == ["a", "b"]
    assert [(one.source.line, one.skipped) for one in problems] == [(5, True)]
    assert "never closed" in problems[0].message


def test_nul_bytes_and_other_encodings_lose_no_row(tmp_path: Path) -> None:
    documents, problems = read(write(tmp_path, "id,text\na,Mün\0chen\nb,Köln\n".encode("cp1252")), language="de")
    assert [one.text for one in documents] == ["München", "Köln"]
    assert [(one.source.line, "cp1252" in one.message) for one in problems if one.kind == "encoding"] == [(2, True)]


def test_parquet_is_read_in_pieces(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    from pyarrow import parquet

    table = pyarrow.table(
        {"id": [1, 2], "text": ["one", "two"], "date": ["1900", "1901-02-03"], "tags": [["a", "b"], []]}
    )
    parquet.write_table(table, tmp_path / "letters.parquet")
    documents, problems = read(tmp_path / "letters.parquet")
    assert problems == []
    assert [(one.id, one.text, one.dates[0].first, one.fields) for one in documents] == [
        ("1", "one", "1900-01-01", {"tags": "a; b"}),
        ("2", "two", "1901-02-03", {}),
    ]
    (tmp_path / "broken.parquet").write_bytes(b"PAR1 and no more")
    assert "cannot be read as Parquet" in read(tmp_path / "broken.parquet")[1][0].message


def test_spreadsheets_are_read_sheet_by_sheet(tmp_path: Path) -> None:
    pytest.importorskip("python_calamine", reason="python-calamine is not installed")
    openpyxl = pytest.importorskip("openpyxl", reason="openpyxl, which writes the test's workbook, is not installed")
    from datetime import datetime

    workbook = openpyxl.Workbook()
    workbook.active.title = "Letters"
    workbook.active.append(["id", "text", "date"])
    workbook.active.append([1, "one", datetime(1901, 2, 3)])
    other = workbook.create_sheet("Cards")
    other.append(["text", "year"])
    other.append(["two", 1902])
    workbook.save(tmp_path / "letters.xlsx")
    documents, problems = read(tmp_path / "letters.xlsx")
    assert problems == []
    assert [(one.id, one.text, one.dates[0].first) for one in documents] == [
        ("1", "one", "1901-02-03"),
        ("letters/Cards:2", "two", "1902-01-01"),
    ]
    (tmp_path / "broken.xlsx").write_bytes(b"PK\x03\x04 and no more")
    assert "cannot be read as a spreadsheet" in read(tmp_path / "broken.xlsx")[1][0].message


_CELL = '<c r="{}" t="inlineStr"><is><t>x</t></is></c>'


def test_a_workbook_that_claims_billions_of_cells_is_refused(tmp_path: Path) -> None:
    """Two cells at opposite corners make most readers take memory for all between them."""
    pytest.importorskip("python_calamine", reason="python-calamine is not installed")
    kind = "http://schemas.openxmlformats.org/{}/2006/"
    related = (
        f'<Relationships xmlns="{kind.format("package")}relationships">'
        '<Relationship Id="r1" Type="{}" Target="{}"/></Relationships>'
    )
    office = kind.format("officeDocument") + "relationships"
    rows = f'<row r="1">{_CELL.format("A1")}</row><row r="1048576">{_CELL.format("XFD1048576")}</row>'
    sheets = '<sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets>'
    main = kind.format("spreadsheetml") + "main"
    with zipfile.ZipFile(tmp_path / "claims.xlsx", "w") as archive:
        archive.writestr("_rels/.rels", related.format(f"{office}/officeDocument", "xl/workbook.xml"))
        archive.writestr("xl/_rels/workbook.xml.rels", related.format(f"{office}/worksheet", "worksheets/s.xml"))
        archive.writestr("xl/workbook.xml", f'<workbook xmlns="{main}" xmlns:r="{office}">{sheets}</workbook>')
        archive.writestr("xl/worksheets/s.xml", f'<worksheet xmlns="{main}"><sheetData>{rows}</sheetData></worksheet>')
    documents, (problem,) = read(tmp_path / "claims.xlsx")
    assert documents == []
    assert "memory" in problem.message
