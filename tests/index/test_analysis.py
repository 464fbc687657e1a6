import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from historag_tui.corpus.words import WORD, fold
from historag_tui.index.analysis import begun, describe, plain, printed


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de", "schädlich schaͤdlich schädlich schaedlich ſchaͤdlich"),
        ("de", "Über Uͤber Ueber über ueber uber"),
        ("de", "Öl Oel oͤl"),
        ("de", "groß gross groſs"),
        ("de", "Coëfficient Coefficient"),
        ("de", "finden ﬁnden"),
        ("en", "office oﬃce"),
        ("en", "affluent aﬄuent aﬀluent"),
        ("en", "encyclopædia encyclopaedia"),
        ("en", "Congreſs Congress"),
        ("fr", "œuvre oeuvre"),
        ("fr", "été ete"),
    ],
)
def test_one_word_in_several_prints_has_one_plain_form(language, words):
    assert len({plain(fold(word), language) for word in words.split()}) == 1


@pytest.mark.parametrize(
    ("language", "word", "form"),
    [
        ("de", "steuer", "steuer"),
        ("de", "quelle", "quelle"),
        ("de", "neue", "neue"),
        ("de", "statue", "statue"),
        ("de", "statuen", "statuen"),
        ("de", "individuen", "individuen"),
        ("de", "feuer", "feuer"),
        ("de", "gruen", "grun"),
        ("de", "aerzte", "arzte"),
        ("en", "poem", "poem"),
        ("en", "value", "value"),
        ("la", "слово", "слово"),
    ],
)
def test_an_e_that_makes_no_umlaut_stays(language, word, form):
    assert plain(word, language) == form


ANY_WORD = st.from_regex(r"\w[\w\u0300-\u036f]*", fullmatch=True).map(fold)


@given(
    ANY_WORD | st.text(alphabet="adeinoqtuäſ\u0364", min_size=1).filter(WORD.fullmatch), st.sampled_from(["de", "en"])
)
@example("ueber", "de")
@example("statuen", "de")
@example("steuer", "de")
@example("schaͤdlich", "de")
def test_every_beginning_of_a_word_says_what_its_plain_form_is_sure_to_begin_with(word, language):
    for end in range(1, len(word) + 1):
        assert plain(word, language).startswith(begun(word[:end], language))


def test_a_beginning_is_as_long_as_it_can_be():
    assert [begun(stem, "de") for stem in ("ue", "ueb", "statue", "statuen", "statuend", "quelle")] == [
        "u", "ub", "statu", "statu", "statund", "quelle",
    ]  # fmt: skip
    assert begun("ue", "en") == "ue"


def test_the_analyser_says_what_it_does_with_umlauts():
    assert describe("en") == "en, folded and stemmed (english) beside exact, version 1"
    assert describe("de") == "de, folded, umlauts in every spelling and stemmed (german) beside exact, version 1"
    assert describe("la") == "la, folded and not stemmed beside exact, version 1"


@pytest.mark.parametrize(
    ("language", "pattern", "fits", "fits_not"),
    [
        ("de", "*bahn", "bahn eisenbahn eisenbähn", "bahnhof eisenbahnen"),
        ("de", "r?il*d", "railroad reild", "rild railroads"),
        ("de", "sch?dlich", "schadlich schädlich schaͤdlich ſchaͤdlich", "schaedlich"),
        ("de", "schaedlich*", "schaedlich schädlich schaͤdliche", "schadlich"),
        ("de", "schäd*", "schädlich schaͤdlich schaedlich", "schadlich"),
        ("fr", "schäd*", "schädlich schaͤdlich", "schaedlich schadlich"),
        ("fr", "?t?", "été eté", "étés"),
        ("fr", "e*", "été état etat", "l"),
        ("fr", "é*", "été", "etat"),
        ("de", "ma?sſe*", "", "maße"),
        ("de", "stra?sen*", "straßsen", "straßen"),
        ("de", "*strasse*", "straße hauptſtraſſe strasse", "strase"),
        ("de", "*straße*", "strasse hauptſtraße", "strase"),
        ("en", "f*ffi*", "fooﬃ fooffi fffiy", "fooff"),
        ("en", "æ*", "ætna aetna", "etna"),
    ],
)
def test_a_pattern_fits_words_in_whatever_print(language, pattern, fits, fits_not):
    test = re.compile(printed(fold(pattern), language)).fullmatch
    assert [word for word in fits.split() if not test(fold(word))] == []
    assert [word for word in fits_not.split() if test(fold(word))] == []


@given(st.from_regex(r"\w[\w\u0300-\u036f]*", fullmatch=True).map(fold), st.sampled_from(["de", "en", "fr"]))
def test_a_word_fits_itself_and_its_beginning(word, language):
    assert re.fullmatch(printed(word, language), word)
    assert re.fullmatch(printed(word[:1] + "*", language), word)
    assert re.fullmatch(printed("*" + word, language), "x" + word)
