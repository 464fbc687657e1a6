"""What an XML parser has to say of a file, in words for people: each kind of fault once, with its first line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lxml import etree

from historag_tui.corpus.sources import SourceFile
from historag_tui.records import Problem, SourceLine

_LONGEST = 64
"""Letters that an entity may stand for; a longer one, or one made of others, is left out."""
_UNDECLARED = "UNDECLARED_ENTITY"
_SAID = {
    "ERR_INVALID_CHAR": "holds characters that XML does not allow; they were left out",
    "ERR_RESOURCE_LIMIT": "is nested too deeply, has too long a text or grows too much; the rest was not read",
    "ERR_DOCUMENT_END": "goes on behind its last element; the rest was not read",
}
_KEPT = "; what could be read was kept"
_HARMLESS = ("WAR_", "NS_", "HTML_UNKNOWN_TAG", "ERR_ATTRIBUTE_REDEFINED")


class Faults:
    """The faults of one file."""

    def __init__(self, file: SourceFile) -> None:
        self._file = file
        self._found: dict[str, tuple[str, int, int]] = {}
        self._left_out: dict[str, int] = {}
        self._entities: bool | None = None

    def take(self, log: Any) -> None:
        """What the parser's log holds, when it has come to its end."""
        for entry in log:
            if _UNDECLARED not in entry.type_name and not entry.type_name.startswith(_HARMLESS):
                said = _SAID.get(entry.type_name)
                message = said or f"is not well formed ({entry.message.strip()}){_KEPT}"
                first, line, times = self._found.get(said or "", (message, entry.line, 0))
                self._found[said or ""] = (first, line, times + 1)

    def settle(self, element: Any) -> None:
        """Put short texts in the place of an element's entities, and leave out the others."""
        if self._entities is None:
            self._entities = element.getroottree().docinfo.internalDTD is not None
        if self._entities:
            for entity in list(element.iter(etree.Entity)):
                self._replace(entity)

    def problems(self, read: bool = True) -> Iterator[Problem]:
        """One line for each kind of fault.

        read:  whether anything of the file was.
        """
        for message, line, times in self._found.values():
            more = f" ({times} places)" if times > 1 else ""
            message = message if read else message.removesuffix(_KEPT)
            yield Problem("unreadable", f"{message}{more}", SourceLine(self._file.name, line), skipped=not read)
        if self._left_out:
            names = ", ".join(f"&{name};" for name in list(self._left_out)[:5])
            message = f"entities that stand for no short text of this file were left out: {names}"
            line = next(iter(self._left_out.values()))
            yield Problem("unreadable", message, SourceLine(self._file.name, line), skipped=False)

    def _replace(self, entity: Any) -> None:
        text = self._meaning(entity) + (entity.tail or "")
        parent, before = entity.getparent(), entity.getprevious()
        if before is not None:
            before.tail = (before.tail or "") + text
        else:
            parent.text = (parent.text or "") + text
        entity.tail = None
        parent.remove(entity)

    def _meaning(self, entity: Any) -> str:
        dtd = entity.getroottree().docinfo.internalDTD
        declared = {entry.name: entry.content for entry in dtd.iterentities()} if dtd is not None else {}
        text: str = declared.get(entity.name) or ""
        if not text or len(text) > _LONGEST or "&" in text or "<" in text:
            self._left_out.setdefault(entity.name, entity.sourceline or 0)
            return ""
        return text
