"""Every copy of a document that an index holds: the parts of earlier generations have their own."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import msgspec
import numpy as np

from historag_tui.errors import IndexDamaged
from historag_tui.index.parts import array
from historag_tui.index.wordlist import mapped
from historag_tui.records import Record


class _Id(msgspec.Struct):
    id: str


class Copies(Record, frozen=True):
    """What an index has, or had, of a document."""

    texts: tuple[str, ...]
    """Each version of its text, that of the generation that answers first."""
    chunk_hashes: frozenset[str]
    """Of the texts of its chunks, however it was cut."""


def copies(folder: Path, documents: Collection[str], first: str = "") -> dict[str, Copies]:
    """All copies of these documents in the parts of an index; a document that is nowhere is left out.

    first:  the name of the part whose texts come first.
    """
    found: dict[str, tuple[list[str], set[str]]] = {}
    parts = [path for path in (folder / "parts").glob("*texts-*") if path.is_dir()]
    for part in sorted(parts, key=lambda path: (path.name != first, path.name)):
        try:
            _read(part, documents, found)
        except (IndexDamaged, OSError, ValueError, IndexError):
            # Half of a part, or a damaged one; what stands in it is deleted with it.
            continue
    return {name: Copies(tuple(dict.fromkeys(texts)), frozenset(hashes)) for name, (texts, hashes) in found.items()}


def _read(part: Path, documents: Collection[str], found: dict[str, tuple[list[str], set[str]]]) -> None:
    decode = msgspec.json.Decoder(_Id).decode
    with (part / "documents.jsonl").open("rb") as entries:
        names = {number: decode(line).id for number, line in enumerate(entries)}
    offsets, store = array(part, "document_offsets"), mapped(part / "texts.bin")
    owners, hashes = array(part, "chunk_document"), array(part, "chunk_hashes")
    for number, name in names.items():
        if name in documents:
            texts, of_chunks = found.setdefault(name, ([], set()))
            texts.append(store[int(offsets[number]) : int(offsets[number + 1])].decode("utf-8"))
            of_chunks.update(hashes[row].tobytes().hex() for row in np.flatnonzero(owners == number))
