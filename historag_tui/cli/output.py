"""The one owner of stdout."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from historag_tui.errors import WorkFailed
from historag_tui.records import Progress
from historag_tui.session.visible import visible


class Output:
    """Where the result of a command goes.

    as_json:  the result is one JSON document.
    events:   progress is written as JSON lines before it.
    """

    def __init__(self, as_json: bool = False, events: bool = False) -> None:
        self.as_json = as_json
        self.events = events

    def document(self, value: Any) -> None:
        """One JSON document, on one line."""
        self.raw(msgspec.json.encode(value) + b"\n")

    def event(self, progress: Progress) -> None:
        """A step of a long work, where the caller asked for events."""
        if self.events:
            self.document({"event": "progress", **msgspec.structs.asdict(progress)})

    def line(self, text: str = "") -> None:
        """A line for people; what came from sources or models cannot reach the terminal as a control sequence."""
        with _writing():
            sys.stdout.write(f"{visible(text)}\n")

    def raw(self, content: bytes) -> None:
        """Bytes as they are: an export, or JSON; a terminal gets them as a line for people does."""
        with _writing():
            if sys.stdout.isatty():
                sys.stdout.write(visible(content.decode("utf-8-sig", "replace")))
                return
            sys.stdout.flush()
            sys.stdout.buffer.write(content)
            sys.stdout.buffer.flush()


def flush() -> None:
    """Bring the result to its reader.  Raises WorkFailed when it cannot be written, BrokenPipeError when nobody reads."""
    if sys.stdout is not None:
        with _writing():
            sys.stdout.flush()


@contextmanager
def _writing() -> Iterator[None]:
    why = "standard output is closed"
    if sys.stdout is not None:
        try:
            yield
            return
        except BrokenPipeError:
            raise
        except OSError as error:
            why = error.strerror or str(error)
    raise WorkFailed(f"The result cannot be written: {why}", "What was recorded stays; write the result elsewhere")
