"""Building an index from outside: the work runs in a child process, and stopping it is killing that."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from typing import IO

import msgspec

from historag_tui.errors import WorkFailed
from historag_tui.index.build_process import Failed, Message, Ready
from historag_tui.index.manifest import Manifest
from historag_tui.records import Progress
from historag_tui.workspace import Workspace


def build(
    workspace: Workspace,
    retrain: bool = False,
    embedder: str = "",
    verify: bool = False,
    forget: bool = False,
) -> Iterator[Progress | Manifest]:
    """Build, resume or bring up to date the index of a workspace; the manifest is the last item.

    An index that answered before goes on answering until the new one is whole; a first index answers keyword searches
    as soon as the texts are read.  Closing the generator, or being killed, stops the work; the next build goes on
    where it stopped.
    retrain:   train the vocabulary anew although the sources have one.
    verify:    compare every file with its checksum first, and build anew what differs.
    forget:    then remove at once every earlier generation, and every part and vector of texts that are there no more.
    embedder:  change to the embedder of that name, and write it into historag.toml when its vectors are whole.
    Raises CorpusError, SettingsError or WorkFailed.
    """
    chosen = (("retrain", retrain), ("verify", verify), ("forget", forget))
    options = [name for name, wanted in chosen if wanted]
    arguments = [str(workspace.root), embedder, *options]
    with tempfile.TemporaryFile() as printed:
        child = subprocess.Popen(
            [sys.executable, "-m", "historag_tui.index.build_process", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=printed,
        )
        assert child.stdout is not None and child.stdin is not None
        decoder = msgspec.json.Decoder(Message)
        ready = False
        try:
            for line in child.stdout:
                message = decoder.decode(line)
                if isinstance(message, Failed):
                    raise message.as_error()
                ready = isinstance(message, Ready)
                yield message.manifest if isinstance(message, Ready) else message.progress
            cause = f"signal {-child.returncode}" if child.wait() < 0 else _last_line(printed)
        finally:
            child.kill()
            child.wait()
            child.stdin.close()
            child.stdout.close()
        if not ready:
            again = f"historag index --embedder {embedder}" if embedder else "historag index"
            raise WorkFailed(f"The building of the index ended early: {cause}", f"Go on with: {again}")


def _last_line(printed: IO[bytes]) -> str:
    printed.seek(0)
    lines = printed.read().decode("utf-8", "replace").split("\n")
    return next((line.strip() for line in reversed(lines) if line.strip()), "it said nothing")
