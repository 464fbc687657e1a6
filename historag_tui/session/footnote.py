"""A finished footnote for a passage (Quellenangabe), alone or under its quotation (Quellenbeleg)."""

from __future__ import annotations

from historag_tui.records import Hit, Passage

_AUTHOR = ("author", "president", "creator", "sender")
_PLACE = ("journal", "newspaper", "series", "volume", "issue", "archive", "shelfmark")


def footnote(passage: Passage | Hit) -> str:
    """Author, title, date, where it was published or is kept, page and address; what the source does not have is left out."""
    known = passage.provenance
    author = next((known[field] for field in _AUTHOR if known.get(field)), "")
    title = passage.title
    if author and title.startswith(f"{author}: "):
        title = title.removeprefix(f"{author}: ")
    page = known.get("page", "")
    parts = [
        author,
        f"“{title}”" if title else "",
        passage.date or "undated",
        *(known[field] for field in _PLACE if known.get(field)),
        f"p. {page}" if page else "",
        known.get("url", ""),
    ]
    return ", ".join(part for part in parts if part) + f" [chunk {passage.chunk}]."


def quotation_with_footnote(passage: Passage | Hit, quotation: str = "") -> str:
    """The quotation, or the whole passage, in quotation marks, followed by its footnote."""
    return f"“{(quotation or passage.text).strip()}”\n\n{footnote(passage)}"
