"""Windowed queries: each is asked of every side in turn, and every side's answer is compared with the exact one."""

from __future__ import annotations

from collections import defaultdict
from math import inf
from statistics import mean, median
from typing import NamedTuple

import numpy as np

from benchmarks.figures import Figure, faster
from benchmarks.ground import COUNT, KINDS, Ground, Truth, recall
from benchmarks.process import Side, ours, peer

_WITH, _WITHOUT = 200, 60
"""How many times less the vector part is to take than ChromaDB, with numkong and without."""


class _Heard(NamedTuple):
    """What the sides said."""

    seconds: dict[str, list[float]]
    """The best time of each query: what else runs on the machine can only add to it."""
    cpu: dict[str, list[float]]
    recall: dict[str, list[float]]
    certified: list[bool]
    how: dict[str, set[str]]


def vectors(on: Ground) -> list[Figure]:
    """The vector part against ChromaDB, on each kind of vectors, without filter and with one."""
    found = []
    for kind, named in KINDS.items():
        with ours() as fast, ours(numkong=False) as plain, peer("chroma") as chroma:
            fast.ask("open", root=str(on.folder / kind))
            plain.ask("open", root=str(on.folder / kind))
            chroma.ask("open", folder=str(on.folder / f"chroma-{kind}"))
            truth = Truth(on, kind)
            for shelf, filtered in on.filters().items():
                heard = _asked(on, kind, shelf, {"numkong": fast, "numpy": plain, "chroma": chroma}, truth)
                found += _figures(heard, f"vector part, {named}{filtered}", on.bounded and kind == "clustered")
            private = f"private memory after these queries, {named}"
            found.append(faster(private, fast.private(), chroma.private(), "MB"))
            fast.ask("close")
            plain.ask("close")
    return found


def _asked(on: Ground, kind: str, shelf: str, sides: dict[str, Side], truth: Truth) -> _Heard:
    heard = _Heard(defaultdict(list), defaultdict(list), defaultdict(list), [], defaultdict(set))
    path, windows = on.queries(kind), on.size.days()
    for number, query in enumerate(np.load(path)):
        exact = truth.best(query, windows, shelf)
        best: dict[str, tuple[float, float]] = {}
        for _ in range(on.size.repeats):
            for name, side in sides.items():
                reply = side.ask("vectors", queries=path, number=number, windows=windows, shelf=shelf, count=COUNT)
                before = best.get(name, (inf, inf))
                best[name] = min(before[0], reply["seconds"]), min(before[1], reply["cpu"])
                heard.recall[name].append(recall(reply["found"], exact))
                if name != "chroma":
                    heard.certified.append(reply["certified"])
                    heard.how[name].update(reply["how"])
        for name, (seconds, cpu) in best.items():
            heard.seconds[name].append(seconds)
            heard.cpu[name].append(cpu)
    return heard


def _figures(heard: _Heard, name: str, bounded: bool) -> list[Figure]:
    milliseconds = {side: 1000 * median(seconds) for side, seconds in heard.seconds.items()}
    found = []
    for side, bound in (("numkong", _WITH), ("numpy", _WITHOUT)):
        certified = "certified" if all(heard.certified) else "NOT CERTIFIED"
        note = f"{', '.join(sorted(heard.how[side]))}, {certified}; least recall {min(heard.recall[side]):.4f}, "
        note += f"ChromaDB's mean {mean(heard.recall['chroma']):.4f}"
        note += f"; CPU {1000 * median(heard.cpu[side]):.1f} against {1000 * median(heard.cpu['chroma']):,.0f} ms"
        least = bound if bounded else None
        found.append(faster(f"{name}, {side}", milliseconds[side], milliseconds["chroma"], "ms", least, note))
    return found


def words(on: Ground) -> list[Figure]:
    """Keyword search against bm25s."""
    found = []
    with ours() as us, peer("bm25") as them:
        us.ask("open", root=str(on.folder / "words"))
        them.ask("open", folder=str(on.folder / "bm25"))
        for shelf, filtered in on.filters().items():
            mine, theirs = [], []
            for topic in on.size.topics:
                asked = {"topic": topic, "windows": on.size.days(), "shelf": shelf, "count": COUNT}
                pairs = [
                    (us.ask("words", **asked)["seconds"], them.ask("words", **asked)["seconds"])
                    for _ in range(on.size.repeats)
                ]
                mine.append(min(seconds for seconds, _ in pairs))
                theirs.append(min(seconds for _, seconds in pairs))
            name = f"keyword part{filtered}"
            found.append(faster(name, 1000 * median(mine), 1000 * median(theirs), "ms", note="against bm25s"))
        us.ask("close")
    return found
