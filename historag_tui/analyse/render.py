"""A Zwischentext as Markdown: the label inside, every citation marked, and what nothing supports listed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

from historag_tui.markdown import escaped
from historag_tui.records import Citation, Claim, Passage, WorkingCorpus, Zwischentext

_OPENING = re.compile(r"\[\s*\Z")
_CLOSING = re.compile(r"\s*\]")


def standing(citation: Citation) -> str:
    """What the machine says of a citation, in words."""
    if not citation.chunk:
        return "not located: the working corpus has no such chunk"
    if not citation.quotation:
        return "located: the chunk exists; nothing was quoted"
    return {
        "exact": "located: quoted letter by letter",
        "normalised": "located: only spelling, case or spacing differ",
        "close": "not located: the wording differs from the source",
        "rubric": "not located: the words are not the source's",
        "not found": "not located: the source does not say this",
    }[citation.placed]


def render(text: Zwischentext, corpus: WorkingCorpus, checks: Mapping[int, str] | None = None) -> str:
    """The whole file.

    checks: what the researcher said of each citation, by its place; ``unchecked`` where nothing was said.
    """
    passages = {chunk.passage.chunk: chunk.passage for chunk in corpus.chunks}
    lines = [f"# {escaped(text.question)}", "", f"> **{escaped(text.label)}**", ""]
    if text.context:
        lines += ["Context note by the researcher, no source:", "", f"> {escaped(text.context)}", ""]
    if text.state != "complete":
        lines += [f"**This text is {text.state}: {escaped(text.reason)}**", ""]
    if text.nothing_supports:
        lines += ["**The model declares that nothing in the working corpus supports an answer.**", ""]
    lines += [*_body(text), ""]
    lines += _section(
        "Claims that nothing cited supports", [claim for claim in text.claims if not claim.supported], text
    )
    lines += _section(
        "Claims of quantity, which a sample with quotas cannot bear",
        [claim for claim in text.claims if claim.quantity],
        text,
    )
    if text.citations:
        lines += ["## Citations", ""]
    for number, citation in enumerate(text.citations):
        lines += [
            f"[^{number + 1}]: {_footnote(citation, passages.get(citation.chunk), (checks or {}).get(number, 'unchecked'))}",
            "",
        ]
    lines += ["## What the model was shown", "", *_shown(text, corpus)]
    return "\n".join(lines).rstrip() + "\n"


def _body(text: Zwischentext) -> list[str]:
    """The model's words, each citation replaced by its footnote mark; one that is not located says so on the spot."""
    pieces, place = [], 0
    for number, citation in enumerate(text.citations, 1):
        pieces.append(_escaped_lines(_OPENING.sub("", text.text[place : citation.start])))
        pieces.append(f"[^{number}]" + ("" if citation.located else " **(not located)**"))
        closing = _CLOSING.match(text.text, citation.end)
        place = closing.end() if closing else citation.end
    pieces.append(_escaped_lines(text.text[place:]))
    return "".join(pieces).split("\n")


def _escaped_lines(text: str) -> str:
    """Escaped line by line, with the line ends and the spaces at either end of a line as they were."""
    lines = []
    for line in text.split("\n"):
        lead = " " if line[:1].isspace() else ""
        trail = " " if line.strip() and line[-1:].isspace() else ""
        lines.append(f"{lead}{escaped(line)}{trail}")
    return "\n".join(lines)


def _section(title: str, claims: list[Claim], text: Zwischentext) -> list[str]:
    if not claims:
        return []
    return [f"## {title}", "", *(f"- {escaped(text.text[claim.start : claim.end])}" for claim in claims), ""]


def _footnote(citation: Citation, passage: Passage | None, checked: str) -> str:
    quoted = f"“{escaped(citation.quotation)}” — " if citation.quotation else ""
    source = "no source"
    if passage is not None:
        source = _source(passage)
    cited = f", cited as {escaped(citation.cited)}" if citation.cited != citation.chunk else ""
    return f"{quoted}{source}{cited}. **{standing(citation)}**; {checked}."


def _source(passage: Passage) -> str:
    """Everything that is known of where a passage stands."""
    fields = "; ".join(f"{escaped(name)}: {escaped(value)}" for name, value in passage.provenance.items() if value)
    return (
        f"{escaped(passage.title)}, {escaped(passage.date or 'undated')}{f' ({fields})' if fields else ''}, "
        f"document {escaped(passage.document)}, characters {passage.start}–{passage.end}, chunk {passage.chunk}"
    )


def _shown(text: Zwischentext, corpus: WorkingCorpus) -> list[str]:
    """Every chunk of the working corpus, so that what the model passed over is seen too."""
    cited = Counter(citation.chunk for citation in text.citations)
    return [
        f"- {_source(chunk.passage)}, window {escaped(chunk.window)}. "
        + (f"Cited {cited[chunk.passage.chunk]}×." if cited[chunk.passage.chunk] else "**Not cited.**")
        for chunk in corpus.chunks
    ]
