from collections import Counter

import pytest

from historag_tui.corpus.words import fold, words
from historag_tui.index.counts import WordCounts, count_words
from historag_tui.index.wordlist import WordList, write_words


def test_counts_are_those_of_a_plain_count(tmp_path):
    texts = ["Rail rail RAIL, canal!", "", "U\u0308ber über. canal canal", "😀 … rail"]
    count_words(texts, tmp_path)
    counts = WordCounts(tmp_path)
    plain = Counter(fold(match[0]) for text in texts for match in words(text))
    assert dict(zip(counts.words, counts.totals().tolist(), strict=True)) == plain
    documents, numbers = counts.of("rail")
    assert (documents.tolist(), numbers.tolist()) == ([0, 3], [3, 1])
    assert (counts.of("canal")[0].tolist(), counts.of("canal")[1].tolist()) == ([0, 2], [1, 2])
    assert [len(column) for column in counts.of("steam")] == [0, 0]


@pytest.mark.parametrize("listed", [[], [""], ["a"], ["a", "ab", "b", "z", "über", "北京", "😀"]])
def test_words_are_found_in_a_sorted_list(tmp_path, listed):
    write_words(tmp_path, listed)
    found = WordList(tmp_path)
    assert list(found) == listed == [found[number] for number in range(len(found))]
    assert [found.find(word) for word in listed] == list(range(len(listed)))
    assert [found.find(word) for word in ("aa", "zz", "\udc80", "😁")] == [None] * 4
    with pytest.raises(IndexError):
        found[len(listed)]
