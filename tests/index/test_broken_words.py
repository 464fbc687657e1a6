"""A word that the end of a line breaks is found, counted and shown as printed."""

from __future__ import annotations

from pathlib import Path

from historag_tui.index.reader import open_index
from historag_tui.index.stages import build_index
from historag_tui.workspace import open_workspace
from tests.index.corpora import lines, workspace


def test_a_broken_word_is_found_whole_and_shown_as_printed(tmp_path: Path) -> None:
    documents = lines(12)
    documents[0]["text"] = "Die Eisen-\nbahn und die Eisen¬\n  bahnen sind ſchaͤd-\nlich. " + documents[0]["text"]
    made = workspace(tmp_path / "workspace", documents)
    made_toml = made.root / "historag.toml"
    made_toml.write_text(made_toml.read_text().replace("[corpus]", '[corpus]\nlanguage = "de"'))
    made = open_workspace(made.root)
    for _ in build_index(made):
        pass
    index = open_index(made.index_folder, made.settings)
    assert index.vocabulary.frequency("Eisenbahn") == 1
    reading = index.keyword.read("Eisenbahn")
    (row,) = index.keyword.matching(reading, index.chunks.rows_between(-(10**6), 10**6)).tolist()
    text = index.chunk_text(row)
    assert index.keyword.matched(reading, text) == ("Eisen-\nbahn", "Eisen¬\n  bahnen")
    assert index.keyword.matched(index.keyword.read("schädlich"), text) == ("ſchaͤd-\nlich",)
