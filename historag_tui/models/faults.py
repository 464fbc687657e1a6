"""What a model server's refusal says, and what to do about it."""

from __future__ import annotations

import math

import msgspec

_LONGEST_WAIT = 300.0
"""Seconds that a server may ask to be left alone; more is not waited for."""


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
    return "context" in words and any(word in words for word in ("exceed", "length", "size", "window"))


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
