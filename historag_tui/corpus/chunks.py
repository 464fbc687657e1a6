"""Documents are cut into chunks: stretches of the text as it stands, which together cover it."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from bisect import bisect_left, bisect_right

SHORTEST = 500
"""Characters; only a document that is shorter gives a shorter chunk."""
LONGEST = 3000

_PARAGRAPH = re.compile(r"\n[^\S\n]*\n\s*")
# A stop, what closes a quotation, white space, and then no lower-case letter; not after an initial or a short title.
# What looks for a stop first spares looking back from every letter.
_SENTENCE = re.compile(
    r"(?=[.!?…。！？])(?:(?:(?<!\b\w)(?<!\b(?:Mr|Dr|St|No))[.!?…]+[\"'”’»)\]]*|[.!?…]+[\"”’»)\]]+)\s+(?=[^\sa-zß-ÿ])|[。！？]+)"
)
_JOINER = "\u200d"


def cut(text: str, size: int, overlap: int) -> list[tuple[int, int]]:
    """First and last offset (exclusive) of each chunk, in order.

    size:     characters a chunk aims at, 500 to 3,000.
    overlap:  characters that a chunk shares with the one before it at most, 0 to half the size; less where a
              sentence begins later.

    A chunk ends at a paragraph's end near the size, else at a sentence's, else at a space, else in the middle.  A
    rest shorter than 500 characters goes to the chunk before it.  Chunks are 500 to 3,000 characters long unless the
    text is shorter.  An empty text has no chunk.
    """
    paragraphs = [match.end() for match in _PARAGRAPH.finditer(text)]
    sentences = sorted({*paragraphs, *(match.end() for match in _SENTENCE.finditer(text))})
    chunks = []
    start = 0
    while start < len(text):
        end = _end(text, start, size, paragraphs, sentences)
        chunks.append((start, end))
        if end == len(text):
            break
        start = _start(text, end, overlap, sentences)
    return chunks


def _end(text: str, start: int, size: int, paragraphs: list[int], sentences: list[int]) -> int:
    left = len(text) - start
    if left < size + SHORTEST:
        if left <= LONGEST:
            return len(text)
        size = left // 2
    lowest = start + max(SHORTEST, size * 3 // 5)
    highest = start + min(LONGEST, size * 7 // 5, left - SHORTEST)
    target = min(start + size, highest)
    for ends in (paragraphs, sentences):
        near = ends[bisect_left(ends, lowest) : bisect_right(ends, highest)]
        if near:
            return min(near, key=lambda end: (abs(end - target), end))
    space = max(text.rfind(" ", lowest, target), text.rfind("\n", lowest, target))
    if space >= 0:
        return space + 1
    end = target
    while end > lowest and _binds(text, end):
        end -= 1
    return end if end > lowest else target


def _start(text: str, end: int, overlap: int, sentences: list[int]) -> int:
    """Where the next chunk begins: at the earliest sentence, else word, that the overlap allows."""
    earliest = end - overlap
    place = bisect_left(sentences, earliest)
    if place < len(sentences) and sentences[place] <= end:
        return sentences[place]
    space = text.find(" ", earliest, end)
    start = space + 1 if space >= 0 else earliest
    while start < end and _binds(text, start):
        start += 1
    return start


def _binds(text: str, offset: int) -> bool:
    """Whether a cut here would part what is read as one character."""
    after, before = text[offset], text[offset - 1]
    return bool(unicodedata.combining(after)) or _JOINER in (after, before) or "\ufe00" <= after <= "\ufe0f"


def chunk_id(document: str, start: int, end: int) -> str:
    """Sixteen hexadecimal digits made of document id and offsets, so that the id outlives any index."""
    key = f"{document}\0{start}\0{end}".encode("utf-8", "surrogatepass")
    return hashlib.blake2b(key, digest_size=8).hexdigest()


def text_hash(text: str) -> str:
    """The first 32 hexadecimal digits of the SHA-256 of the text in UTF-8."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
