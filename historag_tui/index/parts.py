"""Parts of an index: folders that are built aside, checksummed, renamed into place, and never change again.

A part's name holds a fingerprint of everything it was made from, so that a part which exists is the part that is
wanted: an interrupted build goes on with the parts that are not there yet.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from historag_tui.errors import IndexDamaged

SUMS = "checksums.json"
UNFINISHED = ".building"
"""How the names of folders end that a build, or a removal, has left behind; they begin with a dot."""
_REBUILD = "Build it again: historag index"
_MEND = "Build it again: historag index --verify"


class Sum(msgspec.Struct, frozen=True):
    """A file's size in bytes and SHA-256."""

    size: int
    sha256: str


def fingerprint(*facts: object) -> str:
    """Twelve hexadecimal digits that change when any of the facts changes."""
    return hashlib.blake2b(msgspec.json.encode(facts), digest_size=6).hexdigest()


@contextmanager
def building(final: Path) -> Iterator[Path]:
    """A fresh folder beside the part's final place; when the block ends well it is sealed and moved there."""
    aside = _aside(final)
    shutil.rmtree(aside, ignore_errors=True)
    aside.mkdir(parents=True)
    yield aside
    seal(aside, final)


def discard(folder: Path) -> None:
    """Remove a part or a generation, so that what is left of it when that is broken off is not taken for one."""
    aside = folder if folder.name.startswith(".") else _aside(folder)
    if aside != folder:
        shutil.rmtree(aside, ignore_errors=True)
        os.replace(folder, aside)
    shutil.rmtree(aside)


def seal(aside: Path, final: Path) -> None:
    """Make the files readable as the umask has it, note their checksums, flush everything, and rename the folder."""
    mode = aside.stat().st_mode & 0o666
    sums = {}
    for path in sorted(path for path in aside.rglob("*") if path.is_file()):
        path.chmod(mode)
        sums[path.relative_to(aside).as_posix()] = Sum(path.stat().st_size, _sha256(path))
        _flush(path)
    (aside / SUMS).write_bytes(msgspec.json.format(msgspec.json.encode(sums)))
    _flush(aside / SUMS)
    _flush(aside)
    os.replace(aside, final)
    _flush(final.parent)


def check(part: Path, deep: bool = False) -> str:
    """The digest of the part's checksums, when every file is there with its size, and ``deep``, with its content.

    Raises IndexDamaged that names the first file that is not.
    """
    try:
        raw = (part / SUMS).read_bytes()
        sums = msgspec.json.decode(raw, type=dict[str, Sum])
        for name, expected in sums.items():
            path = part / name
            if path.stat().st_size != expected.size or (deep and _sha256(path) != expected.sha256):
                raise IndexDamaged(f"{path} is not as it was written", _MEND)
    except (OSError, msgspec.MsgspecError) as error:
        raise IndexDamaged(f"{part} is incomplete: {error}", _REBUILD) from error
    return hashlib.sha256(raw).hexdigest()


def altered(part: Path) -> bool:
    """Whether a file looks written to since the part was sealed, so that its content must be compared."""
    try:
        sealed = (part / SUMS).stat().st_mtime_ns
        return any(path.stat().st_mtime_ns > sealed for path in part.rglob("*"))
    except OSError:
        return True


def array(part: Path, name: str) -> np.ndarray[Any, Any]:
    """A column of a part, memory-mapped.  Raises IndexDamaged."""
    path = part / f"{name}.npy"
    try:
        loaded: np.ndarray[Any, Any] = np.load(path, mmap_mode="r")
    except (OSError, ValueError, EOFError) as error:
        raise IndexDamaged(f"{path} cannot be read: {error}", _REBUILD) from error
    # The plain view spares the bookkeeping that numpy's memmap subclass does on every slice.
    return loaded.view(np.ndarray)


def save(part: Path, name: str, values: np.ndarray[Any, Any]) -> None:
    """Write a column of a part."""
    np.save(part / f"{name}.npy", values, allow_pickle=False)


def narrow(values: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Whole numbers in four bytes each, where they all fit; in as many as they have otherwise."""
    limits = np.iinfo(np.int32)
    fit = not len(values) or (limits.min <= int(values.min()) and int(values.max()) <= limits.max)
    return values.astype(np.int32) if fit else values


def _aside(final: Path) -> Path:
    return final.with_name(f".{final.name}{UNFINISHED}")


def _sha256(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _flush(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
