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
        *_places(known, passage.date),
        f"{'pp.' if '–' in page else 'p.'} {page}" if page else "",
        known.get("url", ""),
    ]
    return ", ".join(part for part in parts if part) + f" [chunk {passage.chunk}]."


def _places(known: dict[str, str], date: str) -> list[str]:
    """Where it was published or is kept: what another of these says as well, and the date once more, are left out."""
    said = [
        known[field].removesuffix(date).rstrip(" ,") if date else known[field] for field in _PLACE if known.get(field)
    ]
    return [place for number, place in enumerate(said) if place and not _repeated(place, said, number)]


def _repeated(place: str, said: list[str], number: int) -> bool:
    return any(
        place in other and (place != other or before < number) for before, other in enumerate(said) if before != number
    )


def quotation_with_footnote(passage: Passage | Hit, quotation: str = "") -> str:
    """The quotation, or the whole passage, in quotation marks, followed by its footnote."""
    return f"“{(quotation or passage.text).strip()}”\n\n{footnote(passage)}"
