"""What a model server's refusal says, and what to do about it."""

from __future__ import annotations

import math
from typing import Literal

import msgspec

from historag_tui.errors import ModelError

Fault = Literal["unreachable", "status", "broken", "slow"]

_LONGEST_WAIT = 300.0
"""Seconds that a server may ask to be left alone; more is not waited for."""


class ReplyFailed(ModelError):
    """No whole reply came.

    fault:  ``unreachable``, an HTTP ``status``, a connection or stream that ``broken`` off, or a time limit (``slow``).
    status: the HTTP status; 0 when there was none.
    body:   what the server said, as it came.
    wait:   seconds after which the server asks to be called again; None when it does not say.
    """

    def __init__(
        self, cause: str, next_step: str, fault: Fault, status: int = 0, body: str = "", wait: float | None = None
    ):
        super().__init__(cause, next_step)
        self.fault = fault
        self.status = status
        self.body = body
        self.wait = wait


def said(body: str) -> str:
    """The message inside an error reply, or its beginning."""
    try:
        decoded = msgspec.json.decode(body)
        message = decoded["error"]["message"] if isinstance(decoded["error"], dict) else decoded["error"]
        return str(message)[:200]
    except (msgspec.DecodeError, KeyError, TypeError):
        return body[:200] or "nothing more"


def too_long(body: str) -> bool:
    """Whether a server refuses a text because it does not fit into the model."""
    words = said(body).lower()
    if any(mark in words for mark in ("too large to process", "input is too long", "input too long")):
        return True
    return "context" in words and any(word in words for word in ("exceed", "length", "size", "window"))


NO_ROOM = "Lower chunks.size in historag.toml, or give the model more room on the server"
"""The next step where a text of the corpus does not fit into a model that embeds."""


def advice(status: int, body: str) -> str:
    """The next step after an HTTP status."""
    if status == 400 and too_long(body):
        return "It does not fit into the model: choose one with more room, or send less"
    steps = {
        400: "Mend the model's settings in historag.toml",
        401: "Check the key",
        403: "Check the key",
        404: "Check url and model in historag.toml",
        429: "It is busy: wait, or lower concurrency",
        503: "It is loading or busy: wait",
    }
    if 300 <= status < 400:
        return "It points to another address, which is not followed: write the right one into url in historag.toml"
    return steps.get(status, "Look into the server's log")


def wait_asked(header: str) -> float | None:
    """The seconds that Retry-After names, within bounds; None for a date or nothing."""
    try:
        seconds = float(header)
    except ValueError:
        return None
    return min(max(0.0, seconds), _LONGEST_WAIT) if math.isfinite(seconds) else None
