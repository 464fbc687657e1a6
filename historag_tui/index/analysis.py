"""How words are prepared for keyword search, in texts and in queries alike."""

from __future__ import annotations

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


def describe(language: str) -> str:
    """The name of the analyser, as manifest and recipe have it."""
    stemmer = STEMMERS.get(language)
    return (
        f"{language}, folded and {f'stemmed ({stemmer})' if stemmer else 'not stemmed'} beside exact, version {VERSION}"
    )


@lru_cache(maxsize=1 << 18)
def plain(word: str) -> str:
    """A folded word without accents, long s and ligatures: ``schaͤdlich`` and ``schädlich`` both give ``schadlich``."""
    if word.isascii():
        return word
    decomposed = unicodedata.normalize("NFKD", word).translate(_LETTERS)
    letters = "".join(c for c in decomposed if not unicodedata.combining(c) and not c.isspace()).lower()
    return letters or word


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
