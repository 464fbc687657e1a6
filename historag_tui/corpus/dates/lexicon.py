"""The words of written dates in German, English and French, old spellings included.

Words are looked up folded: small letters, no accents and dots above, long s as s.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Literal

Kind = Literal[
    "month", "republican", "weekday", "season", "vague", "fraction", "ordinal", "century", "decades", "republic",
    "circa", "doubt", "before", "after", "between", "until", "to", "and", "skip", "christ", "style",
]  # fmt: skip
Value = int | str

_MONTHS = """
januar jan jaen janr jann janner jaenner janer jaener jenner january jany janry janvier janv januarii januarij januarius ianuarii
februar feb febr feber hornung february feby febry fevrier fevr fev februarii februarij februarius
marz maerz maertz martz mertz merz mrz mar mart march mars martii martij martius
april apr aprill avril avr aprilis
mai may maij mey mei maji maii majus
juni jun juny juno june juin junii junij junius brachmonat
juli jul july julei juillet juil julii julij julius heumonat
august aug augt augst aout aoust augusti augustus
september sept sep septembr sepr septbr septr septb septembre septembris spt
oktober october okt oct octr oktbr octbr octobr octb octobre octobris weinmonat
november nov novembr novbr novb novr novemb novembre novembris
dezember december dezembr decembr dez dec dezbr decbr dzbr decb decemb dezb decr dezr decembre decembris christmonat
"""
_REPUBLICAN = """
vendemiaire vend
brumaire brum
frimaire frim
nivose niv
pluviose pluv
ventose vent
germinal germ
floreal flor
prairial prair
messidor mess
thermidor therm fervidor
fructidor fruct
complementaire complementaires sansculottide sansculottides
"""
_WEEKDAYS = """
montag montags mo monday mon lundi lun
dienstag dienstags dinstag dinstags di tuesday tues tue mardi
mittwoch mittwochs mitwoch mittewoch mi wednesday wed mercredi mer
donnerstag donnerstags donerstag do thursday thurs thur thu jeudi jeu
freitag freitags freytag fr friday fri vendredi ven
samstag samstags sonnabend sonnabends sa saturday sat samedi sam
sonntag sonntags sontag so sunday sun dimanche dim
"""
_SEASONS = {
    "spring": "fruhjahr fruehjahr fruhjahrs fruhling fruehling fruhlings lenz spring printemps",
    "summer": "sommer sommers summer ete",
    "autumn": "herbst herbstes autumn fall automne",
    "winter": "winter winters hiver",
}
_VAGUE = {
    "beginning": "anfang anfangs anf beginn early beginning start fruhe fruhen fruhes debut commencement",
    "middle": "mitte mid middle milieu",
    "end": "ende end late spate spaten spates fin",
}
_FRACTIONS = {
    2: "halfte haelfte halbjahr half moitie semestre semester",
    3: "drittel third tiers",
    4: "viertel quartal quarter quart trimestre vierteljahr",
}
_ORDINALS = {
    1: "erste ersten erstes erster first premier premiere",
    2: "zweite zweiten zweites zweiter second deuxieme seconde",
    3: "dritte dritten drittes dritter troisieme",
    4: "vierte vierten viertes vierter fourth quatrieme",
    -1: "letzte letzten letztes letzter last dernier derniere",
}
_PLAIN: dict[Kind, str] = {
    "century": "jahrhundert jahrhunderts jahrhunderte jh jhs jhd jhdt jhdts jhrh century cent siecle siecles saec s",
    "decades": "annees",
    "republic": "an",
    "circa": "ca cca circa zirka um etwa ungefahr gegen about around approximately approx vers environ env",
    "doubt": "wohl vermutlich verm wahrscheinlich vielleicht moglicherweise probably prob possibly perhaps presumably "
    "probablement peutetre",
    "before": "vor before avant spatestens ante",
    "after": "nach after apres ab seit since fruhestens depuis post from",
    "between": "zwischen zw between entre",
    "until": "bis until till",
    "to": "to a au",
    "and": "und u and et oder od or ou bzw",
    "skip": "den der des dem d am im in vom von le la les l du de die das the of on at en jahr jahre jahren jahres year "
    "years month mois monat tag day jour jours anno primidi duodi tridi "
    "quartidi quintidi sextidi septidi octidi nonidi decadi republique francaise datiert dated",
}


def _entries() -> Iterator[tuple[Kind, Value, str]]:
    """Kind, value and the words that have them."""
    for number, row in enumerate(_MONTHS.strip().splitlines(), 1):
        yield "month", number, row
    for number, row in enumerate(_REPUBLICAN.strip().splitlines(), 1):
        yield "republican", number, row
    for number, row in enumerate(_WEEKDAYS.strip().splitlines()):
        yield "weekday", number, row
    for name, words in _SEASONS.items():
        yield "season", name, words
    for name, words in _VAGUE.items():
        yield "vague", name, words
    for parts, words in _FRACTIONS.items():
        yield "fraction", parts, words
    for position, words in _ORDINALS.items():
        yield "ordinal", position, words
    for kind, words in _PLAIN.items():
        yield kind, "", words


WORDS: Mapping[str, tuple[Kind, Value]] = {
    word: (kind, value) for kind, value, words in _entries() for word in words.split()
}
"""What a folded word says: its kind and, where it has one, its value (months and parts from 1, weekdays from 0)."""

PHRASES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(rf"(?<![a-z])(?:{pattern})" + ("" if word == "middle" else "(?![a-z0-9])")), f" {word} ")
    for pattern, word in (
        (
            r"v\. ?(?:d\. ?)?chr(?:isti|istus)?\b(?: geb(?:urt)?)?\.?|vor christ(?:us|i geburt)|v\. ?u\. ?z\.?",
            "beforechrist",
        ),
        (r"b\.? ?c\.?(?: ?e\.?)?|before christ|av\.? ?j\.? ?-? ?c\.?|avant jesus[ -]christ", "beforechrist"),
        (
            r"n\. ?(?:d\. ?)?chr(?:isti|istus)?\b(?: geb(?:urt)?)?\.?|nach christ(?:us|i geburt)|u\. ?z\.?",
            "afterchrist",
        ),
        (r"a\.? ?d\.?|c\.? ?e\.?|anno domini|ap\.? ?j\.? ?-? ?c\.?|apres jesus[ -]christ", "afterchrist"),
        (r"a\. ?s(?:t\.?|\.)|alte[nr]? stils?|o\. ?s\.?|old style|julianisch(?:e[rnms]?)?(?: kalenders?)?", "oldstyle"),
        (r"julian(?: calendar)?|vieux style|ancien style|(?:calendrier )?julien", "oldstyle"),
        (r"n\. ?s(?:t\.?|\.)|neue[nr]? stils?|new style|nouveau style", "newstyle"),
        (r"gregorianisch(?:e[rnms]?)?(?: kalenders?)?|gregorian(?: calendar)?|(?:calendrier )?gregorien", "newstyle"),
        (r"not after|nicht nach|terminus ante quem", "before"),
        (r"not before|nicht vor|terminus post quem|a partir d[eu']", "after"),
        (r"jusqu (?:en|au|a)", "until"),
        (r"sans[- ]culottides?", "sansculottides"),
        (r"peut[- ]etre", "peutetre"),
        (r"mid-|mi-|mid (?=[a-z])|mi (?=[a-z])", "middle"),
    )
)
"""Several words that say one thing, and the one word by which the reader knows it."""

MARKERS: Mapping[str, tuple[Kind, Value]] = {
    "beforechrist": ("christ", -1),
    "afterchrist": ("christ", 1),
    "oldstyle": ("style", "julian"),
    "newstyle": ("style", "gregorian"),
}
