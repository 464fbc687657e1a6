"""From bytes to text: what is not UTF-8 is detected, and said, never guessed in silence."""

from __future__ import annotations

import codecs
import io
from typing import BinaryIO, NamedTuple

from charset_normalizer import from_bytes

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_PIECE = 1 << 20
_SAMPLE = 1 << 18
_FALLBACK = "cp1252"
_WESTERN = ("cp1252", "mac_roman", "cp850", "cp437")
_CENTRAL = ("cp1250", "iso8859_2", "mac_latin2", "cp852")
_CYRILLIC = ("cp1251", "koi8_r", "mac_cyrillic", "cp866")
_QUOTES = "„“”’–—"
_LETTERS = {
    **dict.fromkeys(
        ("da", "de", "en", "es", "fi", "fr", "it", "nl", "no", "pt", "sv"),
        (_WESTERN, "äöüßéèêàâçôîûœæëïñáíóúìòùåøãõÄÖÜÉÈÀÇÅØÑ‘«»…§°"),
    ),
    **dict.fromkeys(("cs", "sk"), (_CENTRAL, "áäčďéěíĺľňóôŕřšťúůýžÁČĎÉĚÍŇÓŘŠŤÚŮÝŽ")),
    **dict.fromkeys(("hr", "sl"), (_CENTRAL, "čćšžđČĆŠŽĐ")),
    "hu": (_CENTRAL, "áéíóöőúüűÁÉÍÓÖŐÚÜŰ"),
    "pl": (_CENTRAL, "ąćęłńóśźżĄĆĘŁŃÓŚŹŻ"),
    "ro": (_CENTRAL, "ăâîșțşţĂÂÎȘȚŞŢ"),
    **dict.fromkeys(
        ("be", "bg", "mk", "ru", "sr", "uk"),
        (_CYRILLIC, "абвгдежзийклмнопрстуфхцчшщъыьэюяёАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЭЮЯЁєіїґўјљњћџђ«»№"),
    ),
}
"""By the language of the corpus the encodings in which its texts were kept before UTF-8, the likelier first, and the
letters and signs, besides quotation marks and dashes, of which they are full."""


class Encoding(NamedTuple):
    """How a file's bytes are read."""

    name: str
    note: str = ""
    """What there is to say of it; empty for UTF-8 and for what the file declares itself by a byte order mark."""
    line: int = 0
    """The first line that is not UTF-8, counted from 1."""


def detect(stream: BinaryIO, language: str = "", declared: str = "") -> Encoding:
    """The encoding of a stream, read to its end where it is UTF-8; memory does not grow with it.

    language:  of the corpus, ISO 639-1: of the encodings usual for it that is taken whose text has most of its letters.
    declared:  what the researcher says of files that are not UTF-8; then nothing else is looked for.
    What is neither marked nor UTF-8, in another language, is detected by charset-normalizer.
    """
    piece = stream.read(_PIECE)
    for mark, name in _MARKS:
        if piece.startswith(mark):
            return Encoding(name)
    decoder = codecs.getincrementaldecoder("utf-8")()
    lines, kept, plain = 1, b"", True
    while piece:
        try:
            decoder.decode(piece)
        except UnicodeDecodeError as error:
            if declared:
                return Encoding(declared)
            # The decoder keeps the beginning of a letter that the piece before it cut.
            place = max(0, error.start - (len(error.object) - len(piece)))
            return _detected(kept[-_SAMPLE:] + piece[: place + _SAMPLE], lines + _ends(piece[:place]), language)
        lines += _ends(piece)
        plain = plain and piece.isascii()
        kept, piece = piece, stream.read(_PIECE)
    try:
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return Encoding(declared) if declared else _detected(kept[-_SAMPLE:], lines, language)
    # What has only ASCII may be written in signs of another encoding: of UTF-7, of ISO 2022, of UTF-16 without a mark.
    return Encoding(declared if declared and plain else "utf-8")


def decoded(content: bytes, language: str = "", declared: str = "") -> tuple[str, Encoding]:
    """A file's text and how it was read; a byte that its encoding does not have becomes U+FFFD."""
    encoding = detect(io.BytesIO(content), language, declared)
    return content.decode(encoding.name, "replace"), encoding


def _detected(sample: bytes, line: int, language: str) -> Encoding:
    family, letters = _LETTERS.get(language, ((), ""))
    scores = {name: _usual(sample.decode(name, "replace"), letters) for name in family}
    if scores and max(scores.values()) <= 0:
        return Encoding(
            _FALLBACK, f"is not UTF-8 from line {line} on, nor clearly anything else; read as Windows-1252", line
        )
    best = None if scores else from_bytes(sample).best()
    name = max(scores, key=lambda name: scores[name]) if scores else best.encoding if best else _FALLBACK
    return Encoding(name, f"is not UTF-8 from line {line} on; it looks like {name} and was read so", line)


def _usual(text: str, letters: str) -> int:
    """How many of a text's foreign letters are of those, small ones counting twice, less those that are not."""
    foreign = [letter for letter in text if letter > "\x7f"]
    return sum((2 if letter.islower() else 1) if letter in letters or letter in _QUOTES else -1 for letter in foreign)


def _ends(piece: bytes) -> int:
    """Line ends in a piece: of Unix and Windows, or of the classic Macintosh where there are no others."""
    return piece.count(b"\n") or piece.count(b"\r")
