"""XML as it is found: read safely, in any encoding, and as far as it goes where it is broken.

No entity is expanded beyond one short text, no DTD and nothing else is fetched, and the parser's own bounds hold:
elements lie at most 256 deep, and no text or attribute has more than ten million letters.  What is broken is named with
its line; what the parser can make of it is kept.  Elements are known by their local names, in whatever namespace.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from functools import lru_cache
from typing import Any, BinaryIO

from lxml import etree

from historag_tui.corpus.sources import SourceFault, SourceFile
from historag_tui.corpus.xml_faults import Faults
from historag_tui.corpus.xml_stream import WHOLE, as_utf8
from historag_tui.corpus.xml_watch import Watched
from historag_tui.records import Problem
from historag_tui.workspace import CorpusSettings

_OPTIONS: dict[str, Any] = {
    "encoding": "utf-8",
    "resolve_entities": False,
    "no_network": True,
    "load_dtd": False,
    "huge_tree": False,
    "recover": True,
    "remove_comments": True,
    "remove_pis": True,
    "collect_ids": False,
}
_HTML: dict[str, Any] = {
    name: value
    for name, value in _OPTIONS.items()
    if name in ("encoding", "no_network", "huge_tree", "recover", "remove_comments", "remove_pis")
}
_SMALL = 4 << 20
"""Bytes up to which a file is kept in memory while it is streamed, so that it is opened once."""
_ROOT = re.compile(
    rb"(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*"
    rb"(?:(?:<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^\[>]*(?:\[.*?\]\s*)?>)\s*)*<(?:[\w.-]+:)?([A-Za-z_][\w.-]*)",
    re.DOTALL | re.IGNORECASE,
)


def root_name(head: bytes) -> str:
    """The local name of the first element in a file's first bytes; empty when there is none."""
    found = _ROOT.match(head.replace(b"\0", b"") if b"\0" in head[:8] else head)
    return found[1].decode("ascii", "replace") if found else ""


@lru_cache(4096)
def local(tag: Any) -> str:
    """An element's name without its namespace."""
    return str(tag).rpartition("}")[2]


def space(element: Any) -> str:
    """What stands before the names of a tree's elements: its namespace in braces, or nothing."""
    before, brace, _ = str(element.tag).rpartition("}")
    return before + brace


def tree(file: SourceFile, settings: CorpusSettings, html: bool = False) -> tuple[Any, list[Problem]]:
    """The root of a file read as a whole, None when there is none, and what there is to say of it.  Never raises.

    html:  whether it is read as browsers do, who forgive nearly everything, and without namespaces.
    """
    faults = Faults(file)
    try:
        content = _content(file)
        stream, note = as_utf8(file, lambda: io.BytesIO(content), settings)
        parser = etree.HTMLParser(**_HTML) if html else etree.XMLParser(**_OPTIONS)
        watched = Watched(stream)
        root = etree.parse(watched, parser).getroot()
    except SourceFault as fault:
        return None, [file.problem(str(fault))]
    except (etree.XMLSyntaxError, UnicodeError) as error:
        return None, [file.problem(f"is no XML: {error}")]
    faults.take(parser.error_log)
    if root is None:
        return None, list(faults.problems(read=False)) or [file.problem("is no XML")]
    faults.settle(root)
    return root, [*([note] if note else []), *watched.problems(file), *faults.problems()]


def _content(file: SourceFile) -> bytes:
    """All of a file.  Raises SourceFault."""
    pieces, size = [], 0
    with file.open() as stream:
        while piece := stream.read(1 << 20):
            pieces.append(piece)
            size += len(piece)
            if size > WHOLE:
                raise SourceFault(f"is larger than {WHOLE >> 20} MB and cannot be read as one document")
    return b"".join(pieces)


class Units:
    """The elements of some local names as they begin and end, by event and element, and what there is to say of the file.

    Whoever reads gives what it has read to :meth:`clear`; then memory does not grow with the file.  Never raises.
    """

    def __init__(self, file: SourceFile, settings: CorpusSettings, events: Sequence[str], tags: Sequence[str]) -> None:
        self._file = file
        self._settings = settings
        self._events = events
        self._tags = [f"{{*}}{tag}" for tag in tags]
        self._watched: Watched | None = None
        self._small = False

    def __iter__(self) -> Iterator[tuple[str, Any] | Problem]:
        faults = Faults(self._file)
        try:
            with ExitStack() as held:
                first = held.enter_context(self._file.open()).read(_SMALL + 1)
                self._small = len(first) <= _SMALL

                def fresh() -> BinaryIO:
                    return io.BytesIO(first) if self._small else held.enter_context(self._file.open())

                stream, note = as_utf8(self._file, fresh, self._settings)
                if note:
                    yield note
                self._watched = watched = Watched(stream)
                found = etree.iterparse(watched, self._events, tag=self._tags, **_OPTIONS)
                for event, element in found:
                    if event == "end" and len(element):
                        faults.settle(element)
                    yield event, element
                faults.take(found.error_log)
                yield from watched.problems(self._file)
        except SourceFault as fault:
            yield self._file.problem(str(fault))
        except (etree.XMLSyntaxError, UnicodeError) as error:
            yield self._file.problem(f"is no XML: {error}")
        yield from faults.problems()

    def clear(self, element: Any) -> None:
        """Forget an element that has been read, and what stands before it; in a small file that is not worth its time."""
        if self._small or self._watched is None:
            return
        self._watched.given = 0
        element.clear(keep_tail=True)
        while (parent := element.getparent()) is not None:
            while element.getprevious() is not None:
                del parent[0]
            element = parent


def text_of(element: Any) -> str:
    """All text within an element with single spaces; empty for None."""
    return "" if element is None else " ".join("".join(element.itertext()).split())
