"""What goes over the wire, on a real terminal of 120 × 40: a budget for each thing that hands do often.

Beside each bound stands what was measured when it was set; a bound is 1.3 times that.
"""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from historag_tui.session import open_study
from historag_tui.workspace import Workspace

pytestmark = pytest.mark.slow

QUIET = 1.0
"""Seconds without a byte after which an action has been drawn."""
SIZE = (120, 40)

CURSOR = 480  # 366
FOCUS = 940  # 717
JUDGE_ROW = 7100  # 5,408: the decision, the next passage and judgment
BACK = 13200  # 10,111 for Review, 8,410 for Retrieve, 6,461 for Record
FIRST = 22500  # 17,256 for Corpus, 10,243 for Review, 7,982 for Expand


class Wire:
    """The app on a terminal that counts."""

    def __init__(self, folder: Path) -> None:
        self._terminal, inside = pty.openpty()
        fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", SIZE[1], SIZE[0], 0, 0))
        left_out = ("COLUMNS", "LINES", "NO_COLOR", "SSH_CONNECTION", "HISTORAG_PROFILE")
        environment = {name: value for name, value in os.environ.items() if name not in left_out}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "historag_tui"],
            cwd=folder,
            stdin=inside,
            stdout=inside,
            stderr=inside,
            start_new_session=True,
            env=environment | {"TERM": "xterm-256color"},
        )
        os.close(inside)

    def until(self, text: bytes) -> None:
        """Wait for a text, and until nothing more comes."""
        seen, end = b"", time.monotonic() + 60
        while text not in seen:
            assert time.monotonic() < end, seen[-2000:]
            if select.select([self._terminal], [], [], QUIET)[0]:
                seen += os.read(self._terminal, 1 << 20)
        self.sent()

    def sent(self, seconds: float = QUIET) -> int:
        """Bytes until nothing came for so long."""
        count = 0
        while select.select([self._terminal], [], [], seconds)[0]:
            count += len(os.read(self._terminal, 1 << 20))
        return count

    def press(self, keys: str) -> int:
        """Bytes that keys cost."""
        os.write(self._terminal, keys.encode())
        return self.sent()

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._terminal)


@pytest.fixture
def wire(workspace: Workspace) -> Iterator[Wire]:
    session = open_study(workspace)
    session.revise_question("How was the power of railroads argued about?")
    for _ in session.heuristik.search(session.heuristik.recipe("railroads", first="1860", last="1919")):
        pass
    session.close()
    running = Wire(workspace.root)
    yield running
    running.close()


def test_each_key_costs_no_more_than_its_budget(wire: Wire, workspace: Workspace) -> None:
    wire.until(b"eligible")
    assert wire.sent(2.5) == 0, "nothing is sent while nothing happens, looks around included"
    assert max(wire.press("j") for _ in range(3)) <= CURSOR
    assert wire.press("t") <= FOCUS
    assert wire.press("\x1b") <= FOCUS
    assert wire.press("4") <= FIRST
    assert max(wire.press(key) for key in "jaxa") <= JUDGE_ROW
    for mode in "126":
        assert wire.press(mode) <= FIRST
        wire.press("\x1b")
    for mode in "3461":
        assert wire.press(mode) <= BACK, mode
    assert wire.press("u") <= JUDGE_ROW
    other = open_study(workspace)
    other.memo("study", "from a colleague")
    other.close()
    assert 0 < wire.sent(2.5) <= 2 * CURSOR, "a colleague's entry is one line"
    assert wire.sent(2.5) == 0
