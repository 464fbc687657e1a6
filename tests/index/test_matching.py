from itertools import product

import pytest

from historag_tui.index.analysis import plain
from historag_tui.index.grammar import parse
from historag_tui.index.matching import Matcher

MATCHER = Matcher(lambda word: plain(word, "de").removesuffix("s"), "de")


@pytest.mark.parametrize(
    ("query", "text", "found"),
    [
        ("bahn", "Die Bahn, die Bahns; ſeine Eiſenbahn. Bahn", ("Bahn", "Bahns")),
        ('"bahn"', "Die Bahns, die BAHN", ("BAHN",)),
        ("schaedlich", "schädlich, ſchaͤdlich; ſchadlos", ("schädlich", "ſchaͤdlich")),
        ("*bahn", "Die Eiſenbahn und die Bahnen", ("Eiſenbahn",)),
        ('"die *bahn"', "Die Eiſenbahn und die Bahnen, die Nordbahn", ("Die Eiſenbahn", "die Nordbahn")),
        ('"dampf kraft"~2', "Kraft des Dampf und der Kraft", ("Kraft", "Dampf")),
        ('"dampf kraft"~1', "Kraft des Dampf und der Kraft", ("Kraft", "Dampf")),
        ('"dampf kraft"~1', "Dampf und der Kraft", ()),
        ('"a b c"~1', "a x b x c", ("a", "b", "c")),
        ('"a b c"~1', "a x b x x c", ()),
        ("bahn~1", "Bahn Bahnn Kahn ahn Bhan Bhna Bann", ("Bahn", "Bahnn", "Kahn", "ahn", "Bhan", "Bann")),
        ("bahn~2", "Bhna Hahm", ("Bhna", "Hahm")),
        ("title:bahn", "Bahn", ()),
        ("+bahn -wald see", "Bahn Wald See", ("Bahn", "See")),
    ],
)
def test_what_is_looked_for_is_shown_as_printed(query, text, found):
    assert MATCHER.matched(parse(query, (), ("title",))[0], text) == found


def test_a_word_is_near_enough_by_the_fewest_changes_from_one_to_the_other():
    every = ["".join(letters) for size in range(4) for letters in product("ab", repeat=size)]

    def changed(word):
        yield from (word[:i] + word[i + 1 :] for i in range(len(word)))
        yield from (word[:i] + new + word[i:] for i in range(len(word) + 1) for new in "ab")
        yield from (word[:i] + new + word[i + 1 :] for i in range(len(word)) for new in "ab")
        yield from (word[:i] + word[i : i + 2][::-1] + word[i + 2 :] for i in range(len(word) - 1))

    for word in every[3:]:
        once = {word, *changed(word)}
        query = parse(f"{word}~1")[0]
        assert {other for other in every[1:] if MATCHER.matched(query, other)} == once & set(every[1:])
