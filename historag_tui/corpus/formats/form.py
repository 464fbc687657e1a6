"""What a form of sources is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol

from historag_tui.corpus.sources import SourceFile
from historag_tui.records import Document, Problem
from historag_tui.workspace import CorpusSettings


class Form(Protocol):
    """One form of sources: TEI, ALTO, tables, plain text."""

    name: str
    """As ``[corpus] adapter`` in historag.toml says it."""
    roles: Mapping[str, str]
    """The roles of the fields it always gives; others are there for citation."""

    def recognises(self, name: str, head: bytes) -> bool:
        """Whether a file is of this form, by its name and its first 4,096 bytes, already unpacked."""

    def claims(self, file: SourceFile) -> frozenset[str]:
        """The names of the other files that are parts of this one, and are read with it; a METS file claims its pages.

        Never raises: a file that cannot be read claims nothing, and says why when it is read.
        """

    def documents(self, file: SourceFile, settings: CorpusSettings) -> Iterator[Document | Problem]:
        """The documents of one file, streamed, and what of it was not read; never raises for what the file holds."""
