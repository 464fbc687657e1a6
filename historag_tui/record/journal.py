"""The journal of a study: a folder of JSONL files, one per writer, append-only.

Nobody waits for anybody: a writer owns a file of its own, and reading merges them by the logical clock.  The only lock
is on a writer's own file, is never waited for, and only lets a second command of the same person on the same host see
that the file is taken; where the file system knows no locks, a fresh file is begun instead.
"""

from __future__ import annotations

import fcntl
import hashlib
import itertools
import os
import re
import socket
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from io import FileIO
from pathlib import Path
from typing import BinaryIO

import msgspec

from historag_tui.errors import RecordError
from historag_tui.record.blackening import Quoted
from historag_tui.record.events import FORMAT, Event, Line, Stamped

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Line)


class _Version(msgspec.Struct):
    format: int


def wall_time() -> str:
    """Now, in UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def person_at_host() -> str:
    """Who writes here: ``user@host``, safe as a file name."""
    user = os.environ.get("USER") or os.environ.get("LOGNAME") or f"uid{os.getuid()}"
    return re.sub(r"[^\w@.-]", "_", f"{user}@{socket.gethostname()}")


class Journal:
    """The record files of one study.

    folder:  holds the files; made at the first append.
    warnings: what was found amiss while reading, one line each.
    """

    def __init__(self, folder: Path, writer: str = "", now: Callable[[], str] = wall_time) -> None:
        self.folder = folder
        self.warnings: list[str] = []
        self._writer = writer or person_at_host()
        self._now = now
        self._clock = 0
        self._heads: dict[str, str] = {}
        self._stream: FileIO | None = None
        self._name = ""

    def read(self) -> list[Stamped]:
        """All events of all writers, merged: by clock, then writer, then place in the file.

        Raises RecordError when a file cannot be read or was written by a newer version.
        """
        self.warnings.clear()
        found: list[tuple[int, str, int, Stamped]] = []
        for path in self._files():
            for number, stamped in enumerate(self._read_file(path)):
                found.append((stamped.line.clock, path.stem, number, stamped))
        found.sort(key=lambda entry: entry[:3])
        if found:
            self._clock = max(self._clock, found[-1][0])
        return [entry[3] for entry in found]

    def append(self, events: Iterable[Event]) -> list[Stamped]:
        """Write events and bring them to the disk together; only then do they count.

        Raises RecordError, with the file as it was before, when that fails.
        """
        stream = self._stream if self._stream is not None and self._is_in_place() else self._own_file()
        before = stream.seek(0, os.SEEK_END)
        clock, head = self._clock, self._heads.get(self._name, "")
        written: list[Stamped] = []
        lines: list[bytes] = []
        for event in events:
            clock += 1
            previous = (head,) if head else tuple(sorted(self._heads.values()))
            line = Line(clock=clock, writer=self._name, time=self._now(), previous=previous, event=event)
            raw = _encoder.encode(line)
            head = _hash(raw)
            lines.append(raw + b"\n")
            written.append(Stamped(head, line))
        try:
            left = memoryview(b"".join(lines))
            while left:
                left = left[stream.write(left) :]
            os.fsync(stream.fileno())
        except OSError as error:
            self._take_back(before)
            raise RecordError(
                f"The record {self.folder} could not be written: {error.strerror}",
                "Nothing of it counts; make room, then repeat",
            ) from error
        self._clock = clock
        if written:
            self._heads[self._name] = head
        return written

    def written_by_others(self) -> frozenset[tuple[str, int, int]]:
        """Name, size and time of change of every file that is not this writer's own: changed when others wrote."""
        found = []
        for path in self.folder.glob("*.jsonl"):
            try:
                state = path.stat()
            except OSError:
                continue
            if path.stem != self._name:
                found.append((path.name, state.st_size, state.st_mtime_ns))
        return frozenset(found)

    def close(self) -> None:
        """Let go of the file."""
        if self._stream is not None:
            self._stream.close()
            self._stream = None

    # ------------------------------------------------------------------------------------------ reading a file

    def _files(self) -> list[Path]:
        """The record files.  A folder that may not be read is not an empty record."""
        try:
            return sorted(path for path in self.folder.iterdir() if path.suffix == ".jsonl" and path.name[0] != ".")
        except FileNotFoundError:
            return []
        except OSError as error:
            raise RecordError(
                f"The record {self.folder} cannot be read: {error.strerror}", "Check the folder's permissions"
            ) from error

    def _read_file(self, path: Path) -> list[Stamped]:
        try:
            content = path.read_bytes()
        except OSError as error:
            raise RecordError(f"{path} cannot be read: {error.strerror}", "Check the file's permissions") from error
        *lines, tail = content.split(b"\n")
        if tail and _is_whole(tail):
            # An editor may have taken the last line's end; the line itself says everything.
            lines.append(tail)
        elif tail:
            self.warnings.append(f"{path.name}: the last line is incomplete and does not count")
        stamped: list[Stamped] = []
        head = ""
        for number, raw in enumerate(lines, 1):
            line = self._decode(raw, path, number)
            if line is not None:
                if head and line.previous != (head,):
                    self.warnings.append(
                        f"{path.name}: line {number} does not follow from the line before; was the file edited?"
                    )
                stamped.append(Stamped(_known_as(raw, line), line))
            head = _known_as(raw, line)
        if head:
            self._heads[path.stem] = head
        return stamped

    def _decode(self, raw: bytes, path: Path, number: int) -> Line | None:
        try:
            return _decoder.decode(raw)
        except msgspec.DecodeError as error:
            try:
                newer = msgspec.json.decode(raw, type=_Version).format > FORMAT
            except msgspec.DecodeError:
                newer = False
            if newer:
                raise RecordError(
                    f"{path} was written by a newer historag", "Update historag-tui, then open the study again"
                ) from error
            self.warnings.append(f"{path.name}: line {number} cannot be understood and does not count")
            return None

    # ------------------------------------------------------------------------------------------ owning a file

    def _own_file(self) -> FileIO:
        """Open the first of this writer's files that nobody holds, with a torn last line set aside."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            name, stream = self._claim()
            self._stream, self._name = stream, name
            self._set_torn_line_aside(self.folder / f"{name}.jsonl")
        except OSError as error:
            raise RecordError(
                f"The record {self.folder} cannot be written: {error.strerror}", "Open the study where you may write"
            ) from error
        return stream

    def _is_in_place(self) -> bool:
        """Whether the open file is still the one of its name: others replace files by renaming, or remove them."""
        assert self._stream is not None
        if _is_named(self._stream, self.folder / f"{self._name}.jsonl"):
            return True
        self.close()
        return False

    def _claim(self) -> tuple[str, FileIO]:
        for number in itertools.count(1):
            name = self._writer if number == 1 else f"{self._writer}.{number}"
            stream = FileIO(self.folder / f"{name}.jsonl", "a")
            try:
                fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                stream.close()
                continue
            except OSError:
                # This file system knows no locks: only a file that nobody could have opened before is surely ours.
                stream.close()
                break
            if not _is_named(stream, self.folder / f"{name}.jsonl"):
                # It was replaced between its opening and the lock: what is written there nobody would ever read.
                stream.close()
                return self._claim()
            return name, stream
        name = f"{self._writer}.{os.getpid()}-{os.urandom(4).hex()}"
        return name, FileIO(self.folder / f"{name}.jsonl", "x")

    def _set_torn_line_aside(self, path: Path) -> None:
        content = path.read_bytes()
        whole = content.rfind(b"\n") + 1
        if _is_whole(content[whole:]):
            with path.open("ab") as stream:
                stream.write(b"\n")
            whole = len(content)
        elif whole < len(content):
            aside = path.with_suffix(f".torn-{_hash(content[whole:])}")
            aside.write_bytes(content[whole:])
            os.truncate(path, whole)
            self.warnings.append(f"{path.name}: an incomplete last line was set aside as {aside.name}")
        if whole:
            last = content[:whole].rstrip(b"\n").rsplit(b"\n", 1)[-1]
            self._heads[path.stem] = _hash(last)
            try:
                line = _decoder.decode(last)
                self._heads[path.stem] = _known_as(last, line)
                self._clock = max(self._clock, line.clock)
            except msgspec.DecodeError:
                self.warnings.append(f"{path.name}: the last line cannot be understood and does not count")

    def _take_back(self, size: int) -> None:
        """Bring the file back to its size before a failed append; where even that fails, its torn tail does not count."""
        stream, self._stream = self._stream, None
        if stream is None:
            return
        try:
            stream.truncate(size)
        except OSError as error:
            self.warnings.append(
                f"{self._name}.jsonl: an incomplete last line stays ({error.strerror}); it does not count"
            )
        stream.close()


def _is_named(stream: FileIO, path: Path) -> bool:
    """Whether a file that is open still has its name."""
    try:
        named = path.stat()
    except OSError:
        return False
    held = os.fstat(stream.fileno())
    return (named.st_dev, named.st_ino) == (held.st_dev, held.st_ino)


def _is_whole(raw: bytes) -> bool:
    """Whether these bytes are a line of the record."""
    try:
        _decoder.decode(raw)
    except msgspec.DecodeError:
        return False
    return True


def blacken(folder: Path, quoted: Quoted) -> int:
    """Black out, in all record files of a study, whatever is quoted of withdrawn texts; how many lines that were.

    A line is still known by the hash that it had, so that everything which names it holds.  What was done stays done
    when it is broken off, and doing it again does the rest.
    Raises RecordError when a file is held by another program, or cannot be written.
    """
    changed = 0
    for left in folder.glob(".*.jsonl.*"):
        left.unlink()
    for path in sorted((*folder.glob("*.jsonl"), *folder.glob("*.torn-*"))):
        try:
            with path.open("rb") as held:
                _hold(held, path)
                lines = held.read().split(b"\n")
                after = [_blackened(raw, quoted) for raw in lines]
                if after != lines:
                    _replace(path, b"\n".join(after))
                changed += sum(one != other for one, other in zip(lines, after, strict=True))
        except OSError as error:
            raise RecordError(
                f"{path} cannot be written: {error.strerror}", "Mend its permissions and run the same command again"
            ) from error
    return changed


def _hold(stream: BinaryIO, path: Path) -> None:
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise RecordError(
            f"The study {path.parent.parent.name} is open in another program",
            "Close it there and run the same command again",
        ) from error
    except OSError:
        # Where there are no locks nobody can be kept out.
        return


def _blackened(raw: bytes, quoted: Quoted) -> bytes:
    try:
        line = _decoder.decode(raw)
    except msgspec.DecodeError:
        # A torn line counts for nothing, but it can hold a text.
        text = raw.decode("utf-8", "replace")
        return quoted.blacked(text).encode() if quoted.quoted_in(text) else raw
    before = msgspec.json.decode(raw)
    after = quoted.everywhere(before)
    return raw if after == before else msgspec.json.encode({**after, "before": _known_as(raw, line)})


def _replace(path: Path, content: bytes) -> None:
    aside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with aside.open("wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        aside.replace(path)
    except OSError:
        aside.unlink(missing_ok=True)
        raise


def _known_as(raw: bytes, line: Line | None) -> str:
    """The hash by which a line is known."""
    return _hash(raw) if line is None or line.before is msgspec.UNSET else str(line.before)


def _hash(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()[:24]
