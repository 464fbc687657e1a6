"""A written date in whichever form it has."""

from __future__ import annotations

import re

from historag_tui.corpus.dates import edtf, prose
from historag_tui.corpus.dates.reading import Reading, Unread

_UNDATED = re.compile(
    r"[\[(]?(?:o\. ?[dj]\.?|s\. ?[da]\.?|n\. ?d\.?|undatiert|undated|no date|ohne (?:datum|jahr)|sans date|sine anno)[\])]?"
)

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
    if found is None:
        return prose.read(text, language, julian)
    return found.in_old_style() if julian else found
