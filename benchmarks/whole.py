"""The whole search: both layers, ledger, comparison, texts fetched, and its cold start as a command."""

from __future__ import annotations

import subprocess
import sys
from statistics import median

from benchmarks.figures import Figure, faster
from benchmarks.ground import COUNT, KINDS, Ground
from benchmarks.peers.serving import wall
from benchmarks.process import ours, peer

_UNDER = 150
"""Milliseconds from the moment the query's vector is there."""
_WITHIN = 1.5
"""Seconds that the command may take beyond a Python that imports numpy."""


def searches(on: Ground) -> list[Figure]:
    """From the moment the query's vector is there to the run."""
    found = []
    for kind, named in KINDS.items():
        with ours() as us:
            us.ask("open", root=str(on.folder / kind))
            for shelf, filtered in on.filters().items():
                seconds, cpu = [], []
                for number, topic in enumerate(on.size.topics):
                    asked = {"topic": topic, "queries": on.queries(kind), "number": number, "shelf": shelf}
                    asked |= {"windowing": on.size.windowing(), "count": COUNT}
                    replies = [us.ask("all", **asked) for _ in range(on.size.repeats)]
                    seconds.append(1000 * min(reply["seconds"] for reply in replies))
                    cpu.append(1000 * min(reply["cpu"] for reply in replies))
                most = _UNDER if on.bounded else None
                name, note = (
                    f"whole search, {named}{filtered}",
                    f"slowest topic {max(seconds):.0f}, median CPU {median(cpu):.0f} ms",
                )
                found.append(Figure(name, median(seconds), None, "ms", at_most=most, note=note))
            found.append(Figure(f"private memory of whole searches, {named}", us.private(), None, "MB"))
            us.ask("close")
    return found


def cold_starts(on: Ground) -> list[Figure]:
    """The command ``historag search`` against a bare Python with numpy, and against ChromaDB's first answer, in turn."""
    with ours() as side:
        # Begins the study into which the command writes.
        side.ask("open", root=str(on.folder / "words"))
        side.ask("close")
    command = [sys.executable, "-m", "historag_tui", "-C", str(on.folder / "words"), "search", on.size.topics[0]]
    command += ["--window", on.size.windowing(), "--per-window", str(COUNT), "--json"]
    bare = [sys.executable, "-c", "import numpy"]
    mine, plain, theirs = [], [], []
    for _ in range(3 * on.size.repeats):
        mine.append(_run(command))
        plain.append(_run(bare))
        theirs.append(wall(lambda: _first_answer(on))[0])
    beyond = min(mine) - min(plain)
    note = f"{min(mine):.2f} s against {min(plain):.2f} s; medians {median(mine):.2f} and {median(plain):.2f}"
    most = _WITHIN if on.bounded else None
    return [
        Figure("historag search, beyond Python with numpy", beyond, None, "s", at_most=most, note=note),
        faster("cold start to first answer", min(mine), min(theirs), "s", note="ours a whole search"),
    ]


def _run(command: list[str]) -> float:
    return wall(lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL))[0]


def _first_answer(on: Ground) -> None:
    with peer("chroma") as side:
        side.ask("open", folder=str(on.folder / "chroma-words"))
        asked = {"queries": on.queries("words"), "number": 0, "shelf": ""}
        side.ask("vectors", **asked, windows=on.size.days(), count=COUNT)
