"""A graph's links on disk, without the vectors that they link: those lie in the vector parts already.

Each element's neighbours are kept as their sorted differences, which are small numbers, and compressed.
"""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from historag_tui.errors import IndexDamaged, WorkFailed

Array = np.ndarray[Any, Any]
_NONE = np.iinfo(np.uint32).max


class Links(NamedTuple):
    """The links of a graph."""

    neighbours: Array
    """uint32, a row an element: how many neighbours it has on the ground level, then their numbers, then zeros."""
    order: Array
    """uint32: which vector each element is."""
    levels: Array
    """int32: the highest level on which each element stands."""
    upper: Array
    """int8: the links of the higher levels, as the library has them."""
    entry: int
    """The element at which a search begins."""
    highest: int
    """Its level."""


def write(path: Path, links: Links) -> None:
    """Write a graph's links.  Raises WorkFailed."""
    counts = links.neighbours[:, 0]
    used = np.arange(links.neighbours.shape[1] - 1) < counts[:, None]
    near = np.sort(np.where(used, links.neighbours[:, 1:], _NONE), axis=1)
    steps = np.where(used, np.diff(near, axis=1, prepend=np.uint32(0)), 0)
    wide = np.uint16 if len(counts) <= 1 << 16 else np.uint32
    try:
        np.savez_compressed(
            path,
            counts=counts.astype(np.uint8),
            steps=steps.astype(wide),
            order=links.order.astype(wide),
            levels=links.levels.astype(np.uint8),
            upper=links.upper,
            entry=np.array([links.entry, links.highest], dtype=np.int64),
        )
    except OSError as error:
        raise WorkFailed(f"{path} cannot be written: {error.strerror}", "Check the disk's space") from error


def read(path: Path) -> Links:
    """Read them back; the neighbours of an element come in the order of their numbers.  Raises IndexDamaged."""
    try:
        with np.load(path, allow_pickle=False) as kept:
            counts, steps = kept["counts"].astype(np.uint32), kept["steps"].astype(np.uint32)
            used = np.arange(steps.shape[1]) < counts[:, None]
            near = np.where(used, np.cumsum(steps, axis=1, dtype=np.uint32), 0).astype(np.uint32)
            entry, highest = kept["entry"].tolist()
            return Links(
                np.concatenate((counts[:, None], near), axis=1),
                kept["order"].astype(np.uint32),
                kept["levels"].astype(np.int32),
                kept["upper"],
                entry,
                highest,
            )
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
        raise IndexDamaged(f"{path} cannot be read: {error}", "Build it again: historag index --verify") from error
