"""What stands between an XML file and its parser: entities it can take, and a stop to what would grow without bound.

Once a parser has met one fault it drops every ``&amp;`` that follows.  So named entities come to it as numbers; an
ampersand that begins no entity, and an entity that nobody declared, stay in the text as they stand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.entities import html5
from typing import BinaryIO

from historag_tui.corpus.sources import SourceFault, SourceFile
from historag_tui.corpus.xml_stream import WHOLE
from historag_tui.records import Problem, SourceLine

_PIECE = 1 << 16
_REFERENCE = re.compile(rb"&(#[0-9]{1,12};|#[xX][0-9a-fA-F]{1,12};|[A-Za-z_][\w.-]{0,40};)?")
_CUT = re.compile(rb"(?:&[\w#.-]{0,42}|<!?[\[A-Z]{0,9}|\]{1,2})\Z")
_DECLARED = re.compile(rb"<!ENTITY\s+([\w.-]+)")
_OWN = {b"amp;": b"&#38;", b"lt;": b"&#60;", b"gt;": b"&#62;", b"quot;": b"&#34;", b"apos;": b"&#39;"}
_FORBIDDEN = bytes(code for code in range(32) if code not in b"\t\n\r")
_TWICE = b"\xc3\x83\xc2"
"""How the letters à to ÿ begin when their UTF-8 was taken for Latin-1 and encoded again."""
_MANY = 10
_BEGIN, _END = b"<![CDATA[", b"]]>"


class Watched:
    """A stream of UTF-8 for the parser."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._kept = b""
        self._cdata = False
        self._lines = 1
        self._as_numbers = dict(_OWN)
        self._unknown: dict[str, int] = {}
        self._forbidden = 0
        self._twice = 0
        self._declares = False
        self.given = 0
        """Bytes since a document was forgotten; whoever forgets it sets this to 0."""

    def read(self, size: int = -1) -> bytes:
        """The next bytes; none at the end.  Raises SourceFault."""
        while piece := self._stream.read(max(size, _PIECE)):
            self.given += len(piece)
            if self.given > WHOLE:
                raise SourceFault(f"holds a document of more than {WHOLE >> 20} MB")
            piece = self._kept + piece
            cut = _CUT.search(piece, max(0, len(piece) - 44))
            self._kept = piece[cut.start() :] if cut else b""
            piece = piece[: len(piece) - len(self._kept)]
            if mended := self._mended(piece):
                return mended
        piece, self._kept = self._kept, b""
        return self._mended(piece)

    def problems(self, file: SourceFile) -> Iterator[Problem]:
        """What was not read as it was meant."""
        if self._unknown:
            names = ", ".join(list(self._unknown)[:5])
            message = f"ampersands that begin no declared entity were kept as they stand: {names}"
            line = next(iter(self._unknown.values()))
            yield Problem("unreadable", message, SourceLine(file.name, line), skipped=False)
        if self._twice >= _MANY:
            message = (
                f"{self._twice} letters look as if they had been encoded twice (Ã¤ for ä); they were kept as they stand"
            )
            yield Problem("encoding", message, SourceLine(file.name), skipped=False)
        if self._forbidden:
            message = "holds characters that XML does not allow; they were left out"
            yield Problem("unreadable", message, SourceLine(file.name, self._forbidden), skipped=False)

    def _mended(self, piece: bytes) -> bytes:
        if not piece.isascii():
            self._twice += piece.count(_TWICE)
        self._declares = self._declares or b"<!DOCTYPE" in piece
        if self._declares:
            # The parser puts defaults into every element they are declared for, whatever it is told.
            if b"<!ATTLIST" in piece:
                raise SourceFault("declares attributes in a DTD of its own, by which it could grow without bound")
            for name in _DECLARED.findall(piece):
                self._as_numbers[name + b";"] = b"&" + name + b";"
        if len(bare := piece.translate(None, _FORBIDDEN)) < len(piece):
            place = next(place for place, code in enumerate(piece) if code in _FORBIDDEN)
            self._forbidden = self._forbidden or self._lines + piece.count(b"\n", 0, place)
            piece = bare
        whole = not self._cdata and _BEGIN not in piece
        mended = self._numbered(piece) if whole else self._around_cdata(piece)
        self._lines += piece.count(b"\n")
        return mended

    def _around_cdata(self, piece: bytes) -> bytes:
        done = []
        while piece:
            inside, mark, rest = piece.partition(_END if self._cdata else _BEGIN)
            done.append((inside if self._cdata else self._numbered(inside)) + mark)
            self._cdata = self._cdata != bool(mark)
            piece = rest
        return b"".join(done)

    def _numbered(self, piece: bytes) -> bytes:
        return piece if b"&" not in piece else _REFERENCE.sub(lambda found: self._number(found, piece), piece)

    def _number(self, found: re.Match[bytes], piece: bytes) -> bytes:
        name = found[1] or b""
        if name.startswith(b"#"):
            code = int(name[2:-1], 16) if name[1:2] in b"xX" else int(name[1:-1])
            if (code >= 32 and not 0xD800 <= code < 0xE000 and code < 0x110000) or code in (9, 10, 13):
                return found[0]
            self._forbidden = self._forbidden or self._lines + piece.count(b"\n", 0, found.start())
            return b""
        number = self._as_numbers.get(name)
        if number is None:
            letters = html5.get(name.decode("ascii", "replace"), "")
            number = "".join(f"&#{ord(letter)};" for letter in letters).encode() or b"&#38;" + name
            if letters:
                self._as_numbers[name] = number
            else:
                line = self._lines + piece.count(b"\n", 0, found.start())
                self._unknown.setdefault(f"&{name.decode('ascii', 'replace')}", line)
        return number
