"""How words are prepared for keyword search, in texts and in queries alike."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

VERSION = "1"
STEMMERS = {
    "ar": "arabic",
    "da": "danish",
    "de": "german",
    "el": "greek",
    "en": "english",
    "es": "spanish",
    "fi": "finnish",
    "fr": "french",
    "hu": "hungarian",
    "it": "italian",
    "nl": "dutch",
    "no": "norwegian",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sv": "swedish",
    "ta": "tamil",
    "tr": "turkish",
}
"""Stemmer by language; texts in another language are searched by their folded words."""

_LETTERS = str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"})


_SPELT_OUT = re.compile(r"(?<![aeiouq])([aou])e(?!$)(?<![dt]ue(?=n$))")
"""An umlaut written with an e behind it (Ueber, schaedlich), not the e of Steuer, Quelle, Statue or Statuen."""


def describe(language: str) -> str:
    """The name of the analyser, as manifest and recipe have it."""
    stemmer = STEMMERS.get(language)
    folded = "folded, umlauts in every spelling" if language == "de" else "folded"
    return (
        f"{language}, {folded} and {f'stemmed ({stemmer})' if stemmer else 'not stemmed'} beside exact,"
        f" version {VERSION}"
    )


@lru_cache(maxsize=1 << 18)
def plain(word: str, language: str = "") -> str:
    """A folded word without accents, long s and ligatures; ``schaͤdlich``, ``schädlich`` and, in German,
    ``schaedlich`` all give ``schadlich``.
    """
    if not word.isascii():
        decomposed = unicodedata.normalize("NFKD", word).translate(_LETTERS)
        letters = "".join(c for c in decomposed if not unicodedata.combining(c) and not c.isspace()).lower()
        word = letters or word
    return _SPELT_OUT.sub(r"\1", word) if language == "de" else word


_UNDECIDED = re.compile(r"(?<=[aou])en?$")
"""What may be an umlaut's e or not, as long as the word goes on."""


def begun(beginning: str, language: str = "") -> str:
    """The letters with which the plain form of every word begins that goes on from this beginning."""
    if language != "de":
        return plain(beginning)
    return _SPELT_OUT.sub(r"\1", _UNDECIDED.sub("", plain(beginning)))


_MARKS = "[\u0300-\u036f]*"
_SIGNS = {
    "ffi": "ﬃ|ﬀi|fﬁ",
    "ffl": "ﬄ|ﬀl|fﬂ",
    "ff": "ﬀ",
    "fi": "ﬁ",
    "fl": "ﬂ",
    "st": "ﬆ|ﬅ",
    "ss": "ß",
    "ae": "æ",
    "oe": "œ",
}
"""Letters that may be printed as one sign, the longest first."""
_TYPED = str.maketrans({"ſ": "s", **{signs[0]: letters for letters, signs in _SIGNS.items()}, "ﬅ": "st"})
_UMLAUTS = {"ae": ("ä", "a\u0364"), "oe": ("ö", "o\u0364"), "ue": ("ü", "u\u0364")}
_UNIT = re.compile("|".join([*_SIGNS, "ue", "."]), re.DOTALL)


def printed(pattern: str, language: str) -> str:
    """A regular expression for the folded words that a pattern stands for, as tantivy and re both read it.

    ``*`` is any letters or none, ``?`` one.  A letter is found with any accent, ſ as s, and what may be one sign (ﬁ, ß,
    æ; in German ä for ae) as that sign too; an accent that is typed must be there, an umlaut in any of its spellings.
    """
    return "".join(_printed(unit, language) for unit in _UNIT.findall(_composed(pattern).translate(_TYPED)))


@lru_cache(maxsize=1 << 10)
def _printed(unit: str, language: str) -> str:
    if unit in "*?":
        return ".*" if unit == "*" else f".{_MARKS}"
    german = language == "de"
    spelt_out = next((letters for letters, umlauts in _UMLAUTS.items() if unit in umlauts), "")
    if spelt_out:
        ways = [*_UMLAUTS[spelt_out], *([spelt_out] if german else [])]
    elif len(unit) > 1:
        signs = [_SIGNS[unit]] if unit in _SIGNS else []
        ways = ["".join(map(_letter, unit)), *signs, *(_UMLAUTS.get(unit, ()) if german else ())]
    else:
        return _letter(unit)
    return f"(?:{'|'.join(ways)})"


def _letter(letter: str) -> str:
    """A letter as typed; one without an accent is found with any."""
    alike = _accented().get(letter)
    marks = _MARKS if letter in "aeiou" else ""
    return f"[{letter}{alike}]{marks}" if alike else re.escape(letter)


@lru_cache
def _accented() -> dict[str, str]:
    """By each letter from a to z those that are it with an accent."""
    alike: dict[str, str] = {}
    for code in range(0x00E0, 0x0180):
        letter = chr(code)
        if letter.islower() and plain(letter) in "abcdefghijklmnopqrstuvwxyz":
            alike[plain(letter)] = alike.get(plain(letter), "") + letter
    return alike


def _composed(text: str) -> str:
    """With umlauts as one sign, also where they are written with a small e above the letter."""
    for whole, raised in _UMLAUTS.values():
        text = text.replace(raised, whole)
    return text


_COMMON = {
    "en": "a about after all also am an and any are as at be been before being but by can could did do does for from had has have"
    " he her him his how i if in into is it its may me more most must my no not of on one only or other our out over shall she"
    " should so some such than that the their them then there these they this those to under up upon us was we were what when"
    " where which who will with would you your",
    "de": "aber als also am an auch auf aus bei bin bis da das dass daß dem den denn der des die dies diese dieser dieses doch du"
    " durch ein eine einem einen einer eines er es für hat hatte ich ihm ihn ihr ihre im in ist ja kann man mit nach nicht noch"
    " nur oder ohne sich sie sind so über um und uns unter vom von vor war waren was wenn werden wie wir wird wurde wurden zu"
    " zum zur",
    "fr": "a à au aux avec c ce ces cette d dans de des du elle en est et été être eux il ils je l la le les leur lui m ma mais"
    " me même mes moi mon n ne nos notre nous on ont ou où par pas pour qu que qui s sa sans se ses son sont sur t ta te tes"
    " toi ton tu un une vos votre vous y",
}


@lru_cache
def common_words(language: str) -> frozenset[str]:
    """Words that say nothing by themselves; empty for a language of which we have no list."""
    return frozenset(_COMMON.get(language, "").split())


_ELIDED = {
    "fr": "c d j jusqu l lorsqu m n puisqu qu quoiqu s t",
    "it": "agl all c coll d dagl dall degl dell gl l m n nell quest s sull t un v",
}


@lru_cache
def elided_words(language: str) -> frozenset[str]:
    """Words that lose their vowel before an apostrophe (l'industrie) and say nothing by themselves."""
    return frozenset(_ELIDED.get(language, "").split())
