import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from historag_tui.corpus.chunks import chunk_id, text_hash
from historag_tui.days import first_day, last_day
from historag_tui.index.tables import DocumentTable
from historag_tui.index.wordlist import mapped
from historag_tui.records import Document, SourceLine
from tests.index.corpora import dated, write_texts

DATES = {
    "day": dated("1861-04-12"),
    "earlier": dated("1859-12-31"),
    "year": dated("1860-01-01", "1860-12-31"),
    "decade": dated("1855-01-01", "1864-12-31"),
    "before": dated(None, "1861-01-01"),
    "after": dated("1861-01-01", None),
    "undated": (),
}


def document(name, dates=(), text="Some text. ", **more):
    return Document(name, text, name.title(), dates, {"kind": name}, source=SourceLine("f", 1), **more)


@pytest.fixture
def chunks(tmp_path):
    return write_texts(tmp_path / "texts", [document(name, dates) for name, dates in DATES.items()])


def names(chunks, rows):
    return {list(DATES)[chunks.document[row]] for row in rows}


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("touched", {"day", "year", "decade", "before", "after"}),
        ("inside", {"day", "year"}),
        ("midpoint", {"day", "year", "decade", "before", "after"}),
    ],
)
def test_a_window_takes_ranges_by_the_rule(chunks, rule, expected):
    rows = chunks.rows_between(first_day("1860-01-01"), last_day("1861-12-31"), rule)
    assert names(chunks, rows) == expected
    assert (np.diff(rows) > 0).all()


def test_a_decade_lies_where_its_midpoint_is(chunks):
    assert names(chunks, chunks.rows_between(first_day("1860-01-02"), last_day("1860-12-31"), "midpoint")) == {"year"}
    assert names(chunks, chunks.rows_between(first_day("1859-12-31"), last_day("1860-01-01"), "midpoint")) == {
        "earlier",
        "decade",
    }


def test_open_ranges_reach_as_far_as_they_are_open(chunks):
    assert names(chunks, chunks.rows_between(first_day("1700"), last_day("1701"), "touched")) == {"before"}
    assert names(chunks, chunks.rows_between(first_day("2000"), last_day("2001"), "touched")) == {"after"}


def test_blocks_lie_in_order(chunks):
    assert chunks.exact_count == 2
    assert names(chunks, range(2)) == {"day", "earlier"}
    assert names(chunks, chunks.undated_rows()) == {"undated"}
    assert chunks.rows_between(first_day("1865"), last_day("1850"), "touched").tolist() == []


def test_chunks_are_found_by_their_whole_id(chunks):
    for row in range(len(chunks)):
        name = list(DATES)[chunks.document[row]]
        assert chunks.row_of(chunk_id(name, int(chunks.start[row]), int(chunks.end[row]))) == row
    for wrong in ("", "abc", "z" * 16, "0" * 16, "f" * 16):
        assert chunks.row_of(wrong) is None


pieces = st.sampled_from(["word ", "ſchaͤdlich ", "😀", "\n\n", "End. ", "\0", "x" * 300])


@settings(max_examples=30, deadline=None)
@given(texts=st.lists(st.lists(pieces, min_size=1, max_size=80).map("".join), min_size=1, max_size=5))
def test_every_chunk_is_the_text_between_its_offsets(tmp_path_factory, texts):
    texts = [f"{text}end" for text in texts]
    folder = tmp_path_factory.mktemp("store")
    chunks = write_texts(folder, [document(str(number), text=text) for number, text in enumerate(texts)])
    store = mapped(folder / "texts.bin")
    assert store[:].decode() == "".join(texts)
    for row in range(len(chunks)):
        expected = texts[chunks.document[row]][chunks.start[row] : chunks.end[row]]
        assert store[chunks.byte_start[row] : chunks.byte_end[row]].decode() == expected
        assert chunks.hashes[row].tobytes().hex() == text_hash(expected)


def test_documents_keep_everything_but_their_text(index):
    documents = index.documents
    assert len(documents) == 80
    entry = documents.get(3)
    assert (entry.id, entry.title, entry.date) == ("letter-3", "Letter 3", "1853")
    assert (entry.source.file, entry.source.line) == ("letters.jsonl", 4)
    assert documents.get(5).date == "" and not documents.is_dated(int(documents.first[5]))
    assert documents.fields == {"language": "facet", "subject": "facet"}
    assert documents.column("subject")[3] == entry.fields["subject"]
    assert len(documents.column("subject")) == 80
    assert [documents.index_of(f"letter-{number}") for number in (0, 79)] == [0, 79]
    assert documents.index_of("letter-80") is None
    with pytest.raises(KeyError):
        documents.column("author")


def test_a_field_that_some_documents_lack_is_missing_there(tmp_path):
    items = [document("a"), Document("b", "text", "B", (), {"late": "x"}), document("c")]
    write_texts(tmp_path / "t", items)
    from historag_tui.index.counts import count_words

    (tmp_path / "c").mkdir()
    count_words((item.text for item in items), tmp_path / "c")
    table = DocumentTable(tmp_path / "t", tmp_path / "c")
    assert table.column("late") == [None, "x", None]
    assert table.column("kind") == ["a", None, "c"]
