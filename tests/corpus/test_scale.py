"""Reading does not grow with the corpus."""

from __future__ import annotations

import json
import subprocess
import sys
import tarfile
from io import BytesIO
from pathlib import Path

import pytest

ALLOWED = 50_000
"""Kilobytes by which a hundred times as many documents may take more memory: their ids are kept, their texts are not."""

READ = """
import sys
from pathlib import Path
from historag_tui.corpus.files import open_corpus
from historag_tui.corpus.health import Reading
from historag_tui.workspace import CorpusSettings

path = Path(sys.argv[1])
reading = Reading(open_corpus(CorpusSettings(adapter="files", source=str(path)), path.parent))
count = sum(1 for _ in reading.documents())
status = Path("/proc/self/status").read_text().split("\\n")
peak = next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
print(count, peak)
"""

WORDS = [
    "the",
    "railroad",
    "was",
    "built",
    "by",
    "a",
    "company",
    "in",
    "that",
    "year",
    "and",
    "nobody",
    "had",
    "been",
    "asked",
]


def text(number: int) -> str:
    return f"Document {number}. " + " ".join(WORDS[(number + place) % len(WORDS)] for place in range(150))


def jsonl(path: Path, count: int) -> Path:
    with path.open("w") as stream:
        for number in range(count):
            record = {
                "id": f"d{number}",
                "date": f"18{number % 100:02}",
                "text": text(number),
                "title": f"No. {number}",
            }
            stream.write(json.dumps(record) + "\n")
    return path


def tei(path: Path, count: int) -> Path:
    """A tar of small TEI files: many files without many inodes."""
    with tarfile.open(path, "w") as archive:
        for number in range(count):
            content = (
                '<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><fileDesc><titleStmt><title>'
                f"No. {number}</title></titleStmt></fileDesc></teiHeader><text><body><p>{text(number)}</p></body></text></TEI>"
            ).encode()
            entry = tarfile.TarInfo(f"letters/{number}.xml")
            entry.size = len(content)
            archive.addfile(entry, BytesIO(content))
    return path


def read(path: Path) -> tuple[int, int]:
    """Documents read, and the peak of the reading process's memory in kilobytes."""
    done = subprocess.run(
        [sys.executable, "-c", READ, str(path)], capture_output=True, text=True, check=True, timeout=900
    )
    count, peak = map(int, done.stdout.split())
    return count, peak


@pytest.mark.slow
def test_a_hundred_times_as_many_lines_take_no_more_memory(tmp_path: Path) -> None:
    few, some = read(jsonl(tmp_path / "few.jsonl", 1_000))
    many, more = read(jsonl(tmp_path / "many.jsonl", 100_000))
    assert (few, many) == (1_000, 100_000)
    assert more - some < ALLOWED, (some, more)


@pytest.mark.slow
def test_twenty_times_as_many_files_take_no_more_memory(tmp_path: Path) -> None:
    few, some = read(tei(tmp_path / "few.tar", 1_000))
    many, more = read(tei(tmp_path / "many.tar", 20_000))
    assert (few, many) == (1_000, 20_000)
    assert more - some < ALLOWED, (some, more)
