"""Which words of a text a query looks for: what the index found, shown as printed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import pairwise

from historag_tui.corpus.words import fold, words
from historag_tui.index import query
from historag_tui.index.analysis import printed

_Token = tuple[str, tuple[int, int]]
"""A folded word and where it stands."""


class Matcher:
    """Finds in a text what a query would find in the index.

    stem:  the form under which a folded word is found in any form.
    """

    def __init__(self, stem: Callable[[str], str], language: str) -> None:
        self._stem = stem
        self._language = language

    def matched(self, node: query.Node, text: str) -> tuple[str, ...]:
        """The words that are looked for, as printed; each once, in the order of the text."""
        spans = sorted(set(self._spans(node, _tokens(text))))
        return tuple(dict.fromkeys(text[start:end] for start, end in spans))

    def holds(self, node: query.Leaf, text: str) -> bool:
        """Whether the text holds it."""
        return next(self._spans(node, _tokens(text)), None) is not None

    def _spans(self, node: query.Node, tokens: list[_Token]) -> Iterator[tuple[int, int]]:
        match node:
            case query.Word(word):
                stem = self._stem(word)
                yield from (span for token, span in tokens if self._stem(token) == stem)
            case query.Spelt(word, others):
                stems = set(map(self._stem, (word, *(others or ()))))
                yield from (span for token, span in tokens if self._stem(token) in stems)
            case query.Fuzzy(word, distance):
                yield from (span for token, span in tokens if _near_enough(token, word, distance))
            case query.Pattern(pattern):
                test = self._test(pattern)
                yield from (span for token, span in tokens if test(token))
            case query.Phrase(parts):
                tests, size = [self._test(part) for part in parts], len(parts)
                for place in range(len(tokens) - size + 1):
                    if all(test(token) for test, (token, _) in zip(tests, tokens[place:], strict=False)):
                        yield tokens[place][1][0], tokens[place + size - 1][1][1]
            case query.Near(parts, between):
                yield from self._near(parts, between, tokens)
            case query.Group(must, should, _):
                for part in (*must, *should):
                    yield from self._spans(part, tokens)
            case query.Field():
                pass

    def _near(self, parts: tuple[str, ...], between: int, tokens: list[_Token]) -> Iterator[tuple[int, int]]:
        """Each pair of neighbours, where every pair is there."""
        places = [[place for place, (token, _) in enumerate(tokens) if test(token)] for test in map(self._test, parts)]
        pairs = [
            [(one, other) for one in ones for other in others if 0 < abs(one - other) <= between + 1]
            for ones, others in pairwise(places)
        ]
        if all(pairs):
            for place in (place for pair in pairs for places in pair for place in places):
                yield tokens[place][1]

    def _test(self, part: str) -> Callable[[str], bool]:
        """Whether a folded word is this one, or fits this pattern."""
        if not query.is_pattern(part):
            return part.__eq__
        fits = re.compile(printed(part, self._language), re.DOTALL).fullmatch
        return lambda token: fits(token) is not None


def _tokens(text: str) -> list[_Token]:
    return [(fold(match[0]), match.span()) for match in words(text)]


@lru_cache(maxsize=1 << 14)
def _near_enough(one: str, other: str, distance: int) -> bool:
    """Whether so many letters added, left out, exchanged or transposed with their neighbour make one of the other.

    No letter is changed twice: the optimal string alignment distance, as tantivy counts it.
    """
    if abs(len(one) - len(other)) > distance:
        return False
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        earlier, before, row = before, row, [i]
        for j, wanted in enumerate(other, 1):
            best = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != wanted))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == wanted:
                best = min(best, earlier[j - 2] + 1)
            row.append(best)
    return row[-1] <= distance
