"""The app in a real terminal: tmux by send-keys alone, and what happens when the terminal goes away."""

from __future__ import annotations

import os
import pty
import shutil
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from historag_tui.session import open_study
from historag_tui.workspace import Workspace

needs_tmux = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")


class Tmux:
    """A terminal of 80 × 24 that is typed into and read back."""

    def __init__(self, folder: Path) -> None:
        self._socket = f"historag-{uuid.uuid4().hex[:8]}"
        self._call("new-session", "-d", "-x", "80", "-y", "24", "-c", str(folder), "env", "TERM=screen-256color", "sh")

    def _call(self, *words: str) -> str:
        done = subprocess.run(
            ["tmux", "-L", self._socket, "-f", "/dev/null", *words], capture_output=True, text=True, check=False
        )
        return done.stdout

    def keys(self, *keys: str) -> None:
        for key in keys:
            self._call("send-keys", key)

    def type(self, text: str) -> None:
        self._call("send-keys", "-l", text)

    def shown(self) -> str:
        return self._call("capture-pane", "-p")

    def wait(self, *texts: str, seconds: float = 60) -> str:
        """What is shown as soon as it holds all of these texts."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            shown = self.shown()
            if all(text in shown for text in texts):
                return shown
            time.sleep(0.05)
        raise AssertionError(f"{texts} did not come:\n{self.shown()}")

    def close(self) -> None:
        self._call("kill-server")


@pytest.fixture
def terminal(with_model: Workspace) -> Iterator[Tmux]:
    tmux = Tmux(with_model.root)
    yield tmux
    tmux.close()


@needs_tmux
def test_the_whole_path_at_80_by_24_by_keys_alone(terminal: Tmux, with_model: Workspace) -> None:
    command = f"{sys.executable} -m historag_tui"
    terminal.type(command)
    terminal.keys("Enter")
    terminal.wait("What do you want to know?", "249 documents")
    terminal.type("How was the power of railroads argued about?")
    terminal.keys("Enter")
    terminal.wait("keywords", "reason")
    terminal.type("railroads and the regulation of corporations")
    terminal.keys("Tab")
    terminal.type("1860")
    terminal.keys("Tab")
    terminal.type("1919")
    terminal.keys("Enter")
    terminal.wait("1860–1869", "is in the record")
    terminal.keys("4")
    terminal.wait("No judgment yet", "rank")
    terminal.keys("J")
    terminal.wait("general-relevance")
    terminal.keys("Enter")
    terminal.wait("done: judging", "Hidden until you decide")
    terminal.keys("v")
    terminal.wait("opened before a decision", "✓ exact")
    session = open_study(with_model)
    [run] = session.state.runs
    order = [hit.chunk for hit in session.heuristik.review_order(run)]
    for number, key in enumerate("axfaaxaafa"):
        terminal.keys(key)
        word = {"a": "accepted", "x": "rejected", "f": "flagged"}[key]
        terminal.wait(f"{word} {order[number][:8]}")
    terminal.keys("n")
    terminal.wait("Note on")
    terminal.type("to be quoted")
    terminal.keys("Enter")
    terminal.wait("note kept", "✎")
    terminal.keys("u")
    terminal.wait("undone: note")
    terminal.keys("T")
    terminal.wait("6 chunks would cross")
    terminal.type("read in full")
    terminal.keys("Enter")
    terminal.wait("corpus-1: 6 chunks crossed")
    terminal.keys("5", "i")
    terminal.wait("your own note to the model")
    terminal.type("Which remedies are named?")
    terminal.keys("Enter")
    terminal.wait("not a finding", "✓ located")
    terminal.keys("Enter")
    terminal.wait("Citation 1", "quoted letter by letter")
    terminal.keys("Escape")
    terminal.wait("✓ located", "not a finding")
    terminal.keys("E")
    terminal.wait("Markdown")
    terminal.keys("Enter")
    terminal.wait("exported to")
    before = terminal.shown()
    terminal.keys("q")
    terminal.wait("$" if os.geteuid() else "#")
    assert (with_model.exports_folder / "zwischentext-1.md").exists()
    terminal.type(f"clear; {command}")
    terminal.keys("Enter")
    # The same stands there, but for the status line and the keys below it.
    terminal.wait(*(line for line in before.splitlines()[:-2] if line.strip()))
    terminal.keys("4")
    # The list is scrolled to where it was left.
    terminal.wait("✓ acc", "⚑ flg", "▸·")
    verdicts = [decision.verdict for decision in open_study(with_model).state.decisions.values()]
    assert (verdicts.count("accept"), verdicts.count("reject"), verdicts.count("flag")) == (6, 2, 2)


@pytest.mark.parametrize("ignored", [False, True], ids=["usual", "hangup ignored"])
def test_a_terminal_that_goes_away_ends_the_app(workspace: Workspace, ignored: bool) -> None:
    process, master = _on_a_terminal(workspace, ignored)
    try:
        _until_painted(master)
        os.close(master)
        process.wait(timeout=30)
    finally:
        process.kill()
        process.wait()
    assert process.returncode is not None


def test_ended_from_outside_the_app_gives_the_terminal_back(workspace: Workspace) -> None:
    process, master = _on_a_terminal(workspace, ignored=False)
    seen = b""
    try:
        _until_painted(master)
        process.terminate()
        while b"\x1b[?1049l" not in seen:
            seen += os.read(master, 65536)
        process.wait(timeout=30)
    finally:
        process.kill()
        process.wait()
        os.close(master)
    assert process.returncode == 128 + signal.SIGTERM


def test_a_terminal_that_goes_away_loses_nothing(workspace: Workspace) -> None:
    process, master = _on_a_terminal(workspace, ignored=False)
    try:
        _until_painted(master)
        os.write(master, b"Who feared power\r")
        _until(lambda: open_study(workspace).state.question == "Who feared power", master)
        os.close(master)
        process.wait(timeout=30)
    finally:
        process.kill()
        process.wait()
    assert open_study(workspace).state.question == "Who feared power"
    assert open_study(workspace).warnings == []


def _on_a_terminal(workspace: Workspace, ignored: bool) -> tuple[subprocess.Popen[bytes], int]:
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "historag_tui"],
        cwd=workspace.root,
        stdin=slave,
        stdout=slave,
        stderr=slave,
        start_new_session=True,
        env=os.environ | {"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"},
        preexec_fn=(lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN)) if ignored else None,  # type: ignore[func-returns-value]
    )
    os.close(slave)
    return process, master


def _until_painted(master: int) -> None:
    seen = b""
    while b"want to know" not in seen:
        seen += os.read(master, 65536)


def _until(met: Callable[[], bool], master: int) -> None:
    """Read the terminal, so that it never fills, until something holds."""
    os.set_blocking(master, False)
    end = time.monotonic() + 30
    while not met():
        assert time.monotonic() < end
        try:
            os.read(master, 65536)
        except BlockingIOError:
            time.sleep(0.05)
