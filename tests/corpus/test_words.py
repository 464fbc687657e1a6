from historag_tui.corpus import words as words_module
from historag_tui.corpus.words import fold, words


def test_a_word_is_letters_digits_and_the_marks_that_follow():
    text = "Anti-slavery, 1863: the Sumner's schaͤdlich_x 北京!"
    assert [match[0] for match in words(text)] == [
        "Anti",
        "slavery",
        "1863",
        "the",
        "Sumner",
        "s",
        "schaͤdlich_x",
        "北京",
    ]


def test_offsets_point_into_the_text():
    text = "Über  Eiſen"
    assert [text[slice(*match.span())] for match in words(text)] == ["Über", "Eiſen"]


def test_folding_composes_and_lowers():
    assert fold("U\u0308BER") == "über"
    assert fold("RAILROAD") == "railroad"


def test_what_is_made_of_a_word_is_kept_and_forgotten_when_it_is_too_much(monkeypatch):
    monkeypatch.setattr(words_module, "_KEPT", 3)
    made: list[str] = []
    known = words_module.Known(lambda word: made.append(word) or word.upper())
    assert [known[word] for word in "abab"] == list("ABAB")
    assert made == ["a", "b"]
    assert [known[word] for word in "cdad"] == list("CDAD")
    assert (made, len(known)) == (["a", "b", "c", "d", "a"], 2)
