"""A written date in whichever form it has."""

from __future__ import annotations

import re

from historag_tui.corpus.dates import edtf, prose
from historag_tui.corpus.dates.reading import Reading, Unread

_UNDATED = re.compile(
    r"[\[(]?(?:o\. ?[dj]\.?|s\. ?[da]\.?|n\. ?d\.?|undatiert|undated|no date|ohne (?:datum|jahr)|sans date|sine anno)[\])]?"
)

_TWO_FORMS = re.compile(r"([^()\[\]=]+)(?:[(\[]([^()\[\]=]+)[)\]]|=([^()\[\]=]+))")

LONGEST = 200
"""Characters a written date may have; longer texts are no dates."""


def read(written: str, language: str = "", julian: bool = False) -> Reading:
    """The days a written date may mean, in old style when the caller knows that it follows it.  Raises Unread."""
    text = written.strip()
    if not text:
        raise Unread("it is empty")
    if len(text) > LONGEST:
        raise Unread(f"it is longer than a date ({len(text)} characters)")
    if _UNDATED.fullmatch(text.lower()):
        raise Unread("the source itself is undated")
    found = None if edtf.may_be_years(text) else edtf.read(text)
    if found is not None:
        return found.in_old_style() if julian else found
    try:
        return prose.read(text, language, julian)
    except Unread:
        if (twice := _TWO_FORMS.fullmatch(text)) is None:
            raise
        return _both(read(twice[1], language, julian), read(twice[2] or twice[3], language))


def _both(one: Reading, other: Reading) -> Reading:
    """The wider of two forms of one date, as *18 brumaire an VIII (9 novembre 1799)*.  Raises Unread if they differ."""
    for wider, narrower in ((one, other), (other, one)):
        if _reaches(wider.first, narrower.first, -1) and _reaches(wider.last, narrower.last, 1):
            doubtful = one.uncertain or other.uncertain
            return wider._replace(circa=one.circa or other.circa, uncertain=doubtful)
    raise Unread("its two forms are not one date")


def _reaches(end: int | None, other: int | None, side: int) -> bool:
    """Whether an end, open or not, lies as far to that side as the other."""
    return end is None or (other is not None and end * side >= other * side)
