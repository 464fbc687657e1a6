import json
import re

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from historag_tui.corpus.words import fold, words
from historag_tui.index.keyword import KeywordIndex, build_keyword_index
from historag_tui.index.sources import Sources
from tests.index.test_grammar import HOSTILE

TEXTS = [
    "The railroads were built. Railroad companies prospered.",
    "A canal, and a railroad beside it.",
    "The anti-slavery society met; steam, steam and canal.",
    "Die Lokomotive war schädlich für den Wald.",
    "Die Locomotive war ſchaͤdlich; große Häuſer.",
    "Interstate commerce, and commerce interstate. Trailers.",
    "railroad railroad railroad",
]
ALL = np.arange(len(TEXTS))


def opened(folder, texts, language, **sources):
    folder.mkdir()
    for _ in build_keyword_index(texts, len(texts), language, folder):
        pass
    vocabulary = sorted({fold(match[0]) for text in texts for match in words(text)})
    ids = np.arange(len(texts), dtype=np.uint64)
    return KeywordIndex(folder, language, ids, Sources(lambda: vocabulary, **sources))


@pytest.fixture(scope="module")
def english(tmp_path_factory):
    return opened(tmp_path_factory.mktemp("en") / "keyword", TEXTS, "en")


@pytest.fixture(scope="module")
def german(tmp_path_factory):
    return opened(tmp_path_factory.mktemp("de") / "keyword", TEXTS, "de")


@pytest.mark.parametrize(
    ("query", "rows"),
    [
        ("railroads", [0, 1, 6]),
        ('"railroads"', [0]),
        ("rail*", [0, 1, 6]),
        ("railroads*", [0]),
        ('"interstate commerce"', [5]),
        ("railroad AND canal", [1]),
        ("+canal -steam", [1]),
        ("-railroad", [2, 3, 4, 5]),
        ("anti-slavery", [2]),
        ("nothing", []),
        ("", []),
        ("*", []),
        ("railroad AND (steam OR beside)", [1]),
        ("+railroad canal", [0, 1, 6]),
    ],
)
def test_what_a_query_matches(english, query, rows):
    reading = english.read(query)
    assert english.matching(reading, ALL).tolist() == rows
    found, scores = english.search(reading, ALL, 100)
    assert sorted(found.tolist()) == rows
    assert (np.diff(scores) <= 0).all()


@pytest.mark.parametrize("query", ["schädlich", "SCHADLICH", "ſchaͤdlich", "schaedlich*  schäd*"])
def test_old_letters_are_folded(german, query):
    assert german.matching(german.read(query), ALL).tolist() == [3, 4]


@settings(max_examples=200, deadline=None)
@given(st.one_of(st.text(max_size=40), st.text(alphabet='()"+-*~ab ANDORT:^[]{}\\/\0é😀', max_size=40)))
@example("x" * 100_000)
@example('"' + "a " * 10_000 + '"')
@example("rail* " * 3_000)
@example("*" * 10_000 + "e*")
@example("*a???s?* " + "*" + "s" * 38 + "*" + ' "?*?*s?*s* steam"')
@example("e~2 " * 2_500)
@example('"a* e* i* o* u*"~9')
def test_no_query_is_too_odd_to_be_asked(english, query):
    reading = english.read(query)
    found, _ = english.search(reading, ALL, 3)
    matching = english.matching(reading, ALL[::2])
    assert set(found.tolist()) <= set(ALL.tolist()) and set(matching.tolist()) <= set(ALL[::2].tolist())
    assert all(isinstance(word, str) for word in english.matched(reading, TEXTS[0]))
    assert isinstance(reading.text, str)


@pytest.fixture(scope="module")
def findable(tmp_path_factory):
    """A chunk for every word and phrase that the hostile queries hold."""
    texts = sorted({part.strip('"') for _, reading in HOSTILE for part in re.split(" OR |NOT ", reading) if part})
    return opened(tmp_path_factory.mktemp("findable") / "keyword", texts, "la"), texts


