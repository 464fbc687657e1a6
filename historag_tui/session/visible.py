"""Text from sources and models made safe to show: control characters are seen, never sent to the terminal."""

from __future__ import annotations

import unicodedata

_PICTURES = {code: chr(0x2400 + code) for code in range(32)} | {0x7F: "␡"}
_PICTURES.update({code: f"\\x{code:02x}" for code in range(0x80, 0xA0)})
_KEPT = {ord("\n"): "\n", ord("\t"): "    "}
_INVISIBLE = {"Cf", "Cs", "Co"}
_JOINERS = {"\u200c", "\u200d", "\u00ad"}


def visible(text: str) -> str:
    """The text with every control and formatting character replaced by a picture or escape; line ends and tabs stay.

    Bidirectional overrides count as formatting: they could make a text read otherwise than it stands.
    """
    text = text.replace("\r\n", "\n").translate(_PICTURES | _KEPT)
    if text.isascii():
        return text
    return "".join(
        f"\\u{ord(c):04x}" if unicodedata.category(c) in _INVISIBLE and c not in _JOINERS else c for c in text
    )


def one_line(text: str) -> str:
    """The visible text on a single line."""
    return " ".join(visible(text).split())
