"""Texts beside the record."""

from __future__ import annotations

from pathlib import Path

from historag_tui.record.attachments import Attachments, content_hash


def test_a_text_is_kept_under_its_hash(tmp_path: Path) -> None:
    kept = Attachments(tmp_path)
    address = kept.keep("ſchaͤdlich \x00 \ud800")
    assert address == content_hash("ſchaͤdlich \x00 \ud800") == kept.keep("ſchaͤdlich \x00 \ud800", durable=False)
    assert kept.read(address) == "ſchaͤdlich \x00 \ud800"
    assert len([path for path in tmp_path.rglob("*") if path.is_file()]) == 1


def test_what_was_withdrawn_leaves_a_tombstone(tmp_path: Path) -> None:
    kept = Attachments(tmp_path)
    address = kept.keep("withdrawn by law")
    kept.withdraw(address)
    assert kept.read(address) is None
    [tombstone] = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert b"by law" not in tombstone.read_bytes()


def test_an_altered_or_missing_text_is_not_passed_off(tmp_path: Path) -> None:
    kept = Attachments(tmp_path)
    address = kept.keep("as it was")
    [path] = [path for path in tmp_path.rglob("*") if path.is_file()]
    path.write_text("as it was not")
    assert kept.read(address) is None
    assert kept.read("0" * 32) is None