@pytest.mark.parametrize(("query", "reading"), HOSTILE)
def test_hostile_queries_find_their_words(findable, query, reading):
    index, texts = findable
    rows = np.arange(len(texts))
    found = {texts[row] for row in index.matching(index.read(query), rows)}
    wanted = {part.strip('"') for part in reading.split(" OR ") if part and "NOT" not in part}
    assert wanted <= found
    assert bool(found) == bool(reading)
    assert {texts[row] for row in index.search(index.read(query), rows, len(texts))[0]} == found


@pytest.mark.parametrize(
    ("query", "rows"),
    [
        ('"canal railroad"~2', [1]),
        ('"canal railroad"~1', []),
        ('"railroad canal"~2', [1]),
        ('"commerce interstate"~0', [5]),
        ('"steam canal society"~4', [2]),
        ('"steam* slav*"~4', [2]),
        ('"anti slav*"', [2]),
        ('"the rail* were"', [0]),
        ("ra?lroad", [0, 1, 6]),
        ("*road", [0, 1, 6]),
        ("*oad*", [0, 1, 6]),
        ("*rail*", [0, 1, 5, 6]),
        ("railraod~1", [0, 1, 6]),
        ("railroad~1", [0, 1, 6]),
        ("rairload~1", [0, 1, 6]),
        ("railraods~2", [0, 1, 6]),
        ("tailers~1", [5]),
        ("canal -*oad", [2]),
    ],
)
def test_proximity_patterns_and_fuzzy_words(english, query, rows):
    reading = english.read(query)
    assert english.matching(reading, ALL).tolist() == rows
    for row in rows:
        assert english.matched(reading, TEXTS[row])


PAIRS = st.lists(st.sampled_from("abcx"), min_size=1, max_size=12).map(" ".join)


@settings(max_examples=25, deadline=None)
@given(
    st.lists(PAIRS, min_size=1, max_size=12), st.sampled_from(['"a b"', '"a b"~1', '"a b"~3', '"a b c"~2', '"a ?"~1'])
)
def test_phrases_and_proximity_are_found_where_they_are_shown(tmp_path_factory, texts, query):
    index = opened(tmp_path_factory.mktemp("near") / "keyword", texts, "la")
    reading = index.read(query)
    shown = [row for row, text in enumerate(texts) if index.matched(reading, text)]
    if "?" not in query:
        assert index.matching(reading, np.arange(len(texts))).tolist() == shown


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.text("abc", min_size=1, max_size=6), min_size=1, max_size=12),
    st.one_of(
        st.text("abc*?", min_size=1, max_size=6),
        st.builds("{}~{}".format, st.text("abc", min_size=2, max_size=6), st.integers(1, 2)),
    ),
)
def test_patterns_and_fuzzy_words_are_found_where_they_are_shown(tmp_path_factory, texts, query):
    index = opened(tmp_path_factory.mktemp("fit") / "keyword", texts, "la")
    reading = index.read(query)
    shown = [row for row, text in enumerate(texts) if index.matched(reading, text)]
    assert index.matching(reading, np.arange(len(texts))).tolist() == shown


def test_what_the_corpus_tells_stands_in_the_reading(german, english):
    assert german.read("Lokomotive%").text == "lokomotive (also locomotive)"
    assert german.read("schädlich%").text == "schädlich (also ſchaͤdlich)"
    assert german.read("Wald%").text == "wald (no other spelling in the corpus)"
    assert german.read("*ail*").text == "*ail* (3 words)"
    assert english.read('canal "*" *rail* xyz*').text == "canal OR *rail* (3 words) OR xyz* (0 words)"


