"""The bytes of an XML file on their way to the parser: as UTF-8, whatever they are kept in, and watched."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable
from typing import BinaryIO, cast

from historag_tui.corpus import encoding
from historag_tui.corpus.sources import SourceFault, SourceFile
from historag_tui.records import Problem, SourceLine
from historag_tui.workspace import CorpusSettings

WHOLE = 128 << 20
"""Bytes that one document may have: a file read as a whole, or one text of a larger file."""
_PIECE = 1 << 16
_HEAD = 1024
_DECLARATION = re.compile(rb"""(?:<\?xml[^>]*?encoding|<meta[^>]*?charset)\s*=\s*["']?([\w.:-]+)""", re.IGNORECASE)
_CODECS = re.compile(r"iso8859|cp\d|mac|koi8|utf|gb|big5|euc|shift|johab|hz|iso2022|tis|ptcp|kz")


def as_utf8(
    file: SourceFile, fresh: Callable[[], BinaryIO], settings: CorpusSettings
) -> tuple[BinaryIO, Problem | None]:
    """The file's content as UTF-8, and what there is to say of its encoding.

    fresh:  gives the content from its beginning, at each call.
    A declaration is believed where the bytes are not UTF-8; where it is missing, or says UTF-8 wrongly, the encoding is
    the one that the settings name, or is detected, and that is said.
    Raises SourceFault for what is no XML.
    """
    head = fresh().read(_HEAD)
    if not head.lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n\0").startswith(b"<"):
        raise SourceFault("is no XML" if head.strip() else "is empty")
    if head[:2] in (b"<\0", b"\0<"):
        return _recoded(fresh(), "utf-16-le" if head[:1] == b"<" else "utf-16-be"), None
    seen = encoding.detect(fresh(), settings.language)
    declared = _declared(head)
    if not seen.note and not seen.name.startswith("utf-8"):
        return _recoded(fresh(), seen.name), None
    if not seen.note:
        wrong = declared and declared != "utf-8" and not _ascii(fresh())
        return fresh(), _said(file, f"says that it is {declared}, but is UTF-8, and was read so") if wrong else None
    if declared and declared != "utf-8":
        return _recoded(fresh(), declared), None
    name = settings.encoding or seen.name
    note = f"is not UTF-8 from line {seen.line} on; it was read as {name}, which the settings name"
    return _recoded(fresh(), name), _said(file, note if settings.encoding else seen.note, seen.line)


def _said(file: SourceFile, message: str, line: int = 0) -> Problem:
    return Problem("encoding", message, SourceLine(file.name, line), skipped=False)


def _recoded(stream: BinaryIO, name: str) -> BinaryIO:
    return cast(BinaryIO, codecs.EncodedFile(stream, "utf-8", name, "replace"))


def _ascii(stream: BinaryIO) -> bool:
    while piece := stream.read(_PIECE):
        if not piece.isascii():
            return False
    return True


def _declared(head: bytes) -> str:
    """Python's name of the encoding that a file says it has; empty when it says none that can be used."""
    found = _DECLARATION.search(head)
    if not found:
        return ""
    try:
        name = codecs.lookup(found[1].decode("ascii", "replace")).name
    except LookupError:
        return ""
    # The controls of Latin-1 are never meant: its files are Windows-1252.
    name = "cp1252" if name == "iso8859-1" else name
    return name if _CODECS.match(name) and name != "utf-7" else ""
