"""Text from sources and models as literal Markdown: what stands there is shown, and never becomes markup."""

from __future__ import annotations

import re

_INSIDE = re.compile(r"([\\`*_\[\]<>|~&])")
_AT_THE_START = re.compile(r"^(?=[#+=-])|^(\d+)(?=[.)])")


def escaped(text: str) -> str:
    """The text on one line, without control characters, every character that Markdown could take for markup escaped."""
    visible = "".join(c if c.isprintable() else " " for c in text)
    inside = _INSIDE.sub(r"\\\1", " ".join(visible.split()))
    return _AT_THE_START.sub(lambda match: f"{match[1]}\\" if match[1] else "\\", inside)
