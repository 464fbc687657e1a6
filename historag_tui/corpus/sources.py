"""Files as they lie on the researcher's disk: folders, compressed files, archives, read without unpacking.

A file is named by its path from the corpus's root with ``/`` between its parts; what lies in an archive by the
archive's name, ``!``, and its path there: ``letters.zip!1890/L001.xml``.  Links are followed, each folder once.  What
is no ordinary file, leads out of its archive, or grows beyond bounds when it is unpacked is refused with a line.
Files whose names begin with a dot, and what operating systems leave beside them, are not sources.
"""

from __future__ import annotations

import bz2
import gzip
import hashlib
import io
import lzma
import os
import re
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO, cast

from historag_tui.errors import CorpusError
from historag_tui.records import Problem, SourceLine

HEAD = 4_096
"""Bytes by which a form recognises its files."""
WHOLE = 512 << 20
"""Bytes that a file read as a whole may have when it is unpacked."""
_RATIO = 250
"""How many times larger than on the disk a file may become; a bomb becomes a thousand times larger and more."""
_HARMLESS = 64 << 20
"""Bytes up to which no ratio is looked at: short repetitive files pack well."""
_GROWS = f"grows to more than {_RATIO} times its size when it is unpacked; it was not read further"
_MEMBERS = 2_000_000
_PIECE = 1 << 20
_PACKED: dict[str, Any] = {".gz": gzip.open, ".bz2": bz2.open, ".xz": lzma.open}
_TAR = (".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz")
_LEFT_BEHIND = frozenset(("__MACOSX", "Thumbs.db", "desktop.ini"))
_FAULTS = (
    OSError,
    EOFError,
    zlib.error,
    lzma.LZMAError,
    zipfile.BadZipFile,
    tarfile.TarError,
    NotImplementedError,
    RuntimeError,
    ValueError,
    KeyError,
)
"""What Python's readers of packed files raise for damaged, encrypted and exotic ones."""


class SourceFault(Exception):
    """A file that cannot be read, or is refused; its message is for the researcher."""


class SourceFile:
    """One file of the corpus; it holds nothing open and can be handed to another process.

    root:  the corpus's root.
    name:  as this module names files.
    """

    def __init__(self, root: Path, name: str) -> None:
        self.root = root
        self.name = name

    @property
    def stem(self) -> str:
        """The file's own name without folder, packing and ending."""
        own = PurePosixPath(self.name.rpartition("!")[2]).name
        for ending in _PACKED:
            own = own.removesuffix(ending)
        return own.rpartition(".")[0] or own

    @contextmanager
    def open(self) -> Iterator[BinaryIO]:
        """The content as a stream, unpacked as it is read.

        Raises SourceFault, here or while it is read, when it cannot be read or grows beyond bounds.
        """
        archive, mark, member = self.name.partition("!")
        path = self.root / archive if archive else self.root
        with ExitStack() as held:
            try:
                if not stat.S_ISREG(path.stat().st_mode):
                    raise SourceFault("is not an ordinary file")
                stream, packed = held.enter_context(_opened(path, member if mark else ""))
            except _FAULTS as error:
                raise SourceFault(_reason(error)) from error
            yield cast(BinaryIO, io.BufferedReader(_Bounded(stream, packed), _PIECE))

    def read(self, most: int = WHOLE) -> bytes:
        """The whole content.  Raises SourceFault, also when it is larger than ``most`` bytes."""
        content = io.BytesIO()
        with self.open() as stream:
            while piece := stream.read(_PIECE):
                if content.tell() + len(piece) > most:
                    raise SourceFault(f"is larger than {most >> 20} MB and cannot be read as one document")
                content.write(piece)
        return content.getvalue()

    def head(self) -> bytes:
        """The first bytes of the content, as far as they can be read.  Raises SourceFault when none can."""
        found = b""
        with self.open() as stream:
            try:
                while len(found) < HEAD and (piece := cast(io.BufferedReader, stream).read1(HEAD - len(found))):
                    found += piece
            except SourceFault:
                if not found:
                    raise
        return found

    def problem(self, message: str, line: int = 0) -> Problem:
        """A line on what of this file was not read."""
        return Problem("unreadable", message, SourceLine(self.name, line))

    def beside(self, reference: str) -> str | None:
        """The name of the file to which a relative reference in this one leads; None when it leads out of the root."""
        archive, mark, own = self.name.rpartition("!")
        parts = list(PurePosixPath(own).parent.parts)
        for part in PurePosixPath(reference.replace("\\", "/")).parts:
            if part == ".." and parts:
                parts.pop()
            elif part in ("..", "/") or ":" in part:
                return None
            elif part != ".":
                parts.append(part)
        return f"{archive}{mark}{'/'.join(parts)}"


