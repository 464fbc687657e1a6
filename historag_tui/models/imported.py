"""Vectors that were made elsewhere, as they come in: a file of numbers, and the chunk that each row belongs to.

``.npy``      n × d numbers, with a text file of n ids beside it, one a line
``.parquet``  the columns ``id`` (text) and ``vector`` (a list of d numbers); needs the package pyarrow

An id is a chunk's, 16 hexadecimal digits, or the hash of its text, 32 of them: both as ``historag info --chunks`` has them.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from historag_tui.embedder_settings import EmbedderSettings
from historag_tui.errors import WorkFailed

_EXPORT = "Take the chunks from: historag info --chunks"
_SHOWN = 3


class Table(NamedTuple):
    """Imported vectors."""

    rows: dict[str, int]
    """By id, in small letters."""
    vectors: np.ndarray[Any, Any]
    """Shape (n, d), of any length, as they were written."""


def read_table(settings: EmbedderSettings) -> Table:
    """The vectors that the settings name.

    Raises WorkFailed when a file cannot be read, ids are there twice, or the two files do not belong together.
    """
    path = Path(settings.vectors)
    ids, vectors = _parquet(path) if path.suffix == ".parquet" else (_lines(Path(settings.ids)), _npy(path))
    if vectors.ndim != 2 or vectors.dtype.kind not in "fiu" or not vectors.shape[1]:
        raise WorkFailed(f"{path} holds {vectors.dtype} of the shape {vectors.shape}", "Save n × d numbers")
    if settings.dimension not in (0, vectors.shape[1]):
        raise WorkFailed(f"{path} has {vectors.shape[1]} numbers a row, not {settings.dimension}", "Mend dimension")
    if len(ids) != len(vectors):
        raise WorkFailed(f"There are {len(ids):,} ids for {len(vectors):,} vectors", "Write one id for each vector")
    rows = {name.lower(): number for number, name in enumerate(ids)}
    if len(rows) != len(ids):
        twice = list(dict.fromkeys(name for number, name in enumerate(ids) if rows[name.lower()] != number))
        raise WorkFailed(
            f"{len(twice):,} ids are there twice: {', '.join(twice[:_SHOWN])}", "Give each chunk one vector"
        )
    return Table(rows, vectors)


def digest(settings: EmbedderSettings) -> str:
    """What tells these vectors from others: 16 hexadecimal digits of what the files hold.  Raises WorkFailed."""
    found = hashlib.sha256()
    for name in filter(None, (settings.vectors, settings.ids)):
        try:
            with Path(name).open("rb") as stream:
                found.update(hashlib.file_digest(stream, "sha256").digest())
        except OSError as error:
            raise _unreadable(Path(name), error) from error
    return found.hexdigest()[:16]


def _npy(path: Path) -> np.ndarray[Any, Any]:
    try:
        loaded: np.ndarray[Any, Any] = np.load(path, mmap_mode="r", allow_pickle=False)
    except (OSError, ValueError, EOFError) as error:
        raise _unreadable(path, error) from error
    return loaded


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text("utf-8-sig").split()
    except (OSError, UnicodeDecodeError) as error:
        raise _unreadable(path, error) from error


def _parquet(path: Path) -> tuple[list[str], np.ndarray[Any, Any]]:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as error:
        raise WorkFailed(
            "Parquet files are read by pyarrow, which is not installed",
            "Install it: pip install 'historag-tui[parquet]', or save the vectors as .npy",
        ) from error
    try:
        table = parquet.read_table(path, columns=["id", "vector"]).combine_chunks()
        ids, column = table["id"].to_pylist(), table["vector"]
        lengths = set(pyarrow.compute.unique(pyarrow.compute.list_value_length(column)).to_pylist())
        numbers = [chunk.flatten().to_numpy(zero_copy_only=False) for chunk in column.chunks]
    except (OSError, KeyError, ValueError, pyarrow.ArrowException) as error:
        raise _unreadable(path, error) from error
    if len(lengths) != 1 or None in lengths:
        raise WorkFailed(f"{path}: the vectors are not of one length", "Mend the column 'vector'")
    return [str(name) for name in ids], np.concatenate(numbers).reshape(len(ids), -1)


def _unreadable(path: Path, error: Exception) -> WorkFailed:
    reason = getattr(error, "strerror", None) or str(error)
    return WorkFailed(f"{path} cannot be read: {reason}", f"Mend vectors and ids in historag.toml. {_EXPORT}")
