import gzip
import json
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from historag_tui.corpus.words import fold, words
from historag_tui.index.spelling import Variant, key, variants


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("de", "Lokomotive", "Locomotive"),
        ("de", "Zement", "Cement"),
        ("de", "Konzert", "Concert"),
        ("de", "Akzent", "Accent"),
        ("de", "Tat", "That"),
        ("de", "Tür", "Thuͤr"),
        ("de", "Silbe", "Sylbe"),
        ("de", "Zylinder", "Cylinder"),
        ("de", "Fotografie", "Photographie"),
        ("de", "Ware", "Waare"),
        ("de", "Los", "Loos"),
        ("de", "zementieren", "cementiren"),
        ("de", "Prozess", "Proceſs"),
        ("de", "Verhältnis", "Verhaͤltniß"),
        ("de", "Aufsatz", "Aufſaz"),
        ("de", "schädlich", "schaedlich"),
        ("de", "Koeffizient", "Coëfficient"),
        ("en", "labor", "Labour"),
        ("en", "neighbor", "neighbour"),
        ("en", "harbors", "harbours"),
        ("en", "anaemia", "anemia"),
        ("en", "organization", "organisation"),
        ("en", "analyze", "analyse"),
        ("en", "theatre", "theater"),
        ("en", "defence", "defense"),
        ("en", "connection", "connexion"),
        ("en", "traveled", "travelled"),
        ("en", "encyclopædia", "encyclopedia"),
        ("fr", "français", "françois"),
        ("fr", "avaient", "avoient"),
        ("fr", "enfants", "enfans"),
        ("fr", "cœur", "coeur"),
        ("fr", "siècle", "siécle"),
        ("la", "cælum", "caelum"),
    ],
)
def test_spellings_of_one_word_have_one_key_and_find_each_other(language, one, other):
    assert key(one, language) == key(other, language)
    assert [found.term for found in variants(one, [fold(other), fold(one)], language)] == [fold(other)]
    assert [found.term for found in variants(other, [fold(other), fold(one)], language)] == [fold(one)]


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("de", "Kahn", "Zahn"),
        ("de", "Bar", "Bär"),
        ("de", "wieder", "wider"),
        ("de", "Staat", "Stadt"),
        ("de", "Dach", "Dak"),
        ("de", "Rhein", "rein"),
        ("en", "scoured", "scored"),
        ("en", "Michael", "Michel"),
        ("en", "four", "for"),
        ("en", "wise", "wize"),
        ("en", "filled", "filed"),
        ("fr", "fois", "fais"),
        ("fr", "sens", "sents"),
    ],
)
def test_different_words_keep_different_keys(language, one, other):
    assert key(one, language) != key(other, language)


def test_each_variant_says_what_kind_it_is_and_the_frequent_come_first():
    counts = Counter(
        {"thür": 3, "thuͤr": 1, "tür": 2, "thiir": 0, "thüren": 5, "ofenthür": 4, "ofentür": 9, "ofen": 1, "xthür": 7}
    )
    assert variants("Thür", counts, "de", counts.__getitem__) == [
        Variant("thuͤr", "umlaut"),
        Variant("tür", "spelling"),
        Variant("thiir", "ocr"),
        Variant("ofentür", "compound"),
        Variant("ofenthür", "compound"),
    ]


def test_misreadings_are_offered_at_one_place_and_in_both_directions():
    corpus = [
        "modern",
        "modem",
        "lokomotive",
        "locomotivc",
        "eomet",
        "comet",
        "hauſe",
        "haufe",
        "liebe",
        "hebe",
        "w0rt",
    ]
    assert variants("modern", corpus, "de") == [Variant("modem", "ocr")]
    assert variants("modem", corpus, "de") == [Variant("modern", "ocr")]
    assert variants("Comet", corpus, "en") == [Variant("eomet", "ocr")]
    assert variants("haufe", corpus, "de") == [Variant("hauſe", "ocr")]
    assert variants("wort", corpus, "de") == [Variant("w0rt", "ocr")]
    assert variants("locomotive", corpus, "de") == [Variant("lokomotive", "spelling"), Variant("locomotivc", "ocr")]


def test_letters_and_figures_have_no_other_spellings():
    assert variants("c", ["c", "k", "cc"], "de") == []
    assert variants("1cm", ["1cm", "1km"], "de") == []
    assert variants("Öl", ["öl", "oel"], "de") == [Variant("oel", "umlaut")]


def test_compounds_begin_with_a_word_of_the_corpus_and_are_offered_only_where_a_language_makes_them():
    corpus = ["bahn", "eisenbahn", "eisen", "staatsbahn", "staat", "abcbahn", "bahnhof", "eisenbahnen"]
    assert variants("Bahn", corpus, "de") == [Variant("eisenbahn", "compound"), Variant("staatsbahn", "compound")]
    assert variants("Bahn", corpus, "fr") == []


WORDS = st.from_regex(r"\w[\w\u0300-\u036f]*", fullmatch=True).map(fold)


@given(st.one_of(st.text(max_size=12), WORDS), st.lists(WORDS, unique=True), st.sampled_from(["de", "en", "fr"]))
def test_any_term_and_any_words_give_other_words_of_the_corpus_each_once(term, corpus, language):
    found = [variant.term for variant in variants(term, corpus, language)]
    assert set(found) <= set(corpus) - {fold(term.strip())}
    assert len(found) == len(set(found))


@pytest.mark.slow
def test_the_journal_of_a_century_offers_its_old_spellings(shared_data):
    counts: Counter[str] = Counter()
    with gzip.open(shared_data / "dingler-1820-1931-every-5th_CC-BY-SA-4.0.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            counts.update(fold(match[0]) for match in words(json.loads(line)["text"]))
    for term, first in (("Lokomotive", "locomotive"), ("Zement", "cement"), ("schädlich", "schaͤdlich")):
        assert variants(term, counts, "de", counts.__getitem__)[0].term == first
