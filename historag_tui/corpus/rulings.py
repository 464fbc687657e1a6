"""What the researcher ruled where the dates of a source disagree.

[corpus.rulings]
"letters/*" = "file name"        of these files, the date that the file's name gives
"L00043" = "1891-10/1892-04"     of this document, a date of one's own
"""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatchcase

import msgspec

from historag_tui.corpus.dating import read_date
from historag_tui.errors import SettingsError
from historag_tui.records import Document, NamedDate

RULED = "ruled"
"""Name of a date that the researcher set."""


class Rulings:
    """Patterns of file names or ids, each with the name of the date that holds, or with a date.

    Raises SettingsError for a ruling that is neither the name of a date nor one, when it is first needed.
    """

    def __init__(self, rulings: Mapping[str, str], date_name: str = "") -> None:
        self._rulings = dict(rulings)
        self._date_name = date_name

    def applied(self, document: Document) -> Document:
        """The document with the date that holds in front, under the name of the date that is used."""
        for pattern, ruling in self._rulings.items():
            if fnmatchcase(document.source.file, pattern) or fnmatchcase(document.id, pattern):
                return self._ruled(document, pattern, ruling)
        return document

    def _ruled(self, document: Document, pattern: str, ruling: str) -> Document:
        chosen = next((date for date in document.dates if date.name == ruling), None)
        if chosen is None and (chosen := read_date(ruling, RULED)) is None:
            if any(ruling in (RULED, date.name) for date in document.dates) or ruling.replace(" ", "").isalpha():
                # A name that this source has no date of: it is as undated as its witness.
                return msgspec.structs.replace(document, dates=())
            raise SettingsError(
                f'[corpus.rulings] "{pattern}" = "{ruling}" is neither the name of a date nor a date',
                "Write the name of a date as historag info --problems shows it, or a date such as 1891-10/1892-04",
            )
        others = tuple(date for date in document.dates if date is not chosen)
        first: NamedDate = msgspec.structs.replace(chosen, name=self._date_name) if self._date_name else chosen
        return msgspec.structs.replace(document, dates=(first, *(date for date in others if date.name != first.name)))
