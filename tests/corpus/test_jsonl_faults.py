"""Lines that once stopped the reader."""

from __future__ import annotations

from pathlib import Path

from historag_tui.corpus.jsonl import JsonlCorpus
from historag_tui.records import Document, Problem


def test_a_line_nested_too_deeply_is_one_problem(tmp_path: Path) -> None:
    path = tmp_path / "deep.jsonl"
    deep = '{"id": "b", "text": "t", "meta": ' + "[" * 50_000 + "]" * 50_000 + "}"
    path.write_text('{"id": "a", "text": "first"}\n' + "[" * 1000 + "\n" + deep + '\n{"id": "c", "text": "last"}\n')
    items = list(JsonlCorpus(path, {}, {}).documents())
    assert [item.id for item in items if isinstance(item, Document)] == ["a", "c"]
    assert {item.source.line for item in items if isinstance(item, Problem) and item.skipped} == {2, 3}


def test_a_byte_order_mark_hides_no_record(tmp_path: Path) -> None:
    path = tmp_path / "bom.jsonl"
    path.write_bytes(b'\xef\xbb\xbf{"id": "a", "text": "first"}\n')
    assert [item.id for item in JsonlCorpus(path, {}, {}).documents() if isinstance(item, Document)] == ["a"]
