"""Decisions made on chunks that were cut otherwise: where their text stands today, and what was decided on it.

A chunk of the earlier run is carried to a chunk of the later one when they lie in the same document and overlap by at
least half of the shorter.  Where earlier chunks that were decided differently meet in one, nothing is carried.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from historag_tui.records import Decision, Hit, Record, Run, Verdict

LEAST = 0.5
"""Share of the shorter chunk that must lie in the other."""


class Carried(Record, frozen=True):
    """A chunk of the later run and what the earlier decisions say of it."""

    hit: Hit
    """As the later run found it."""
    verdicts: tuple[Verdict, ...]
    """Of the earlier chunks, each once; more than one is a contradiction, and nothing is carried."""
    earlier: tuple[str, ...]
    """The chunks on which it was decided, in the order of their places."""
    overlap: float
    """Share of the shorter chunk that lies in the other, 0.5..1: the smallest of all the earlier ones."""

    @property
    def agreed(self) -> bool:
        """Whether there is one verdict."""
        return len(self.verdicts) == 1


class CarryOffer(Record, frozen=True):
    """What can be carried from one run to another."""

    carried: tuple[Carried, ...]
    """In the order of the later run; contradictions among them."""
    decided: int
    """Chunks of the later run that are decided already and are left as they are."""
    lost: tuple[Hit, ...]
    """Decided chunks whose text the later run did not find."""


def carry(earlier: Run, later: Run, decisions: Mapping[tuple[str, str], Decision]) -> CarryOffer:
    """Match the decided chunks of the earlier run with the chunks of the later one."""
    before = {hit.chunk: hit for hit in earlier.hits if (earlier.id, hit.chunk) in decisions}
    of_document: dict[str, list[Hit]] = defaultdict(list)
    for hit in sorted(before.values(), key=lambda hit: (hit.start, hit.end)):
        of_document[hit.document].append(hit)
    carried: list[Carried] = []
    met: set[str] = set()
    decided = 0
    for hit in {hit.chunk: hit for hit in later.hits}.values():
        matches = [old for old in of_document[hit.document] if overlap(old, hit) >= LEAST]
        met.update(old.chunk for old in matches)
        if (later.id, hit.chunk) in decisions:
            decided += bool(matches)
        elif matches:
            verdicts = dict.fromkeys(decisions[(earlier.id, old.chunk)].verdict for old in matches)
            least = min(overlap(old, hit) for old in matches)
            carried.append(Carried(hit, tuple(verdicts), tuple(old.chunk for old in matches), least))
    return CarryOffer(tuple(carried), decided, tuple(hit for hit in before.values() if hit.chunk not in met))


def overlap(one: Hit, other: Hit) -> float:
    """Share of the shorter of two chunks of one document that lies in the other, 0..1."""
    shared = min(one.end, other.end) - max(one.start, other.start)
    shorter = min(one.end - one.start, other.end - other.start)
    return max(0, shared) / shorter if shorter else 0.0
