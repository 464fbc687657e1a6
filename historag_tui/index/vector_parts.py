"""Vectors on disk: immutable parts keyed by the hash of the text, so that no text is embedded twice.

    hashes.npy    16 bytes of each text's hash
    vectors.npy   float32, unit rows or zero
    coarse.npy    the same in int8: row ≈ coarse × scale
    scale.npy     float32 per row
    residual.npy  float32 per row: the length of what the coarse row leaves out

An open part is a folder that begins with a dot; rows are appended to ``vectors.f32`` and count when they are whole,
so that embedding, however it ended, goes on with the next row.  ``dimension`` says how many numbers make one.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from historag_tui.index.parts import array, building, save
from historag_tui.models.embedder import Embedder
from historag_tui.records import Progress
from historag_tui.workspace import replace_file

_BLOCK = 65_536
_WIDTH = 16
_OPEN = ".open"
_DIMENSION = "dimension"


def prefix(embedder: str) -> str:
    """What the names of an embedder's parts begin with; ``embedder`` is its fingerprint."""
    return f"vectors-{embedder}-"


def parts_of(folder: Path, embedder: str) -> list[Path]:
    """The finished parts of an embedder, oldest first."""
    found = [path for path in folder.glob(f"{prefix(embedder)}*") if path.is_dir()]
    return sorted(found, key=_number)


def places(parts: Sequence[Path], hashes: np.ndarray[Any, Any]) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Where each text's vector lies when the parts are laid end to end; -1 where there is none yet."""
    empty = np.empty((0, _WIDTH), dtype=np.uint8)
    return _found(_keys(hashes), _keys(np.concatenate([empty, *(array(part, "hashes") for part in parts)])))


def _found(
    wanted: np.ndarray[Any, np.dtype[np.uint64]], stored: np.ndarray[Any, np.dtype[np.uint64]]
) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Where each wanted key comes first among those stored; -1 where it does not."""
    order = np.lexsort((stored[:, 1], stored[:, 0]))
    stored = stored[order]
    found = np.full(len(wanted), -1, dtype=np.int64)
    waiting, place = np.arange(len(wanted)), np.searchsorted(stored[:, 0], wanted[:, 0])
    # The first half of a hash finds nearly all; where other texts share it, the search goes on behind them.
    while len(waiting := waiting[place < len(stored)]):
        place = place[place < len(stored)]
        begun = stored[place, 0] == wanted[waiting, 0]
        whole = begun & (stored[place, 1] == wanted[waiting, 1])
        found[waiting[whole]] = order[place[whole]]
        waiting, place = waiting[begun & ~whole], place[begun & ~whole] + 1
    return found


def embed(
    folder: Path, name: str, embedder: Embedder, hashes: np.ndarray[Any, Any], rows: Iterable[int], text_of: Any
) -> Iterator[Progress]:
    """Embed the texts of these rows, each text once, into a new part.

    folder:   where the parts lie.
    name:     the embedder's fingerprint.
    hashes:   16 bytes per row of the corpus.
    text_of:  gives the text of a row.
    """
    wanted = _each_once(np.fromiter(rows, dtype=np.int64), hashes).tolist()
    number = 1 + max(map(_number, parts_of(folder, name)), default=0)
    final = folder / f"{prefix(name)}{number}"
    aside = folder / f".{final.name}{_OPEN}"
    aside.mkdir(parents=True)
    save(aside, "hashes", hashes[wanted])
    batch = embedder.card.batch
    with (aside / "vectors.f32").open("wb") as stream:
        for begin in range(0, len(wanted), batch):
            yield Progress("embedding", begin, len(wanted))
            vectors = embedder.documents([text_of(row) for row in wanted[begin : begin + batch]])
            if not begin:
                replace_file(aside / _DIMENSION, b"%d" % vectors.shape[1])
            stream.write(np.ascontiguousarray(vectors, dtype="<f4").tobytes())
            stream.flush()
            os.fsync(stream.fileno())
    yield Progress("embedding", len(wanted), len(wanted))
    finish(aside)


def finish_interrupted(folder: Path, name: str) -> None:
    """Make a part of what an interrupted embedding left behind."""
    for aside in sorted(folder.glob(f".{prefix(name)}*{_OPEN}")):
        if (aside / "hashes.npy").is_file() and (aside / _DIMENSION).is_file():
            finish(aside)
        else:
            shutil.rmtree(aside)


def rows_waiting(folder: Path, name: str) -> int:
    """How many rows an interrupted embedding left behind."""
    rows = 0
    for aside in folder.glob(f".{prefix(name)}*{_OPEN}"):
        # A build that is under way may finish the part while it is looked at, or not have begun to write.
        with suppress(FileNotFoundError):
            rows += (aside / "vectors.f32").stat().st_size // (4 * int((aside / _DIMENSION).read_bytes()))
    return rows


def embedders_of(folder: Path) -> list[str]:
    """The fingerprints of all embedders that have parts here, finished or open."""
    names = {path.name.lstrip(".") for path in folder.iterdir() if path.is_dir()}
    return sorted({name.split("-")[1] for name in names if name.startswith("vectors-")})


def outside(part: Path, hashes: np.ndarray[Any, Any]) -> bool:
    """Whether a part holds vectors of other texts than these."""
    return bool((_rows_among(part, hashes) < 0).any())


def rewrite(folder: Path, name: str, hashes: np.ndarray[Any, Any]) -> None:
    """Write the rows of these texts that lie among rows of others into a part of their own.

    The parts in which they lay stay as they are, for whoever reads them; a later call finds its work done.
    """
    parts = parts_of(folder, name)
    mixed = [part for part in parts if outside(part, hashes)]
    clean = [part for part in parts if part not in mixed]
    for part in mixed:
        stored = array(part, "hashes")
        kept = np.flatnonzero((_rows_among(part, hashes) >= 0) & (places(clean, stored) < 0))
        if len(kept):
            final = folder / f"{prefix(name)}{1 + max(map(_number, parts_of(folder, name)))}"
            with building(final) as aside:
                save(aside, "hashes", stored[kept])
                _write_rows(array(part, "vectors"), aside, kept)
            clean.append(final)


def _rows_among(part: Path, hashes: np.ndarray[Any, Any]) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Which of these texts each row of a part is; -1 where it is none."""
    return _found(_keys(array(part, "hashes")), _keys(hashes))


