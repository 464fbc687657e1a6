"""Windowed retrieval by its definition alone: plain loops over plain lists, with nothing of the program's own."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from datetime import date
from typing import Any, NamedTuple

LETTERS = str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"})


class Chunk(NamedTuple):
    """A chunk as the reference knows it."""

    id: str
    document: str
    start: int
    end: int
    first: date | None
    last: date | None
    fields: dict[str, str]
    text: str
    vector: Any
    """Float64, as it lies on the disk."""
    bm25: float | None
    """By the keyword query in hand; None where it does not match."""


def sequences(text: str) -> set[tuple[str, ...]]:
    """The four-word sequences of a text without case, accents and old letters; none of a text that has fewer than twelve."""
    words = []
    for word in re.findall(r"\w[\w\u0300-\u036f]*", text):
        word = unicodedata.normalize("NFKD", unicodedata.normalize("NFC", word).lower()).translate(LETTERS)
        words.append("".join(letter for letter in word if not unicodedata.combining(letter)).lower())
    found = set(zip(words, words[1:], words[2:], words[3:], strict=False))
    return found if len(found) >= 12 else set()


def clusters(texts: dict[str, str]) -> dict[str, str]:
    """For every chunk the name of its cluster: chunks of which half of the shorter stands in the other hang together."""
    of = {name: sequences(text) for name, text in texts.items()}
    holders = defaultdict(list)
    for name, found in of.items():
        for sequence in found:
            holders[sequence].append(name)
    cluster = {name: {name} for name in texts}
    for name, found in of.items():
        shared: dict[str, int] = defaultdict(int)
        for sequence in found:
            for other in holders[sequence]:
                shared[other] += 1
        for other, count in shared.items():
            if other != name and count >= 0.5 * min(len(found), len(of[other])) and cluster[other] is not cluster[name]:
                joined = cluster[name] | cluster[other]
                for member in joined:
                    cluster[member] = joined
    return {name: min(members) for name, members in cluster.items()}


def inside(chunk: Chunk, first: date, last: date, rule: str) -> bool:
    """Whether a dated chunk belongs to a window."""
    if chunk.first is None and chunk.last is None:
        return False
    begin, end = chunk.first or date.min, chunk.last or date.max
    if rule == "touched" or begin == end:
        return begin <= last and end >= first
    if rule == "inside":
        return begin >= first and end <= last
    middle = date.fromordinal((begin.toordinal() + end.toordinal()) // 2)
    return first <= middle <= last


def ranked(chunks: list[Chunk], query: Any, layer: str, depth: int) -> list[tuple[str, float]]:
    """Chunk ids and scores, best first: by score to six places, then by id; fused, of lists to a depth."""
    semantic = sorted(chunks, key=lambda one: (-similarity(one, query), one.id))
    keyword = sorted(
        (one for one in chunks if one.bm25 is not None), key=lambda one: (-round(one.bm25 or 0, 6), one.id)
    )
    if layer == "semantic":
        return [(one.id, similarity(one, query)) for one in semantic]
    if layer == "keyword":
        return [(one.id, one.bm25 or 0.0) for one in keyword]
    fused: dict[str, float] = defaultdict(float)
    for ranking in (semantic, keyword):
        for rank, one in enumerate(ranking[:depth], 1):
            fused[one.id] += 1 / (60 + rank)
    return sorted(fused.items(), key=lambda pair: (-round(pair[1], 6), pair[0]))


def similarity(chunk: Chunk, query: Any) -> float:
    """Cosine to six places."""
    return round(float((chunk.vector * query).sum()), 6)


def admitted(
    chunks: list[Chunk], order: list[tuple[str, float]], quota: int, cap: int, issue_cap: int
) -> list[tuple[str, float]]:
    """The quota, from the best down, under the caps, without what shares text with a better one."""
    by_id = {one.id: one for one in chunks}
    taken: list[Chunk] = []
    result = []
    for name, score in order:
        one = by_id[name]
        if len(taken) == quota:
            break
        if cap and sum(other.document == one.document for other in taken) >= cap:
            continue
        issue = one.fields.get("issue")
        if issue_cap and issue and sum(other.fields.get("issue") == issue for other in taken) >= issue_cap:
            continue
        if any(other.document == one.document and other.start < one.end and one.start < other.end for other in taken):
            continue
        taken.append(one)
        result.append((name, score))
    return result


def once(chunks: list[Chunk], cluster: dict[str, str]) -> list[Chunk]:
    """Of each cluster the earliest: by the first day it can be, else the last; the undated behind; then by id."""
    best: dict[str, Chunk] = {}
    for one in chunks:
        held = best.get(cluster[one.id])
        if held is None or (_day(one), one.id) < (_day(held), held.id):
            best[cluster[one.id]] = one
    return list(best.values())


def _day(chunk: Chunk) -> date:
    return chunk.first or chunk.last or date.max