def test_a_pattern_that_too_many_words_fit_is_read_as_its_words_and_said(tmp_path):
    texts = ["steam " + " ".join(f"e{number}" for number in range(20_000)), "e steam", "e"]
    index = opened(tmp_path / "keyword", texts, "en")
    for query, said, rows in (
        ('"steam e*"', "steam OR e (too many words fit: e*)", [0, 1, 2]),
        ("e*", "e* (20,001 words)", [0, 1, 2]),
        ("steam AND e*", "steam AND e* (20,001 words)", [0, 1]),
        ("steam -e*", "steam AND NOT e* (20,001 words)", []),
        ('"steam e12*"', '"steam e12*"', []),
    ):
        reading = index.read(query)
        assert reading.text == said
        assert index.matching(reading, np.arange(3)).tolist() == rows
    both = index.both(index.read('"steam e*"'), index.read('"e* e*"'))
    assert both.text.endswith("(too many words fit: e*, e*)")


@pytest.fixture(scope="module")
def journal(shared_data, tmp_path_factory):
    """A polytechnic journal of the nineteenth century, its articles' beginnings as chunks, by number and with texts."""
    path = shared_data / "mini" / "dingler-mini_CC-BY-SA-4.0.jsonl"
    records = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    texts = [record["text"][at : at + 1_000] for record in records for at in range(0, len(record["text"]), 1_000)]
    return opened(tmp_path_factory.mktemp("journal") / "keyword", texts, "de"), texts


def test_old_prints_and_spellings_of_a_journal_are_found_and_shown_as_printed(journal):
    index, texts = journal
    rows = np.arange(len(texts))
    for typed in ("schädlich", "schaedlich", "schaͤdlich"):
        shown = {
            word
            for row in index.matching(index.read(typed), rows)
            for word in index.matched(index.read(typed), texts[row])
        }
        assert {"schädlich", "schaͤdlich", "schädlichen", "Schädliches"} <= shown
    for typed in ("über", "Ueber"):
        found = index.matching(index.read(typed), rows)
        assert {"über", "uͤber", "Ueber"} <= {
            word for row in found for word in index.matched(index.read(typed), texts[row])
        }
    spelt = index.read("Lokomotive%")
    assert spelt.text == "lokomotive (also locomotive)"
    alone, together = (index.matching(index.read(query), rows) for query in ("Lokomotive", "Lokomotive%"))
    assert len(together) > 3 * len(alone) and set(alone) <= set(together)
    assert index.read("Zement%").text == "zement (also cement)"


def test_spellings_are_searched_only_when_asked_for(german):
    assert german.matching(german.read("Lokomotive"), ALL).tolist() == [3]
    spellings = german.read("Lokomotive%")
    assert german.matching(spellings, ALL).tolist() == [3, 4]
    assert german.matched(spellings, TEXTS[4]) == ("Locomotive",)


@pytest.mark.parametrize("word", ["schädlich", "schaͤdlich", "schaedlich", "Schädlich"])
def test_an_umlaut_is_found_in_every_spelling_and_shown_as_printed(tmp_path, word):
    texts = ["schädlich", "ſchaͤdlich", "schaedliche", "Schadlos", "Ueber die Straße", "über ﬁnden", "Straſsen"]
    index = opened(tmp_path / "keyword", texts, "de")
    rows = np.arange(len(texts))
    assert index.matching(index.read(word), rows).tolist() == [0, 1, 2]
    assert [index.matched(index.read(word), texts[row]) for row in (0, 1, 2)] == [
        ("schädlich",),
        ("ſchaͤdlich",),
        ("schaedliche",),
    ]
    assert index.matching(index.read("Über"), rows).tolist() == [4, 5]
    assert index.matching(index.read("strasse"), rows).tolist() == [4, 6]
    assert index.matching(index.read("finden"), rows).tolist() == [5]


@pytest.mark.parametrize(
    ("query", "rows", "read"),
    [
        ("industrie", [0, 1, 2], "industrie"),
        ("l'industrie", [0, 1, 2], "industrie (left out as too common: l)"),
        ("L’INDUSTRIES d'oeuvre", [0, 1, 2, 3, 4], "industries OR oeuvre (left out as too common: l, d)"),
        ('"l\'industrie"', [0, 1], '"l industrie"'),
        ("aujourd'hui", [5], '"aujourd hui"'),
        ("l'œuvr*", [3, 4], "œuvr* (2 words) (left out as too common: l)"),
    ],
)
def test_an_elided_article_hides_no_word(tmp_path, query, rows, read):
    texts = ["L'industrie du coton", "l’industrie nationale", "d'industries", "une œuvre", "l'oeuvre", "aujourd’hui"]
    index = opened(tmp_path / "keyword", texts, "fr")
    assert index.matching(index.read(query), np.arange(len(texts))).tolist() == rows
    assert index.read(query).text == read


