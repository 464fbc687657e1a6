"""Reciprocal rank fusion against numbers worked out by hand."""

import pytest

from historag_tui.heuristik.fusion import fuse


def test_by_hand() -> None:
    scores = fuse(([7, 3, 5], [3, 9]), 60)
    assert scores[3] == pytest.approx(1 / 62 + 1 / 61)
    assert scores[7] == pytest.approx(1 / 61)
    assert scores[5] == pytest.approx(1 / 63)
    assert scores[9] == pytest.approx(1 / 62)
    assert set(scores) == {3, 5, 7, 9}


def test_nothing_to_fuse() -> None:
    assert fuse(([], []), 60) == {}
