"""hOCR: what OCR engines write as HTML; the pages of a file as one document, line by line.

A folder of pages is one document a page, in the order of their numbers (seq-2 before seq-10), with the common beginning
of their names in the field ``issue``.  The files are read as browsers read HTML: broken entities and open elements do no
harm, and no DTD is fetched.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from historag_tui.corpus import xml
from historag_tui.corpus.paths import dates_in_path
from historag_tui.corpus.printed import LINE, MARK, PARAGRAPH, pages, settled
from historag_tui.corpus.sources import SourceFile
from historag_tui.records import Document, Problem, SourceLine
from historag_tui.workspace import CorpusSettings

name = "hocr"
roles: Mapping[str, str] = {"issue": "facet", "language": "facet"}
_WORDS = frozenset(("ocrx_word", "ocr_word"))
_LINES = frozenset(
    ("ocr_line", "ocrx_line", "ocr_header", "ocr_footer", "ocr_caption", "ocr_textfloat", "ocr_linefloat")
)
_BLOCKS = frozenset(("ocr_par", "ocrx_par", "ocr_carea", "ocrx_block", "ocr_column", "ocr_float", "ocr_separator"))
_NUMBERED = re.compile(r"(.*?)[-_. ]?(?:seq|page|img|p|s)?[-_. ]?0*(\d+)", re.IGNORECASE)


def recognises(name: str, head: bytes) -> bool:
    """By its ending, or because it is HTML and says what an OCR engine found."""
    return name.lower().endswith(".hocr") or (
        xml.root_name(head).lower() == "html"
        and any(mark in head for mark in (b"ocr_page", b"ocr-capabilities", b"ocr-system"))
    )


def claims(file: SourceFile) -> frozenset[str]:
    """Nothing."""
    return frozenset()


def documents(file: SourceFile, settings: CorpusSettings) -> Iterator[Document | Problem]:
    """The one document of a file."""
    root, problems = xml.tree(file, settings, html=True)
    yield from problems
    if root is None:
        return
    raw, names = _read(root)
    text, marks = settled(raw)
    source = SourceLine(file.name)
    if not text:
        yield Problem("empty", "holds no text", source, file.name)
        return
    numbered = _NUMBERED.fullmatch(file.stem)
    if numbered and len(names) == 1 and names[0] in ("", "0"):
        names = [numbered[2]]
    language = next((found for one in root.iter("p", "span", "div") if (found := one.get("lang"))), "")
    fields = {"issue": numbered[1] if numbered else "", "language": language}
    yield Document(
        id=file.name,
        text=text,
        title=file.stem.replace("_", " "),
        dates=dates_in_path(file),
        fields={name: value for name, value in fields.items() if value},
        pages=pages(names, marks, len(text)),
        source=source,
    )


def _read(root: Any) -> tuple[str, list[str]]:
    """The text with the signs of ``corpus.printed``, and the names of the pages."""
    raw: list[str] = []
    names: list[str] = []
    line, words = None, 0
    for element in root.iter("div", "p", "span", "section"):
        kind = (element.get("class") or "").partition(" ")[0]
        if kind in _WORDS:
            text = element.text if not len(element) else "".join(element.itertext())
            raw.append(f"{text or ''} ")
            words += 1
            continue
        sign = LINE if kind in _LINES else PARAGRAPH if kind in _BLOCKS or kind == "ocr_page" else ""
        if not sign:
            continue
        if line is not None and not words:
            raw.append(_whole(line))
        raw.append(sign)
        line, words = (element, 0) if kind in _LINES else (None, 0)
        if kind == "ocr_page":
            raw.append(MARK)
            names.append(_number(element.get("title") or ""))
    if line is not None and not words:
        raw.append(_whole(line))
    return "".join(raw), names


def _whole(line: Any) -> str:
    """The text of a line without words; of an area that only holds lines none."""
    inner = any((one.get("class") or "").partition(" ")[0] in _LINES | _BLOCKS for one in line.iterdescendants())
    return "" if inner else xml.text_of(line)


def _number(title: str) -> str:
    """The number of a page: as printed (lpageno), else as scanned (ppageno)."""
    said = dict(part.split(None, 1) for part in title.split(";") if len(part.split(None, 1)) == 2)
    return (said.get("lpageno") or said.get("ppageno") or "").strip(" \"'")
