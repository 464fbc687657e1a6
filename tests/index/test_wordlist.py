from functools import partial

from hypothesis import given
from hypothesis import strategies as st

from historag_tui.corpus.words import WORD, fold
from historag_tui.index.analysis import begun, plain
from historag_tui.index.wordlist import WordList, write_words

CORPUS = ["haus", "schad", "schade", "schadlich", "schaͤdlich", "schädlich", "ſchaͤdlich", "ﬂuß", "fluss", "zu", "æther"]


def listed(folder, words):
    write_words(folder, sorted(words))
    return WordList(folder)


def test_a_beginning_is_found_in_every_print(tmp_path):
    words = listed(tmp_path, CORPUS)
    assert words.beginning("schadl", plain, begun) == ["schadlich", "schaͤdlich", "schädlich", "ſchaͤdlich"]
    assert words.beginning("fl", plain, begun) == ["fluss", "ﬂuß"]
    assert words.beginning("ae", plain, begun) == ["æther"]
    assert words.beginning("schadlichst", plain, begun) == []
    assert words.beginning("", plain, begun) == sorted(CORPUS)


LETTERS = st.text(alphabet="asuetnſäæꝛ\u0308\u0364", max_size=6).filter(WORD.fullmatch).map(fold)


@given(st.sets(LETTERS, max_size=30), st.text(alphabet="aesutn", max_size=4), st.sampled_from(["de", "en"]))
def test_beginnings_are_those_that_reading_every_word_gives(tmp_path_factory, corpus, start, language):
    words = listed(tmp_path_factory.mktemp("words"), corpus)
    read, started = partial(plain, language=language), partial(begun, language=language)
    assert words.beginning(start, read, started) == sorted(word for word in corpus if read(word).startswith(start))
