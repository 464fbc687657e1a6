"""The inner product of int8 rows with an int8 query: by numkong where it is installed, else by numpy.  The one file
that knows numkong.

Both give the same whole numbers, so that an answer does not depend on what is installed.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np


def _installed() -> Any:
    try:
        return import_module("numkong")
    except ImportError:
        return None


numkong = _installed()
KERNEL = "numkong" if numkong is not None else "numpy"
"""What computes the products."""

Bytes = np.ndarray[Any, np.dtype[np.int8]]
_EXACT = 1 << 24
"""Whole numbers up to this are exact in float32, and so is a sum of them, in whatever order it is formed."""


class Products:
    """The products of one int8 query with many int8 rows.

    query: shape (dimension,).
    """

    def __init__(self, query: Bytes) -> None:
        self._query: Any = query
        if numkong is not None:
            self._query = numkong.dots_pack(np.ascontiguousarray(query)[None])
        else:
            exact = np.float32 if len(query) * 127 * 127 <= _EXACT else np.float64
            self._query = query.astype(exact)

    def __call__(self, rows: Bytes) -> np.ndarray[Any, Any]:
        """One whole number a row, as int32 or in a float type that holds it exactly."""
        if numkong is not None:
            return np.asarray(numkong.dots_packed(rows, self._query)).reshape(len(rows))
        products: np.ndarray[Any, Any] = rows.astype(self._query.dtype) @ self._query
        return products
