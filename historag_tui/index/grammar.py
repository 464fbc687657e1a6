"""The keyword query's grammar.  It reads every string, however odd, and loses no word that could be found.

railroad canal        either word, in any form (railroads, canals)
"interstate law"      these words as printed, in this order; one word alone as printed
"interstate law"~5    with five words at most between them, in whichever order
rail*  *bahn  r?il*d  words as printed that fit: * is any letters or none, ? one letter; inside a phrase too
railroad~1            words as printed with a letter added, left out, exchanged or transposed; ~2 with two
Lokomotive%           also in the other spellings that the corpus has; the reading names them
title:railroad        sources whose title holds it; and so with author:"Abraham Lincoln" and every further field
+rail  -steam         must be there, must not be there;  also AND, OR, NOT in capitals, and ( )
anti-slavery          a hyphen or an apostrophe inside a word makes a phrase; an elided article (l'industrie) is left out

A field is a condition: ``railroad title:message`` asks for both.  A name that is no field is a word as any other,
and so is a field's name with a space behind its colon.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from historag_tui.corpus.words import WORD, fold
from historag_tui.index.query import (
    NOTHING,
    Field,
    Fuzzy,
    Group,
    Leaf,
    Near,
    Node,
    Pattern,
    Phrase,
    Spelt,
    Word,
    any_of,
    is_pattern,
    simple,
)

_Q = '"“”„«»'
_W = WORD.pattern
_QUOTED = rf"[{_Q}][^{_Q}]*(?:[{_Q}](?:~\d+)?)?"
_TOKEN = re.compile(rf"\w[\w.\-]*:{_QUOTED}|{_QUOTED}|[()]|[+\-]++\s?|[^\s(){_Q}]+")
_RUN = rf"[*?]{{0,4}}{_W}(?:[*?]{{1,4}}{_W})*(?:[*?]{{0,3}}\*)?"
_PIECE = re.compile(rf"(?P<quoted>{_QUOTED})|(?P<runs>{_RUN}(?:[-'’‐]{_RUN})*)(?:~(?P<distance>\d*)|(?P<spelt>%))?")
_ARTICLE = re.compile(rf"({_W})['’]")
_BETWEEN = re.compile(rf"[{_Q}]~(\d+)$")
_DEEPEST = 20
_MOST_COSTLY = 20
"""Patterns, fuzzy words, spellings and proximities in one query; what is beyond is read as its words."""
_LONGEST, _MOST_STARS, _MOST_SINGLE = 40, 4, 4
"""Letters and signs of a pattern or a fuzzy word; what is longer is read as its words."""
_MOST_NEAR, _MOST_BETWEEN = 8, 100
_STARS = re.compile(r"\*+")


def parse(
    query: str, common: Collection[str] = (), fields: Iterable[str] = (), elided: Collection[str] = ()
) -> tuple[Node, tuple[str, ...]]:
    """What a query asks for, folded, and the common words that were left out of it.

    common:  words that say nothing by themselves; they are left out where another word stands beside them without
             a sign.  A query that holds no word gives NOTHING.
    fields:  names of the fields that can be asked for.
    elided:  words that are left out before an apostrophe.
    """
    # A sign with a space behind it is none.
    tokens = [token for token in _TOKEN.findall(query) if not (token[0] in "+-" and token[-1].isspace())]
    left_out: list[str] = []
    node = _Reader(tokens, {fold(name): name for name in fields}, elided, left_out).group()
    return _thinned(node, common, left_out), tuple(dict.fromkeys(left_out))


class _Entry(NamedTuple):
    """One operand of a group."""

    sign: str
    node: Node
    either: bool
    """Whether an OR stands beside it."""


class _Reader:
    """Descends through the tokens, of which the next is the last of the list."""

    def __init__(
        self, tokens: Sequence[str], fields: dict[str, str], elided: Collection[str], left_out: list[str]
    ) -> None:
        self._tokens = list(reversed(tokens))
        self._fields = fields
        self._elided = elided
        self._left_out = left_out
        self._depth = 0
        self._costly: set[Leaf] = set()

    def group(self) -> Node:
        """Chains up to a closing bracket or the end."""
        entries: list[_Entry] = []
        either = False
        while self._tokens:
            if self._tokens[-1] == ")" and self._depth:
                break
            if self._tokens[-1] in ("OR", ")"):
                if self._tokens.pop() == "OR":
                    either = True
                    entries[-1:] = [entry._replace(either=True) for entry in entries[-1:]]
                continue
            sign, node = self._chain()
            if node != NOTHING:
                entries.append(_Entry(sign, node, either))
            either = False
        return _grouped(entries)

    def _chain(self) -> tuple[str, Node]:
        """Operands joined by AND; a single one keeps its sign."""
        chain = [self._operand()]
        while self._tokens and self._tokens[-1] == "AND":
            self._tokens.pop()
            chain.append(self._operand())
        chain = [(sign, node) for sign, node in chain if node != NOTHING]
        if len(chain) < 2:
            return chain[0] if chain else ("", NOTHING)
        must = tuple(node for sign, node in chain if sign != "-")
        return "", simple(Group(must, (), tuple(node for sign, node in chain if sign == "-")))

    def _operand(self) -> tuple[str, Node]:
        sign = ""
        while self._tokens:
            token = self._tokens[-1]
            if token in ("OR", ")"):
                break
            self._tokens.pop()
            if token == "AND" or (token == "(" and self._depth == _DEEPEST):
                continue
            if token == "NOT" or not token.strip("+-"):
                sign = "-" if token == "NOT" else token[-1]
            elif token == "(":
                self._depth += 1
                node = self.group()
                self._depth -= 1
                if self._tokens:
                    self._tokens.pop()
                return sign, node
            else:
                return sign, self._asked(token)
        return sign, NOTHING

    def _asked(self, token: str) -> Node:
        """A token that is no sign: what stands in a field, or words."""
        name, colon, value = token.partition(":")
        field = self._fields.get(fold(name)) if colon else None
        if field is not None and (leaves := self._leaves(value)):
            return any_of([Field(field, leaf) for leaf in leaves])
        # What follows the question mark of an address is no letter of a word.
        return any_of(self._leaves(token.replace("?", " ") if "://" in token else token))

    def _leaves(self, text: str) -> list[Leaf]:
        found: list[Leaf] = []
        for piece in _PIECE.finditer(text):
            words, leaf = _quoted(piece["quoted"]) if piece["quoted"] else self._bare(piece)
            if leaf is not None and self._affordable(leaf):
                found.append(leaf)
            else:
                found.extend(Word(word) for word in WORD.findall(" ".join(words)))
        return found

    def _bare(self, piece: re.Match[str]) -> tuple[tuple[str, ...], Leaf]:
        """The words of a piece without quotation marks, and what is asked of them."""
        runs = piece["runs"]
        if (article := _ARTICLE.match(runs)) and fold(article[1]) in self._elided:
            self._left_out.append(fold(article[1]))
            runs = runs[article.end() :]
        words = _words(runs)
        word, digits = words[0], piece["distance"]
        if len(words) > 1 or is_pattern(word):
            return words, _phrase(words)
        if digits is not None and len(word) > 1:
            distance = min(int(digits[:4] or 1), 2, len(word) - 1)
            return words, Fuzzy(word, distance) if distance else Phrase(words)
        return words, Spelt(word) if piece["spelt"] and not word.isdigit() else Word(word)

    def _affordable(self, leaf: Leaf) -> bool:
        """Whether this can be searched for in bounded time."""
        parts = leaf.words if isinstance(leaf, Phrase | Near) else (leaf[0],)
        patterns = [part for part in parts if is_pattern(part)]
        if isinstance(leaf, Word) or (isinstance(leaf, Phrase) and not patterns):
            return True
        if (
            any(part.count("*") > _MOST_STARS or part.count("?") > _MOST_SINGLE for part in patterns)
            or (not isinstance(leaf, Spelt) and max(map(len, parts)) > _LONGEST)
            or len(parts) > _MOST_NEAR
            or (leaf not in self._costly and len(self._costly) == _MOST_COSTLY)
        ):
            return False
        self._costly.add(leaf)
        return True


def _quoted(text: str) -> tuple[tuple[str, ...], Leaf | None]:
    """The words between quotation marks, and what is asked of them."""
    near = _BETWEEN.search(text)
    words = _words(text[: near.start()] if near else text)
    between = min(int(near[1][:4]), _MOST_BETWEEN) if near else 0
    if len(distinct := tuple(dict.fromkeys(words))) > 1 and between:
        return words, Near(distinct, between)
    return words, _phrase(words) if words else None


def _words(text: str) -> tuple[str, ...]:
    return tuple(fold(_STARS.sub("*", run)) for run in re.findall(_RUN, text))


def _phrase(words: tuple[str, ...]) -> Leaf:
    return Pattern(words[0]) if len(words) == 1 and is_pattern(words[0]) else Phrase(words)


def _grouped(entries: Sequence[_Entry]) -> Node:
    """The operands by their signs; a field without sign or OR is a condition on all others."""
    must = [entry.node for entry in entries if entry.sign == "+"]
    must_not = [entry.node for entry in entries if entry.sign == "-"]
    conditions: list[Node] = []
    should: list[Node] = []
    for sign, node, either in entries:
        if sign:
            continue
        if isinstance(node, Field) and not either:
            conditions.append(node)
        elif isinstance(node, Group) and not node.must and not node.must_not:
            should.extend(node.should)
        else:
            should.append(node)
    if conditions and should and not must:
        must, should = [any_of(tuple(dict.fromkeys(should)))], []
    return simple(Group(*(tuple(dict.fromkeys(nodes)) for nodes in ([*conditions, *must], should, must_not))))


def _thinned(node: Node, common: Collection[str], left_out: list[str]) -> Node:
    """The node without common words beside which something else is looked for."""
    if not isinstance(node, Group):
        return node
    must, should, must_not = (tuple(_thinned(part, common, left_out) for part in parts) for parts in node)
    kept = tuple(part for part in should if not (isinstance(part, Word) and part.word in common))
    if kept or must:
        left_out.extend(part.word for part in should if isinstance(part, Word) and part not in kept)
        should = kept
    return simple(Group(must, should, must_not))
