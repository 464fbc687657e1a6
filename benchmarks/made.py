"""Made-up vectors: clusters in as many dimensions as a sentence model has."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from historag_tui.corpus.chunks import text_hash
from historag_tui.days import day_of
from historag_tui.index.parts import building, save
from historag_tui.index.vector_parts import finish
from historag_tui.workspace import replace_file

FIRST, LAST = 1801, 1980
"""The years over which rows that belong to no text are spread."""
PART = "vectors-made-1"


def clustered(texts: Iterator[str], folder: Path, dimension: int = 384, queries: int = 10) -> None:
    """Made-up vectors of length one around 2,000 centres, one for each different text, and queries near some of them.

    Writes clustered.npy, a row a text, and clustered-queries.npy.
    """
    numbers: dict[str, int] = {}
    rows = np.array([numbers.setdefault(text_hash(text), len(numbers)) for text in texts])
    random = np.random.default_rng(1)
    distinct = mixture(random, len(numbers), dimension)
    np.save(folder / "clustered.npy", distinct[rows])
    chosen = distinct[random.integers(0, len(distinct), queries)]
    np.save(folder / "clustered-queries.npy", _unit(chosen + random.normal(size=chosen.shape, scale=0.02)))


def mixture(random: np.random.Generator, count: int, dimension: int, centres: int = 2_000) -> np.ndarray:
    """Unit rows in float32 from a mixture of Gaussians: shape (count, dimension)."""
    middle = random.normal(size=(centres, dimension))
    rows = np.empty((count, dimension), dtype=np.float32)
    for begin in range(0, count, 50_000):
        some = random.integers(0, centres, min(50_000, count - begin))
        rows[begin : begin + len(some)] = _unit(middle[some] + 0.9 * random.normal(size=(len(some), dimension)))
    return rows


def _unit(rows: np.ndarray) -> np.ndarray:
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), dtype=np.float32)


def scale(folder: str, rows: int, dimension: int) -> dict[str, Any]:
    """So many clustered vectors as a vector part, as much of a chunk table as they need, and twenty queries."""
    root = Path(folder)
    if (root / "queries.npy").is_file():
        return {"made": 0}
    random = np.random.default_rng(3)
    matrix = mixture(random, rows, dimension)
    aside = root / f".{PART}.open"
    aside.mkdir(parents=True, exist_ok=True)
    save(aside, "hashes", np.arange(4 * rows, dtype=np.uint32).view(np.uint8).reshape(rows, 16))
    matrix.tofile(aside / "vectors.f32")
    replace_file(aside / "dimension", b"%d" % dimension)
    finish(aside)
    with building(root / "places") as part:
        save(part, "places", np.arange(rows))
    with building(root / "texts") as part:
        for name, values in _columns(random, rows).items():
            save(part, f"chunk_{name}", values)
    near = matrix[random.integers(0, rows, 20)]
    np.save(root / "queries.npy", _unit(near + random.normal(size=near.shape, scale=0.02)))
    return {"made": rows}


def _columns(random: np.random.Generator, rows: int) -> dict[str, np.ndarray]:
    """The columns of a chunk table: one day each, evenly spread; ids in no order."""
    days = np.linspace(day_of(FIRST, 1, 1), day_of(LAST, 12, 31), rows).astype(np.int32)
    ids = random.permutation(rows).astype(np.uint64)
    columns: dict[str, np.ndarray] = {
        "first": days,
        "last": days,
        "ids": ids,
        "by_id": np.argsort(ids).astype(np.int32),
    }
    columns |= {"blocks": np.array([rows, rows]), "hashes": np.zeros((rows, 16), dtype=np.uint8)}
    others = ("document", "start", "end", "byte_start", "byte_end", "ordinal")
    return {**columns, **dict.fromkeys(others, np.arange(rows, dtype=np.int32))}
