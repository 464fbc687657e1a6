"""Reading a Zwischentext: its citations, each followed into the working corpus, and its claims."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from historag_tui.analyse.prompt import NOTHING
from historag_tui.analyse.quantity import claims_quantity
from historag_tui.quotation import locate
from historag_tui.records import Citation, Claim, WorkingCorpus

_ITEM = r"(?:chunk\s+)?(?P<id>[0-9A-Za-z-]{1,40})(?:\s*:\s*(?P<quoted>\"[^\"]*\"|“[^”]*”|„[^“”]*[“”]|«[^»]*»))?"
_ITEM_OF_GROUP = re.compile(_ITEM, re.IGNORECASE)
_PLAIN = _ITEM.replace("?P<id>", "?:").replace("?P<quoted>", "?:")
_GROUP = re.compile(rf"\[\s*{_PLAIN}(?:\s*[;,]\s*{_PLAIN})*\s*\]", re.IGNORECASE)
_ID = re.compile(r"[0-9a-f]{6,16}|\d+", re.IGNORECASE)

_FOLLOWING = re.compile(rf"(?:[ \t]*{_GROUP.pattern})+", re.IGNORECASE)
"""A citation behind the full stop belongs to the sentence before it."""

SHORTEST = 6
"""Characters that a shortened chunk id must have."""

_END = re.compile(r"[.!?…][\"”’»)]*(?=\s|$)|\n+")
_ABBREVIATION = re.compile(r"(?:\b[A-Za-z]|\b(?:Mr|Mrs|Dr|St|Jr|Sr|No|vol|pp|cf|vgl|bzw|usw|ca|etc|Hon|Gen|Gov))\.$")


def read_citations(text: str, corpus: WorkingCorpus) -> tuple[Citation, ...]:
    """Every citation in the text, in order, looked up in the working corpus.

    An id may be shortened as in git; one that is unknown, ambiguous or shorter than six characters names no chunk.
    """
    texts = {chunk.passage.chunk: chunk.passage.text for chunk in corpus.chunks}
    return tuple(_citations(text, texts))


def read_claims(text: str, citations: tuple[Citation, ...]) -> tuple[Claim, ...]:
    """The sentences of the text with the citations each carries; headings, and the declared phrase, claim nothing."""
    claims: list[Claim] = []
    for start, end in _sentences(text, citations):
        inside = tuple(number for number, citation in enumerate(citations) if start <= citation.start < end)
        bare = _without(text, start, end, citations)
        if not re.search(r"\w", bare) or bare.strip().startswith("#") or _is_nothing(bare):
            continue
        claims.append(Claim(start, end, inside, claims_quantity(bare)))
    return tuple(claims)


def declares_nothing(text: str, citations: tuple[Citation, ...]) -> bool:
    """Whether the model declared that nothing in the working corpus supports an answer, and cited nothing."""
    return not citations and any(_is_nothing(line) for line in re.split(r"(?<=[.!])\s+|\n", text))


def _is_nothing(sentence: str) -> bool:
    return " ".join(sentence.split()).strip('"“”*_ ').rstrip(".!").casefold() == NOTHING.rstrip(".").casefold()


def _citations(text: str, texts: Mapping[str, str]) -> Iterator[Citation]:
    for group in _GROUP.finditer(text):
        for item in _ITEM_OF_GROUP.finditer(text, group.start() + 1, group.end() - 1):
            written, quoted = item["id"], (item["quoted"] or "")[1:-1]
            if not quoted and not _ID.fullmatch(written):
                continue
            chunk = _resolved(written, texts)
            start, end = item.span()
            if not chunk:
                yield Citation(start, end, written, "", quoted)
            elif not quoted:
                yield Citation(start, end, written, chunk, "", "exact")
            else:
                evidence = locate(quoted, texts[chunk])
                yield Citation(start, end, written, chunk, quoted, evidence.placed, evidence.start, evidence.end)


def _resolved(written: str, texts: Mapping[str, str]) -> str:
    if written.lower() in texts:
        return written.lower()
    found = [chunk for chunk in texts if len(written) >= SHORTEST and chunk.startswith(written.lower())]
    return found[0] if len(found) == 1 else ""


def _sentences(text: str, citations: tuple[Citation, ...]) -> Iterator[tuple[int, int]]:
    """Where sentences begin and end.  A stop inside a citation, or behind an abbreviation, ends none."""
    start = 0
    for stop in _END.finditer(text):
        inside = any(citation.start <= stop.start() < citation.end for citation in citations)
        line_end = text[stop.start()] == "\n"
        if inside or (not line_end and _ABBREVIATION.search(text, start, stop.start() + 1)):
            continue
        following = None if line_end else _FOLLOWING.match(text, stop.end())
        end = following.end() if following else stop.end()
        yield from _trimmed(text, start, end)
        start = end
    yield from _trimmed(text, start, len(text))


def _trimmed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    stripped = text[start:end].strip()
    if stripped:
        begin = text.index(stripped, start)
        yield begin, begin + len(stripped)


def _without(text: str, start: int, end: int, citations: tuple[Citation, ...]) -> str:
    """The sentence without its citations."""
    for citation in reversed(citations):
        if start <= citation.start < end:
            text = text[: citation.start] + " " * (citation.end - citation.start) + text[citation.end :]
    return text[start:end]
