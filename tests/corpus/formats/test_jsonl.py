import gzip
import json

import pytest

from historag_tui.corpus.adapter import open_corpus
from historag_tui.corpus.health import Reading
from historag_tui.errors import CorpusError, SettingsError
from historag_tui.records import Document, PageMark, Part, Problem, SourceLine
from historag_tui.workspace import CorpusSettings


def corpus(folder, lines, name="letters.jsonl", **settings):
    raw = b"".join(line if isinstance(line, bytes) else json.dumps(line).encode() + b"\n" for line in lines)
    (folder / name).write_bytes(gzip.compress(raw) if name.endswith(".gz") else raw)
    return open_corpus(CorpusSettings(adapter="jsonl", source=name, **settings), folder)


def only(items, kind):
    return [item for item in items if isinstance(item, kind)]


def test_a_line_becomes_a_document(tmp_path):
    line = {
        "id": 7,
        "text": "Dear Sir",
        "title": "A letter",
        "date": "1863-12-08",
        "place": "Bonn",
        "tags": ["a", "b"],
        "seen": True,
    }
    (document,) = corpus(tmp_path, [line]).documents()
    assert (document.id, document.text, document.title) == ("7", "Dear Sir", "A letter")
    assert (document.dates[0].name, document.dates[0].first) == ("date", "1863-12-08")
    assert document.fields == {"place": "Bonn", "tags": "a; b", "seen": "yes"}
    assert document.source == SourceLine("letters.jsonl", 1)


def test_columns_are_mapped(tmp_path):
    fields = {"id": "nr", "text": "body", "date": "printed", "date.written": "composed", "sender": "from"}
    line = {"nr": "a", "body": "Dear Sir", "printed": 1864, "composed": "1863-12", "from": "Sumner", "empty": None}
    (document,) = corpus(tmp_path, [line], fields=fields).documents()
    assert [(date.name, date.first, date.last) for date in document.dates] == [
        ("date", "1864-01-01", "1864-12-31"),
        ("written", "1863-12-01", "1863-12-31"),
    ]
    assert document.title == "a"
    assert document.fields == {"sender": "Sumner"}


def test_parts_and_pages_travel_along(tmp_path):
    line = {
        "id": "a",
        "text": "Dear Sir",
        "parts": [{"start": 0, "end": 4, "author": "X"}],
        "pages": [{"offset": 0, "page": "iv"}],
    }
    (document,) = only(corpus(tmp_path, [line]).documents(), Document)
    assert document.parts == (Part(0, 4, "X"),)
    assert document.pages == (PageMark(0, "iv"),)
    items = list(corpus(tmp_path, [{"id": "a", "text": "b", "date": "1863", "parts": [{"begin": 0}]}]).documents())
    (problem,) = only(items, Problem)
    assert "ignored" in problem.message and not problem.skipped


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        (b"{not json}\n", "unreadable"),
        (b'{"id": "x", "text": "caf\xe9"}\n', "unreadable"),
        (b"[1, 2]\n", "unreadable"),
        (b"\x00\n", "unreadable"),
        ({"text": "no id"}, "unreadable"),
        ({"id": "x"}, "text missing"),
        ({"id": "x", "text": 5}, "text missing"),
        ({"id": "x", "text": " \n", "date": "1863"}, "empty"),
        ({"id": "a", "text": "again", "date": "1863"}, "duplicate id"),
    ],
)
def test_a_bad_line_is_reported_with_its_place_and_the_rest_is_read(tmp_path, line, kind):
    good = [{"id": name, "text": f"letter {name}", "date": "1863"} for name in "ab"]
    reading = Reading(corpus(tmp_path, [good[0], b"\n", line, good[1]]))
    assert [document.id for document in reading.documents()] == ["a", "b"]
    (problem,) = (one for one in reading.health(2).problems if one.kind != "nearly empty")
    assert (problem.kind, problem.source.file, problem.source.line, problem.skipped) == (kind, "letters.jsonl", 3, True)


