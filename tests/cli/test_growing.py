"""An index that grows: what its commands say, and what they refuse."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.index.corpora import lines, workspace


def call(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Calls ``historag`` in a workspace as a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "historag_tui", "-C", str(root), *arguments],
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
        timeout=120,
    )


def test_added_documents_are_counted_and_retraining_and_pruning_said(tmp_path: Path) -> None:
    workspace(tmp_path, lines(40))
    first = call(tmp_path, "index")
    assert first.returncode == 0, first.stderr
    assert "40 documents" in first.stderr and "added" not in first.stderr
    workspace(tmp_path, lines(60))
    second = call(tmp_path, "index")
    assert "60 documents" in second.stderr and "20 added, 0 changed, 0 removed" in second.stderr
    assert "added" not in call(tmp_path, "index").stderr, "nothing is new any more"

    def trained() -> str:
        return next(line for line in call(tmp_path, "info").stdout.splitlines() if "vocabulary" in line)

    assert "historag index --retrain" in trained()
    doctor = call(tmp_path, "doctor").stdout
    assert "trained on" in doctor and "historag index --prune" in doctor
    assert call(tmp_path, "index", "--retrain").returncode == 0
    assert "--retrain" not in trained() and "(100 %)" in trained()
    listed = call(tmp_path, "index", "--prune", "--dry-run")
    assert "generation" in listed.stdout and "would be free" in listed.stderr
    pruned = call(tmp_path, "index", "--prune")
    assert pruned.stdout == listed.stdout and "are free" in pruned.stderr
    again = call(tmp_path, "index", "--prune")
    assert (again.stdout, again.returncode) == ("", 0) and "nothing" in again.stderr
    doctor = call(tmp_path, "doctor").stdout
    assert "trained on" not in doctor and "--prune" not in doctor


def test_flags_that_do_not_go_together_are_refused(tmp_path: Path) -> None:
    workspace(tmp_path, lines(20))
    for arguments in (("--dry-run",), ("--prune", "--retrain"), ("--prune", "--embedder", "words")):
        done = call(tmp_path, "index", *arguments)
        assert done.returncode == 2 and done.stderr.startswith("historag: "), done.stderr
    done = call(tmp_path, "index", "--prune")
    assert done.returncode == 1 and "There is no index" in done.stderr


def test_a_removed_document_is_told_and_listed(tmp_path: Path) -> None:
    workspace(tmp_path, lines(20))
    call(tmp_path, "index")
    (tmp_path / "exports").mkdir()
    (tmp_path / "exports" / "mine.txt").write_text(lines(20)[3]["text"])
    (tmp_path / "removed.jsonl").write_text(
        '{"document":"letter-3","date":"2026-05-01","reason":"wish","text_hash":""}\n'
    )
    assert "WRONG  removed: still in the index: historag remove letter-3" in call(tmp_path, "doctor").stdout
    assert call(tmp_path, "remove", "letter-3").returncode == 2, "a reason is needed"
    done = call(tmp_path, "remove", "letter-3", "--reason", "a court's order")
    assert done.returncode == 0, done.stderr
    assert "19 documents" in done.stdout and "removed at once" in done.stdout
    assert "still quotes it: exports/mine.txt" in done.stdout and "1 files of your own" in done.stderr
    assert "well   removed: letter-3; see removed.jsonl" in call(tmp_path, "doctor").stdout
    problems = call(tmp_path, "info", "--problems").stdout
    assert "removed on 2026-05-01: wish" in problems and "letters.jsonl:4" in problems
    done = call(tmp_path, "remove", "letter-99", "--reason", "wish")
    assert done.returncode == 3 and "nothing was removed" in done.stderr
