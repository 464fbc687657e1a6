"""Asking a server again while it is busy, loading, or away for a moment."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TypeVar

from historag_tui.models.faults import ReplyFailed

Result = TypeVar("Result")

ATTEMPTS = 8
_PASSING = (408, 425, 429, 500, 502, 503, 504)


def patiently(ask: Callable[[], Result], pause: Callable[[float], None], answered: bool) -> Result:
    """What ``ask`` returns, asked up to eight times as long as another time may help.

    It waits as long as the server says and a moment more, so that many clients do not come back at once; where the
    server says nothing, each time twice as long as before, up to half a minute.
    answered:  whether the server has answered before: only then is one that cannot be reached waited for.
    Raises the last ReplyFailed.
    """
    for attempt in range(ATTEMPTS - 1):
        try:
            return ask()
        except ReplyFailed as error:
            if not _passing(error, attempt, answered):
                raise
            backed_off = min(2.0**attempt, 30.0) * random.uniform(0.5, 1.0)
            pause(backed_off if error.wait is None else error.wait + random.uniform(0.0, 1.0))
    return ask()


def _passing(error: ReplyFailed, attempt: int, answered: bool) -> bool:
    if error.fault == "status":
        return error.status in _PASSING
    return answered and (error.fault != "slow" or attempt == 0)