@pytest.mark.parametrize(
    ("date", "word"), [(None, "no date"), ("Easter 1863", "'Easter 1863'"), ("1863-02-30", "'1863-02-30'")]
)
def test_a_date_that_cannot_be_read_is_not_guessed(tmp_path, date, word):
    reading = Reading(corpus(tmp_path, [{"id": "a", "text": "b", "date": date}]))
    assert [document.dates for document in reading.documents()] == [()]
    (problem,) = (one for one in reading.health(1).problems if one.kind != "nearly empty")
    assert (problem.kind, problem.skipped, problem.document) == ("undated", False, "a")
    assert word in problem.message
    assert reading.health(1).undated == 1


def test_a_second_date_that_cannot_be_read_is_told(tmp_path):
    fields = {"date": "printed", "date.written": "composed"}
    items = list(
        corpus(tmp_path, [{"id": "a", "text": "b", "printed": "1863", "composed": "Xmas"}], fields=fields).documents()
    )
    assert [problem.message for problem in only(items, Problem)] == [
        "'Xmas' is not read as a date: the word 'xmas' is not known in a date"
    ]
    assert [len(document.dates) for document in only(items, Document)] == [1]


def test_halves_of_surrogate_pairs_are_replaced_and_told_and_nul_is_kept(tmp_path):
    lines = [b'{"id": "a", "text": "x \\ud800 y \\ud83d\\ude00"}\n', b'{"id": "b", "text": "x\\u0000y"}\n']
    items = list(corpus(tmp_path, lines).documents())
    assert [document.text for document in only(items, Document)] == ["x \ufffd y \U0001f600", "x\0y"]
    assert [(p.document, p.skipped) for p in only(items, Problem) if p.kind == "unreadable"] == [("a", False)]


def test_gzip_is_read_and_a_cut_one_is_told(tmp_path):
    lines = [{"id": str(number), "text": f"letter {number * 7919}", "date": "1863"} for number in range(5_000)]
    whole = corpus(tmp_path, lines, "letters.jsonl.gz")
    assert len(list(whole.documents())) == 5_000
    path = tmp_path / "letters.jsonl.gz"
    path.write_bytes(path.read_bytes()[:-20_000])
    items = list(whole.documents())
    assert 0 < len(only(items, Document)) < 5_000
    assert [problem.kind for problem in only(items, Problem)] == ["not read"]


def test_the_fingerprint_follows_the_file_and_the_mapping(tmp_path):
    lines = [{"id": "a", "text": "b"}]
    first = corpus(tmp_path, lines).fingerprint()
    assert corpus(tmp_path, lines).fingerprint() == first
    assert corpus(tmp_path, lines, fields={"title": "text"}).fingerprint() != first
    assert corpus(tmp_path, [*lines, {"id": "b", "text": "c"}]).fingerprint() != first


def test_a_missing_source_is_refused(tmp_path):
    with pytest.raises(SettingsError, match="source"):
        open_corpus(CorpusSettings(adapter="jsonl"), tmp_path)
    with pytest.raises(CorpusError, match=r"none\.jsonl"):
        open_corpus(CorpusSettings(adapter="jsonl", source="none.jsonl"), tmp_path)


def test_a_line_nested_too_deeply_is_one_problem(tmp_path):
    deep = b'{"id": "b", "text": "t", "meta": ' + b"[" * 50_000 + b"]" * 50_000 + b"}\n"
    items = list(
        corpus(
            tmp_path, [{"id": "a", "text": "first"}, b"[" * 1000 + b"\n", deep, {"id": "c", "text": "last"}]
        ).documents()
    )
    assert [item.id for item in only(items, Document)] == ["a", "c"]
    assert {item.source.line for item in only(items, Problem) if item.skipped} == {2, 3}


