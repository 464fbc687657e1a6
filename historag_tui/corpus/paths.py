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
_YEAR = re.compile(r"(?<![A-Za-z0-9.])(1[0-9]\d\d|20[0-4]\d)(?![A-Za-z0-9])")


def dates_in_path(file: SourceFile) -> tuple[NamedDate, ...]:
    """The days that a file's name and its folder's name give, else their years; of each name one at most."""
    own = PurePosixPath(file.name.rpartition("!")[2])
    archive = PurePosixPath(file.name.partition("!")[0]).stem if "!" in file.name else ""
    folder = next((part for part in (*own.parts[-2::-1], archive) if _DAY.search(part)), own.parent.name or archive)
    found = (_date(file.stem, FILE_NAME), _date(folder, FOLDER_NAME))
    return tuple(date for date in found if date is not None)


def _date(name: str, called: str) -> NamedDate | None:
    day = _DAY.search(name)
    if day:
        return read_date(f"{day[1]}-{day[3]}-{day[4]}", called)
    years = _YEAR.findall(name)
    return read_date(years[0], called) if len(years) == 1 else None
