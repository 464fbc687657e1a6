"""A keyword query as it was read: what it is made of, and how it is written.  ``index/grammar.py`` reads one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias


class Word(NamedTuple):
    """A word in any form."""

    word: str


class Spelt(NamedTuple):
    """A word in any form and in any of its spellings; which those are is the corpus's to say."""

    word: str
    others: tuple[str, ...] | None = None
    """Its other spellings in the corpus; None where nobody has looked for them."""


class Fuzzy(NamedTuple):
    """Words as printed that become this one by so many letters added, left out, exchanged or transposed."""

    word: str
    distance: int


class Pattern(NamedTuple):
    """Words as printed that a pattern stands for: ``*`` for any letters or none, ``?`` for one letter."""

    pattern: str
    fitting: int | None = None
    """How many words of the corpus fit it; None where nobody has looked."""


class Phrase(NamedTuple):
    """Words as printed, side by side in this order; each may be a pattern.  One word alone is that word as printed."""

    words: tuple[str, ...]


class Near(NamedTuple):
    """Words as printed, with so many others at most between each and the next, in whichever order the two come."""

    words: tuple[str, ...]
    between: int


class Field(NamedTuple):
    """Sources in one of whose fields this stands."""

    name: str
    value: Leaf


class Group(NamedTuple):
    """Every one of ``must``, none of ``must_not``; one of ``should`` at least, unless there is a ``must``."""

    must: tuple[Node, ...] = ()
    should: tuple[Node, ...] = ()
    must_not: tuple[Node, ...] = ()


Leaf: TypeAlias = Word | Spelt | Fuzzy | Pattern | Phrase | Near
Node: TypeAlias = Leaf | Field | Group

NOTHING = Group()


def is_pattern(word: str) -> bool:
    """Whether a part of a phrase is a pattern; a word holds neither sign."""
    return "*" in word or "?" in word


def simple(group: Group) -> Node:
    """The group without a wrapping that says nothing."""
    alone = group.must or group.should
    return alone[0] if len(group.must) + len(group.should) == 1 and not group.must_not else group


def any_of(nodes: Sequence[Node]) -> Node:
    """One of these at least."""
    return simple(Group(should=tuple(node for node in nodes if node != NOTHING)))


def all_of(nodes: Sequence[Node]) -> Node:
    """Each of these; NOTHING when one of them is."""
    return NOTHING if NOTHING in nodes else simple(Group(must=tuple(nodes)))


def each(node: Node, change: Callable[[Leaf], Node]) -> Node:
    """The node with every leaf changed; what stands in a field stays as it is."""
    match node:
        case Group(must, should, must_not):
            return simple(Group(*(tuple(each(part, change) for part in parts) for parts in (must, should, must_not))))
        case Field():
            return node
        case _:
            return change(node)


def is_empty(node: Node) -> bool:
    """Whether the query held no word at all."""
    return node == NOTHING


def written(node: Node) -> str:
    """How the query was read, in its own grammar."""
    match node:
        case Word(word):
            return word
        case Spelt(word, None):
            return f"{word}%"
        case Spelt(word, others):
            return f"{word} (also {', '.join(others)})" if others else f"{word} (no other spelling in the corpus)"
        case Fuzzy(word, distance):
            return f"{word}~{distance}"
        case Pattern(pattern, fitting):
            return pattern if fitting is None else f"{pattern} ({fitting:,} {'word' if fitting == 1 else 'words'})"
        case Phrase(words):
            return f'"{" ".join(words)}"'
        case Near(words, between):
            return f'"{" ".join(words)}"~{between}'
        case Field(name, value):
            return f"{name}:{written(value)}"
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