@pytest.fixture(scope="module")
def letters(tmp_path_factory):
    """Six chunks of three documents; the second has no author."""
    texts = ["rail canal", "rail", "canal steam", "rail steam steam", "steam", "rail rail"]
    fields = {"title": ["On Rail", "On Canals", "On the Railroads"], "author": ["Ann Lee", None, "Lee Ann"]}
    return opened(
        tmp_path_factory.mktemp("fields") / "keyword",
        texts,
        "en",
        document=np.array([0, 0, 1, 1, 2, 2]),
        fields=tuple(fields),
        values=fields.__getitem__,
    )


@pytest.mark.parametrize(
    ("query", "rows"),
    [
        ("title:rail", [0, 1]),
        ("title:rail*", [0, 1, 4, 5]),
        ("title:canal steam", [2, 3]),
        ("TITLE:canal rail", [3]),
        ('author:"ann lee"', [0, 1]),
        ("author:Lee", [0, 1, 4, 5]),
        ('author:lee -author:"ann lee"', [4, 5]),
        ("-author:lee", [2, 3]),
        ("author:lee -title:on", []),
        ("title:canal OR canal", [0, 2, 3]),
        ("+title:rail steam", [0, 1]),
        ("steam AND (title:canal OR title:railroad)", [2, 3, 4]),
        ("title: rail", [0, 1, 3, 5]),
        ("volume:rail", [0, 1, 3, 5]),
        ("author:nobody rail", []),
        ("title:rail author:lee canal", [0]),
    ],
)
def test_a_field_is_a_condition_on_the_documents(letters, query, rows):
    reading = letters.read(query)
    every = np.arange(6)
    assert letters.matching(reading, every).tolist() == rows
    assert sorted(letters.search(reading, every, 6)[0].tolist()) == rows
    assert letters.matching(reading, every[1::2]).tolist() == [row for row in rows if row % 2]


def test_a_condition_leaves_the_scores_alone(letters):
    every = np.arange(6)
    found, scores = letters.search(letters.read("title:on rail"), every, 6)
    without, same = letters.search(letters.read("rail"), every, 6)
    assert found.tolist() == without.tolist()
    assert scores.tolist() == pytest.approx(same.tolist())
    both = letters.both(letters.read("title:canal"), letters.read("rail"))
    assert letters.search(both, every, 6)[0].tolist() == [3]
    assert letters.matched(both, "Rail title canal") == ("Rail",)