class _Bounded(io.RawIOBase):
    """A stream that refuses to become much larger than it is on the disk.

    packed: bytes on the disk; 0 for a stream that is not packed.
    """

    def __init__(self, stream: Any, packed: int) -> None:
        self._stream, self._packed, self._given = stream, packed, 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            # Whatever there is: what comes before the place at which a packed file is damaged can be read.
            piece = self._stream.read1(len(buffer))
        except _FAULTS as error:
            raise SourceFault(_reason(error)) from error
        self._given += len(piece)
        if self._packed and self._given > max(_HARMLESS, _RATIO * self._packed):
            raise SourceFault(_GROWS)
        buffer[: len(piece)] = piece
        return len(piece)


def walk(root: Path) -> Iterator[SourceFile | Problem]:
    """The files under a root, which may be a file itself, in the order in which people number them (2 before 10).

    Raises CorpusError when the root is not there or cannot be read.
    """
    try:
        if not root.is_dir():
            yield from _file(root, root.parent, root.name, root.stat())
            return
        os.scandir(root).close()
    except OSError as error:
        raise CorpusError(
            f"{root} cannot be read: {error.strerror}", "Check [corpus] source in historag.toml"
        ) from error
    yield from _folder(root, root, set())


def natural(name: str) -> list[tuple[int, str]]:
    """The key by which names are put in order: numbers in them by their value, however long; ``01`` before ``1``."""
    parts = re.split(r"([0-9]+)", name)
    numbered = [part.lstrip("0") if place % 2 else part for place, part in enumerate(parts)]
    return [*((len(part) if place % 2 else 0, part) for place, part in enumerate(numbered)), (-1, name)]


def checksum(root: Path) -> str:
    """A digest of names and contents of all files as they lie on the disk.  Raises CorpusError."""
    digest = hashlib.blake2b(digest_size=16)
    seen = set()
    for item in walk(root):
        if isinstance(item, Problem):
            digest.update(repr((item.source.file, item.message)).encode("utf-8", "surrogateescape"))
            continue
        own = item.name.partition("!")[0]
        if own in seen:
            continue
        seen.add(own)
        digest.update(own.encode("utf-8", "surrogateescape") + b"\0")
        try:
            with (item.root / own).open("rb") as stream:
                while piece := stream.read(_PIECE):
                    digest.update(piece)
        except OSError as error:
            digest.update(str(error.errno).encode())
    return digest.hexdigest()


def _folder(root: Path, folder: Path, above: set[tuple[int, int]]) -> Iterator[SourceFile | Problem]:
    here = folder.relative_to(root).as_posix()
    try:
        about = folder.stat()
        entries = sorted((entry.name for entry in folder.iterdir()), key=natural)
    except OSError as error:
        yield Problem("unreadable", f"the folder cannot be read: {error.strerror}", SourceLine(here))
        return
    if (about.st_dev, about.st_ino) in above:
        yield Problem("not read", "the folder leads back to itself", SourceLine(here))
        return
    above = above | {(about.st_dev, about.st_ino)}
    for entry in entries:
        if entry.startswith(".") or entry in _LEFT_BEHIND:
            continue
        path = folder / entry
        name = path.relative_to(root).as_posix()
        if not _is_text(entry):
            yield _misnamed(name)
            continue
        try:
            status = path.stat()
        except OSError as error:
            yield Problem("unreadable", f"cannot be read: {error.strerror}", SourceLine(name))
            continue
        if stat.S_ISDIR(status.st_mode):
            yield from _folder(root, path, above)
        else:
            yield from _file(path, root, name, status)


def _file(path: Path, root: Path, name: str, status: os.stat_result) -> Iterator[SourceFile | Problem]:
    if not stat.S_ISREG(status.st_mode):
        yield Problem("not read", "is not an ordinary file (a pipe, a socket or a device)", SourceLine(name))
    elif "!" in name:
        yield Problem(
            "not read", "has '!' in its name, which stands for what lies in an archive; rename it", SourceLine(name)
        )
    elif is_archive(name):
        yield from _members(path, root, name)
    else:
        yield SourceFile(root, name)


