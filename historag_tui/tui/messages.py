"""The app's own messages.  Facts are past tense; each names the job it belongs to, so that late ones can be dropped."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from textual.message import Message

from historag_tui.records import Progress


@dataclass
class Progressed(Message):
    """A job has come further."""

    job: int
    progress: Progress


@dataclass
class Produced(Message):
    """A job has given a result."""

    job: int
    item: Any


@dataclass
class Ended(Message):
    """A job has ended; ``error`` is one line, empty when it went well; ``cancelled`` when the researcher stopped it."""

    job: int
    error: str
    cancelled: bool
