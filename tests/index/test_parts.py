"""Columns of a part."""

from __future__ import annotations

import numpy as np
import pytest

from historag_tui.index.parts import narrow


@pytest.mark.parametrize(
    ("values", "wide"),
    [([], 4), ([0, -1, 2**31 - 1], 4), ([-(2**31)], 4), ([2**31], 8), ([-(2**31) - 1], 8), ([0, 2**62], 8)],
)
def test_numbers_take_four_bytes_where_they_fit(values: list[int], wide: int) -> None:
    kept = narrow(np.array(values, dtype=np.int64))
    assert kept.dtype.itemsize == wide and kept.tolist() == values
