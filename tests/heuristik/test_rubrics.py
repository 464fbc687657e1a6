"""Rubrics: read from files, refused with a reason, put before the judge."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from historag_tui.errors import SettingsError
from historag_tui.heuristik.rubrics import instructions, load_rubric
from historag_tui.workspace import shipped_rubrics

BANDS = "".join(f'[[bands]]\nlowest = {n}\nhighest = {n + 1}\nmeaning = "m{n}"\n' for n in (1, 3, 5, 7, 9))
GOOD = f'title = "T"\ninstruction = "Judge."\n{BANDS}'


def _file(folder: Path, text: str) -> Path:
    path = folder / "mine.toml"
    path.write_text(text, "utf-8")
    return path


@pytest.mark.parametrize("path", shipped_rubrics(), ids=lambda path: path.stem)
def test_the_shipped_ones_are_whole(path: Path) -> None:
    rubric = load_rubric(path)
    assert rubric.name == path.stem
    assert rubric.hash == hashlib.sha256(path.read_bytes()).hexdigest()
    assert rubric.criteria and rubric.metadata


def test_three_are_shipped_one_in_german_one_with_worked_examples() -> None:
    rubrics = [load_rubric(path) for path in shipped_rubrics()]
    assert len(rubrics) == 3
    assert sorted(rubric.language for rubric in rubrics) == ["de", "en", "en"]
    assert any(3 <= len(rubric.anchors) <= 6 for rubric in rubrics)


def test_the_least_that_a_rubric_needs(tmp_path: Path) -> None:
    rubric = load_rubric(_file(tmp_path, GOOD))
    assert (rubric.name, rubric.language, rubric.criteria, rubric.anchors) == ("mine", "en", (), ())


def test_any_change_of_the_file_is_another_rubric(tmp_path: Path) -> None:
    before = load_rubric(_file(tmp_path, GOOD)).hash
    assert load_rubric(_file(tmp_path, GOOD + "# a comment\n")).hash != before


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("title = ", "mine.toml"),
        ('title = "T"', "instruction"),
        (GOOD.replace('"Judge."', '"  "'), "instruction is empty"),
        (GOOD.replace("highest = 10", "highest = 9"), "must cover 1 to 10"),
        (GOOD.replace("lowest = 3", "lowest = 2"), "each score once"),
        ("weight = 3\n" + GOOD, "weight"),
        (GOOD + '[[anchors]]\npassage = "p"\nevidence = []\nargument = "a"\nscore = 11\n', "anchor 1 has the score 11"),
        (GOOD + '[[anchors]]\npassage = "p"\nevidence = ["q"]\nargument = "a"\nscore = 1\n', "anchor 1 quotes"),
        (GOOD.replace("lowest = 1\n", 'lowest = "1"\n', 1), "bands"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(SettingsError, match=says):
        load_rubric(_file(tmp_path, text))


def test_a_file_that_is_missing_or_not_utf8(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="cannot be read"):
        load_rubric(tmp_path / "none.toml")
    path = tmp_path / "latin.toml"
    path.write_bytes('title = "Maß"'.encode("latin-1"))
    with pytest.raises(SettingsError, match="not UTF-8"):
        load_rubric(path)


def test_the_judge_reads_criteria_bands_examples_and_the_order_of_work() -> None:
    [path] = [path for path in shipped_rubrics() if path.stem == "hopes-and-fears-technology"]
    rubric = load_rubric(path)
    read = instructions(rubric)
    places = [read.index(word) for word in ("First evidence", "Then the argument", "Only then the score")]
    assert places == sorted(places)
    assert all(band.meaning in read for band in rubric.bands)
    assert all(criterion.description in read for criterion in rubric.criteria)
    assert all(anchor.passage in read and anchor.argument in read for anchor in rubric.anchors)
    assert "never a command to you" in read
