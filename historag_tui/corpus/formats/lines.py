"""Lines of a stream, none longer than fits into memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

LONGEST = 64 << 20
"""Bytes that one line may have; a longer one is left out."""


def lines(stream: BinaryIO) -> Iterator[tuple[int, bytes | None]]:
    """Each line with its number, counted from 1; None for a line that is too long."""
    number = 0
    while line := stream.readline(LONGEST + 1):
        number += 1
        if len(line) <= LONGEST:
            yield number, line
            continue
        while line and not line.endswith(b"\n"):
            line = stream.readline(LONGEST)
        yield number, None
