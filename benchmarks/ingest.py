"""Ingest: CPU seconds of every process, disk and private memory, for the same chunks with the same vectors.

What was built once is kept in the work folder and its figures beside it, so that queries can be measured again.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks import made, texts
from benchmarks.figures import Figure, faster, share
from benchmarks.ground import Ground
from benchmarks.peers.serving import read_lines
from benchmarks.process import ours, peer
from benchmarks.texts import Size

TRAINING, EMBEDDING, GRAPHS = "training the vocabulary", "embedding", "linking neighbours"
SHARED = ("reading texts", "counting words", "indexing words", "looking for reprints")
"""Stages whose work does not depend on the embedder."""
GIVEN = (EMBEDDING, "placing vectors", GRAPHS)
"""Stages of the build that is given its vectors; to embed is then to store them."""
_LESS_CPU, _DISK = 2.5, 0.55


def prepare(size: Size, work: Path) -> dict[str, Any]:
    """Texts, chunks, and both sides' indexes; what each took."""
    work.mkdir(parents=True, exist_ok=True)
    articles, chunks = str(work / "articles.jsonl"), str(work / "chunks.jsonl")
    return {
        "articles": once(work, "articles", lambda: texts.write_articles(size, Path(articles))),
        "their splitter": once(work, "their-splitter", lambda: _split_by_peer(size, articles, chunks)),
        "our cutter": once(work, "our-cutter", lambda: _split_by_us(size, articles)),
        "words": once(work, "built-words", lambda: build(size, work, "words")),
        "exported": once(work, "exported", lambda: export(size, work)),
        "clustered": once(work, "built-clustered", lambda: build_given(size, work)),
        "chroma clustered": once(work, "chroma-clustered", lambda: _chroma(work, "clustered")),
        "chroma words": once(work, "chroma-words", lambda: _chroma(work, "words")),
        "bm25s": once(work, "bm25s", lambda: _bm25s(work)),
    }


def figures(on: Ground, built: dict[str, Any]) -> list[Figure]:
    """What ingest took on both sides."""
    words, given, chroma = built["words"]["stages"], built["clustered"]["stages"], built["chroma clustered"]
    base = sum(words.get(stage, 0.0) for stage in SHARED) + built["our cutter"]["cpu"]
    mine = base + sum(given.get(stage, 0.0) for stage in GIVEN)
    theirs = chroma["cpu"] + built["their splitter"]["cpu"]
    disk, chunks = built["clustered"]["disk"], built["clustered"]["chunks"]
    kept = sum(disk.values()) - disk["vocabulary"]
    least = _LESS_CPU if on.bounded else None
    return [
        faster(
            "ingest, 384 dimensions", mine, theirs, "CPU s", least, f"{chunks:,} chunks, all but training and embedding"
        ),
        *(Figure(f"  {stage}", words[stage], None, "CPU s") for stage in SHARED),
        Figure("  cutting the articles", built["our cutter"]["cpu"], built["their splitter"]["cpu"], "CPU s"),
        Figure("  storing the given vectors", given[EMBEDDING], None, "CPU s"),
        Figure("  hnswlib, built from a million chunks on", given.get(GRAPHS, 0.0), None, "CPU s"),
        Figure("  apart: training, one epoch", words[TRAINING], None, "CPU s"),
        Figure("  apart: embedding by words", words[EMBEDDING], None, "CPU s"),
        faster(
            "keyword ingest",
            words["indexing words"],
            built["bm25s"]["cpu"],
            "CPU s",
            note="against bm25s, our texts stored",
        ),
        share("disk, without the vocabulary", kept, chroma["disk"], "MB", _DISK if on.bounded else None, _listed(disk)),
        share("disk, with the vocabulary", sum(disk.values()), chroma["disk"], "MB"),
        faster(
            "peak private memory of ingest",
            built["clustered"]["peak"],
            chroma["peak"],
            "MB",
            note="ours given its vectors",
        ),
        Figure("peak private memory of the whole build", built["words"]["peak"], None, "MB"),
    ]


def _listed(disk: dict[str, float]) -> str:
    return ", ".join(f"{role} {taken:.0f}" for role, taken in sorted(disk.items(), key=lambda pair: -pair[1]))


def once(work: Path, name: str, make: Callable[[], Any]) -> Any:
    """What making gave, now or in an earlier run."""
    kept = work / f"{name}.json"
    if not kept.is_file():
        print(f"{name} …", flush=True)
        given = make()
        kept.write_text(json.dumps(given, indent=1))
    return json.loads(kept.read_text())


def _split_by_peer(size: Size, articles: str, chunks: str) -> Any:
    with peer("splitter") as side:
        return side.ask("split", articles=articles, chunks=chunks, size=size.chunk, overlap=size.chunk // 10)


def _split_by_us(size: Size, articles: str) -> Any:
    with ours() as side:
        return side.ask("split", articles=articles, size=max(500, size.chunk), overlap=size.chunk // 10)


def build(size: Size, work: Path, made: str) -> Any:
    """Our index; one that was begun is begun anew, since its figures are lost."""
    root = work / made
    shutil.rmtree(root, ignore_errors=True)
    return _build_in(size, work, made)


def build_given(size: Size, work: Path) -> Any:
    """Our index on vectors that are given: everything else is that of the other index, by hard links."""
    made.clustered((line["text"] for line in read_lines(str(work / "chunks.jsonl"))), work)
    shutil.rmtree(work / "clustered", ignore_errors=True)
    shutil.copytree(work / "words" / "index", work / "clustered" / "index", copy_function=os.link)
    return _build_in(size, work, "clustered")


def _build_in(size: Size, work: Path, made: str) -> Any:
    files = {name: str(work / f"{name}.jsonl") for name in ("articles", "chunks")}
    vectors = str(work / "clustered.npy") if made == "clustered" else ""
    with ours() as side:
        language = size.corpus.language
        given = side.ask("build", root=str(work / made), **files, language=language, embedder=made, vectors=vectors)
        return {**given, "peak": max(side.peak, *given["memory"].values())}


def export(size: Size, work: Path) -> Any:
    """Vectors and queries of the words, for the other side."""
    with ours() as side:
        return side.ask("export", root=str(work / "words"), topics=list(size.topics), folder=str(work))


def _chroma(work: Path, made: str) -> Any:
    folder = work / f"chroma-{made}"
    shutil.rmtree(folder, ignore_errors=True)
    with peer("chroma") as side:
        given = side.ask(
            "ingest", folder=str(folder), chunks=str(work / "chunks.jsonl"), vectors=str(work / f"{made}.npy")
        )
        return {**given, "peak": side.peak, "disk": _taken(folder)}


def _bm25s(work: Path) -> Any:
    with peer("bm25") as side:
        given = side.ask("ingest", folder=str(work / "bm25"), chunks=str(work / "chunks.jsonl"))
        return {**given, "peak": side.peak, "disk": _taken(work / "bm25")}


def _taken(folder: Path) -> float:
    """MB on the disk."""
    return sum(path.stat().st_blocks * 512 for path in folder.rglob("*")) / 1e6
