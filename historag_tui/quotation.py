"""Finding a quotation in a text, and saying how well it was found.

Models misquote about one time in ten, most dangerously by a word or two; so every quotation is looked up, and only
what stands in the text, letter by letter or but for spelling that print changes, counts as located.
"""

from __future__ import annotations

import unicodedata
from difflib import SequenceMatcher

from historag_tui.records import Evidence

CLOSE = 0.9
"""Least ratio of letters in common, in order, for a quotation to be called close."""

_SAME = str.maketrans(
    {
        "ſ": "s",
        "‘": "'",
        "’": "'",
        "‚": "'",
        "“": '"',
        "”": '"',
        "„": '"',
        "«": '"',
        "»": '"',
        "–": "-",
        "—": "-",
        "‐": "-",
    }
)
_SILENT = {"\u00ad", "\u200b", "\u2060", "\ufeff"}
_QUOTES = "\"'“”„‘’‚«»"


def locate(quotation: str, text: str, rubric: str = "") -> Evidence:
    """Where a quotation stands in a text.

    ``exact``        letter by letter;
    ``normalised``   only case, spacing, line-end hyphens, quotation marks or old letter forms (ſ, ligatures, marks) differ;
    ``close``        at least nine tenths of the letters agree: a word was changed, and the reader must look;
    ``rubric``       it is the rubric's own wording, not the text's;
    ``not found``    none of these.
    Offsets count characters of the text as given; -1 where there is no place.
    """
    wanted = quotation.strip()
    if not wanted:
        return Evidence(quotation, "not found")
    start = text.find(wanted)
    if start >= 0:
        return Evidence(quotation, "exact", start, start + len(wanted))
    needle, _ = _normalised(wanted.strip(_QUOTES).removesuffix("…").removesuffix("..."))
    haystack, places = _normalised(text)
    if not needle:
        return Evidence(quotation, "not found")
    place = haystack.find(needle)
    if place >= 0:
        return Evidence(quotation, "normalised", places[place], places[place + len(needle) - 1] + 1)
    if needle in _normalised(rubric)[0]:
        return Evidence(quotation, "rubric")
    span = _closest(needle, haystack)
    if span is not None:
        return Evidence(quotation, "close", places[span[0]], places[span[1] - 1] + 1)
    return Evidence(quotation, "not found")


def _normalised(text: str) -> tuple[str, list[int]]:
    """The text without case, spaces, hyphens and old letter forms, and each letter's place in the original."""
    letters: list[str] = []
    places: list[int] = []
    for place, character in enumerate(text):
        if character in _SILENT or character.isspace():
            continue
        plain = unicodedata.normalize("NFKD", character.translate(_SAME)).casefold()
        for letter in plain:
            # Marks are dropped with the letter's case, so that ä, ä and aͤ are one; so is a hyphen, which may only end a line.
            if not unicodedata.combining(letter) and letter != "-" and not letter.isspace():
                letters.append(letter)
                places.append(place)
    return "".join(letters), places


def _closest(needle: str, haystack: str) -> tuple[int, int] | None:
    """The stretch of the haystack that shares most letters, in order, with the needle; None when too few.

    The longest common run anchors the stretch; short needles have no run that means anything.
    """
    if len(needle) < 20 or not haystack:
        return None
    matcher = SequenceMatcher(None, haystack, needle, autojunk=False)
    run = matcher.find_longest_match()
    if run.size < len(needle) // 6:
        return None
    start = max(0, run.a - run.b)
    end = min(len(haystack), start + len(needle))
    end = max(_around(end, len(haystack)), key=lambda place: _ratio(needle, haystack[start:place]))
    start = max(_around(start, end), key=lambda place: _ratio(needle, haystack[place:end]))
    return (start, end) if start < end and _ratio(needle, haystack[start:end]) >= CLOSE else None


def _around(place: int, most: int) -> range:
    """A few letters either way, since a changed word is longer or shorter than the one it replaced."""
    return range(max(0, place - 8), min(most, place + 8) + 1)


def _ratio(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other, autojunk=False).ratio()
