"""One side of a measurement as a process: a JSON object a line comes in, one a line goes out.

Used by every side, ours and the peers', so that all are started, asked and timed alike.  Standard library only.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any


def serve(actions: dict[str, Callable[..., Any]]) -> None:
    """Answer ``{"do": NAME, …}`` by what the action of that name returns, until standard input ends."""
    # What libraries print must not fall among the replies.
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    for line in sys.stdin:
        request = json.loads(line)
        reply = actions[request.pop("do")](**request)
        replies.write(json.dumps(reply) + "\n")
        replies.flush()


def cpu_seconds() -> float:
    """User and system time of this process, its threads, and its children that have ended."""
    return sum(os.times()[:4])


def private(process: int | str = "self") -> float:
    """Private memory of a process now: RssAnon in MB.  What is mapped from files and shared with their cache is not in it."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("RssAnon")), 0.0)


def wall(work: Callable[[], Any]) -> tuple[float, Any]:
    """Seconds by the clock that the work took, and what it gave."""
    begin = time.perf_counter()
    given = work()
    return time.perf_counter() - begin, given


def timed(work: Callable[[], Any]) -> tuple[dict[str, float], Any]:
    """Seconds by the clock and of the processor, of all threads, that the work took, and what it gave."""
    begin = time.process_time()
    seconds, given = wall(work)
    return {"seconds": seconds, "cpu": time.process_time() - begin}, given


def read_lines(path: str) -> Iterator[dict[str, Any]]:
    """The objects of a JSON Lines file."""
    with Path(path).open(encoding="utf-8") as stream:
        for line in stream:
            yield json.loads(line)


def write_chunks(articles: str, chunks: str, cut: Callable[[str], list[str]]) -> dict[str, Any]:
    """Cut every article; write one line a chunk: its place in the article, and what the article's line has.

    Returns how many there are, and the CPU seconds of cutting alone.
    """
    count, seconds = 0, 0.0
    with Path(chunks).open("w", encoding="utf-8") as stream:
        for article in read_lines(articles):
            text = article["text"]
            begin = cpu_seconds()
            pieces = cut(text)
            seconds += cpu_seconds() - begin
            start = -1
            for piece in pieces:
                start = text.index(piece, start + 1)
                line = {**article, "text": piece, "start": start, "end": start + len(piece)}
                stream.write(json.dumps(line, ensure_ascii=False) + "\n")
            count += len(pieces)
    return {"chunks": count, "cpu": seconds}
