"""An index embedded by a configured model: what is sent, what is refused, and whether it is still that model."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from historag_tui.errors import HistoragError, IndexMismatch, ModelError, NotAllowed, SettingsError
from historag_tui.index.build import build
from historag_tui.index.manifest import Manifest
from historag_tui.index.reader import Index, open_index
from historag_tui.index.stages import build_index
from historag_tui.workspace import Workspace, open_workspace
from tests.index.corpora import lines, workspace
from tests.models.embedding_server import DIMENSION, Server, embedding_server


@pytest.fixture
def server() -> Iterator[Server]:
    with embedding_server() as state:
        yield state


def define(root: Path, **embedders: dict[str, Any]) -> Workspace:
    """The workspace with these embedders and no others."""
    path = root / "historag.toml"
    text = path.read_text("utf-8").partition("\n[embedders.")[0]
    for name, settings in embedders.items():
        text += f"\n[embedders.{name}]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in settings.items())
    path.write_text(text, "utf-8")
    return open_workspace(root)


def made(root: Path, count: int = 30, embedder: str = "mine", **embedders: dict[str, Any]) -> Workspace:
    workspace(root, lines(count))
    define(root, **embedders)
    path = root / "historag.toml"
    path.write_text(f'embedder = "{embedder}"\n{path.read_text("utf-8")}', "utf-8")
    return open_workspace(root)


def built(at: Workspace) -> Manifest:
    *_, manifest = build_index(at)
    assert isinstance(manifest, Manifest)
    return manifest


def opened(at: Workspace) -> Index:
    return open_index(at.index_folder, at.settings)


@pytest.mark.parametrize("kind", ["openai", "ollama"])
def test_every_text_is_sent_once_with_its_prefix_and_a_topic_finds_its_own(
    tmp_path: Path, server: Server, kind: str
) -> None:
    at = made(tmp_path, mine=getattr(server, kind)(model="nomic-embed-text", batch=7))
    manifest = built(at)
    index = opened(at)
    texts = {index.chunk_text(row) for row in range(len(index.chunks))}
    assert sorted(server.texts) == sorted(f"search_document: {text.strip()}" for text in texts)
    assert max(len(body["input"]) for body in server.asked) == 7
    assert manifest.embedder == "mine (nomic-embed-text)"
    row = len(index.chunks) // 3
    server.asked.clear()
    query = index.embedder.query(index.chunk_text(row))
    assert server.texts[-1] == f"search_query: {index.chunk_text(row).strip()}"
    found = index.vectors.search(query, np.arange(len(index.chunks)), 1)
    assert found.rows[0] == row
    assert index.embedder.card.query_prefix == "search_query: "


def test_a_text_that_does_not_fit_ends_the_build_and_nothing_is_cut(tmp_path: Path, server: Server) -> None:
    server.most = 200
    with pytest.raises(ModelError, match=r"Lower chunks\.size"):
        built(made(tmp_path, mine=server.ollama()))


def test_a_corpus_that_may_not_leave_is_sent_to_no_other_machine(tmp_path: Path) -> None:
    foreign = {"kind": "openai", "url": "http://embeddings.example/v1", "model": "all-minilm"}
    at = made(tmp_path, mine=foreign)
    path = at.root / "historag.toml"
    path.write_text(path.read_text("utf-8").replace("[corpus]\n", "[corpus]\nleaves_machine = false\n"), "utf-8")
    with pytest.raises(NotAllowed, match=r"embeddings\.example is another"):
        built(open_workspace(at.root))


def test_another_model_under_the_same_name_is_noticed(tmp_path: Path, server: Server) -> None:
    at = made(tmp_path, mine=server.openai())
    built(at)
    assert opened(at).embedder.query("railroad").any()
    server.salt = "another model"
    with pytest.raises(IndexMismatch, match="no longer gives the vectors of this index"):
        opened(at).embedder.query("railroad")
    server.salt, server.dimension = "", 4
    with pytest.raises(IndexMismatch, match=r"0\.00 like itself"):
        opened(at).embedder.query("railroad")
    again = define(at.root, mine=server.openai(revision="2"))
    with pytest.raises(IndexMismatch, match="historag index"):
        opened(again)
    built(again)
    assert opened(again).embedder.query("railroad").shape == (4,)


def test_added_texts_are_not_embedded_by_another_model(tmp_path: Path, server: Server) -> None:
    at = made(tmp_path, mine=server.openai())
    built(at)
    (at.root / "letters.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines(34)), "utf-8")
    server.salt = "another model"
    with pytest.raises(IndexMismatch, match="no longer gives"):
        built(at)
    server.salt = ""
    before = len(server.texts)
    assert built(at).documents == 34
    assert len(server.texts) - before < 40


def test_the_prefix_of_topics_makes_another_index_and_no_other_vectors(tmp_path: Path, server: Server) -> None:
    at = made(tmp_path, mine=server.openai(model="nomic-embed-text"))
    first = built(at)
    asked = len(server.asked)
    changed = define(at.root, mine=server.openai(model="nomic-embed-text", query_prefix="q: "))
    with pytest.raises(IndexMismatch, match="before topics 'search_query: '"):
        opened(changed)
    second = built(changed)
    assert len(server.asked) == asked
    assert second.fingerprint != first.fingerprint
    assert second.vectors == first.vectors
    third = built(define(at.root, mine=server.openai(model="nomic-embed-text", document_prefix="d: ")))
    assert len(server.asked) > asked
    assert third.vectors != first.vectors


def test_where_the_model_answers_does_not_matter(tmp_path: Path, server: Server) -> None:
    at = made(tmp_path, mine=server.openai())
    first = built(at)
    with embedding_server() as other:
        moved = define(at.root, mine=other.openai(timeout=7.5, batch=3))
        assert built(moved) == first
        assert opened(moved).embedder.query("railroad").any()
        assert len(other.texts) == 4


def test_a_model_without_known_prefixes_embeds_nothing(tmp_path: Path, server: Server) -> None:
    with pytest.raises(SettingsError, match='preset = "none"'):
        built(made(tmp_path, mine=server.openai(model="my-tuned")))
    assert server.asked == []


def test_embedding_that_is_killed_goes_on_with_the_next_text(tmp_path: Path, server: Server) -> None:
    at = made(tmp_path, 60, mine=server.openai(batch=4))
    work = build(at)
    for item in work:
        if getattr(item, "stage", "") == "embedding" and item.done >= 20:
            break
    work.close()
    sent = list(server.texts)
    server.asked.clear()
    *_, manifest = build(at)
    assert isinstance(manifest, Manifest) and manifest.vectors_ready
    # The samples by which the model is tried, and at most the two batches whose rows may not have been written.
    assert len(set(server.texts) & set(sent)) <= 3 + 8
    opened(at).verify()
    index = opened(at)
    assert {index.vectors.vector(row).shape for row in range(len(index.chunks))} == {(DIMENSION,)}
    for row in range(0, len(index.chunks), 9):
        expected = np.array(server.vector(index.chunk_text(row)))
        assert index.vectors.vector(row) == pytest.approx(expected / np.linalg.norm(expected), abs=1e-6)


def test_an_index_whose_embedder_is_not_defined_says_so(tmp_path: Path, server: Server) -> None:
    at = made(tmp_path, mine=server.openai())
    built(at)
    with pytest.raises(HistoragError, match="There is no embedder 'mine'"):
        open_index(at.index_folder, None).embedder
