"""How the documents of two generations differ: by id, and by the bytes of their texts."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from historag_tui.index.manifest import Changes
from historag_tui.index.parts import array
from historag_tui.index.wordlist import mapped


def changes(before: Path, after: Path) -> Changes:
    """Compare two parts of texts, the earlier and the later.  Raises IndexDamaged."""
    if before == after:
        return Changes(0, 0, 0)
    old, new = array(before, "document_names"), array(after, "document_names")
    _, in_old, in_new = np.intersect1d(old, new, return_indices=True)
    then, now = _Texts(before), _Texts(after)
    changed = sum(then[a] != now[b] for a, b in zip(in_old.tolist(), in_new.tolist(), strict=True))
    return Changes(len(new) - len(in_new), changed, len(old) - len(in_old))


class _Texts:
    """The bytes of each text, in the order of their ids' hashes."""

    def __init__(self, part: Path) -> None:
        self._store = mapped(part / "texts.bin")
        self._by_name, self._offsets = array(part, "document_by_name"), array(part, "document_offsets")

    def __getitem__(self, place: int) -> bytes:
        number = int(self._by_name[place])
        return self._store[int(self._offsets[number]) : int(self._offsets[number + 1])]
