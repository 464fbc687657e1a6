import pytest

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


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Die Eisen-\nbahn fährt", ["die", "eisenbahn", "fährt"]),
        ("Die Eisen=\r\n  bahn", ["die", "eisenbahn"]),
        ("Eisen¬\nbahn ſchaͤd⸗\nlich", ["eisenbahn", "ſchaͤdlich"]),
        ("Do\u00adnau\u00addampf\u00ad\nſchiff", ["donaudampfſchiff"]),
        ("be-\nzahl-\nbar", ["bezahlbar"]),
        ("Süd-\nDeutschland, Süd-\nÖsterreich", ["süd", "deutschland", "süd", "österreich"]),
        ("a-\n\nb, x - \ny, 1848-\n49, 12-\nfach", ["a", "b", "x", "y", "1848", "49", "12fach"]),
        ("anti-slavery a=b", ["anti", "slavery", "a", "b"]),
    ],
)
def test_a_word_broken_at_the_end_of_a_line_is_one_word_as_printed(text, folded):
    assert [fold(match[0]) for match in words(text)] == folded
    assert all(text[slice(*match.span())] == match[0] for match in words(text))
