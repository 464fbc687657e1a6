"""ChromaDB, used as the reference system uses it: one collection, days as metadata, a date filter for each window."""

from __future__ import annotations

from typing import Any

import chromadb
import numpy as np
from chromadb.config import Settings
from serving import cpu_seconds, read_lines, serve, timed

_opened: dict[str, Any] = {}


def ingest(folder: str, chunks: str, vectors: str) -> dict[str, Any]:
    """Add all chunks with texts, metadata and vectors given."""
    begin = cpu_seconds()
    client = chromadb.PersistentClient(folder, Settings(anonymized_telemetry=False))
    collection = client.create_collection("chunks", metadata={"hnsw:space": "cosine"})
    matrix, batch, added = np.load(vectors, mmap_mode="r"), client.get_max_batch_size(), 0
    lines = list(read_lines(chunks))
    for start in range(0, len(lines), batch):
        part = lines[start : start + batch]
        collection.add(
            ids=[str(number) for number in range(start, start + len(part))],
            embeddings=np.asarray(matrix[start : start + len(part)]),
            metadatas=[{"day": line["day"], "shelf": line["shelf"], "title": line["title"]} for line in part],
            documents=[line["text"] for line in part],
        )
        added += len(part)
    return {"cpu": cpu_seconds() - begin, "chunks": added}


def open_collection(folder: str) -> dict[str, Any]:
    """Open what was added."""
    client = chromadb.PersistentClient(folder, Settings(anonymized_telemetry=False))
    _opened["collection"] = client.get_collection("chunks")
    return {"chunks": _opened["collection"].count(), "version": chromadb.__version__}


def search(queries: str, number: int, windows: list[list[int]], shelf: str, count: int) -> dict[str, Any]:
    """The nearest chunks of every window; a shelf is the filter, if it is named."""
    query = np.load(queries)[number]

    def answer() -> list[list[int]]:
        found = []
        for first, last in windows:
            where: list[dict[str, Any]] = [{"day": {"$gte": first}}, {"day": {"$lte": last}}]
            where += [{"shelf": shelf}] if shelf else []
            given = _opened["collection"].query(
                query_embeddings=[query], n_results=count, where={"$and": where}, include=["distances"]
            )
            found.append([int(name) for name in given["ids"][0]])
        return found

    taken, found = timed(answer)
    return {**taken, "found": found}


serve({"ingest": ingest, "open": open_collection, "vectors": search})
