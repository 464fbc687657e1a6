"""Texts that were withdrawn are blacked out wherever they are quoted, character for character, so that places still hold."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

BLACK = "█"
LEAST = 40
"""Characters in a row from which on words of a text are a quotation of it, and not what anybody might write."""

SHORT = 20
"""Characters that a further quotation must have: a shorter one could be anybody's words."""


class Quoted:
    """Finds what was quoted of some texts.

    texts:       the texts; any stretch of 40 characters of one of them is a quotation.
    quotations:  further quotations, such as those that were found in a text with a letter misread, of 20 characters or more.
    """

    def __init__(self, texts: Iterable[str], quotations: Iterable[str] = ()) -> None:
        self._stretches = {text[start : start + LEAST] for text in texts for start in range(len(text) - LEAST + 1)}
        self._quotations = sorted({quoted for quoted in quotations if len(quoted) >= SHORT}, key=len, reverse=True)

    def __bool__(self) -> bool:
        return bool(self._stretches or self._quotations)

    def quoted_in(self, text: str) -> bool:
        """Whether anything is quoted in a text."""
        stretches = (text[start : start + LEAST] for start in range(len(text) - LEAST + 1))
        return any(quotation in text for quotation in self._quotations) or any(
            map(self._stretches.__contains__, stretches)
        )

    def blacked(self, text: str) -> str:
        """The text with every character of a quotation replaced."""
        for quotation in self._quotations:
            text = text.replace(quotation, BLACK * len(quotation))
        begun = [start for start in range(len(text) - LEAST + 1) if text[start : start + LEAST] in self._stretches]
        if not begun:
            return text
        pieces, done = [], 0
        for start in begun:
            pieces.append(text[done:start])
            pieces.append(BLACK * (start + LEAST - max(start, done)))
            done = start + LEAST
        return "".join((*pieces, text[done:]))

    def everywhere(self, value: Any) -> Any:
        """A value decoded from JSON with all its strings blacked, but for the names of its fields."""
        if isinstance(value, str):
            return self.blacked(value)
        if isinstance(value, list):
            return [self.everywhere(item) for item in value]
        if isinstance(value, dict):
            return {name: self.everywhere(item) for name, item in value.items()}
        return value
