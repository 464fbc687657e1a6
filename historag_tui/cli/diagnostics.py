"""The one owner of stderr and of exit codes."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TypeVar

from historag_tui.cli.output import Output, flush
from historag_tui.errors import HistoragError
from historag_tui.records import Progress
from historag_tui.session.visible import one_line

Result = TypeVar("Result")

PATIENCE = 1.0
"""Seconds that a work may take before its stages are told where no terminal shows them."""


def guarded(work: Callable[[], int]) -> int:
    """Run a command; whatever it raises becomes one line on stderr and the documented exit code."""
    try:
        code = work()
        flush()
    except HistoragError as error:
        _abandon_what_cannot_be_written()
        return _fail(str(error), error.exit_code)
    except KeyboardInterrupt:
        return _fail("Interrupted. What was done so far is kept", 130)
    except BrokenPipeError:
        # The reader of our output has gone, as ``head`` does.
        _abandon_what_cannot_be_written()
        return 0
    except BaseException as error:
        # Tantivy's panics are no Exceptions: they come where a file of the index was altered under its checksum.
        if isinstance(error, SystemExit):
            raise
        if os.environ.get("HISTORAG_DEBUG"):
            raise
        cause = f"An unexpected fault: {type(error).__name__}: {error}"
        return _fail(f"{cause}. Nothing recorded is lost; run again with HISTORAG_DEBUG=1 and report what it prints", 1)
    return code


def tell(text: str) -> None:
    """A remark for people, beside the result."""
    if sys.stderr is not None:
        # Where even this cannot be written, the exit code is all that can be told.
        with suppress(OSError):
            sys.stderr.write(f"{one_line(text)}\n")
            sys.stderr.flush()


def follow(items: Iterator[Progress | Result], output: Output) -> Iterator[Result]:
    """Pass on the results of a long work; its progress goes to people on stderr, or as JSON lines to stdout."""
    shown = _Shown()
    try:
        for item in items:
            if isinstance(item, Progress):
                output.event(item)
                if not output.events:
                    shown.progress(item)
            else:
                shown.clear()
                yield item
    finally:
        shown.clear()
        close = getattr(items, "close", None)
        if close is not None:
            close()


class _Shown:
    """Progress on stderr: one line rewritten on a terminal, one line a stage elsewhere."""

    def __init__(self) -> None:
        self._terminal = sys.stderr is not None and sys.stderr.isatty()
        self._quiet_until = time.monotonic() + PATIENCE
        self._stage = ""
        self._next = 0.0
        self._dirty = False

    def progress(self, item: Progress) -> None:
        counted = f" {item.done:,} of {item.total:,}" if item.total else f" {item.done:,}" if item.done else ""
        line = one_line(f"{item.stage}{counted}" + (f"  {item.detail}" if item.detail else ""))
        if self._terminal:
            now = time.monotonic()
            if now >= self._next or item.stage != self._stage:
                self._next = now + 0.25
                sys.stderr.write(f"\r\x1b[K{line[: os.get_terminal_size(sys.stderr.fileno()).columns - 1]}")
                sys.stderr.flush()
                self._dirty = True
            self._stage = item.stage
        elif item.stage != self._stage and time.monotonic() > self._quiet_until:
            tell(line)
            self._stage = item.stage

    def clear(self) -> None:
        if self._dirty:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self._dirty = False


def _abandon_what_cannot_be_written() -> None:
    """Give what is left in the buffer nowhere to go, if it cannot go anywhere, so that the end is not disturbed by it."""
    try:
        flush()
    except (HistoragError, BrokenPipeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fail(message: str, code: int) -> int:
    tell(f"historag: {message.rstrip('.')}.")
    return code
