"""The keyword query's grammar.  It reads every string, however odd, and can say how it read it.

railroad canal      either word, in any form (railroads, canals)
"interstate law"    these words as written, in this order
rail*               words that begin so
+rail  -steam       must be there, must not be there;  also AND, OR, NOT in capitals, and ( )
anti-slavery        a hyphen or an apostrophe inside a word makes a phrase
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple, TypeAlias

from historag_tui.corpus.words import WORD, fold


class Word(NamedTuple):
    """A word in any form."""

    word: str


class Phrase(NamedTuple):
    """Words as written, in this order; one word alone is that word as written."""

    words: tuple[str, ...]


class Prefix(NamedTuple):
    """Words that begin so."""

    beginning: str


class Group(NamedTuple):
    """Every one of ``must``, none of ``must_not``; one of ``should`` at least, unless there is a ``must``."""

    must: tuple[Node, ...] = ()
    should: tuple[Node, ...] = ()
    must_not: tuple[Node, ...] = ()


Node: TypeAlias = Word | Phrase | Prefix | Group

NOTHING = Group()
_TOKEN = re.compile(r"""["“”„«»][^"“”„«»]*["“”„«»]?|[()]|[+\-]+(?=[^\s+\-])|(?![+\-]+(?:\s|$))[^\s()"“”„«»]+""")
_W = WORD.pattern
_PIECE = re.compile(rf"{_W}(?:[-'’‐]{_W})*\*?")
_DEEPEST = 20
_FUZZY = re.compile(r"~\d*$")


def parse(query: str, common: Collection[str] = ()) -> tuple[Node, tuple[str, ...]]:
    """What a query asks for, folded, and the common words that were left out of it.

    common:  words that say nothing by themselves; they are left out where another word stands beside them without
             a sign.  A query that holds no word gives NOTHING.
    """
    node = _Reader(_TOKEN.findall(query)).group()
    left_out: list[str] = []
    return _thinned(node, common, left_out), tuple(dict.fromkeys(left_out))


class _Reader:
    """Descends through the tokens, of which the next is the last of the list."""

    def __init__(self, tokens: Sequence[str]) -> None:
        self.tokens = list(reversed(tokens))
        self._depth = 0

    def group(self) -> Node:
        """Chains up to a closing bracket or the end."""
        must: list[Node] = []
        should: list[Node] = []
        must_not: list[Node] = []
        while self.tokens:
            if self.tokens[-1] == ")" and self._depth:
                break
            if self.tokens[-1] in ("OR", ")"):
                self.tokens.pop()
                continue
            sign, node = self._chain()
            if not sign and isinstance(node, Group) and not node.must and not node.must_not:
                should.extend(node.should)
            elif node != NOTHING:
                {"+": must, "-": must_not}.get(sign, should).append(node)
        return _simple(Group(*(tuple(dict.fromkeys(nodes)) for nodes in (must, should, must_not))))

    def _chain(self) -> tuple[str, Node]:
        """Operands joined by AND; a single one keeps its sign."""
        chain = [self._operand()]
        while self.tokens and self.tokens[-1] == "AND":
            self.tokens.pop()
            chain.append(self._operand())
        chain = [(sign, node) for sign, node in chain if node != NOTHING]
        if len(chain) < 2:
            return chain[0] if chain else ("", NOTHING)
        must = tuple(node for sign, node in chain if sign != "-")
        return "", _simple(Group(must, (), tuple(node for sign, node in chain if sign == "-")))

    def _operand(self) -> tuple[str, Node]:
        sign = ""
        while self.tokens:
            token = self.tokens[-1]
            if token in ("OR", ")"):
                break
            self.tokens.pop()
            if token == "AND" or (token == "(" and self._depth == _DEEPEST):
                continue
            if token == "NOT" or not token.strip("+-"):
                sign = "-" if token == "NOT" else token[-1]
            elif token == "(":
                self._depth += 1
                node = self.group()
                self._depth -= 1
                if self.tokens:
                    self.tokens.pop()
                return sign, node
            elif token[0] in '"“”„«»':
                words = tuple(map(fold, WORD.findall(token)))
                return sign, Phrase(words) if words else NOTHING
            else:
                return sign, _bare(token)
        return sign, NOTHING


def _bare(token: str) -> Node:
    """A token without quotation marks: a word, a prefix, a phrase, or several of them."""
    nodes: list[Node] = []
    for piece in _PIECE.findall(_FUZZY.sub("", token)):
        words = tuple(map(fold, WORD.findall(piece)))
        if len(words) > 1:
            nodes.append(Phrase(words))
        else:
            nodes.append(Prefix(words[0]) if piece.endswith("*") else Word(words[0]))
    return _simple(Group(should=tuple(nodes)))


def _simple(group: Group) -> Node:
    """The group without a wrapping that says nothing."""
    alone = group.must or group.should
    return alone[0] if len(group.must) + len(group.should) == 1 and not group.must_not else group


def _thinned(node: Node, common: Collection[str], left_out: list[str]) -> Node:
    """The node without common words beside which something else is looked for."""
    if not isinstance(node, Group):
        return node
    must, should, must_not = (tuple(_thinned(part, common, left_out) for part in parts) for parts in node)
    kept = tuple(part for part in should if not (isinstance(part, Word) and part.word in common))
    if kept or must:
        left_out.extend(part.word for part in should if isinstance(part, Word) and part not in kept)
        should = kept
    return _simple(Group(must, should, must_not))


def any_of(nodes: Sequence[Node]) -> Node:
    """One of these at least."""
    return _simple(Group(should=tuple(node for node in nodes if node != NOTHING)))


def all_of(nodes: Sequence[Node]) -> Node:
    """Each of these; NOTHING when one of them is."""
    return NOTHING if NOTHING in nodes else _simple(Group(must=tuple(nodes)))


def is_empty(node: Node) -> bool:
    """Whether nothing can be found by it: it holds no word, or only words that must not be there."""
    return isinstance(node, Group) and not node.must and not node.should and not node.must_not


def written(node: Node) -> str:
    """How the query was read, in its own grammar."""
    match node:
        case Word(word):
            return word
        case Phrase(words):
            return f'"{" ".join(words)}"'
        case Prefix(beginning):
            return f"{beginning}*"
        case Group(must, should, must_not):
            excluded = [f"NOT {_inner(part)}" for part in must_not]
            if must:
                needed = " AND ".join([*map(_inner, must), *excluded])
                return f"{needed}, ranked higher with {' OR '.join(map(_inner, should))}" if should else needed
            either = " OR ".join(map(_inner, should))
            if not excluded:
                return either
            return " AND ".join([f"({either})" if len(should) > 1 else either, *excluded] if should else excluded)


def _inner(node: Node) -> str:
    return f"({written(node)})" if isinstance(node, Group) else written(node)
