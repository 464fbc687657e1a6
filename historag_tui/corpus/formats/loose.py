"""JSON as programs write it, which is not always JSON: NaN, halves of surrogate pairs, encodings other than UTF-8."""

from __future__ import annotations

import codecs
import json
from typing import Any, NamedTuple

import msgspec

_WIDE = (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
"""Byte order marks, the longer ones first: that of UTF-16 is the beginning of one of UTF-32."""


class Value(NamedTuple):
    """What a piece of JSON holds."""

    value: Any
    mended: str = ""
    """What was not as it should be and was replaced; empty when nothing was."""


def is_wide(content: bytes) -> bool:
    """Whether the content is marked as UTF-16 or UTF-32, whose line ends are no single bytes."""
    return content.startswith(_WIDE)


def loose(content: bytes, encoding: str = "") -> Value:
    """The value of a piece of JSON; numbers that are none become null, as JSON has no sign for them.

    encoding: of what is not UTF-8.
    Raises ValueError for what is no JSON, RecursionError for what is nested too deeply.
    """
    content = content.removeprefix(codecs.BOM_UTF8)
    try:
        return Value(msgspec.json.decode(content))
    except (msgspec.DecodeError, UnicodeDecodeError):
        value = json.loads(_text(content, encoding), parse_constant=lambda _: None)
        written = json.dumps(value, ensure_ascii=False)
        # The standard decoder accepts halves of surrogate pairs, which no UTF-8 file can hold.
        whole = written.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        if whole == written:
            return Value(value)
        mended = json.loads(whole, parse_constant=lambda _: None)
        return Value(mended, "halves of surrogate pairs were replaced by U+FFFD")


def _text(content: bytes, encoding: str) -> str:
    if is_wide(content):
        return content.decode("utf-32" if content.startswith(_WIDE[:2]) else "utf-16")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        if encoding:
            return content.decode(encoding, "replace")
        raise ValueError('is not UTF-8; name its encoding: [corpus] encoding = "cp1252"') from None
