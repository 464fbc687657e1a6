"""Dates in the attributes of TEI elements (att.datable): when, notBefore, notAfter, from, to, and their kin.

TEI gives ``@when`` in the Gregorian calendar; ``@calendar`` tells that of the text.  So ``@when`` is not converted,
the text is; but where an encoder copied the Julian day of the text into ``@when``, both days are kept as a range.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from historag_tui.corpus.dates import edtf, forms
from historag_tui.corpus.dates.reading import Reading, Unread
from historag_tui.records import NamedDate

_KINDS = ("", "-iso", "-custom")
_BEGINS = ("when", "notBefore", "from")
_ENDS = ("when", "notAfter", "to")
_DOUBTS = frozenset(("low", "medium", "unknown"))


def from_attributes(
    attributes: Mapping[str, str], name: str, written: str = "", language: str = ""
) -> NamedDate | None:
    """The date of a TEI element from its attributes, or from its text when none of them dates; None when unread.

    ``@cert`` below high makes it uncertain, ``@precision`` below high makes it circa.  An attribute with its
    counterpart missing (``@notBefore`` alone) leaves the date open.
    """
    try:
        return _reading(attributes, written, language).named(name, written)
    except Unread:
        return None


def unread_attributes(attributes: Mapping[str, str], written: str = "", language: str = "") -> str:
    """Why ``from_attributes`` reads no date; empty when it reads one."""
    try:
        _reading(attributes, written, language).named("", written)
    except Unread as reason:
        return str(reason)
    return ""


def _reading(attributes: Mapping[str, str], written: str, language: str) -> Reading:
    """Raises Unread."""
    plain = {key.rpartition("}")[2]: value.strip() for key, value in attributes.items() if value.strip()}
    old_text = "julian" in plain.get("calendar", "").lower()
    begins, ends = _values(plain, _BEGINS), _values(plain, _ENDS)
    if not begins and not ends:
        found = forms.read(written, language, old_text)
    else:
        every = [*begins, *ends]
        found = Reading(
            _end([one.first for one in begins], min),
            _end([one.last for one in ends], max),
            every[-1].unit,
            any(one.circa for one in every),
            any(one.uncertain for one in every),
        )
        if old_text and _copied(found, written, language):
            found = found._replace(last=found.in_old_style().last)
    if plain.get("precision", "") in _DOUBTS:
        found = found.about()
    return found._replace(uncertain=found.uncertain or plain.get("cert", "") in _DOUBTS)


def _values(attributes: Mapping[str, str], names: tuple[str, ...]) -> list[Reading]:
    """What the attributes of these names say; the first of each kind counts.  Raises Unread when one says nothing."""
    found = []
    for name in names:
        key = next((name + kind for kind in _KINDS if name + kind in attributes), None)
        if key is None:
            continue
        value = attributes[key]
        old = key.endswith("-custom") and "julian" in attributes.get("datingMethod", "").lower()
        reading = forms.read(value, julian=old) if key.endswith("-custom") else edtf.read(value)
        if reading is None:
            raise Unread(f"@{key} '{value[:40]}' is no date")
        found.append(reading)
    return found


def _end(found: list[int | None], outermost: Callable[[Iterable[int]], int]) -> int | None:
    """The first of the beginnings or the last of the ends; None when there is none or one is open."""
    known = [day for day in found if day is not None]
    return outermost(known) if known and len(known) == len(found) else None


def _copied(found: Reading, written: str, language: str) -> bool:
    """Whether the day is that of the text before conversion."""
    try:
        old, plain = (forms.read(written, language, julian) for julian in (True, False))
    except Unread:
        return False
    return old[:2] != found[:2] == plain[:2]
