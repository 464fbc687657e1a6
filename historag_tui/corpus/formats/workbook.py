"""Spreadsheets, opened in a process of their own that may take only so much memory.

A workbook of a few kilobytes can claim billions of cells, and its reader would take memory for all of them.
"""

from __future__ import annotations

import io
import multiprocessing
import os
import resource
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from importlib.util import find_spec
from typing import Any

from historag_tui.corpus.sources import SourceFault, SourceFile

LARGEST = 128 << 20
"""Bytes of a workbook on the disk."""
_MEMORY = 1 << 30
"""Bytes of memory that reading one may take."""

Sheet = tuple[str, list[list[Any]]]
"""A sheet's name and its rows."""


def sheets(file: SourceFile) -> list[Sheet]:
    """The sheets of a workbook that hold something.  Raises SourceFault, also for one that grows beyond bounds."""
    if find_spec("python_calamine") is None:
        raise SourceFault("is a spreadsheet; to read it: pip install 'historag-tui[tables]'")
    content = file.read(LARGEST)
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _confined) as pool:
        try:
            return pool.submit(_read, content).result()
        except (MemoryError, BrokenProcessPool) as error:
            raise SourceFault(
                f"is a spreadsheet that is damaged or needs more than {_MEMORY >> 20:,} MB of memory; save it as CSV"
            ) from error


def _confined() -> None:
    """Let this process take no more memory, and die without a word when it must."""
    with suppress(ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)


def _read(content: bytes) -> list[Sheet]:
    from python_calamine import CalamineWorkbook

    try:
        workbook = CalamineWorkbook.from_filelike(io.BytesIO(content))
        read = [(name, workbook.get_sheet_by_name(name).to_python()) for name in workbook.sheet_names]
    except MemoryError:
        raise
    except BaseException as error:
        # What its reader does not expect is a panic, which is no Exception and cannot be handed to another process.
        raise SourceFault(f"cannot be read as a spreadsheet: {error}") from None
    return [(name, lines) for name, lines in read if lines]
