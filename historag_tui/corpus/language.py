"""The language of a text, by the small words that fill every text."""

from __future__ import annotations

import re
from collections import Counter

from historag_tui.corpus.words import WORD, fold
from historag_tui.records import Document

_SMALL = {
    "da": "og i at det er en til som på de med han af for ikke der var mig sig men et har om vi min havde hun nu over",
    "de": "der die das und ist ich nicht ein zu in den von mit sie es auf dem auch für daß dass als wird im eine sich bei aus wie",
    "en": "the of and to in is that it was for with as his he on be at by had not are but from or have an they which you were",
    "es": "de la que el en y a los se del las un por con no una su para es al lo como más pero sus le ya o este sí porque",
    "fr": "de la le et les des en un du une que est dans qui par pour au il sur ne se pas plus ce sont avec aux été cette ou",
    "it": "di e che la il un a per in una è non si da con le i del della dei nel sono al alla più gli come anche ma questo",
    "la": "et in est non ad ut cum sed quod qui ex de si per quae atque aut hoc ab esse quam sunt eius etiam enim nec ac",
    "nl": "de en van het een in is dat op te zijn met die voor niet aan er om hij ook als dan maar bij nog wordt uit naar",
    "pl": "i w na z do się nie że to jest o jak za od po ale co przez dla tak przy już czy być tego tym które jego był",
    "pt": "de a o que e do da em um para com não uma os no se na por mais as dos como mas ao ele das à seu sua ou quando",
    "ru": "и в не на с что он как по это из у за от но его к я вы так же бы она то для мы до при или ее был их",
    "sl": "in je v na da se za so ne pa z ki od s po bi kot tudi ali k ni kakor pri ter iz še bil ga le sem smo",
    "sv": "och i att det som en på är av för med den till inte om ett han men var sig så från vi har de nu kan hon",
}
_BY_WORD: dict[str, list[str]] = {}
for _language, _words in _SMALL.items():
    for _word in _words.split():
        _BY_WORD.setdefault(_word, []).append(_language)
_THREE = {
    "dan": "da",
    "deu": "de",
    "ger": "de",
    "eng": "en",
    "spa": "es",
    "fra": "fr",
    "fre": "fr",
    "ita": "it",
    "lat": "la",
    "nld": "nl",
    "dut": "nl",
    "pol": "pl",
    "por": "pt",
    "rus": "ru",
    "slv": "sl",
    "swe": "sv",
}
"""ISO 639-2 codes, as catalogues and newspapers have them, in ISO 639-1."""
_LOOKED_AT = 6_000
"""Characters from the beginning of a text."""
_LEAST = 12
"""Small words that are needed before anything is said."""
_AHEAD = 1.25
"""How many times as many the language must have as the next one."""


def language_of(text: str) -> str:
    """ISO 639-1 code of the language a text is written in; empty where it is too short, or not clear, or not known here."""
    found: Counter[str] = Counter()
    for word in WORD.findall(text[:_LOOKED_AT]):
        for language in _BY_WORD.get(fold(word), ()):
            found[language] += 1
    (best, count), (_, second) = (*found.most_common(2), ("", 0), ("", 0))[:2]
    return best if count >= _LEAST and count >= _AHEAD * second else ""


def spoken(document: Document) -> str:
    """The language of a document: what its source says, as ISO 639-1, else what it reads like; empty where it is not clear."""
    said = next((document.fields[name] for name in ("language", "lang", "lg") if document.fields.get(name)), "")
    code = re.split(r"[-_;, ]", said.strip().lower())[0]
    code = _THREE.get(code, code)
    return code if len(code) == 2 and code.isascii() and code.isalpha() else language_of(document.text)
