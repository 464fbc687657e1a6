"""A streamed reply on the wire: server-sent events, taken apart as bytes.

Lines end at a line feed and nowhere else: text readers also cut at U+0085 and U+2028, which stand unescaped inside the
JSON of a reply that quotes an old file, and a character may be cut between two reads.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import msgspec

KEPT = 65536
"""Most characters kept of what a server said beside the reply."""


class _Delta(msgspec.Struct):
    content: str | None = None
    refusal: str | None = None


class _Choice(msgspec.Struct):
    delta: _Delta = msgspec.field(default_factory=_Delta)
    finish_reason: str | None = None


class _Event(msgspec.Struct):
    model: str | None = None
    choices: list[_Choice] = []
    error: Any = None


_event = msgspec.json.Decoder(_Event)


async def lines(chunks: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """The lines of a body that comes in chunks of any length, without their ends."""
    rest = b""
    async for chunk in chunks:
        *whole, rest = (rest + chunk).split(b"\n")
        for line in whole:
            yield line.rstrip(b"\r")
    if rest:
        yield rest.rstrip(b"\r")


class Received:
    """What has come of one reply.

    model:  that the reply names.      finish: why it ended; empty while it has not.
    error:  what the server sent in place of the rest; empty when nothing.
    """

    def __init__(self) -> None:
        self.model = self.finish = self.error = ""
        self._pieces: list[str] = []
        self._refusals: list[str] = []
        self._beside: list[bytes] = []

    @property
    def text(self) -> str:
        """The reply's text so far."""
        return "".join(self._pieces)

    @property
    def refusal(self) -> str:
        """The reply's refusal so far."""
        return "".join(self._refusals)

    @property
    def raw(self) -> str:
        """What there is to keep of a reply that never became whole."""
        beside = b"\n".join(self._beside).decode("utf-8", "replace")[:KEPT]
        return self.error or self.text or self.refusal or beside

    def take(self, line: bytes) -> str:
        """Read one line; the piece of text it brought.  Raises msgspec.DecodeError for an event that is none."""
        if not line.startswith(b"data:"):
            if line.strip():
                self._beside.append(line)
            return ""
        data = line[5:].strip()
        if data == b"[DONE]":
            return ""
        event = _event.decode(data)
        if event.error is not None:
            self.error = msgspec.json.encode(event.error).decode()
        self.model = event.model or self.model
        piece = ""
        for choice in event.choices[:1]:
            piece = choice.delta.content or ""
            self._pieces.append(piece)
            self._refusals.append(choice.delta.refusal or "")
            self.finish = choice.finish_reason or self.finish
        return piece
