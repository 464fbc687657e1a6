"""One builder at a time: the lock on an index's folder."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from historag_tui.errors import WorkFailed

_LOCK = "lock"


@contextmanager
def only_builder(folder: Path) -> Iterator[None]:
    """Hold the folder's lock.  Raises WorkFailed when another builder holds it, or the folder cannot be written."""
    try:
        (folder / "parts").mkdir(parents=True, exist_ok=True)
        stream = (folder / _LOCK).open("w")
    except OSError as error:
        raise WorkFailed(
            f"{folder} cannot be written: {error.strerror}",
            'Mend its permissions, or set index = "FOLDER" in historag.toml',
        ) from error
    with stream:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise WorkFailed(
                f"Another build is under way in {folder}", "Wait for it, or stop it, and try again"
            ) from error
        except OSError:
            # Some file systems have no locks; then nobody can be kept out.
            pass
        yield


def build_under_way(folder: Path) -> bool:
    """Whether a builder holds the folder's lock.  Nothing is written; where there are no locks it cannot be known."""
    try:
        with (folder / _LOCK).open("rb") as stream:
            fcntl.flock(stream, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False