def _number(part: Path) -> int:
    return int(part.name.rpartition("-")[2])


def finish(aside: Path) -> None:
    """Turn an open part into a finished one, as many rows as are whole, and remove it."""
    final = aside.with_name(aside.name[1 : -len(_OPEN)])
    raw = aside / "vectors.f32"
    dimension = int((aside / _DIMENSION).read_bytes())
    count = raw.stat().st_size // (4 * dimension)
    if count and not final.exists():
        vectors = np.memmap(raw, dtype="<f4", mode="r", shape=(count, dimension))
        with building(final) as folder:
            save(folder, "hashes", np.array(array(aside, "hashes")[:count]))
            _write_rows(vectors, folder, np.arange(count))
    shutil.rmtree(aside)


def _write_rows(vectors: np.ndarray[Any, Any], folder: Path, rows: np.ndarray[Any, np.dtype[np.int64]]) -> None:
    """Write some rows of these vectors, ascending, with what is made of them."""
    scale, residual = np.empty(len(rows), dtype=np.float32), np.empty(len(rows), dtype=np.float32)
    # Written, not mapped: a full disk is then an error and not the end of the process.
    with (folder / "vectors.npy").open("wb") as whole, (folder / "coarse.npy").open("wb") as coarse:
        _begin(whole, "<f4", (len(rows), vectors.shape[1]))
        _begin(coarse, "|i1", (len(rows), vectors.shape[1]))
        for begin in range(0, len(rows), _BLOCK):
            block = slice(begin, begin + _BLOCK)
            taken = np.asarray(vectors[rows[block]])
            steps, scale[block], residual[block] = quantise(taken)
            whole.write(taken.tobytes())
            coarse.write(steps.tobytes())
    save(folder, "scale", scale)
    save(folder, "residual", residual)


def _begin(stream: BinaryIO, kind: str, shape: tuple[int, ...]) -> None:
    """The header of a numpy file whose rows follow."""
    np.lib.format.write_array_header_1_0(stream, {"descr": kind, "fortran_order": False, "shape": shape})


def quantise(vectors: np.ndarray[Any, Any]) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Rows in int8 with their scale, and the length of what is lost, rounded upward so that it bounds the loss."""
    scale = (np.abs(vectors).max(axis=1, initial=0) / 127).astype(np.float32)
    steps = np.divide(vectors, scale[:, None], out=np.zeros_like(vectors), where=scale[:, None] > 0)
    coarse = np.rint(steps).clip(-127, 127).astype(np.int8)
    lost = vectors.astype(np.float64) - coarse * scale[:, None].astype(np.float64)
    residual = np.nextafter(np.linalg.norm(lost, axis=1).astype(np.float32), np.float32(np.inf))
    return coarse, scale, residual


def _keys(hashes: np.ndarray[Any, Any]) -> np.ndarray[Any, np.dtype[np.uint64]]:
    """Hashes as two numbers each."""
    return np.ascontiguousarray(hashes).view(np.uint64).reshape(-1, 2)


def _each_once(rows: np.ndarray[Any, Any], hashes: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Of rows with the same text the first, in their order."""
    keys = _keys(hashes[rows])
    order = np.lexsort((keys[:, 1], keys[:, 0]))
    ordered = keys[order]
    new = np.ones(len(rows), dtype=bool)
    new[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    return rows[np.sort(order[new])]
