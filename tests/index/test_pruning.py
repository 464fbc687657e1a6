"""What an index no longer needs, and what is never taken from it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from historag_tui.errors import IndexDamaged, IndexMissing, WorkFailed
from historag_tui.index.build import build
from historag_tui.index.locking import only_builder
from historag_tui.index.parts import discard
from historag_tui.index.pruning import Stray, prune, strays
from historag_tui.index.reader import open_index
from historag_tui.index.stages import build_index
from historag_tui.workspace import Workspace
from tests.index.corpora import lines, workspace


@pytest.fixture
def grown(built: Workspace, tmp_path: Path) -> Workspace:
    """A workspace whose index was built twice."""
    shutil.copytree(built.root, tmp_path / "w")
    made = workspace(tmp_path / "w", lines(90))
    for _ in build_index(made):
        pass
    return made


def names(folder: Path) -> set[str]:
    return {path.name for kind in ("parts", "generations") for path in (folder / kind).iterdir()}


def removed(folder: Path, dry_run: bool = False) -> list[Stray]:
    return [item for item in prune(folder, dry_run) if isinstance(item, Stray)]


def test_an_index_built_once_needs_everything_but_its_first_steps(built: Workspace) -> None:
    assert {stray.kind for stray in strays(built.index_folder)} == {"generation"}
    assert len(strays(built.index_folder)) == 2, "keyword search alone, then the vocabulary"


def test_earlier_generations_and_their_parts_go_and_the_one_that_answers_stays(grown: Workspace) -> None:
    folder = grown.index_folder
    before, size = names(folder), sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    (folder / "parts" / ".keyword-0.building").mkdir()
    (folder / "parts" / ".vectors-0-1.open").mkdir()
    (folder / "parts" / ".damaged-20260101T000000-texts-0").mkdir()
    listed = removed(folder, dry_run=True)
    assert names(folder) >= before, "a dry run removes nothing"
    gone = removed(folder)
    assert gone == listed
    assert [stray.kind for stray in gone if stray.name.startswith(".")] == [
        "damaged part", "interrupted build", "interrupted build",
    ]  # fmt: skip
    kinds = {stray.name.split("-")[0] for stray in gone if stray.kind == "part"}
    assert kinds == {"texts", "counts", "keyword", "reprints", "places", "graphs"}, "vocabulary and vectors serve on"
    left = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    assert size - left == sum(stray.bytes for stray in gone) > 100_000
    open_index(folder, grown.settings).verify()
    assert removed(folder) == []
    *_, manifest = build_index(grown)
    assert manifest == open_index(folder, grown.settings).manifest, "nothing has to be built again"


def test_a_removal_that_was_broken_off_leaves_nothing_that_a_build_would_take(grown: Workspace) -> None:
    folder = grown.index_folder
    (old,) = [stray.name for stray in strays(folder) if stray.name.startswith("texts-")]
    part = folder / "parts" / old
    work = prune(folder)
    while not isinstance(next(work), Stray) or part.exists():
        pass
    work.close()
    assert not part.exists()
    open_index(folder, grown.settings).verify()
    removed(folder)
    assert not strays(folder)


def test_half_of_a_discarded_folder_is_none(tmp_path: Path) -> None:
    part = tmp_path / "texts-0"
    (part / "deep").mkdir(parents=True)
    # What an earlier attempt left behind goes with it.
    (tmp_path / ".texts-0.building" / "old").mkdir(parents=True)
    discard(part)
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_removed_while_a_build_runs_or_where_no_index_answers(grown: Workspace, tmp_path: Path) -> None:
    folder = grown.index_folder
    before = names(folder)
    with only_builder(folder):
        for dry_run in (False, True):
            with pytest.raises(WorkFailed, match="under way"):
                removed(folder, dry_run)
    (folder / "current").write_text("000009-000000000000\n")
    with pytest.raises(IndexDamaged):
        removed(folder)
    assert names(folder) == before
    with pytest.raises(IndexMissing):
        removed(tmp_path / "nothing")
    assert not (tmp_path / "nothing").exists()


def test_looking_writes_nothing(grown: Workspace) -> None:
    folder = grown.index_folder
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*")}
    strays(folder)
    removed(folder, dry_run=True)
    assert before == {path: path.stat().st_mtime_ns for path in folder.rglob("*")}


def test_a_build_that_was_stopped_and_is_not_wanted_any_more_can_go(grown: Workspace) -> None:
    made = workspace(grown.root, lines(95))
    work = build(made)
    while next(work).stage != "looking for reprints":  # type: ignore[union-attr]
        pass
    work.close()
    made = workspace(grown.root, lines(90))
    found = {stray.name.split("-")[0] for stray in strays(made.index_folder) if stray.kind == "part"}
    assert found >= {"texts", "counts", "keyword"}
    removed(made.index_folder)
    answering = (made.index_folder / "current").read_text().strip()
    assert [path.name for path in (made.index_folder / "generations").iterdir()] == [answering]
    open_index(made.index_folder, made.settings).verify()
