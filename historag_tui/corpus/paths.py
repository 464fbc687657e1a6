"""What the name of a file, and of the folder it lies in, says of its date."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from historag_tui.corpus.dating import read_date
from historag_tui.corpus.sources import SourceFile
from historag_tui.records import NamedDate

FILE_NAME = "file name"
FOLDER_NAME = "folder name"
_DAY = re.compile(r"(?<!\d)(1[0-9]\d\d|20[0-4]\d)([-_.]?)(0[1-9]|1[0-2])\2(0[1-9]|[12]\d|3[01])(?!\d)")
_YEAR = re.compile(r"(?<![A-Za-z0-9.])(?<!\d-)((?:1[0-9]|20)\d\d(?:-\d\d)?)(?!-?\d)(?![A-Za-z0-9])")
"""A year, a month, or two years, that stand by themselves."""


def dates_in_path(file: SourceFile) -> tuple[NamedDate, ...]:
    """The day, else the year, in a file's name, and the day in that of a folder around it.

    A year in a folder's name is none of the source's: it may as well be that of the scan.
    """
    own = PurePosixPath(file.name.rpartition("!")[2])
    archive = PurePosixPath(file.name.partition("!")[0]).stem if "!" in file.name else ""
    folder = next((day for part in (*own.parts[-2::-1], archive) if (day := _DAY.search(part))), None)
    years = _YEAR.findall(file.stem)
    found = (
        _day(_DAY.search(file.stem), FILE_NAME) or (read_date(years[0], FILE_NAME) if len(years) == 1 else None),
        _day(folder, FOLDER_NAME),
    )
    return tuple(date for date in found if date is not None)


def _day(found: re.Match[str] | None, called: str) -> NamedDate | None:
    return read_date(f"{found[1]}-{found[3]}-{found[4]}", called) if found else None
