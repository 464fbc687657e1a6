"""Years before and after Christ."""

from __future__ import annotations

from historag_tui.corpus.dates.points import SHORT_YEAR
from historag_tui.corpus.dates.reading import Unread
from historag_tui.corpus.dates.tokens import SEPARATORS, Token


def with_eras(found: list[Token]) -> list[Token]:
    """Numbers beside *v. Chr.* or *AD* as years, centuries before it as such."""
    result: list[Token] = []
    for index, token in enumerate(found):
        if token.kind != "christ":
            result.append(token)
            continue
        following = found[index + 1] if index + 1 < len(found) else None
        if result and result[-1].kind == "century":
            result[-1] = result[-1]._replace(value=token.value)
        elif result and _counts(result[-1]):
            result[-1] = _year(result[-1], token)
            if len(result) > 2 and result[-2].kind in SEPARATORS and _counts(result[-3]) and len(result) == 3:
                result[-3] = _year(result[-3], token)
        elif following is not None and _counts(following):
            found[index + 1] = _year(following, token)
        else:
            raise Unread(SHORT_YEAR)
    return result


def _counts(token: Token) -> bool:
    return token.kind in ("number", "short", "year") and not token.until and not token.dotted


def _year(token: Token, era: Token) -> Token:
    """The astronomical year: 1 BC is the year 0."""
    if token.value == 0:
        raise Unread("there is no year 0 before or after Christ")
    return Token("year", 1 - token.value if era.value < 0 else token.value)
