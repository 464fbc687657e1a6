"""Texts, rubrics and raw replies beside a record, addressed by the hash of their content.

They are kept out of the record's lines so that a source withdrawn by law can be deleted: what is left is a tombstone,
and the record still says that there was something.
"""

from __future__ import annotations

import hashlib
import os
import threading
from pathlib import Path

from historag_tui.errors import RecordError

_TOMBSTONE = b"\x00withdrawn\x00"


def content_hash(text: str) -> str:
    """The address of a text: the first 32 hexadecimal digits of its SHA-256."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


class Attachments:
    """One kind of attachment of a study, a folder of files named by hash."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def keep(self, text: str, *, durable: bool = True) -> str:
        """Keep a text and give its hash; what is there already is not written again.

        durable: wait until it is on the disk; False for what could be fetched again from the index.
        Raises RecordError.
        """
        address = content_hash(text)
        path = self._path(address)
        if path.exists() and not durable:
            return address
        temporary = path.with_suffix(f".{os.getpid()}-{threading.get_ident()}")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with temporary.open("wb") as stream:
                stream.write(text.encode("utf-8", "surrogatepass"))
                if durable:
                    stream.flush()
                    os.fsync(stream.fileno())
            temporary.replace(path)
        except OSError as error:
            temporary.unlink(missing_ok=True)
            raise RecordError(
                f"{path} cannot be written: {error.strerror}", "Make room, or open the study where you may write"
            ) from error
        return address

    def read(self, address: str) -> str | None:
        """The text of that hash; None when it was withdrawn, is missing, or is no longer what the hash says."""
        try:
            content = self._path(address).read_bytes()
        except OSError:
            return None
        text = content.decode("utf-8", "surrogatepass") if content != _TOMBSTONE else None
        return text if text is not None and content_hash(text) == address else None

    def withdraw(self, address: str) -> bool:
        """Delete a text, and what a broken writing of it left behind, and leave a tombstone in its place.

        Gives whether there was a text.  Raises RecordError.
        """
        path = self._path(address)
        try:
            for left in path.parent.glob(f"{address}.*"):
                if left != path:
                    left.unlink()
            if not path.exists():
                return False
            with path.open("r+b") as stream:
                if stream.read() == _TOMBSTONE:
                    return False
                stream.seek(0)
                stream.write(_TOMBSTONE)
                stream.truncate()
                os.fsync(stream.fileno())
        except OSError as error:
            raise RecordError(
                f"{path} cannot be deleted: {error.strerror}", "Mend its permissions and run the same command again"
            ) from error
        return True

    def _path(self, address: str) -> Path:
        return self.folder / address[:2] / f"{address}.txt"