def test_a_document_counts_by_its_best_chunk(letters):
    every = np.arange(6)
    rows, scores = letters.search(letters.read("rail steam"), every, 6)
    documents, best, of = letters.search_documents(letters.read("rail steam"), every, 3)
    assert sorted(documents.tolist()) == [0, 1, 2]
    for document, score, row in zip(documents.tolist(), best.tolist(), of.tolist(), strict=True):
        own = [value for place, value in zip(rows.tolist(), scores.tolist(), strict=True) if place // 2 == document]
        assert score == max(own) and row // 2 == document
    assert (np.diff(best) <= 0).all()
    assert letters.search_documents(letters.read("canal"), every, 1)[2].tolist() == rows_of(letters, "canal")[:1]
    assert [len(part) for part in letters.search_documents(letters.read("rail"), every, 0)] == [0, 0, 0]
    assert letters.search_documents(letters.read("steam"), every[:4], 5)[0].tolist() == [1]


def rows_of(index, query):
    return index.search(index.read(query), np.arange(6), 6)[0].tolist()


def test_titles_and_further_fields_of_an_index_can_be_asked_for(index):
    rows = np.arange(len(index.chunks))
    keyword = index.keyword
    found = keyword.matching(keyword.read('title:"letter 7"'), rows)
    assert {index.passage(row).document for row in found} == {"letter-7"}
    found = keyword.matching(keyword.read("subject:bank gold*"), rows)
    assert {index.passage(row).provenance["subject"] for row in found} == {"bank"}
    documents, _, best = keyword.search_documents(keyword.read("subject:bank gold*"), rows, 80)
    assert set(documents.tolist()) == set(index.chunks.document[found].tolist())
    assert set(best.tolist()) <= set(found.tolist())
    assert keyword.read("railroa?").text == "railroa"
    assert keyword.read("railroads*").text == "railroads* (1 word)"
    assert keyword.read("railroa?*").text == "railroa?* (2 words)"


def test_a_quoted_word_is_taken_as_printed(german):
    assert german.matching(german.read('"schädlich"'), ALL).tolist() == [3]
    assert german.matching(german.read("Haus"), ALL).tolist() == [4]


def test_only_the_given_rows_are_searched_and_they_leave_the_scores_alone(english):
    reading = english.read("railroad canal")
    everywhere = dict(zip(*map(list, english.search(reading, ALL, 10)), strict=True))
    for rows in (np.array([1, 2]), np.array([0, 2, 6]), np.array([6])):
        found, scores = english.search(reading, rows, 10)
        assert set(found.tolist()) == set(everywhere) & set(rows.tolist())
        assert scores.tolist() == pytest.approx([everywhere[row] for row in found])


def test_no_rows_or_no_count_find_nothing(english):
    reading = english.read("railroad")
    assert len(english.search(reading, ALL[:0], 5)[0]) == len(english.search(reading, ALL, 0)[0]) == 0
    assert len(english.matching(reading, ALL[:0])) == 0


def test_equal_scores_come_by_row(tmp_path):
    index = opened(tmp_path / "keyword", ["steam engine"] * 300, "en")
    rows = np.arange(10, 290)
    assert index.search(index.read("steam"), rows, 7)[0].tolist() == list(range(10, 17))
    assert index.search(index.read("steam*"), rows[::2], 3)[0].tolist() == [10, 12, 14]


def test_matched_words_are_given_as_printed(english):
    text = TEXTS[0]
    assert english.matched(english.read("railroad prosper*"), text) == ("railroads", "Railroad", "prospered")
    assert english.matched(english.read('"railroad companies"'), text) == ("Railroad companies",)
    assert english.matched(english.read("built -railroad"), text) == ("built",)


def test_matched_agrees_with_the_index(index):
    keyword = index.keyword
    rows = np.arange(len(index.chunks))
    for query in ("railroad", "bank* ship", '"of the"', "+navy gold -port"):
        reading = keyword.read(query)
        for row in keyword.matching(reading, rows)[:50]:
            assert keyword.matched(reading, index.chunk_text(row))


def test_terms_and_conjunction(english):
    terms = english.any_of(["railroad", "interstate commerce", "!"])
    assert english.matching(terms, ALL).tolist() == [0, 1, 5, 6]
    both = english.both(english.read("the canal"), terms)
    assert english.matching(both, ALL).tolist() == [1]
    assert both.text == 'canal AND (railroad OR "interstate commerce") (left out as too common: the)'
    assert english.both(english.read("canal"), english.any_of([])).empty


def test_a_language_without_a_stemmer_is_searched_by_words(tmp_path):
    index = opened(tmp_path / "keyword", ["Слово слова", "слова", "x" * 100_000 + " end", "a\0b"], "la")
    rows = np.arange(4)
    assert index.matching(index.read("слово"), rows).tolist() == [0]
    assert index.matching(index.read("end"), rows).tolist() == [2]


def test_every_chunk_with_a_word_is_found(index):
    rows = np.arange(len(index.chunks))
    reading = index.keyword.read('"railroad"')
    plain = [row for row in rows if re.search(r"\brailroad\b", index.chunk_text(row), re.I)]
    assert index.keyword.matching(reading, rows).tolist() == plain