def _is_text(name: str) -> bool:
    """Whether a name can stand in a record; names made under an encoding of old may be no UTF-8."""
    return not any(0xD800 <= ord(sign) <= 0xDFFF for sign in name)


def _misnamed(name: str) -> Problem:
    shown = name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return Problem("not read", "has a name that is not UTF-8; rename it", SourceLine(shown))


def is_archive(name: str) -> bool:
    """Whether a file is opened as an archive, by its ending."""
    return name.lower().endswith((".zip", *_TAR))


def _members(path: Path, root: Path, name: str) -> Iterator[SourceFile | Problem]:
    try:
        status = path.stat()
        members = _archive(path, status.st_mtime_ns)
        found = sorted(_listed(members, status.st_size), key=lambda entry: natural(entry[0]))
    except SourceFault as fault:
        yield Problem("not read", str(fault), SourceLine(name))
        return
    except _FAULTS as error:
        yield Problem("unreadable", _reason(error), SourceLine(name))
        return
    for member, ordinary in found:
        source = SourceLine(f"{name}!{member}")
        parts = PurePosixPath(member.replace("\\", "/")).parts
        if any(part.startswith(".") and part not in (".", "..") for part in parts) or _LEFT_BEHIND & set(parts):
            continue
        if not _is_text(member):
            yield _misnamed(source.file)
            continue
        if not ordinary:
            yield Problem("not read", "is a link or a device inside an archive", source)
        elif ".." in parts or member.startswith(("/", "\\")) or ":" in member.partition("/")[0]:
            yield Problem("not read", "leads out of its archive", source)
        elif is_archive(member):
            yield Problem("not read", "is an archive inside an archive; unpack the outer one", source)
        else:
            yield SourceFile(root, f"{name}!{member}")


def _listed(archive: zipfile.ZipFile | tarfile.TarFile, packed: int) -> list[tuple[str, bool]]:
    """The files of an archive by name, and whether each is an ordinary one.  Raises SourceFault for a bomb."""
    if isinstance(archive, zipfile.ZipFile):
        found = [(entry.filename, True) for entry in archive.infolist() if not entry.is_dir()]
    else:
        found = []
        # A packed tar is unpacked to its end to be listed, so it is looked at member by member, before each is passed.
        for entry in archive:
            if entry.offset_data + entry.size > max(_HARMLESS, _RATIO * packed):
                raise SourceFault(_GROWS)
            if not entry.isdir():
                found.append((entry.name, entry.isreg()))
            if len(found) > _MEMBERS:
                break
    if len(found) > _MEMBERS:
        raise SourceFault(f"holds more than {_MEMBERS:,} files; unpack it")
    return found


@lru_cache(maxsize=2)
def _archive(path: Path, changed: int) -> zipfile.ZipFile | tarfile.TarFile:
    """An archive, kept open while its members are read one after the other; ``changed`` tells a newer one apart."""
    return zipfile.ZipFile(path) if path.name.lower().endswith(".zip") else tarfile.open(path)


@contextmanager
def _opened(path: Path, member: str) -> Iterator[tuple[BinaryIO, int]]:
    """The unpacked content of a file or a member, and its size on the disk, 0 when it is not packed."""
    status = path.stat()
    ending = PurePosixPath(member or path.name).suffix.lower()
    if not member:
        opener = _PACKED.get(ending)
        with opener(path, "rb") if opener else path.open("rb") as stream:
            yield stream, status.st_size if opener else 0
        return
    archive = _archive(path, status.st_mtime_ns)
    if isinstance(archive, zipfile.ZipFile):
        size = max(1, archive.getinfo(member).compress_size)
        inner: Any = archive.open(member)
    else:
        size = 0 if path.name.lower().endswith(".tar") else max(1, status.st_size)
        inner = archive.extractfile(member)
    with inner as stream:
        opener = _PACKED.get(ending)
        with opener(stream, "rb") if opener else _kept(stream) as unpacked:
            yield unpacked, size


@contextmanager
def _kept(stream: BinaryIO) -> Iterator[BinaryIO]:
    yield stream


def _reason(error: BaseException) -> str:
    """A foreign error in the researcher's words."""
    if isinstance(error, RuntimeError) and "encrypted" in str(error):
        return "is encrypted"
    if isinstance(error, OSError) and error.strerror:
        return f"cannot be read: {error.strerror}"
    said = str(error).partition("\n")[0].rstrip(": ")
    return f"cannot be unpacked: {said}" if said else f"cannot be unpacked ({type(error).__name__})"
