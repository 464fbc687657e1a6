"""A graph's links come back as they were, and a graph made of them answers as the one they were taken from."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from historag_tui.errors import IndexDamaged
from historag_tui.index.links import Links, read, write


@given(rows=st.lists(st.sets(st.integers(0, 70_000), max_size=6), min_size=1, max_size=9), many=st.booleans())
def test_links_come_back(rows: list[set[int]], many: bool) -> None:
    # Numbers fit in two bytes only when there are no more elements than that.
    size = 70_001 if many else len(rows)
    neighbours = np.zeros((size, 7), dtype=np.uint32)
    for place, near in enumerate(rows):
        chosen = [number % size for number in near][::-1]
        neighbours[place, 0] = len(set(chosen))
        neighbours[place, 1 : 1 + len(set(chosen))] = list(set(chosen))
    order = np.arange(size, dtype=np.uint32)[::-1]
    links = Links(neighbours, order, np.arange(size) % 5, np.arange(-9, 9, dtype=np.int8), size - 1, 4)
    with TemporaryDirectory() as name:
        write(Path(name) / "1850.links.npz", links)
        back = read(Path(name) / "1850.links.npz")
    assert back.neighbours.dtype == np.uint32 and back.neighbours.shape == neighbours.shape
    for before, after in zip(neighbours[: len(rows)].tolist(), back.neighbours[: len(rows)].tolist(), strict=True):
        assert after[: 1 + after[0]] == [before[0], *sorted(before[1 : 1 + before[0]])]
        assert not any(after[1 + after[0] :])
    assert (back.order == order).all() and (back.levels == links.levels).all() and (back.upper == links.upper).all()
    assert (back.entry, back.highest) == (size - 1, 4)


def test_a_graph_of_its_links_answers_as_the_one_it_was() -> None:
    import hnswlib

    from historag_tui.index.vectors import _unwoven

    draw = np.random.default_rng(5)
    vectors = draw.standard_normal((900, 12)).astype(np.float32)
    graph = hnswlib.Index(space="ip", dim=12)
    graph.init_index(900, M=16, ef_construction=100, random_seed=100)
    graph.add_items(vectors, np.arange(50, 950), num_threads=1)
    links = _unwoven(graph, 50)
    with TemporaryDirectory() as name:
        write(Path(name) / "links.npz", links)
        back = read(Path(name) / "links.npz")
        graph.save_index(f"{name}/whole")
        assert 8 * (Path(name) / "links.npz").stat().st_size < (Path(name) / "whole").stat().st_size * 6
    assert back.order.tolist() == links.order.tolist() and (back.levels == links.levels).all()
    assert back.neighbours[:, 0].max() > 1 and back.entry == links.entry


@pytest.mark.parametrize("content", [b"", b"PK", b"\x93NUMPY"])
def test_what_are_no_links_is_said(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "1850.links.npz"
    path.write_bytes(content)
    with pytest.raises(IndexDamaged, match=r"1850\.links\.npz"):
        read(path)
