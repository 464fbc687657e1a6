"""Where vectors lie, against the plain reading of what that means."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from historag_tui.index.parts import array, save
from historag_tui.index.vector_parts import embed, parts_of, places
from tests.index.test_vectors import Hashed

HASH = st.tuples(st.integers(0, 2), st.integers(0, 3)).map(lambda halves: np.array(halves, dtype=np.uint64).tobytes())
"""Hashes of which many share their first half."""


def columns(hashes: list[bytes]) -> np.ndarray:
    return np.frombuffer(b"".join(hashes), dtype=np.uint8).reshape(-1, 16)


@given(parts=st.lists(st.lists(HASH, max_size=8), max_size=3), wanted=st.lists(HASH, max_size=12))
def test_a_text_lies_where_its_hash_comes_first(parts: list[list[bytes]], wanted: list[bytes]) -> None:
    with TemporaryDirectory() as name:
        folders = [Path(name) / str(number) for number in range(len(parts))]
        for folder, hashes in zip(folders, parts, strict=True):
            folder.mkdir()
            save(folder, "hashes", columns(hashes))
        every = [key for hashes in parts for key in hashes]
        expected = [every.index(key) if key in every else -1 for key in wanted]
        assert places(folders, columns(wanted)).tolist() == expected


@given(texts=st.lists(st.sampled_from("abcde"), min_size=1, max_size=12))
def test_each_text_is_embedded_once_in_the_order_of_the_rows(texts: list[str]) -> None:
    hashes = columns([text.encode() * 16 for text in texts])
    with TemporaryDirectory() as name:
        for _ in embed(Path(name), "x", Hashed(), hashes, range(len(texts)), texts.__getitem__):
            pass
        (part,) = parts_of(Path(name), "x")
        assert [chr(row[0]) for row in array(part, "hashes")] == list(dict.fromkeys(texts))
