"""Putting a source before a model so that it cannot pass for anything else."""

from __future__ import annotations


def enclosed(tag: str, text: str, attributes: str = "") -> str:
    """The text, unchanged, between a pair of tags that it does not hold itself.

    A text in which ``<passage`` stands, as markup or as an attempt, is enclosed in ``passage2``, and so on.
    """
    held = text.lower()
    name, number = tag, 1
    while f"<{name}" in held or f"</{name}" in held:
        number += 1
        name = f"{tag}{number}"
    return f"<{name}{attributes}>\n{text}\n</{name}>"


def one_line(text: str) -> str:
    """A field of a source on one line, so that it cannot begin a line of its own."""
    return " ".join(text.split())
