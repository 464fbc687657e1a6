from hypothesis import given
from hypothesis import strategies as st

from historag_tui.corpus.words import WORD, fold
from historag_tui.index.analysis import plain
from historag_tui.index.wordlist import WordList, write_words

CORPUS = ["haus", "schad", "schade", "schadlich", "schaͤdlich", "schädlich", "ſchaͤdlich", "ﬂuß", "fluss", "zu", "æther"]


def listed(folder, words):
    write_words(folder, sorted(words))
    return WordList(folder)


def test_a_beginning_is_found_in_every_print(tmp_path):
    words = listed(tmp_path, CORPUS)
    assert words.beginning("schadl", plain) == ["schadlich", "schaͤdlich", "schädlich", "ſchaͤdlich"]
    assert words.beginning("fl", plain) == ["fluss", "ﬂuß"]
    assert words.beginning("ae", plain) == ["æther"]
    assert words.beginning("schadlichst", plain) == []
    assert words.beginning("", plain) == sorted(CORPUS)


LETTERS = st.text(alphabet="asſäæeꝛ\u0308\u0364", max_size=5).filter(WORD.fullmatch).map(fold)


@given(st.sets(LETTERS, max_size=30), st.text(alphabet="aes", max_size=3))
def test_beginnings_are_those_that_reading_every_word_gives(tmp_path_factory, corpus, start):
    words = listed(tmp_path_factory.mktemp("words"), corpus)
    assert words.beginning(start, plain) == sorted(word for word in corpus if plain(word).startswith(start))
