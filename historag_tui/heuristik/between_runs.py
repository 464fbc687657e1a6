"""Two runs side by side: what only the one found, what only the other, and what both.

Joined by chunk id, never by rank or place in a list.
"""

from __future__ import annotations

from collections import defaultdict

import msgspec

from historag_tui.records import Hit, Record, Run


class Listed(Record, frozen=True):
    """A chunk that one of two runs found, or both."""

    chunk: str
    document: str
    title: str
    date: str
    rank_a: int | None
    """Its rank in its window of the first run; None where that did not find it."""
    rank_b: int | None
    text_changed: bool = False
    """Whether both found it, with different texts: the source was changed between the runs."""


class WindowDifference(Record, frozen=True):
    """One window of two runs; a chunk stands in the window in which the first run has it, else the second."""

    window: str
    only_a: tuple[Listed, ...]
    only_b: tuple[Listed, ...]
    both: tuple[Listed, ...]


class RunsCompared(Record, frozen=True, kw_only=True):
    """What differs between two runs."""

    a: str
    b: str
    recipe: dict[str, tuple[str, str]]
    """What the recipes differ in, by field, as the first and the second have it."""
    windows: tuple[WindowDifference, ...]
    chunks: tuple[int, int, int]
    """Distinct chunks only in the first, only in the second, in both."""
    documents: tuple[int, int, int]
    """Distinct documents likewise."""
    overlapping: int
    """Chunks only in the first that share text with one only in the second: another chunking, not another finding."""


def compare(a: Run, b: Run) -> RunsCompared:
    """The difference of two runs."""
    in_a, in_b = _by_chunk(a), _by_chunk(b)
    windows: dict[str, tuple[list[Listed], list[Listed], list[Listed]]] = {
        result.window.name: ([], [], []) for result in (*a.windows, *b.windows)
    }
    for hit in a.hits:
        other = in_b.get(hit.chunk)
        windows[hit.window][0 if other is None else 2].append(_listed(hit, hit, other))
    for hit in b.hits:
        if hit.chunk not in in_a:
            windows[hit.window][1].append(_listed(hit, None, hit))
    documents_a, documents_b = {hit.document for hit in a.hits}, {hit.document for hit in b.hits}
    return RunsCompared(
        a=a.id,
        b=b.id,
        recipe=_differences(a, b),
        windows=tuple(
            WindowDifference(name, tuple(only_a), tuple(only_b), tuple(both))
            for name, (only_a, only_b, both) in windows.items()
        ),
        chunks=_counts(set(in_a), set(in_b)),
        documents=_counts(documents_a, documents_b),
        overlapping=_overlapping(in_a, in_b),
    )


def _by_chunk(run: Run) -> dict[str, Hit]:
    """The hit of each chunk in the first window that has it."""
    return {hit.chunk: hit for hit in reversed(run.hits)}


def _listed(hit: Hit, in_a: Hit | None, in_b: Hit | None) -> Listed:
    changed = in_a is not None and in_b is not None and in_a.text_hash != in_b.text_hash
    return Listed(
        hit.chunk, hit.document, hit.title, hit.date, in_a.rank if in_a else None, in_b.rank if in_b else None, changed
    )


def _differences(a: Run, b: Run) -> dict[str, tuple[str, str]]:
    before, after = (msgspec.to_builtins(run.recipe) for run in (a, b))
    return {
        field: (_plain(before[field]), _plain(after[field]))
        for field in before
        if before[field] != after[field] and field != "reason"
    }


def _plain(value: object) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def _counts(a: set[str], b: set[str]) -> tuple[int, int, int]:
    return len(a - b), len(b - a), len(a & b)


def _overlapping(in_a: dict[str, Hit], in_b: dict[str, Hit]) -> int:
    only_b = defaultdict(list)
    for hit in in_b.values():
        if hit.chunk not in in_a:
            only_b[hit.document].append((hit.start, hit.end))
    return sum(
        any(hit.start < end and start < hit.end for start, end in only_b[hit.document])
        for hit in in_a.values()
        if hit.chunk not in in_b
    )
