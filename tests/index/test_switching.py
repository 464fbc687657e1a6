"""Changing the embedder: the workspace answers before, during and after, and wherever it is killed."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from historag_tui.errors import IndexMismatch, ModelError, SettingsError
from historag_tui.index.build import build
from historag_tui.index.manifest import Manifest
from historag_tui.index.stages import build_index
from historag_tui.index.switching import under_way
from historag_tui.session import new_study, open_study
from historag_tui.workspace import Workspace, open_workspace
from tests.index.test_embedders import built, define, made, opened
from tests.models.embedding_server import Server, embedding_server


@pytest.fixture
def server() -> Iterator[Server]:
    with embedding_server() as state:
        yield state


@pytest.fixture
def at(tmp_path: Path, server: Server) -> Workspace:
    """An index of word vectors, and another embedder that is defined."""
    workspace = made(tmp_path, 40, "words", mine=server.openai(batch=4))
    built(workspace)
    return workspace


def answers(root: Path) -> str:
    """The embedder by which the workspace answers, after it has done so, read as a new program reads it."""
    now = open_workspace(root)
    index = opened(now)
    found = index.vectors.search(index.embedder.query("railroad track"), np.arange(len(index.chunks)), 3)
    assert len(found.rows) == 3
    return index.manifest.embedder_setting


def setting(root: Path) -> str:
    return open_workspace(root).settings.embedder


def test_the_earlier_index_answers_until_the_new_one_is_whole(at: Workspace) -> None:
    before = (at.root / "historag.toml").read_text("utf-8")
    seen = []
    for item in build_index(at, embedder="mine"):
        if not isinstance(item, Manifest):
            seen.append(answers(at.root) == setting(at.root))
        else:
            manifest = item
    assert len(seen) > 10 and all(seen)
    assert (manifest.embedder_setting, answers(at.root), setting(at.root)) == ("mine", "mine", "mine")
    assert (at.root / "historag.toml").read_text("utf-8") == before.replace('embedder = "words"', 'embedder = "mine"')
    assert under_way(at.index_folder) is None


def test_what_was_embedded_before_a_kill_is_kept_and_the_earlier_embedder_goes_on(
    at: Workspace, server: Server
) -> None:
    work = build(at, embedder="mine")
    for item in work:
        if getattr(item, "stage", "") == "embedding" and item.done >= 12:
            break
    work.close()
    assert (answers(at.root), setting(at.root)) == ("words", "words")
    # An ordinary build in between stays with the old one and drops nothing.
    assert built(open_workspace(at.root)).embedder_setting == "words"
    sent = set(server.texts)
    server.asked.clear()
    list(build(at, embedder="mine"))
    assert len(set(server.texts) & sent) <= 3 + 8
    assert (answers(at.root), setting(at.root)) == ("mine", "mine")


KILL = """
import os, signal, sys
from pathlib import Path
from historag_tui.index import stages, switching
from historag_tui.workspace import open_workspace

def die(*arguments, **named):
    os.kill(os.getpid(), signal.SIGKILL)

place = sys.argv[2]
if place == "before publishing":
    stages.publish = die
elif place == "before writing":
    switching.write_embedder = die
elif place == "after writing":
    write = switching.write_embedder
    def written(*arguments):
        write(*arguments)
        die()
    switching.write_embedder = written
for _ in stages.build_index(open_workspace(Path(sys.argv[1])), embedder="mine"):
    pass
