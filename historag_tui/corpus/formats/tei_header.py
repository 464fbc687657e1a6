"""What a teiHeader says of its source: title, author, dates; of the edition it says more, which is left alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from historag_tui.corpus import xml
from historag_tui.corpus.dating import from_attributes, unread_attributes
from historag_tui.records import NamedDate

_ASIDE = frozenset(("sub", "iso-date", "short", "alt", "desc", "num", "volume", "series"))
_BIBLIOGRAPHIC = ("bibl/date", "biblFull/publicationStmt/date", "biblStruct/monogr/imprint/date", "biblStruct//date")
_ORIGINS = (
    ("created", "profileDesc/creation/date"),
    ("created", "profileDesc/creation/origDate"),
    ("held", "profileDesc/settingDesc//date"),
    ("recorded", "fileDesc/sourceDesc/recordingStmt//date"),
    ("written", "fileDesc/titleStmt/title[@type='iso-date']"),
    ("origin", "fileDesc/sourceDesc//msDesc//origDate"),
    *(("published", f"fileDesc/sourceDesc/{path}") for path in _BIBLIOGRAPHIC),
)
"""Where dates stand, those nearest to the writing first.  The date of the electronic edition is none of the source."""


@dataclass(frozen=True)
class Header:
    """Of one source, or of the volume that holds several."""

    title: str = ""
    volume: str = ""
    """The title with what it adds for the volume."""
    fields: dict[str, str] = field(default_factory=dict)
    dates: tuple[NamedDate, ...] = ()
    unread: str = ""
    """A date that was not read, and why; empty when another was."""
    persons: dict[str, str] = field(default_factory=dict)
    """Names by the id with which speeches refer to them."""


def read(header: Any) -> Header:
    """What a teiHeader says."""
    titles = list(found(header, "fileDesc/titleStmt/title"))
    title = _title(header, titles)
    subtitles = [xml.text_of(one) for one in titles if one.get("type") == "sub"]
    dates, unread = _dates(header)
    return Header(
        title,
        ", ".join(filter(None, (title, *subtitles))),
        {name: value for name, value in _fields(header) if value},
        dates,
        "" if dates else unread,
        {
            f"#{person.get(_ID)}": xml.text_of(next(found(person, "persName"), None))
            for person in found(header, "profileDesc/particDesc//person")
            if person.get(_ID)
        },
    )


_ID = "{http://www.w3.org/XML/1998/namespace}id"


def found(element: Any, path: str) -> Iterator[Any]:
    """The elements at a path of local names."""
    steps = [step if step in ("", ".") else f"{{*}}{step}" for step in path.split("/")]
    found: Iterator[Any] = element.iterfind("/".join(steps))
    return found


def date_of(element: Any, name: str, language: str = "") -> tuple[NamedDate | None, str]:
    """The date of a date element, and why there is none."""
    written = xml.text_of(element)
    attributes = {key: value for key, value in element.items() if key != "n"}
    date = from_attributes(attributes, name, written, language)
    return date, "" if date else f"'{written[:60]}' {unread_attributes(attributes, written, language)}"


def _title(header: Any, titles: list[Any]) -> str:
    """The source's title: the main one, that of the letter or article, that of the journal, or the first."""
    for wanted in ({"type": "main"}, {"level": "a"}):
        for title in titles:
            if all(title.get(key) == value for key, value in wanted.items()):
                return xml.text_of(title)
    journal = next(found(header, "fileDesc/sourceDesc/bibl/title[@level='j']"), None)
    plain = (title for title in titles if title.get("type") not in _ASIDE and title.get("level") != "s")
    return xml.text_of(journal if journal is not None else next(plain, titles[0] if titles else None))


def _fields(header: Any) -> Iterator[tuple[str, str]]:
    yield "author", "; ".join(xml.text_of(one) for one in found(header, "fileDesc/titleStmt/author"))
    sent = "profileDesc/correspDesc/correspAction[@type='sent']"
    received = "profileDesc/correspDesc/correspAction[@type='received']"
    yield "recipient", "; ".join(xml.text_of(one) for one in found(header, f"{received}/persName"))
    yield "place", "; ".join(xml.text_of(one) for one in found(header, f"{sent}/placeName"))
    languages = {one.get("ident") for one in found(header, "profileDesc/langUsage/language")} - {None}
    yield "language", languages.pop() if len(languages) == 1 else ""
    yield "journal", xml.text_of(next(found(header, "fileDesc/sourceDesc/bibl/title[@level='j']"), None))
    for unit, name in (("volume", "volume"), ("issue", "number")):
        yield name, xml.text_of(next(found(header, f"fileDesc/sourceDesc/bibl/biblScope[@unit='{unit}']"), None))


def _dates(header: Any) -> tuple[tuple[NamedDate, ...], str]:
    language = next((one.get("ident", "")[:2] for one in found(header, "profileDesc/langUsage/language")), "")
    actions = list(found(header, "profileDesc/correspDesc/correspAction"))
    actions.sort(key=lambda action: action.get("type") != "sent")
    places = [(action.get("type") or "sent", date) for action in actions for date in found(action, "date")]
    if not places:
        places = [(name, date) for name, path in _ORIGINS for date in found(header, path)]
    else:
        places += [
            (name, date) for name, path in _ORIGINS if name in ("created", "published") for date in found(header, path)
        ]
    dates: dict[str, NamedDate] = {}
    unread = ""
    for name, element in places:
        if name not in dates:
            date, reason = date_of(element, name, language)
            unread = unread or reason
            if date is not None:
                dates[name] = date
    return tuple(dates.values()), unread
