"""What a change of the embedder would cost: measured, near the truth, and changing nothing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from historag_tui.errors import IndexMissing, NotAllowed
from historag_tui.index.build import build
from historag_tui.index.offer import Offer, offer
from historag_tui.index.stages import build_index
from historag_tui.workspace import Workspace, open_workspace
from tests.index.test_embedders import built, define, made, opened
from tests.models.embedding_server import DIMENSION, Server, embedding_server


@pytest.fixture
def server() -> Iterator[Server]:
    with embedding_server() as state:
        yield state


@pytest.fixture
def at(tmp_path: Path, server: Server) -> Workspace:
    workspace = made(tmp_path, 40, "words", mine=server.openai(batch=4))
    built(workspace)
    return workspace


def offered(at: Workspace, name: str = "mine") -> Offer:
    # A clock by which every look takes half a second: two batches of four fit into two seconds.
    ticks = count()
    *_, found = offer(open_workspace(at.root), name, lambda: next(ticks) / 2, 2.0)
    assert isinstance(found, Offer)
    return found


def test_it_is_measured_on_texts_of_the_corpus(at: Workspace, server: Server) -> None:
    found = offered(at)
    index = opened(at)
    texts = {index.chunk_text(row) for row in range(len(index.chunks))}
    assert (found.texts, found.chunks) == (len(texts), len(index.chunks))
    # One text to load the model, then looks at 0.5, 1.0 and 1.5 seconds after the beginning, and at 2.5 in the end.
    assert len(server.texts) == 1 + 3 * 4
    assert set(server.texts) <= {text.strip() for text in texts}
    assert found.rate == pytest.approx(12 / 2.5)
    assert found.seconds == pytest.approx(len(texts) / (12 / 2.5))
    assert found.embedder == "mine (all-minilm)" and found.cut == 0.0


def test_nothing_is_written(at: Workspace) -> None:
    def state() -> dict[Path, int]:
        return {path: path.stat().st_mtime_ns for path in at.root.rglob("*")}

    before = state()
    offered(at)
    assert state() == before


def test_the_disk_is_near_what_is_then_taken(at: Workspace) -> None:
    found = offered(at)

    def taken() -> int:
        return sum(path.stat().st_size for path in (at.index_folder / "parts").rglob("*") if path.is_file())

    before = taken()
    for _ in build_index(at, embedder="mine"):
        pass
    files = 60_000
    assert found.disk - files < taken() - before < found.disk + files


def test_what_was_embedded_before_is_not_counted_again(at: Workspace) -> None:
    whole = offered(at).texts
    work = build(at, embedder="mine")
    for item in work:
        if getattr(item, "stage", "") == "embedding" and item.done >= 12:
            break
    work.close()
    assert whole - 20 <= offered(at).texts <= whole - 12
    for _ in build_index(at, embedder="mine"):
        pass
    assert (offered(at).texts, offered(at).seconds) == (0, 0.0)
    assert offered(at, "words").texts == 0


def test_a_corpus_that_may_not_leave_is_not_even_measured_elsewhere(at: Workspace) -> None:
    define(at.root, mine={"kind": "ollama", "url": "http://embeddings.example", "model": "all-minilm"})
    path = at.root / "historag.toml"
    path.write_text(path.read_text("utf-8").replace("[corpus]\n", "[corpus]\nleaves_machine = false\n"), "utf-8")
    with pytest.raises(NotAllowed):
        offered(at)


def test_without_an_index_there_is_no_offer(tmp_path: Path, server: Server) -> None:
    with pytest.raises(IndexMissing):
        offered(made(tmp_path, 5, "words", mine=server.openai()))


def test_the_numbers_of_a_vector_count(at: Workspace, server: Server) -> None:
    small = offered(at).disk
    server.dimension = 4 * DIMENSION // 2
    assert offered(at).disk > small
