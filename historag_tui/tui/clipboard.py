"""To the clipboard of the terminal at the other end, by the OSC 52 sequence."""

from __future__ import annotations

import base64
import os
from pathlib import Path

LONGEST = 74_000
"""Bytes of the sequence that common terminals still take."""


def sequence(text: str, tmux: bool) -> str:
    """The control sequence, wrapped so that tmux hands it on; empty when the text is too long for a terminal."""
    plain = f"\x1b]52;c;{base64.b64encode(text.encode('utf-8', 'replace')).decode()}\x07"
    if len(plain) > LONGEST:
        return ""
    return f"\x1bPtmux;\x1b{plain}\x1b\\" if tmux else plain


def send(text: str, fallback: Path) -> str:
    """Send a text and say what was done: that it arrived cannot be known, so it is also kept in a file."""
    try:
        fallback.parent.mkdir(parents=True, exist_ok=True)
        fallback.write_text(text + "\n", "utf-8", errors="replace")
        kept = f"; also in {fallback}"
    except OSError:
        kept = ""
    written = sequence(text, bool(os.environ.get("TMUX")))
    if not written:
        return f"too long for the terminal{kept}"
    try:
        with Path("/dev/tty").open("w") as terminal:
            terminal.write(written)
    except OSError:
        return f"no terminal took it{kept}"
    return f"sent to terminal{kept}"
