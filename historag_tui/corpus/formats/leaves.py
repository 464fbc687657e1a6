"""The pages that a METS or a DIDL file names, ALTO or PAGE, a few of them at hand at a time."""

from __future__ import annotations

from collections import OrderedDict
from functools import cached_property
from typing import Any

from historag_tui.corpus import xml
from historag_tui.corpus.formats import alto, page
from historag_tui.corpus.printed import LINE, PARAGRAPH
from historag_tui.corpus.sources import SourceFile
from historag_tui.records import Problem
from historag_tui.workspace import CorpusSettings

_AT_HAND = 8


class Leaf:
    """One file of page text: its blocks by id."""

    def __init__(self, root: Any) -> None:
        self.root = root
        self.ns = xml.space(root)
        self.alto = xml.local(root.tag) == "alto"
        blocks = alto.blocks(root) if self.alto else page.regions(root)
        self.blocks = [block for block in blocks if self._has_text(block)]
        attribute = "ID" if self.alto else "id"
        self.by_id = {block.get(attribute): block for block in blocks}
        self.name = ""
        first = next(root.iter(f"{self.ns}Page"), None)
        if first is not None:
            self.name = alto.page_name(first) if self.alto else page.page_name(first)

    def stretch(self, begin: str, end: str = "") -> list[Any]:
        """The blocks of an area: one, those within a larger element, or from one to another; all for no id."""
        if not begin:
            return self.blocks
        if end and end != begin and begin in self.by_id and end in self.by_id:
            every = list(self.by_id.values())
            first, last = every.index(self.by_id[begin]), every.index(self.by_id[end])
            return every[first : last + 1]
        if begin in self.by_id:
            return [self.by_id[begin]]
        around = self._around.get(begin)
        if around is None:
            attribute = "ID" if self.alto else "id"
            around = next(iter(self.root.xpath(f"//*[@{attribute}=$wanted]", wanted=begin)), None)
        if around is None or xml.local(around.tag) == "TextLine":
            return [] if around is None else [around]
        return alto.blocks(around) if self.alto else page.regions(around)

    @cached_property
    def _around(self) -> dict[str, Any]:
        """What lies between a page and its blocks, and what is no block, by id."""
        found: dict[str, Any] = {}
        waiting = list(self.root)
        while waiting:
            element = waiting.pop()
            found[_id(element)] = element
            if xml.local(element.tag) not in ("TextBlock", "TextRegion"):
                waiting.extend(element)
        return found

    def _has_text(self, block: Any) -> bool:
        return next(block.iter(f"{self.ns}String" if self.alto else f"{self.ns}Unicode"), None) is not None


class Leaves:
    """The pages of one issue; what is wrong with them is kept until it is asked for."""

    def __init__(self, file: SourceFile, settings: CorpusSettings) -> None:
        self._file = file
        self._settings = settings
        self._open: OrderedDict[str, Leaf | None] = OrderedDict()
        self._told: set[str] = set()
        self._problems: list[Problem] = []
        self.used: dict[str, set[str]] = {}
        """By page file the ids of the blocks that were read."""
        self.held: dict[str, list[str]] = {}
        """By page file the ids of the blocks that have text."""

    def leaf(self, name: str) -> Leaf | None:
        """The page file of that name; None when it cannot be read."""
        if name not in self._open:
            root, problems = xml.tree(SourceFile(self._file.root, name), self._settings)
            if name not in self._told:
                self._told.add(name)
                self._problems.extend(problems)
            self._open[name] = None if root is None or xml.local(root.tag) not in ("alto", "PcGts") else Leaf(root)
            if len(self._open) > _AT_HAND:
                self._open.popitem(last=False)
        leaf = self._open[name]
        if leaf is not None and name not in self.held:
            self.held[name] = [_id(block) for block in leaf.blocks]
        return leaf

    def told(self) -> list[Problem]:
        """What there was to say of the pages since this was asked last."""
        problems, self._problems = self._problems, []
        return problems

    def left(self) -> dict[str, int]:
        """By page file how many blocks with text nobody has read."""
        counts = {name: len(set(ids) - self.used.get(name, set())) for name, ids in self.held.items()}
        return {name: count for name, count in counts.items() if count}


class Columns:
    """The text of one article from the areas it is printed in, each broken word once."""

    def __init__(self, leaves: Leaves) -> None:
        self._leaves = leaves
        self._words: dict[str, alto.Words] = {}

    def area(self, name: str, begin: str, end: str, goes_on: bool) -> str:
        """An area with the signs of ``corpus.printed``.

        goes_on:  whether the next area is of the same paragraph.
        """
        leaf = self._leaves.leaf(name)
        if leaf is None:
            return ""
        raw = ""
        for block in leaf.stretch(begin, end):
            self._leaves.used.setdefault(name, set()).add(_id(block))
            if leaf.alto:
                raw += self._words.setdefault(leaf.ns, alto.Words(leaf.ns)).block(block)
            else:
                raw += page.region_text(block)
        return raw.removesuffix(PARAGRAPH) + LINE if goes_on and raw else raw


def _id(block: Any) -> str:
    return str(block.get("ID") or block.get("id") or "")
