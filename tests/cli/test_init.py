"""``historag init`` looks at sources, says what it found, and proposes the settings by which they are read."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from historag_tui.workspace import open_workspace

ENGLISH = (
    "It was the best of times and it was the worst of times, for the people of the city had not been told that they "
    "were to be at the gates by noon, and he would have gone with them but for the letter which she had from his father. "
)
GERMAN = (
    "Es ist nicht zu sagen, wie sich die Leute in der Stadt bei dem Brand auf den Straßen mit dem Wasser aus dem Fluß "
    "halfen, und daß es für die Kinder, die auch im Hause waren, als Wunder wird gelten müssen, ist von der Wache. "
)


def historag(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "historag_tui", *words],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def mixed(folder: Path) -> Path:
    """Fifty files: plain texts with a table that says what they are, tables, JSON, an archive, and what is no source."""
    sources = folder / "sources"
    (sources / "letters").mkdir(parents=True)
    rows = ["file,date,title,sender"]
    for number in range(30):
        (sources / "letters" / f"L{number:03}.txt").write_text(ENGLISH * 3 + f"Letter {number}. Railways and steam.")
        rows.append(f"L{number:03}.txt,18{40 + number},Letter {number},Writer {number % 4}")
    (sources / "about.csv").write_text("\n".join(rows) + "\n")
    for number in range(10):
        record = {"id": f"J{number}", "text": ENGLISH, "date": f"188{number}", "headline": f"News {number}"}
        (sources / f"news-{number}.json").write_text(json.dumps(record))
    with zipfile.ZipFile(sources / "more.zip", "w") as archive:
        for number in range(5):
            archive.writestr(f"189{number} speech.txt", ENGLISH * 2)
    (sources / "old.txt").write_bytes(("Käse und Brötchen. " + GERMAN).encode("cp1252"))
    (sources / "scan.pdf").write_bytes(b"%PDF-1.7 ...")
    (sources / "photo.jpg").write_bytes(b"\xff\xd8\xff\xe0")
    (sources / "empty.txt").write_bytes(b"")
    return sources


def test_from_a_folder_of_mixed_files_to_the_first_windowed_search(tmp_path: Path) -> None:
    mixed(tmp_path)
    made = historag(tmp_path, "init", "study", "--source", "sources")
    assert made.returncode == 0, made.stderr
    assert "10 json" in made.stdout
    assert "37 texts" in made.stdout
    assert "is a PDF" in made.stdout
    assert "is an image" in made.stdout
    settings = open_workspace(tmp_path / "study").settings
    assert (settings.corpus.adapter, settings.corpus.table, settings.corpus.language) == ("files", "about.csv", "en")
    index = historag(tmp_path, "-C", "study", "index")
    assert index.returncode == 0, index.stderr
    found = historag(tmp_path, "-C", "study", "search", "railways and steam", "--window", "decade", "--json")
    assert found.returncode == 0, found.stderr
    windows = json.loads(found.stdout)["windows"]
    assert [window["name"] for window in windows] == [
        "1840–1849",
        "1850–1859",
        "1860–1869",
        "1870–1879",
        "1880–1889",
        "1890–1894",
        "undated",
    ]
    hit = windows[0]["hits"][0]
    assert hit["title"].startswith("Letter")
    assert hit["provenance"]["sender"].startswith("Writer")
    problems = historag(tmp_path, "-C", "study", "info", "--problems").stdout
    for name in ("scan.pdf", "photo.jpg", "empty.txt"):
        assert name in problems


def test_a_dry_run_shows_and_writes_nothing(tmp_path: Path) -> None:
    mixed(tmp_path)
    shown = historag(tmp_path, "init", "study", "--source", "sources", "--dry-run")
    assert shown.returncode == 0
    assert "Letter 0 | date 1840 |" in shown.stdout
    assert 'table = "about.csv"' in shown.stdout
    assert not (tmp_path / "study").exists()


def test_columns_are_proposed_with_what_they_could_be_instead(tmp_path: Path) -> None:
    rows = [
        {"nr": str(n), "Letter": GERMAN * 2, "written": f"19{n:02}-05-01", "filed": f"19{n:02}", "place": "Bonn"}
        for n in range(9)
    ]
    (tmp_path / "letters.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    shown = historag(tmp_path, "init", "study", "--source", "letters.jsonl")
    assert shown.returncode == 0, shown.stderr
    settings = open_workspace(tmp_path / "study").settings.corpus
    assert settings.fields["text"] == "Letter"
    assert settings.language == "de"
    assert settings.roles["place"] == "facet"


@pytest.mark.parametrize("name", ['we"ird\\name', "umlaut-ä", "del\x7fete"])
def test_odd_names_give_valid_settings(tmp_path: Path, name: str) -> None:
    (tmp_path / "a.jsonl").write_text(json.dumps({"id": 1, "text": ENGLISH, name: "x"}) + "\n")
    made = historag(tmp_path, "init", "study", "--source", "a.jsonl", "--name", name)
    assert made.returncode == 0, made.stderr
    settings = open_workspace(tmp_path / "study").settings.corpus
    assert (settings.name, name in settings.roles) == (name, True)


def test_a_folder_with_nothing_to_read_is_refused(tmp_path: Path) -> None:
    (tmp_path / "sources").mkdir()
    (tmp_path / "sources" / "a.pdf").write_bytes(b"%PDF")
    refused = historag(tmp_path, "init", "study", "--source", "sources")
    assert refused.returncode == 1
    assert refused.stderr.count("\n") == 1
    assert "a.pdf is a PDF" in refused.stderr


def test_the_doctor_notices_that_a_source_was_changed(tmp_path: Path) -> None:
    rows = [{"id": str(n), "text": ENGLISH * 2, "date": f"19{n:02}"} for n in range(9)]
    source = tmp_path / "letters.jsonl"
    source.write_text("".join(json.dumps(row) + "\n" for row in rows))
    historag(tmp_path, "init", "study", "--source", "letters.jsonl")
    assert historag(tmp_path, "-C", "study", "index").returncode == 0
    assert "sources: as they were read" in historag(tmp_path, "-C", "study", "doctor").stdout
    source.write_text(source.read_text().replace("best of times", "worst of times"))
    changed = historag(tmp_path, "-C", "study", "doctor")
    assert "WRONG  sources: changed since they were read: historag index" in changed.stdout
    assert changed.returncode == 1
    assert "9 changed" in historag(tmp_path, "-C", "study", "index").stderr
    assert "sources: as they were read" in historag(tmp_path, "-C", "study", "doctor").stdout