def test_a_byte_order_mark_hides_no_record(tmp_path):
    items = corpus(tmp_path, [b'\xef\xbb\xbf{"id": "a", "text": "first"}\n']).documents()
    assert [item.id for item in only(items, Document)] == ["a"]


def test_a_line_that_fits_nowhere_is_left_out(tmp_path, monkeypatch):
    monkeypatch.setattr("historag_tui.corpus.formats.lines.LONGEST", 1000)
    long = json.dumps({"id": "b", "text": "x" * 5000}).encode() + b"\n"
    items = list(corpus(tmp_path, [{"id": "a", "text": "1"}, long, {"id": "c", "text": "3"}]).documents())
    assert [item.id for item in only(items, Document)] == ["a", "c"]
    assert [(item.source.line, "longer than" in item.message) for item in only(items, Problem) if item.skipped] == [
        (2, True)
    ]


def test_a_column_that_the_first_record_lacks_is_found_with_the_first_that_has_it(tmp_path):
    lines = [
        {"id": "a", "body": "first"},
        {"id": "b", "body": "second", "printed": "1863"},
        {"id": "c", "body": "third", "printed": "1864", "other": "x"},
        {"id": "d", "content": "not the text", "printed": "1865"},
    ]
    items = list(corpus(tmp_path, lines, fields={"text": "body", "date": "printed"}).documents())
    assert [(one.id, [date.first for date in one.dates]) for one in only(items, Document)] == [
        ("a", []),
        ("b", ["1863-01-01"]),
        ("c", ["1864-01-01"]),
    ]
    assert [(one.document, one.kind) for one in only(items, Problem)] == [("a", "undated"), ("d", "text missing")]


def test_what_was_guessed_stays_when_a_later_record_has_a_likelier_column(tmp_path):
    lines = [{"doc_id": "a", "text": "x"}, {"doc_id": "b", "id": "7", "text": "y", "year": 1863}]
    documents = only(corpus(tmp_path, lines).documents(), Document)
    assert [(one.id, len(one.dates), one.fields) for one in documents] == [("a", 0, {}), ("b", 1, {"id": "7"})]


def test_numbers_that_are_none_are_null(tmp_path):
    line = b'{"id": "a", "text": "x", "date": NaN, "pages": null, "score": -Infinity}\n'
    (document,) = only(corpus(tmp_path, [line]).documents(), Document)
    assert (document.dates, document.fields) == ((), {})


def test_lines_in_another_encoding_are_read_by_the_one_that_is_named(tmp_path):
    line = '{"id": "a", "text": "Köln", "date": "1863"}\n'.encode("cp1252")
    assert "name its encoding" in only(corpus(tmp_path, [line]).documents(), Problem)[0].message
    (document,) = only(corpus(tmp_path, [line], encoding="cp1252").documents(), Document)
    assert document.text == "Köln"
    (problem,) = corpus(tmp_path, ['{"id": "a", "text": "Köln"}\n'.encode("utf-16")]).documents()
    assert "UTF-16" in problem.message


def test_an_id_of_spaces_is_none(tmp_path):
    (problem,) = corpus(tmp_path, [{"id": " \t", "text": "x"}]).documents()
    assert problem.message == "no id in column 'id'"


def test_a_json_file_is_read_as_loosely_as_its_lines_would_be(tmp_path):
    (tmp_path / "a.json").write_bytes(
        b'[{"id": "a", "text": "x \\ud800", "date": NaN}, {"id": "b", "text": "y", "date": "1863"}]'
    )
    (tmp_path / "b.json").write_bytes('{"text": "Köln", "date": 1864}'.encode("utf-16"))
    items = list(open_corpus(CorpusSettings(adapter="json", source="."), tmp_path).documents())
    assert [(one.id, one.text, len(one.dates)) for one in only(items, Document)] == (
        [("a", "x \ufffd", 0), ("b", "y", 1), ("b", "Köln", 1)]
    )
    assert any("surrogate" in one.message for one in only(items, Problem))