"""


@pytest.mark.parametrize(
    ("place", "embedder", "written"),
    [
        ("before publishing", "words", "words"),
        ("before writing", "mine", "words"),
        ("after writing", "mine", "mine"),
    ],
)
@pytest.mark.parametrize("then", ["", "mine"])
def test_killed_in_the_middle_of_the_change_it_answers_and_is_mended(
    at: Workspace, place: str, embedder: str, written: str, then: str
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", KILL, str(at.root), place], capture_output=True, text=True, check=False
    )
    assert done.returncode == -9, done
    assert (answers(at.root), setting(at.root)) == (embedder, written)
    assert under_way(at.index_folder) is not None
    for _ in build_index(open_workspace(at.root), embedder=then):
        pass
    ends = then or embedder
    assert (answers(at.root), setting(at.root)) == (ends, ends)
    assert under_way(at.index_folder) is None


def test_a_change_that_broke_off_can_be_taken_back(at: Workspace) -> None:
    subprocess.run([sys.executable, "-c", KILL, str(at.root), "before writing"], check=False)
    for _ in build_index(open_workspace(at.root), embedder="words"):
        pass
    assert (answers(at.root), setting(at.root)) == ("words", "words")
    assert under_way(at.index_folder) is None


def test_the_way_back_embeds_nothing_anew(at: Workspace, server: Server) -> None:
    for name in ("mine", "words"):
        for _ in build_index(open_workspace(at.root), embedder=name):
            pass
    server.asked.clear()
    *_, manifest = build_index(open_workspace(at.root), embedder="mine")
    assert isinstance(manifest, Manifest) and manifest.embedder_setting == "mine"
    assert server.asked == []


def test_a_setting_changed_by_hand_is_still_refused(at: Workspace) -> None:
    path = at.root / "historag.toml"
    path.write_text(path.read_text("utf-8").replace('embedder = "words"', 'embedder = "mine"'), "utf-8")
    with pytest.raises(IndexMismatch, match="with embedder 'words', not 'mine'"):
        answers(at.root)


def test_a_server_that_refuses_leaves_everything_as_it_was(at: Workspace, server: Server) -> None:
    server.most = 10
    with pytest.raises(ModelError):
        list(build(at, embedder="mine"))
    assert (answers(at.root), setting(at.root)) == ("words", "words")


def test_an_embedder_that_is_not_there_is_refused(at: Workspace) -> None:
    with pytest.raises(SettingsError, match="There is no embedder 'yours'"):
        list(build(at, embedder="yours"))
    assert setting(at.root) == "words"


def test_a_setting_that_cannot_be_written_leaves_an_index_that_answers(at: Workspace) -> None:
    path = at.root / "historag.toml"
    path.write_text(path.read_text("utf-8").replace('embedder = "words"', '"embedder" = "words"'), "utf-8")
    with pytest.raises(SettingsError, match='Write into it: embedder = "mine"'):
        for _ in build_index(open_workspace(at.root), embedder="mine"):
            pass
    assert (answers(at.root), setting(at.root)) == ("mine", "words")


def test_a_first_index_is_built_with_it_at_once(tmp_path: Path, server: Server) -> None:
    workspace = made(tmp_path, 20, "words", mine=server.openai())
    work = build_index(workspace, embedder="mine")
    next(work)
    assert setting(tmp_path) == "mine"
    *_, manifest = work
    assert isinstance(manifest, Manifest) and manifest.embedder_setting == "mine"
    assert answers(tmp_path) == "mine"


def test_embedders_can_be_renamed_without_embedding_anew(at: Workspace, server: Server) -> None:
    for _ in build_index(at, embedder="mine"):
        pass
    define(at.root, mine=server.openai(), ours=server.openai())
    server.asked.clear()
    for _ in build_index(open_workspace(at.root), embedder="ours"):
        pass
    assert answers(at.root) == "ours"
    assert {len(body["input"]) for body in server.asked} <= {1, 3}


def test_a_session_that_began_before_the_change_answers_after_it(at: Workspace) -> None:
    new_study(at, "Begun before").close()
    session = open_study(at)
    for _ in build_index(at, embedder="mine"):
        pass
    assert session.index.manifest.embedder_setting == "mine"
    assert session.index.embedder.query("railroad").any()
    session.close()


def test_the_recipes_of_both_tell_the_difference(at: Workspace) -> None:
    new_study(at, "Both").close()
    recipes = []
    for name in ("words", "mine"):
        for _ in build_index(open_workspace(at.root), embedder=name):
            pass
        session = open_study(open_workspace(at.root))
        recipes.append(session.heuristik.recipe("railroad track", layer="semantic", windowing="none", per_window=3))
        session.close()
    words, mine = recipes
    assert (words.embedder, mine.embedder) == ("words", "mine (all-minilm)")
    assert words.index != mine.index
