"""A build of a million chunks, for its memory: the articles seven times over, the words of every paragraph in another order.

No text is a reprint of another then, and words and their frequencies stay what they are.  The vectors are given.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from benchmarks.figures import Figure
from benchmarks.ground import Ground
from benchmarks.ingest import once
from benchmarks.made import mixture
from benchmarks.peers.serving import read_lines
from benchmarks.process import ours

_COPIES, _SIZE, _UNDER = 7, 500, 1500


def figures(on: Ground) -> list[Figure]:
    """What the build took, by stage."""
    given = once(on.folder, "built-million", lambda: _built(on, on.folder / "million"))
    most = _UNDER if given["chunks"] >= 1_000_000 else None
    name, memory = f"{given['chunks']:,} chunks", given["memory"]
    return [
        Figure(f"{name}, peak private memory of the build", given["peak"], None, "MB", at_most=most),
        *(
            Figure(f"  {stage}", memory[stage], None, "MB", note=f"{given['stages'][stage]:.0f} CPU s")
            for stage in memory
        ),
        Figure(f"{name}, disk", sum(given["disk"].values()), None, "MB"),
    ]


def _built(on: Ground, folder: Path) -> Any:
    folder.mkdir(exist_ok=True)
    articles, vectors = folder / "articles.jsonl", folder / "vectors.npy"
    _write_copies(on.folder / "articles.jsonl", articles)
    with ours() as side:
        chunks = side.ask("split", articles=str(articles), size=_SIZE, overlap=_SIZE // 10)["chunks"]
    np.save(vectors, mixture(np.random.default_rng(5), chunks, 384))
    asked = {"articles": str(articles), "vectors": str(vectors), "language": on.size.corpus.language, "size": _SIZE}
    with ours() as side:
        made = side.ask("build", root=str(folder), embedder="clustered", **asked)
        return {**made, "peak": max(side.peak, *made["memory"].values())}


def _write_copies(articles: Path, path: Path) -> None:
    with path.open("w", encoding="utf-8") as stream:
        for line in read_lines(str(articles)):
            for copy in range(_COPIES):
                made = {**line, "id": f"{line['id']}-{copy}", "text": _shuffled(line["text"], Random(copy))}
                stream.write(json.dumps(made, ensure_ascii=False) + "\n")


def _shuffled(text: str, random: Random) -> str:
    """The paragraphs, each with its words in another order."""
    paragraphs = [part.split(" ") for part in text.split("\n")]
    for words in paragraphs:
        random.shuffle(words)
    return "\n".join(map(" ".join, paragraphs))
