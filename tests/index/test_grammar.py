import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from historag_tui.index.analysis import common_words
from historag_tui.index.grammar import parse
from historag_tui.index.query import Field, Fuzzy, Group, Phrase, Spelt, Word, is_empty, written

FIELDS = ("title", "author")


@pytest.mark.parametrize(
    ("query", "reading"),
    [
        ("railroad", "railroad"),
        ("Railroad CANAL railroad", "railroad OR canal"),
        ('"Interstate Commerce"', '"interstate commerce"'),
        ("„Eiſerne Bahn“", '"eiſerne bahn"'),
        ("+rail -steam", "rail AND NOT steam"),
        ("+rail canal", "rail, ranked higher with canal"),
        ("rail AND canal OR river", "(rail AND canal) OR river"),
        ("rail AND (canal OR river)", "rail AND (canal OR river)"),
        ("rail AND NOT steam", "rail AND NOT steam"),
        ("rail canal -steam", "(rail OR canal) AND NOT steam"),
        ("NOT (rail OR steam) AND canal", "canal AND NOT (rail OR steam)"),
        ("anti-slavery", '"anti slavery"'),
        ("l'industrie l’hiver", '"l industrie" OR "l hiver"'),
        ("the people's will", '"people s"'),
        ('"railroads"', '"railroads"'),
        ('"Interstate law"~5', '"interstate law"~5'),
        ('"law law of"~5 "law"~5 "a b"~0', '"law of"~5 OR "law" OR "a b"'),
        ('"a b"~99999999999', '"a b"~100'),
        ("rail* *bahn R?il*d ?ahn **steam**", "rail* OR *bahn OR r?il*d OR ?ahn OR *steam*"),
        ("What of railroads?", "railroads"),
        ('anti-slav* "interstate comm*" "rail*"', '"anti slav*" OR "interstate comm*" OR rail*'),
        ("railroad~1 railroad~2 railroad~ railroad~7", "railroad~1 OR railroad~2"),
        ("at~2 b~1 rail~0 anti-rail~1", 'at~1 OR b OR "rail" OR "anti rail"'),
        ("Lokomotive% 5%", "lokomotive% OR 5"),
        ("title:railroad canal river", "title:railroad AND (canal OR river)"),
        ('Author:"Abraham Lincoln"', 'author:"abraham lincoln"'),
        ("title:rail* -author:x steam", "title:rail* AND steam AND NOT author:x"),
        ("title:x OR steam", "title:x OR steam"),
        ("title:x,y", "title:x OR title:y"),
        ("+rail title:x canal", "title:x AND rail, ranked higher with canal"),
        ("title:x author:y", "title:x AND author:y"),
        ("rail AND title:x", "rail AND title:x"),
        ('volume:"two words" x', 'volume OR "two words" OR x'),
    ],
)
def test_the_grammar(query, reading):
    node, _ = parse(query, common_words("en"), FIELDS)
    assert written(node) == reading


HOSTILE = [
    ('"unbalanced quote', '"unbalanced quote"'),
    ('rail" canal', 'rail OR "canal"'),
    ("title: railroad", "title OR railroad"),
    ("10:30", "10 OR 30"),
    ("http://x.org/rail?y=1", "http OR x OR org OR rail OR y OR 1"),
    ("-", ""),
    ("*", ""),
    ("?* ** *?", ""),
    ("(", ""),
    (")", ""),
    ("((((", ""),
    (")rail(", "rail"),
    ("((rail)", "rail"),
    ("rail) canal", "rail OR canal"),
    ("AND OR NOT", ""),
    ("OR OR", ""),
    ("NOT", ""),
    ("rail AND", "rail"),
    ("OR rail", "rail"),
    ("--rail", "NOT rail"),
    ("+ -", ""),
    ("rail + canal", "rail OR canal"),
    ("rail - canal", "rail OR canal"),
    ('""', ""),
    ('"', ""),
    ('title:""', "title"),
    ("title:***", "title"),
    (":rail", "rail"),
    ("~", ""),
    ("foo~99", "foo~2"),
    ("foo~0.8", '"foo" OR 8'),
    ("😀 rail", "rail"),
    ("a\0b", "a OR b"),
    ("\ud800 rail", "rail"),
    ("", ""),
    ("[x TO y]", "x OR to OR y"),
    ("^", ""),
    ("rail^2 \\ /x/", "rail OR 2 OR x"),
    ("*a????????? rail", "*a OR rail"),
    ("a*b*c*d*e*f rail", "a OR b OR c OR d OR e OR f OR rail"),
    ("x" * 50 + "*", "x" * 50),
    ("x" * 50 + "~1", "x" * 50),
    ('"a b c d e f g h i"~3', "a OR b OR c OR d OR e OR f OR g OR h OR i"),
]


@pytest.mark.parametrize(("query", "reading"), HOSTILE)
def test_hostile_queries_are_read_all_the_same(query, reading):
    node, _ = parse(query, (), FIELDS)
    assert written(node) == reading
    assert is_empty(node) == (reading == "")


@pytest.mark.parametrize(
    "piece", ["rail ", "*", "?", "a*", '"', '"a', "a-", "(a ", "~", "x:", "+-", "- ", "ab% ", "ab~2 "]
)
def test_ten_thousand_characters_are_read_at_once(piece):
    before = time.process_time()
    node, _ = parse(piece * (10_000 // len(piece)), (), FIELDS)
    assert len(written(node)) <= 20_000
    assert time.process_time() - before < 5


def test_what_costs_much_is_asked_for_twenty_times_at_most_and_then_read_as_words():
    node, _ = parse(" ".join(f"w{number}*" for number in range(30)) + " w0*")
    assert written(node).count("*") == 20
    assert written(node).endswith("w28 OR w29")


@given(st.text(alphabet=st.one_of(st.characters(), st.sampled_from('()"+-*?~%:ANDORtitle ')), max_size=60))
def test_no_string_is_refused_and_a_reading_reads_as_itself(query):
    node, _ = parse(query, (), FIELDS)
    if "ranked higher" not in written(node) and "NOT" not in written(node):
        assert parse(written(node), (), FIELDS)[0] == node


def test_a_very_long_query_is_read():
    node, _ = parse("(" * 500 + "rail" + " x" * 5_000)
    assert node == Group(should=(Word("rail"), Word("x")))


def test_common_words_are_left_out_beside_others_only():
    common = common_words("en")
    assert parse("railroads and the regulation", common) == (
        Group(should=(Word("railroads"), Word("regulation"))),
        ("and", "the"),
    )
    assert parse("the of", common) == (Group(should=(Word("the"), Word("of"))), ())
    assert parse("+the rail", common)[0] == Group(must=(Word("the"),), should=(Word("rail"),))
    assert parse('"the rail"', common)[0] == Phrase(("the", "rail"))
    assert parse("the rail title:x", common, FIELDS) == (
        Group(must=(Field("title", Word("x")), Word("rail"))),
        ("the",),
    )


def test_signs_at_a_word_say_what_is_asked_of_it():
    assert parse("rail~2")[0] == Fuzzy("rail", 2)
    assert parse("rail%")[0] == Spelt("rail")
    assert parse("author:rail%", (), FIELDS)[0] == Field("author", Spelt("rail"))
