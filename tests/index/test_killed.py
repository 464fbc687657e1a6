"""A build that is killed with everything it started, at moments spread over its whole duration."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from historag_tui.index.build import build
from historag_tui.index.manifest import Manifest
from historag_tui.index.reader import Index
from historag_tui.workspace import Workspace
from tests.index.corpora import lines, workspace
from tests.index.test_build import content, opened

BEFORE, AFTER = 250, 300
"""Documents of the index that answers, and of the one that is built."""


def begun(root: Path) -> subprocess.Popen[bytes]:
    """The build of a grown corpus, from its texts to a vocabulary of its own, in a process group of its own."""
    workspace(root, lines(AFTER))
    return subprocess.Popen(
        [sys.executable, "-m", "historag_tui.index.build_process", str(root), "", "retrain"],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def answer(index: Index) -> list[str]:
    """What a keyword search finds."""
    rows = index.keyword.matching(index.keyword.read("railroad track"), np.arange(len(index.chunks)))
    return [passage.chunk for passage in index.passages(rows)]


@pytest.fixture(scope="module")
def earlier(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    """An index that answers; not to be changed."""
    made = workspace(tmp_path_factory.mktemp("earlier") / "w", lines(BEFORE))
    for _ in build(made):
        pass
    return made


@pytest.mark.parametrize("kills", [5, pytest.param(20, marks=pytest.mark.slow)])
def test_the_earlier_index_answers_throughout_and_the_next_build_ends_as_an_undisturbed_one(
    earlier: Workspace, tmp_path: Path, kills: int
) -> None:
    whole = tmp_path / "whole"
    shutil.copytree(earlier.root, whole)
    since = time.monotonic()
    undisturbed = begun(whole)
    assert undisturbed.wait(timeout=120) == 0
    duration = time.monotonic() - since
    finished = opened(workspace(whole, lines(AFTER)))
    old, new = opened(earlier), finished.manifest.fingerprint
    answers = {old.manifest.fingerprint: answer(old), new: answer(finished)}
    assert len(answers) == 2 and answers[new] != answers[old.manifest.fingerprint] != []
    expected = content(finished)
    chance = random.Random(3)
    killed, generations = 0, set()
    for number in range(kills):
        root = tmp_path / str(number)
        shutil.copytree(earlier.root, root)
        child = begun(root)
        try:
            child.wait(timeout=duration * (number + chance.random()) / kills)
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()
            killed += 1
        made = workspace(root, lines(AFTER))
        index = opened(made)
        index.verify()
        assert answer(index) == answers[index.manifest.fingerprint]
        generations.add(index.manifest.fingerprint)
        *_, manifest = build(made, retrain=True)
        assert isinstance(manifest, Manifest) and manifest.fingerprint == new
        index = opened(made)
        index.verify()
        assert content(index) == expected
        assert not list(made.index_folder.glob("*/.*")), "something was left behind"
        shutil.rmtree(root)
    assert killed, "the machine was so quick that no build was killed"
    assert old.manifest.fingerprint in generations


def test_killed_again_and_again_it_gets_on_every_time(earlier: Workspace, tmp_path: Path) -> None:
    root = tmp_path / "w"
    shutil.copytree(earlier.root, root)
    old, parts, seconds = opened(earlier).manifest, 0, 0.5
    while True:
        child = begun(root)
        try:
            assert child.wait(timeout=seconds) == 0
            break
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()
        made = workspace(root, lines(AFTER))
        now = len([part for part in (made.index_folder / "parts").iterdir() if part.name[0] != "."])
        assert now >= parts, "a part that was whole is there at the next attempt"
        parts, seconds = now, seconds * 1.5
        assert opened(made).manifest.documents in (old.documents, AFTER)
    opened(workspace(root, lines(AFTER))).verify()
