"""Marking claims of quantity, which a sample with a quota for each window cannot bear.

Words decide, not grammar: a mark asks the historian to look, and one too many costs less than one too few.
"""

from __future__ import annotations

import re

_NUMBER = (
    r"(?:\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|"
    r"zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|zwanzig|dreißig|vierzig|fünfzig)"
)
_SOURCES = (
    r"(?:chunks?|passages|sources|documents|texts|messages|speeches|articles|letters|"
    r"stellen|quellen|dokumenten?|texten?|abschnitten?|reden|artikeln?|briefen?)"
)

_ENGLISH = (
    r"more and more",
    r"(?:more|less|most|least) (?:often|frequent|frequently|common|commonly|likely)",
    r"most (?:of|(?!\w+(?:ous|less)\b)[a-z]+s)",
    r"often|frequen\w+|infrequen\w+|rare|rarely|rarer|seldom|usual|usually|typical\w*|widespread",
    r"many|few|fewer|numerous|countless|dozens|hundreds",
    r"predominant\w*|majority|minority|mostly|mainly|half of|thirds? of|quarters? of|percent|per cent",
    r"increas\w+|decreas\w+|declin\w+|growing|rising|dwindl\w+",
)
_GERMAN = (
    r"immer (?:mehr|weniger|öfter|häufiger|seltener)",
    r"häufig\w*|gehäuft|oft|oftmals|öfters?|selten\w*|zunehmend\w*|abnehmend\w*|vermehrt|typisch\w*",
    r"n(?:immt|ehmen|ahm|ahmen)\b[^.;]*\b(?:zu|ab)(?=\s*(?:[.,;]|$))",
    r"viele[nr]?|wenige[nr]?|zahlreich\w*|meist\w*|überwieg\w+|vorwiegend|mehrheit\w*|mehrzahl|minderheit\w*",
    r"hälfte|drittel|viertel|prozent|wachsend\w*|steigend\w*|steigt|sinkend\w*|sinkt",
)
_COUNTED = (
    rf"{_NUMBER} (?:of|out of|in|von|der|aus) (?:the |these |those |den |diesen )?"
    rf"(?:{_NUMBER}\b|(?:\w+ ){{0,2}}{_SOURCES}\b)",
)

_QUANTITY = re.compile(rf"\b(?:{'|'.join((*_COUNTED, *_ENGLISH, *_GERMAN))})(?!\w)|\d\s?%", re.IGNORECASE)


def claims_quantity(sentence: str) -> bool:
    """Whether an English or German sentence says how much, how often, or how it grew or shrank."""
    return _QUANTITY.search(sentence) is not None
