"""Vectors made elsewhere: whole or not at all, by chunk or by text, and topics by the model that made them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from historag_tui.errors import IndexMismatch, UsageError, WorkFailed
from historag_tui.index.reader import Index
from historag_tui.index.stages import build_index
from historag_tui.workspace import Workspace, open_workspace
from tests.index.test_embedders import built, define, made, opened
from tests.models.embedding_server import Server, embedding_server


@pytest.fixture
def server() -> Iterator[Server]:
    with embedding_server() as state:
        yield state


@pytest.fixture
def at(tmp_path: Path) -> Workspace:
    """An index of word vectors, beside which vectors shall be imported."""
    workspace = made(tmp_path, 20, "words", other={"kind": "imported", "vectors": "v.npy", "ids": "v.txt"})
    built(workspace)
    return workspace


def write(at: Workspace, ids: list[str], vectors: np.ndarray[Any, Any]) -> None:
    (at.root / "v.txt").write_text("".join(f"{name}\n" for name in ids), "utf-8")
    np.save(at.root / "v.npy", vectors)


def chunks(index: Index) -> list[str]:
    return [passage.chunk for passage in index.passages(range(len(index.chunks)))]


def random(count: int) -> np.ndarray[Any, Any]:
    return np.random.default_rng(3).normal(size=(count, 16)) * 5


def switched(at: Workspace, name: str = "other") -> Index:
    for _ in build_index(open_workspace(at.root), embedder=name):
        pass
    return opened(open_workspace(at.root))


@pytest.mark.parametrize("kind", ["<f2", "<f4", "<f8"])
def test_each_chunk_has_the_vector_that_was_made_for_it(at: Workspace, kind: str) -> None:
    ids = chunks(opened(at))
    vectors = random(len(ids)).astype(kind)
    vectors[3] = 0
    order = np.random.default_rng(1).permutation(len(ids))
    write(at, [ids[number] for number in order], vectors[order])
    index = switched(at)
    lengths = np.linalg.norm(vectors.astype(np.float64), axis=1, keepdims=True)
    expected = vectors / np.where(lengths, lengths, 1)
    seen = np.stack([index.vectors.vector(row) for row in range(len(ids))])
    assert seen == pytest.approx(expected, abs=1e-3 if kind == "<f2" else 1e-6)
    assert np.linalg.norm(seen, axis=1) == pytest.approx(
        [0.0 if row == 3 else 1.0 for row in range(len(ids))], abs=1e-5
    )
    found = index.vectors.search(index.vectors.vector(7), np.arange(len(ids)), 1)
    assert found.rows.tolist() == [7]


def test_ids_may_be_hashes_of_texts_in_any_case(at: Workspace) -> None:
    hashes = [passage.text_hash.upper() for passage in opened(at).passages(range(len(opened(at).chunks)))]
    write(at, hashes, random(len(hashes)))
    assert switched(at).vectors.vector(0).shape == (16,)


def test_a_chunk_without_a_vector_is_refused_with_the_command(at: Workspace) -> None:
    ids = chunks(opened(at))
    write(at, ids[4:], random(len(ids) - 4))
    with pytest.raises(WorkFailed, match=rf"^4 of {len(ids)} chunks have no vector in .*: ") as caught:
        switched(at)
    assert f"{', '.join(ids[:3])} …" in str(caught.value) and ids[3] not in str(caught.value)
    assert "historag info --chunks" in caught.value.next_step
    assert opened(open_workspace(at.root)).manifest.embedder_setting == "words"


@pytest.mark.parametrize(
    ("ids", "vectors", "says"),
    [
        (["a", "b"], np.ones((3, 4)), "2 ids for 3 vectors"),
        (["a", "B", "b"], np.ones((3, 4)), "1 ids are there twice: B"),
        (["a"], np.ones(4), "n × d numbers"),
        (["a"], np.array([["x"]]), "n × d numbers"),
        (["a"], np.ones((1, 0)), "n × d numbers"),
    ],
)
def test_files_that_do_not_belong_together_are_refused(
    at: Workspace, ids: list[str], vectors: np.ndarray[Any, Any], says: str
) -> None:
    write(at, ids, vectors)
    with pytest.raises(WorkFailed, match=says):
        switched(at)


def test_a_number_that_is_none_is_refused(at: Workspace) -> None:
    ids = chunks(opened(at))
    vectors = random(len(ids))
    vectors[-1, 0] = np.nan
    write(at, ids, vectors)
    with pytest.raises(WorkFailed, match="not a number"):
        switched(at)


@pytest.mark.parametrize("broken", ["v.npy", "v.txt"])
def test_a_file_that_is_not_there_or_cut_is_named(at: Workspace, broken: str) -> None:
    ids = chunks(opened(at))
    write(at, ids, random(len(ids)))
    (at.root / broken).unlink()
    with pytest.raises(WorkFailed, match=rf"{broken} cannot be read"):
        switched(at)
    (at.root / broken).write_bytes(b"\x93NUMPY\xff")
    with pytest.raises(WorkFailed, match=rf"{broken} cannot be read"):
        switched(at)


def test_without_an_embedder_of_topics_only_similar_passages_are_found(at: Workspace) -> None:
    ids = chunks(opened(at))
    write(at, ids, random(len(ids)))
    index = switched(at)
    assert "only similar passages" in index.embedder.card.note
    with pytest.raises(UsageError, match="historag similar"):
        index.embedder.query("railroad")
    rows = np.arange(len(ids))
    assert len(index.vectors.search(index.vectors.vector(2), rows, 5).rows) == 5


def with_topics(at: Workspace, server: Server, **changes: Any) -> None:
    model = server.openai(model="nomic-embed-text")
    imported = {"kind": "imported", "vectors": "v.npy", "ids": "v.txt", "query_embedder": "model"}
    define(at.root, other=imported, model=model | changes)


def test_topics_are_embedded_by_the_model_that_made_the_vectors(at: Workspace, server: Server) -> None:
    index = opened(at)
    texts = [index.chunk_text(row) for row in range(len(index.chunks))]
    write(at, chunks(index), np.array([server.vector(f"search_document: {text}") for text in texts]))
    with_topics(at, server)
    index = switched(at)
    assert server.asked == []
    query = index.embedder.query("railroad track")
    assert server.texts[-1] == "search_query: railroad track"
    assert index.embedder.card.query_prefix == "search_query: "
    assert index.embedder.card.note == ""
    assert len(index.vectors.search(query, np.arange(len(texts)), 5).rows) == 5


def test_topics_by_another_model_than_made_the_vectors_are_refused(at: Workspace, server: Server) -> None:
    index = opened(at)
    ids, texts = chunks(index), [index.chunk_text(row) for row in range(len(index.chunks))]
    write(at, ids, np.array([server.vector(f"search_document: {text}") for text in texts]))
    with_topics(at, server)
    index = switched(at)
    server.salt = "another"
    with pytest.raises(IndexMismatch, match="no longer gives the vectors of this index"):
        index.embedder.query("railroad")
    server.salt, server.dimension = "", 4
    with pytest.raises(IndexMismatch):
        opened(open_workspace(at.root)).embedder.query("railroad")


def test_other_vectors_in_the_same_file_are_another_index(at: Workspace) -> None:
    ids = chunks(opened(at))
    write(at, ids, random(len(ids)))
    first = switched(at).manifest
    write(at, ids, -random(len(ids)))
    second = built(open_workspace(at.root))
    assert second.fingerprint != first.fingerprint
    write(at, ids, random(len(ids)))
    assert built(open_workspace(at.root)).fingerprint == first.fingerprint


def test_parquet(at: Workspace) -> None:
    pyarrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    from pyarrow import parquet

    index = opened(at)
    ids = chunks(index)
    vectors = random(len(ids)).astype("<f4")
    define(at.root, other={"kind": "imported", "vectors": "v.parquet"})
    table = pyarrow.table({"id": ids[::-1], "vector": list(vectors[::-1]), "more": ids})
    parquet.write_table(table, at.root / "v.parquet", row_group_size=7)
    index = switched(at)
    for row in (0, 8, len(ids) - 1):
        assert index.vectors.vector(row) == pytest.approx(vectors[row] / np.linalg.norm(vectors[row]), abs=1e-6)
    parquet.write_table(pyarrow.table({"id": ["a", "b"], "vector": [[1.0], [1.0, 2.0]]}), at.root / "v.parquet")
    with pytest.raises(WorkFailed, match="not of one length"):
        built(open_workspace(at.root))
    parquet.write_table(pyarrow.table({"name": ["a"], "vector": [[1.0]]}), at.root / "v.parquet")
    with pytest.raises(WorkFailed, match="cannot be read"):
        built(open_workspace(at.root))


def test_parquet_without_its_package_says_how_to_install_it(at: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    (at.root / "v.parquet").write_bytes(b"PAR1")
    define(at.root, other={"kind": "imported", "vectors": "v.parquet"})
    with pytest.raises(WorkFailed, match=r"pip install 'historag-tui\[parquet\]'"):
        switched(at)
