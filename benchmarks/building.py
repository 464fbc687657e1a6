"""Our side builds: cutting, indexes on words and on given vectors, and what they take."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.peers.serving import cpu_seconds, private, read_lines, write_chunks
from historag_tui.corpus.chunks import chunk_id, cut, text_hash
from historag_tui.index import texts
from historag_tui.index.reader import Index
from historag_tui.index.stages import build_index
from historag_tui.records import Progress
from historag_tui.session import Session
from historag_tui.workspace import SETTINGS_FILE, open_workspace

_SETTINGS = """\
embedder = "{embedder}"
[corpus]
adapter = "jsonl"
source = "{articles}"
language = "{language}"
[corpus.roles]
shelf = "facet"
[chunks]
size = {chunk}
overlap = {overlap}
[vocabulary]
epochs = 1
[embedders.clustered]
kind = "imported"
vectors = "{vectors}"
ids = "{ids}"
"""


def split(articles: str, size: int, overlap: int) -> dict[str, Any]:
    """Cut the articles as we do; nothing is kept."""

    def pieces(text: str) -> list[str]:
        return [text[start:end] for start, end in cut(text, size, overlap)]

    return write_chunks(articles, os.devnull, pieces)


def build(
    root: str, articles: str, language: str, embedder: str, chunks: str = "", vectors: str = "", size: int = 1000
) -> dict[str, Any]:
    """Build the index of a workspace on the articles; CPU seconds and private memory by stage.

    chunks:   where to cut them; by our own cutter, to ``size``, when empty.
    vectors:  the file of the embedder ``clustered``.
    """
    folder, ids = Path(root), Path(root) / "ids.txt"
    folder.mkdir(parents=True, exist_ok=True)
    if chunks:
        _cut_as(articles, chunks)
    if vectors:
        _write_ids(articles, size, ids)
    settings = {"articles": articles, "language": language, "embedder": embedder, "vectors": vectors or "-", "ids": ids}
    written = _SETTINGS.format(**settings, chunk=size, overlap=size // 10)
    (folder / SETTINGS_FILE).write_text(written, "utf-8")
    stages: dict[str, float] = {}
    memory: dict[str, float] = {}
    stage, before = "beginning", cpu_seconds()
    for item in build_index(open_workspace(folder)):
        now = cpu_seconds()
        stages[stage] = stages.get(stage, 0.0) + now - before
        memory[stage] = max(memory.get(stage, 0.0), private())
        before = now
        stage = item.stage if isinstance(item, Progress) else "end"
    return {"stages": stages, "memory": memory, **disk(root)}


def _cut_as(articles: str, chunks: str) -> None:
    """Let the texts be cut where the chunks are, in place of our own cutting, which is timed apart."""
    spans: dict[str, list[tuple[int, int]]] = {}
    for line in read_lines(chunks):
        spans.setdefault(line["id"], []).append((line["start"], line["end"]))
    given = {text_hash(line["text"]): spans.get(line["id"], []) for line in read_lines(articles)}
    vars(texts)["cut"] = lambda text, size, overlap: given[text_hash(text)]


def _write_ids(articles: str, size: int, path: Path) -> None:
    """The ids of all chunks, in the order of the vectors."""
    with path.open("w") as stream:
        for line in read_lines(articles):
            for start, end in vars(texts)["cut"](line["text"], size, size // 10):
                stream.write(f"{chunk_id(line['id'], start, end)}\n")


def disk(root: str) -> dict[str, Any]:
    """What the parts of the present generation take on the disk, in MB by role."""
    workspace = open_workspace(Path(root))
    index = Session(workspace, "none").index
    parts = {role: part.name for role, part in index.manifest.parts.items()}
    parts |= {f"vectors {number}": part.name for number, part in enumerate(index.manifest.vectors, 1)}
    folder = workspace.index_folder / "parts"
    taken = {
        role: sum(path.stat().st_blocks * 512 for path in (folder / name).rglob("*")) / 1e6
        for role, name in parts.items()
    }
    return {"chunks": len(index.chunks), "disk": taken}


def export(root: str, topics: list[str], folder: str) -> dict[str, Any]:
    """Write the vectors of all chunks, in the order of the chunks' file, and of the topics: words.npy, words-queries.npy."""
    index = Session(open_workspace(Path(root)), "none").index
    lines = places(index, range(len(index.chunks)))
    rows = np.empty((len(lines), len(index.embedder.query(topics[0]))), dtype=np.float32)
    for row, line in enumerate(lines):
        rows[line] = index.vectors.vector(row)
    np.save(f"{folder}/words.npy", rows)
    np.save(f"{folder}/words-queries.npy", np.array([index.embedder.query(topic) for topic in topics]))
    return {"chunks": len(lines)}


def places(index: Index, rows: Any) -> list[int]:
    """Which lines of the chunks' file the rows are."""
    before = np.cumsum(index.documents.chunk_count, dtype=np.int64) - index.documents.chunk_count
    rows = np.asarray(rows, dtype=np.int64)
    found: list[int] = (before[index.chunks.document[rows]] + index.chunks.ordinal[rows]).tolist()
    return found
