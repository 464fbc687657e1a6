"""When the terminal goes away, the app goes too: a lost connection must not leave a process that spins.

The hangup signal does that by itself, but ``nohup`` and some schedulers ignore it; so the terminal is looked at.
"""

from __future__ import annotations

import os
import select
import signal
import sys
from collections.abc import Callable

from historag_tui.session import Session


def leave_with_the_terminal(session: Session) -> Callable[[], None]:
    """What to call now and then: ends the process when the terminal it began on has gone."""
    terminal = sys.__stdin__.fileno() if sys.__stdin__ is not None else -1
    poll = select.poll()
    poll.register(terminal, select.POLLHUP)

    def look() -> None:
        if any(flags & (select.POLLHUP | select.POLLERR | select.POLLNVAL) for _, flags in poll.poll(0)):
            # Whatever counts is on the disk.  Leaving in good order would write to the terminal that is not there.
            session.close()
            os._exit(128 + signal.SIGHUP)

    return look
