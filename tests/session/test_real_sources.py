"""From real digitised sources to a finished footnote: pages, old letters and broken words on the way."""

from __future__ import annotations

from pathlib import Path

import pytest

from historag_tui.corpus.survey import survey
from historag_tui.index.reader import Index, open_index
from historag_tui.index.stages import build_index
from historag_tui.records import Passage
from historag_tui.session.footnote import footnote
from historag_tui.session.workspaces import begin
from historag_tui.workspace import open_workspace


def indexed(root: Path, source: Path) -> Index:
    made = begin(root, survey(source))
    settings = root / "historag.toml"
    settings.write_text(settings.read_text() + "\n[vocabulary]\ndimension = 12\nepochs = 1\nminimum_count = 1\n")
    made = open_workspace(root)
    for _ in build_index(made):
        pass
    return open_index(made.index_folder, made.settings)


def test_a_passage_over_a_page_break_has_both_pages_in_its_footnote(shared_data: Path, tmp_path: Path) -> None:
    index = indexed(tmp_path / "w", shared_data / "files" / "mets-alto" / "luxzeit_1858-12-07")
    types = [index.documents.column("type")[number] for number in range(len(index.documents))]
    assert (types.count("ARTICLE"), types.count("ADVERTISEMENT")) == (12, 5)
    # The fourth section has a name, which its advertisements bear, and no text of its own.
    assert len(set(index.documents.column("section")) - {None}) == 4
    over = [one for one in index.passages(range(len(index.chunks))) if "–" in one.provenance.get("page", "")]
    assert over
    for passage in over:
        first, last = passage.provenance["page"].split("–")
        assert int(last) == int(first) + 1
        note = footnote(passage)
        assert f"pp. {first}–{last}" in note
        assert note.count("1858-12-07") == 1
        assert note.count("Luxemburger Zeitung") == 1


def test_an_old_print_is_found_by_todays_spelling_and_shown_as_printed(shared_data: Path, tmp_path: Path) -> None:
    (tmp_path / "sources").mkdir()
    for name in ("alto/alto_v2_kant_1784_p484.xml", "page/page_kant_1784_p484.xml"):
        content = (shared_data / "files" / name).read_bytes()
        (tmp_path / "sources" / Path(name).name).write_bytes(content)
    index = indexed(tmp_path / "w", tmp_path / "sources")
    reading = index.keyword.read("schädlich")
    rows, _ = index.keyword.search(reading, index.chunks.rows_between(-(10**6), 10**6), 10)
    found = index.passages(rows)
    assert {passage.document for passage in found} == {"alto_v2_kant_1784_p484.xml", "page_kant_1784_p484.xml"}
    for passage in found:
        assert index.keyword.matched(reading, passage.text) == ("ſchaͤdlich",)


@pytest.mark.parametrize(
    ("provenance", "expected"),
    [
        ({"journal": "The Times", "issue": "The Times, 1858-12-07"}, "The Times"),
        ({"journal": "The Times", "volume": "3", "archive": "London"}, "The Times, 3, London"),
        ({"series": "Letters", "issue": "Letters"}, "Letters"),
        ({}, ""),
    ],
)
def test_what_a_footnote_has_said_it_does_not_say_again(provenance: dict[str, str], expected: str) -> None:
    passage = Passage("c", "d", "Title", "1858-12-07", "1858-12-07", "1858-12-07", 0, 4, "Text", "h", provenance)
    assert footnote(passage) == ", ".join(filter(None, ("“Title”", "1858-12-07", expected))) + " [chunk c]."
