"""The running text of a TEI element: what the source has, not what its editors added.

Of a ``choice`` stands what is printed (orig, sic, abbr), of an apparatus the lemma; deletions, notes, running heads and
registers of persons and places are left out unless they are asked for.  ``w`` and ``pc`` are spaced by ``@join``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, NamedTuple

from historag_tui.corpus import xml
from historag_tui.corpus.printed import BREAK, DIVISION, GLUE, JOIN, LINE, MARK, PARAGRAPH, pages, settled
from historag_tui.records import PageMark, Part

OUT = frozenset(
    "teiHeader note noteGrp fw del figDesc listPerson listPlace listOrg listEvent standOff index interp interpGrp spanGrp "  # noqa: SIM905
    "linkGrp certainty facsimile sourceDoc".split()
)
"""Elements that are left out."""
_PARAGRAPHS = frozenset(
    "ab address argument back body byline castList closer div div1 div2 div3 div4 div5 div6 div7 docAuthor docImprint "  # noqa: SIM905
    "docTitle entry epigraph figure floatingText front group head lg list listBibl p postscript sp stage table "
    "text titlePage trailer u".split()
)
_LINES = frozenset("addrLine castItem item l row salute signed speaker".split())  # noqa: SIM905
_PRINTED = ("orig", "sic", "abbr")
_EDITED = ("reg", "corr", "expan")
_CLOSING = frozenset(",.;:!?)]}»”’…")
_INLINE, _OUT, _PARAGRAPH, _LINE = 0, 1, 2, 3


class Running(NamedTuple):
    """A text with its places."""

    text: str
    pages: tuple[PageMark, ...]
    parts: tuple[Part, ...]
    page: str
    """The last page that begins in it; empty when none does."""


class _Division:
    """A div while it is read: an author and a title of its own make it a part."""

    def __init__(self) -> None:
        self.author = self.title = ""


class Reader:
    """Reads elements, one after the other.

    keep:    names of elements that are read though they are left out by rule, such as ``note``.
    edited:  whether of a ``choice`` the editors' form is read.
    """

    def __init__(self, keep: Collection[str] = (), edited: bool = False) -> None:
        self._keep = frozenset(keep)
        self._wanted, self._other = (_EDITED, _PRINTED) if edited else (_PRINTED, _EDITED)
        self._kinds: dict[str, int | Callable[[Any], None]] = {}
        self._special: dict[str, Callable[[Any], None]] = {
            "app": self._apparatus,
            "cb": self._break,
            "cell": self._cell,
            "choice": self._choice,
            "gap": self._gap,
            "lb": self._break,
            "pb": self._page,
            "pc": self._word,
            "seg": self._segment,
            "space": self._cell,
            "titlePart": self._title_part,
            "w": self._word,
            **dict.fromkeys(("dateline", "docDate", "opener"), self._dated),
            **dict.fromkeys(("byline", "docAuthor", "head", "signed"), self._about),
            **dict.fromkeys(("div", "div1", "div2", "floatingText"), self._division),
        }
        self._element: Any = None
        self._raw: list[str] = []
        self._marks: list[str | _Division] = []
        self._divisions: list[_Division] = []
        self._joins: bool | None = None
        self.dateline: Any = None
        """The first date of the text's own dateline in what was read last."""

    def read(self, element: Any, page: str = "") -> Running:
        """The text of an element.

        page:  the page on which it begins, as far as that is known.
        """
        self._element, self._raw, self._marks, self._divisions, self._joins = element, [], [], [], None
        self.dateline = None
        self._inside(element)
        text, marks = settled("".join(self._raw), runs_on=True)
        names = [page] if page else []
        places = [0] if page else []
        begun: list[tuple[_Division, int]] = []
        parts = []
        for what, mark in zip(self._marks, marks, strict=True):
            if isinstance(what, str):
                names.append(what)
                places.append(mark)
            elif begun and begun[-1][0] is what:
                start = begun.pop()[1]
                end = start + len(text[start:mark].rstrip())
                if what.author and end > start:
                    parts.append(Part(start, end, what.author, what.title))
            else:
                begun.append((what, mark))
        parts.sort(key=lambda part: part.start)
        last = next((what for what in reversed(self._marks) if isinstance(what, str)), "")
        return Running(text, pages(names, places, len(text)), tuple(parts) if len(parts) > 1 else (), last)

    def plain(self, element: Any) -> str:
        """The text of a short element, such as a title, in one line; empty for None."""
        if element is None:
            return ""
        kept = self._element, self._raw, self._marks, self._divisions, self._joins
        text = " ".join(self.read(element).text.split())
        self._element, self._raw, self._marks, self._divisions, self._joins = kept
        return text

    def _inside(self, element: Any) -> None:
        put = self._raw.append
        text = element.text
        if text:
            put(" " if text.isspace() else text)
        for child in element:
            tag = child.tag
            kind = self._kinds.get(tag)
            if kind is None:
                kind = self._kind(tag)
            if kind == _INLINE:
                if len(child):
                    self._inside(child)
                elif child.text:
                    put(child.text)
            elif kind == _PARAGRAPH:
                put(PARAGRAPH)
                self._inside(child)
                put(PARAGRAPH)
            elif kind == _LINE:
                put(BREAK)
                self._inside(child)
                put(BREAK)
            elif kind != _OUT:
                kind(child)  # type: ignore[operator]
            text = child.tail
            if text:
                put(" " if text.isspace() else text)

    def _kind(self, tag: str) -> int | Callable[[Any], None]:
        name = xml.local(tag)
        kind: int | Callable[[Any], None] = _INLINE
        if name in OUT:
            kind = self._kept if name in self._keep else _OUT
        elif name in self._special:
            kind = self._special[name]
        elif name in _PARAGRAPHS:
            kind = _PARAGRAPH
        elif name in _LINES:
            kind = _LINE
        self._kinds[tag] = kind
        return kind

    def _block(self, element: Any, sign: str = PARAGRAPH) -> None:
        self._raw.append(sign)
        self._inside(element)
        self._raw.append(sign)

    def _kept(self, element: Any) -> None:
        self._block(element, " ")

    def _cell(self, element: Any) -> None:
        self._block(element, " ")

    def _break(self, element: Any) -> None:
        if element.get("break") == "no":
            self._raw.append(JOIN)
        elif xml.local(element.tag) == "lb":
            self._raw.append(LINE)

    def _page(self, element: Any) -> None:
        self._break(element)
        self._raw.append(MARK)
        self._marks.append(element.get("n") or "")

    def _choice(self, element: Any) -> None:
        forms = {xml.local(form.tag): form for form in reversed(element)}
        chosen = next((forms[name] for name in self._wanted if name in forms), None)
        if chosen is None:
            chosen = next((form for name, form in reversed(forms.items()) if name not in self._other), None)
        if chosen is not None or len(element):
            self._inside(chosen if chosen is not None else element[0])

    def _apparatus(self, element: Any) -> None:
        readings = [reading for reading in element if xml.local(reading.tag) in ("lem", "rdg")]
        chosen = next((one for one in readings if xml.local(one.tag) == "lem"), readings[0] if readings else None)
        if chosen is not None:
            self._inside(chosen)

    def _gap(self, element: Any) -> None:
        sign = PARAGRAPH if xml.local(element.getparent().tag) in _PARAGRAPHS - {"p", "ab", "head"} else ""
        self._raw.append(f"{sign}[…]{sign}")

    def _segment(self, element: Any) -> None:
        self._block(element, PARAGRAPH if xml.local(element.getparent().tag) == "u" else "")

    def _title_part(self, element: Any) -> None:
        # What stands above the columns is a running head.
        if element.get("type") != "column":
            self._block(element)

    def _word(self, element: Any) -> None:
        if self._joins is None:
            self._joins = bool(self._element.xpath("boolean(.//@join)"))
        join = element.get("join")
        before = element.getprevious()
        if join in ("left", "both") or (
            not self._joins and xml.text_of(element) in _CLOSING and before is not None and "\n" in (before.tail or "")
        ):
            self._raw.append(GLUE)
        self._inside(element)
        if self._joins:
            self._raw.append(GLUE if join in ("right", "both") else " ")

    def _dated(self, element: Any) -> None:
        if self.dateline is None:
            own = element.get("when") is not None
            self.dateline = element if own else next(element.iter("{*}date"), None)
        self._block(element, PARAGRAPH if xml.local(element.tag) == "opener" else BREAK)

    def _division(self, element: Any) -> None:
        division = _Division()
        self._divisions.append(division)
        self._raw.extend((PARAGRAPH, DIVISION))
        self._marks.append(division)
        self._inside(element)
        self._raw.extend((PARAGRAPH, DIVISION))
        self._marks.append(division)
        self._divisions.pop()

    def _about(self, element: Any) -> None:
        """What says of whom a division is, or what it is called, and stands in the text itself."""
        name = xml.local(element.tag)
        if self._divisions:
            division = self._divisions[-1]
            if name == "head":
                division.title = division.title or self.plain(element)
            else:
                division.author = division.author or self.plain(element)
        self._block(element, BREAK if name == "signed" else PARAGRAPH)
