"""A side of a measurement: a child process that is asked, and watched for its private memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from benchmarks.peers.serving import private

HERE = Path(__file__).parent
PEERS = HERE / ".peers"
"""The peers' environment."""
_EVERY = 0.1
"""Seconds between two looks at a child's memory."""


class Side:
    """A process that answers one JSON object a line by another.

    command:      what to run.
    environment:  variables beside those of this process.
    """

    def __init__(self, command: Sequence[str], environment: Mapping[str, str] | None = None) -> None:
        self._name = command[-1]
        self._child = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=HERE.parent,
            env={**os.environ, **(environment or {})},
        )
        self.peak = 0.0
        """The most private memory seen, in MB."""
        self._ended = threading.Event()
        threading.Thread(target=self._watch, daemon=True).start()

    def ask(self, do: str, **arguments: Any) -> Any:
        """What the action of that name returns.  Raises RuntimeError when the process ends instead of answering."""
        assert self._child.stdin is not None and self._child.stdout is not None
        self._child.stdin.write(json.dumps({"do": do, **arguments}) + "\n")
        self._child.stdin.flush()
        line = self._child.stdout.readline()
        if not line:
            raise RuntimeError(f"{self._name} ended while it did '{do}': {self._child.wait()}")
        return json.loads(line)

    def private(self) -> float:
        """Private memory now, in MB."""
        return private(self._child.pid)

    def _watch(self) -> None:
        while not self._ended.wait(_EVERY):
            try:
                self.peak = max(self.peak, self.private())
            except (FileNotFoundError, ProcessLookupError):
                return

    def __enter__(self) -> Side:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended.set()
        if error is not None:
            self._child.kill()
        self._child.communicate()


def ours(numkong: bool = True) -> Side:
    """Our side, on one thread, with numkong where it is installed, or without it."""
    # A second thread of OpenBLAS waits in a loop where other processes are busy, and costs more than it brings.
    environment = {"OPENBLAS_NUM_THREADS": "1"} | ({} if numkong else {"HISTORAG_WITHOUT_NUMKONG": "1"})
    return Side([sys.executable, "-m", "benchmarks.ours"], environment)


def peer(name: str) -> Side:
    """A peer: ``splitter``, ``chroma`` or ``bm25``, in the peers' environment, which is made when it is not there."""
    make_environment()
    return Side([str(PEERS / "bin" / "python"), str(HERE / "peers" / f"{name}.py")])


def make_environment() -> None:
    """The environment in which the peers run, with the versions of peers/requirements.txt."""
    wanted = HERE / "peers" / "requirements.txt"
    made = PEERS / "requirements.txt"
    if made.is_file() and made.read_bytes() == wanted.read_bytes():
        return
    print("making the peers' environment …", file=sys.stderr)
    subprocess.run([sys.executable, "-m", "venv", PEERS], check=True)
    pip = [str(PEERS / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "-r", str(wanted)], check=True)
    made.write_bytes(wanted.read_bytes())
