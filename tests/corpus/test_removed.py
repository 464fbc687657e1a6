"""What was removed is not read, and the account says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from historag_tui.corpus.health import Reading
from historag_tui.corpus.removed import REMOVED_FILE, Removal, Without, read_removals, write_removals
from historag_tui.errors import SettingsError
from historag_tui.records import Document, Problem, SourceLine
from tests.index.corpora import Fixed

GONE = Removal("b", "2026-05-01", "a court's order", "00")


def document(name: str) -> Document:
    return Document(name, f"text of {name}", name, (), {}, source=SourceLine("letters.jsonl", 1))


def test_a_removed_document_leaves_a_line_in_the_account() -> None:
    corpus = Fixed([document(name) for name in "abc"])
    reading = Reading(Without(corpus, {"b": GONE}))
    assert [item.id for item in reading.documents()] == ["a", "c"]
    assert [problem for problem in reading.health(2).problems if problem.kind == "removed"] == [
        Problem("removed", "removed on 2026-05-01: a court's order", SourceLine("letters.jsonl", 1), "b")
    ]


def test_an_index_is_another_when_something_was_removed() -> None:
    corpus = Fixed([])
    alone, two = Without(corpus, {"b": GONE}).fingerprint(), Without(corpus, {"b": GONE, "c": GONE}).fingerprint()
    assert Without(corpus, {}).fingerprint() == corpus.fingerprint()
    assert len({corpus.fingerprint(), alone, two}) == 3


def test_the_list_is_read_back_and_holds_no_text(tmp_path: Path) -> None:
    assert read_removals(tmp_path) == {}
    write_removals(tmp_path, [GONE, Removal("ä\n", "2026-05-02", "wish", "")])
    assert read_removals(tmp_path) == {"b": GONE, "ä\n": Removal("ä\n", "2026-05-02", "wish", "")}
    (tmp_path / REMOVED_FILE).write_text("{}\n")
    with pytest.raises(SettingsError, match="no index may hold"):
        read_removals(tmp_path)
