"""A written date as a row of tokens: numbers, known words, separators.  Unknown words end the reading."""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from historag_tui.corpus.dates.lexicon import MARKERS, PHRASES, WORDS
from historag_tui.corpus.dates.reading import Unread

SEPARATORS = frozenset(("until", "to", "and", "slash", "dash"))

_TOKEN = re.compile(
    r"\s*(?:(?P<number>[0-9]+)(?P<suffix>[a-z]*)|(?P<word>[a-z]+)(?::(?![0-9]))?|(?P<mark>[-/?,;&+]))(?P<dot>\s?\.)?"
)
_HOLE = re.compile(r"(?:(?<=[\s/-])|^)\?(?=\s*\S)|(?<=\.)\?(?=\s*[./-])")
_MISSING_DIGIT = re.compile(r"(?<![0-9])[0-3][\[(]\?[\])]")
_OLD_MONTH = re.compile(r"(?<![a-z0-9])(7|8|9|10|vii|viii|ix|x)[ -]?b(?:er|ris|res?|r)(?![a-z])")
_OLD_MONTHS = {"7": "september", "8": "oktober", "9": "november", "10": "dezember"} | {
    "vii": "september", "viii": "oktober", "ix": "november", "x": "dezember"
}  # fmt: skip
_ROMAN = re.compile(r"(m{0,3}(?:c?d|d?c{0,4}|cm)(?:x?l|l?x{0,4}|xc)(?:i?v|v?i{0,4}|ix))(e|eme|er|te|ten|th)?")
_ROMAN_DIGITS = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}
_ORDINAL = frozenset(("st", "nd", "rd", "th", "d", "er", "re", "e", "eme", "ieme", "o", "te", "ten", "ter", "tes", "n"))
_MARKS = {"-": "dash", "/": "slash", ",": "skip", ";": "skip", "&": "and", "+": "and"}


class Token(NamedTuple):
    """A piece of a written date."""

    kind: str
    """A kind of the lexicon, or number, year, short, decade, roman, hole, slash, dash."""
    value: int = 0
    name: str = ""
    """The value of words whose value is a name: spring, beginning, julian."""
    dotted: bool = False
    """Whether a full stop or the ending of an ordinal follows."""
    until: int = 0
    """The second year of ``1789/90``; 0 for one year."""


def tokens(written: str) -> list[Token]:
    """The tokens of a date.  Raises Unread at the first thing that has no place in one."""
    text = _folded(written)
    found: list[Token] = []
    position = 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise Unread(f"'{text[position:].strip()[:1]}' has no place in a date")
        dotted = match["dot"] is not None
        position = match.end()
        if match["mark"] is not None:
            if dotted and match["mark"] != "?":
                raise Unread("'.' stands where a number or a word should")
            found.append(_mark(match["mark"]))
        elif match["word"] is not None:
            found.append(_word(match["word"], dotted, found))
        elif match["suffix"] in _ORDINAL or match["suffix"] in ("", "s"):
            found.append(_number(match["number"], match["suffix"], dotted))
        else:
            found.append(_number(match["number"], "", False))
            position = match.start("suffix")
    return _joined_years(found)


def _folded(written: str) -> str:
    """Small letters without accents, brackets and phrases; editors' brackets inside a number join it.  Raises Unread."""
    if any(unicodedata.category(character) == "No" for character in written):
        raise Unread("it holds a raised number or a fraction")
    if _MISSING_DIGIT.search(written):
        raise Unread("a digit of it is missing")
    plain = (
        character
        for character in unicodedata.normalize("NFKD", written).casefold()
        if unicodedata.category(character) not in ("Mn", "Cf")
    )
    text = "".join("-" if unicodedata.category(character) == "Pd" else character for character in plain)
    text = re.sub(r"[\[\]()<>{}⟨⟩〈〉]", "", text.replace("\u2212", "-"))
    text = " ".join(
        re.sub(r"['’ʼ´`]s\b", "s", text).replace("'", " ").replace("’", " ").replace("er-jahr", "er jahr").split()
    )
    text = _OLD_MONTH.sub(lambda match: _OLD_MONTHS[match[1]], text)
    for pattern, word in PHRASES:
        text = pattern.sub(word, text)
    return _HOLE.sub(" hole ", text).strip()


def _mark(mark: str) -> Token:
    return Token("doubt") if mark == "?" else Token(_MARKS[mark])


def _number(digits: str, suffix: str, dotted: bool) -> Token:
    """A day, a month, a year or a decade, by its digits and its ending."""
    value = int(digits)
    if len(digits) == 4 and suffix in ("er", "s"):
        if value % 10:
            raise Unread("its decade does not begin with a year in 0")
        return Token("decade", value)
    if len(digits) == 4 and not suffix:
        return Token("year", value, dotted=dotted)
    if len(digits) <= 2 and suffix != "s":
        return Token("number", value, dotted=dotted or bool(suffix))
    if len(digits) == 3 or (len(digits) == 2 and suffix == "s"):
        return Token("short", value)
    raise Unread(f"'{digits}{suffix}' is no day, month or year")


def _word(word: str, dotted: bool, before: list[Token]) -> Token:
    """What a word says."""
    if word == "hole":
        return Token("hole", dotted=dotted)
    if word == "c":
        ordinal = bool(before) and before[-1].kind in ("number", "roman") and before[-1].dotted
        return Token("century" if ordinal else "circa")
    known = MARKERS.get(word) or WORDS.get(word)
    if known is not None:
        kind, value = known
        return Token(kind, value if isinstance(value, int) else 0, value if isinstance(value, str) else "", dotted)
    roman = _ROMAN.fullmatch(word.replace("j", "i"))
    if roman is None or not roman[1]:
        raise Unread(f"the word '{word}' is not known in a date")
    value = _roman_value(roman[1])
    return (
        Token("year", value)
        if value >= 1000 and len(word) > 2
        else Token("roman", value, dotted=dotted or roman[2] is not None)
    )


def _roman_value(numeral: str) -> int:
    values = [_ROMAN_DIGITS[letter] for letter in numeral]
    return sum(-one if one < following else one for one, following in zip(values, [*values[1:], 0], strict=True))


def _joined_years(found: list[Token]) -> list[Token]:
    """``1789/90``, ``1850–55`` and ``1901/2`` as one token; in dates of winters and old styles ``1650/1651`` too."""
    joined: list[Token] = []
    for index, token in enumerate(found):
        if (
            token.kind in ("number", "year")
            and not token.dotted
            and len(joined) > 1
            and joined[-1].kind in ("slash", "dash")
            and joined[-2].kind == "year"
            and not joined[-2].until
            and found[index + 1 : index + 2] in ([], [Token("doubt")])
        ):
            first = joined[-2].value
            power = 10000 if token.kind == "year" else 100 if token.value > 9 else 10
            second = first - first % power + token.value
            second += power if second + power == first + 1 else 0
            if second > first and (token.kind == "number" or second == first + 1):
                joined[-2:] = [joined[-2]._replace(until=second)]
                continue
        joined.append(token)
    return joined
