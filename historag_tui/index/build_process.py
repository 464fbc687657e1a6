"""The process in which an index is built: ``python -m historag_tui.index.build_process WORKSPACE EMBEDDER [retrain] [verify] [forget]``.

It writes one JSON object a line to its standard output: a message of :data:`Message`.  It ends when its standard input
does, so that it does not outlive the program that started it.
"""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path

import msgspec

from historag_tui import errors
from historag_tui.errors import HistoragError
from historag_tui.index.manifest import Manifest
from historag_tui.records import Progress, Record
from historag_tui.workspace import open_workspace


class Report(Record, frozen=True, tag="progress"):
    """How far the work is."""

    progress: Progress


class Ready(Record, frozen=True, tag="ready"):
    """The work is done."""

    manifest: Manifest


class Failed(Record, frozen=True, tag="failed"):
    """The work ended with one of our errors, or one that nobody foresaw."""

    error: str
    """Name of the error's class, or of the nearest above it that errors.py has."""
    cause: str
    next_step: str

    def as_error(self) -> HistoragError:
        """The error to raise on the other side of the pipe."""
        kind = getattr(errors, self.error, None)
        if isinstance(kind, type) and issubclass(kind, HistoragError):
            return kind(self.cause, self.next_step)
        return errors.WorkFailed(self.cause, self.next_step)


Message = Report | Ready | Failed


def main(root: str, embedder: str, *options: str) -> None:
    """Build the index of a workspace and report on standard output; without a change of the embedder it is empty.

    options:  ``retrain``, ``verify`` and ``forget``.
    """
    # What libraries print must not fall among the messages.
    messages = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    encoder = msgspec.json.Encoder()

    def send(message: Message) -> None:
        messages.write(encoder.encode(message) + b"\n")

    from historag_tui.index.stages import build_index

    try:
        for item in build_index(
            open_workspace(Path(root)), "retrain" in options, embedder, "verify" in options, "forget" in options
        ):
            send(Report(item) if isinstance(item, Progress) else Ready(item))
    except HistoragError as error:
        known = next(kind.__name__ for kind in type(error).__mro__ if hasattr(errors, kind.__name__))
        send(Failed(known, error.cause, error.next_step))
    except BrokenPipeError:
        return
    except Exception as error:
        # One that nobody foresaw must reach the researcher by name, not as an early end.
        send(Failed("WorkFailed", f"An unexpected fault while building: {type(error).__name__}: {error}", "Report it"))
    # The thread that waits for the parent holds standard input; an ordinary exit would stumble over it.
    os._exit(0)


def _end_with_parent() -> None:
    sys.stdin.buffer.read()
    os._exit(1)


if __name__ == "__main__":
    main(*sys.argv[1:])
