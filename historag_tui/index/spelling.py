"""Spelling variants of a word among the words of the corpus: offered to the researcher, never applied silently.

Two words are spellings of one another when they have the same key.  A key is made by rules of one language: what
spelling reforms changed (c, k and z, th and t, y and i, -iren and -ieren; -our and -or, -ise and -ize; -oit and -ait),
after the letters that print and transcription write in several ways (ä as ``aͤ`` or ``ae``, ſ, ß, ligatures, accents).
The rules work on lines as well as on a word, so that the key of half a million words is a handful of replacements.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from typing import Literal, NamedTuple, TypeAlias

from historag_tui.corpus.words import WORD, fold

Kind: TypeAlias = Literal["umlaut", "spelling", "ocr", "compound"]
"""The same letters written with other marks or signs; another spelling; a likely misreading; a compound of the word."""

_KINDS: tuple[Kind, ...] = ("umlaut", "spelling", "ocr", "compound")


class Variant(NamedTuple):
    """Another word of the corpus that may stand for a term."""

    term: str
    """Folded: composed and in lower case."""
    kind: Kind


_Rules: TypeAlias = tuple[tuple[str, str], ...]

# A line break marks the beginning or the end of a word.
_SIGNS: _Rules = (("ſ", "s"), ("ß", "ss"), ("æ", "ae"), ("œ", "oe"), ("ø", "o"), ("ł", "l"), ("ı", "i"))
_UMLAUTS: _Rules = (("a\u0364", "ae"), ("o\u0364", "oe"), ("u\u0364", "ue"), ("ä", "ae"), ("ö", "oe"), ("ü", "ue"))
_REFORMS: dict[str, _Rules] = {
    "de": (
        *(("niss\n", "nis\n"), ("dessh", "desh"), ("dessw", "desw"), ("wessh", "wesh"), ("wessw", "wesw")),
        *(("th", "t"), ("ph", "f"), ("ch", "χ"), ("ck", "k"), ("ce", "ze"), ("ci", "zi"), ("cy", "zy")),
        *(("c", "k"), ("kk", "k"), ("tz", "z"), ("zz", "z"), ("y", "i"), ("aa", "a"), ("oos", "os"), ("odt", "ot")),
        *(("ier", "ir"), ("gieb", "gib"), ("ieng", "ing"), ("sammt", "samt"), ("saemmt", "saemt"), ("brod", "brot")),
        *(("huelf", "hilf"), ("graenz", "grenz"), ("\naecht", "\necht"), ("laeugn", "leugn"), ("litter", "liter")),
    ),
    "en": (
        *(("xion\n", "ction\n"), ("xions\n", "ctions\n"), ("dgement", "dgment"), ("despatch", "dispatch")),
        *(("tre\n", "ter\n"), ("tres\n", "ters\n"), ("ence\n", "ense\n"), ("logue\n", "log\n"), ("shew", "show")),
        *(("\noe", "\ne"), ("foet", "fet"), ("oeuv", "euv"), ("waggon", "wagon"), ("\nenquir", "\ninquir")),
        *(("\ninclos", "\nenclos"), ("\nintrench", "\nentrench"), ("aluminium", "aluminum")),
    ),
    "fr": (("tems\n", "temps\n"), ("y", "i"), ("ph", "f"), ("th", "t"), ("rh", "r")),
}
_ENDINGS: dict[str, tuple[tuple[re.Pattern[str], str], ...]] = {
    "en": (
        (re.compile(r"(?:(?<=[aeiouy]\w)|(?<=[aeiouy]\w\w)|(?<=[aeiouy]\w\w\w))our"), "or"),
        (re.compile(r"ae(?=\w\w)"), "e"),
        (re.compile(r"(?<=\w\w\w)([iy])s(?=(?:e|ed|es|er|ers|ing|ation|ations)\n)"), r"\1z"),
        (re.compile(r"(?<=\w\w\w\w)ll(?=(?:ed|ing|er|ers|or|ors)\n)"), "l"),
        (re.compile(r"(?<=\w\w\w)ick\n"), "ic\n"),
    ),
    "fr": (
        (re.compile(r"(?<=\w\w)oi(?=(?:s|t|ent)\n)"), "ai"),
        (re.compile(r"(?<=\w\w)([ae])ns\n"), r"\1nts\n"),
    ),
}
_BEGINNINGS = ("ckz", "pf", "aàáâäæåeèéêëiìíîïyoòóôöœøuùúûü", "sſß")
"""Letters that may begin spellings of one word."""
_LENGTHENED = 4
"""Characters by which two spellings may differ in length."""
_SIGN_LIKE = re.compile(r"\d|^\w{1,2}$")
"""What is too short for a spelling of its own, or a figure: c and k, 1cm and 1km."""
_MARKS = re.compile("[\u0300-\u036f]+")

_MISREADINGS: _Rules = (
    *(("ſ", "f"), ("s", "f"), ("c", "e"), ("n", "u"), ("rn", "m"), ("li", "h"), ("ii", "n"), ("in", "m"), ("ri", "n")),
    *(
        ("l", "1"),
        ("i", "1"),
        ("l", "i"),
        ("o", "0"),
        ("tt", "ft"),
        ("ft", "st"),
        ("ü", "ii"),
        ("b", "h"),
        ("cl", "d"),
        ("k", "t"),
    ),
)
"""What is taken for one another, in both directions: mostly the old founts, then letters and figures."""

_COMPOUNDING = ("da", "de", "nl", "no", "sv")
_LINKS = ("", "s", "es", "n", "en", "er", "e")
_SHORTEST_HEAD, _SHORTEST_PART = 3, 3


def variants(
    term: str, words: Iterable[str], language: str, frequency: Callable[[str], int] | None = None
) -> list[Variant]:
    """The words that may stand for a term: umlauts and signs first, then spellings, misreadings and compounds.

    term:       one word; what is none has no variants.
    words:      the words of the corpus, folded, each once; the term need not be among them.
    frequency:  how often a word occurs, to order each kind by, the most frequent first; else they come by alphabet.

    A compound ends in the term, or in one of its spellings, and begins with a word of the corpus.
    """
    term = fold(term.strip())
    if not WORD.fullmatch(term):
        return []
    known = list(words)
    same_letters, same_key = _letters(term, language), key(term, language)
    found: dict[str, Kind] = {term: "umlaut"}
    near = _near(term, known)
    for word, other in zip(near, keys(near, language), strict=True):
        if other == same_key and word not in found:
            if _letters(word, language) == same_letters:
                found[word] = "umlaut"
            elif not _SIGN_LIKE.search(term):
                found[word] = "spelling"
    spellings = tuple(found)
    misread = {form for spelling in spellings for form in _misreadings(spelling)}
    for word in misread.intersection(known):
        found.setdefault(word, "ocr")
    if language in _COMPOUNDING:
        for word in _compounds(spellings, known):
            found.setdefault(word, "compound")
    del found[term]
    often = frequency or (lambda word: 0)
    return sorted(
        (Variant(word, kind) for word, kind in found.items()),
        key=lambda variant: (_KINDS.index(variant.kind), -often(variant.term), variant.term),
    )


def key(word: str, language: str) -> str:
    """What the spellings of a word have in common."""
    return keys([fold(word)], language)[0]


def _near(term: str, words: list[str]) -> list[str]:
    """The words that could have the key of the term by their length and first letter: the key of every word costs more."""
    alike = next((letters for letters in _BEGINNINGS if term[:1] in letters), term[:1])
    shortest, longest = len(term) - _LENGTHENED, len(term) + _LENGTHENED
    return [word for word in words if word[:1] in alike and shortest <= len(word) <= longest]


def keys(words: list[str], language: str) -> list[str]:
    """The key of each of these folded words: all of them together cost little more than one."""
    if not words:
        return []
    lines = _replaced(_letters("\n" + "\n".join(words) + "\n", language), _REFORMS.get(language, ()))
    for pattern, ending in _ENDINGS.get(language, ()):
        lines = pattern.sub(ending, lines)
    return lines[1:-1].split("\n")


def _letters(text: str, language: str) -> str:
    """Folded text in the letters that every print and transcription has; only German and its like spell umlauts out."""
    text = _replaced(text, (*_SIGNS, *(_UMLAUTS if language == "de" else ())))
    return text if text.isascii() else _MARKS.sub("", unicodedata.normalize("NFKD", text))


def _replaced(text: str, rules: _Rules) -> str:
    for old, new in rules:
        text = text.replace(old, new)
    return text


def _misreadings(word: str) -> Iterator[str]:
    """The word with one group of letters taken for another, at one place."""
    for pair in _MISREADINGS:
        for read, printed in (pair, pair[::-1]):
            place = word.find(read)
            while place >= 0:
                yield word[:place] + printed + word[place + len(read) :]
                place = word.find(read, place + 1)


def _compounds(heads: tuple[str, ...], words: list[str]) -> list[str]:
    """The words that end in one of the heads and begin with another word, with or without a linking sound."""
    heads = tuple(head for head in heads if len(head) >= _SHORTEST_HEAD)
    parts: dict[str, set[str]] = {}
    for word in [word for word in words if word.endswith(heads)]:
        beginnings = (word.removesuffix(head) for head in heads if word.endswith(head))
        options = {beginning.removesuffix(link) for beginning in beginnings for link in _LINKS}
        parts[word] = {part for part in options if len(part) >= _SHORTEST_PART}
    known = set().union(*parts.values()).intersection(words)
    return [word for word, options in parts.items() if options & known]
