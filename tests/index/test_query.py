import pytest
from hypothesis import given
from hypothesis import strategies as st

from historag_tui.index.analysis import common_words
from historag_tui.index.query import NOTHING, Group, Phrase, Prefix, Word, all_of, any_of, is_empty, parse, written


@pytest.mark.parametrize(
    ("query", "reading"),
    [
        ("railroad", "railroad"),
        ("Railroad CANAL railroad", "railroad OR canal"),
        ('"Interstate Commerce"', '"interstate commerce"'),
        ("„Eiſerne Bahn“", '"eiſerne bahn"'),
        ("rail*", "rail*"),
        ("+rail -steam", "rail AND NOT steam"),
        ("+rail canal", "rail, ranked higher with canal"),
        ("rail AND canal OR river", "(rail AND canal) OR river"),
        ("rail AND (canal OR river)", "rail AND (canal OR river)"),
        ("rail AND NOT steam", "rail AND NOT steam"),
        ("rail canal -steam", "(rail OR canal) AND NOT steam"),
        ("NOT (rail OR steam) AND canal", "canal AND NOT (rail OR steam)"),
        ("anti-slavery", '"anti slavery"'),
        ("the people's will", '"people s"'),
        ('"railroads"', '"railroads"'),
    ],
)
def test_the_grammar(query, reading):
    node, _ = parse(query, common_words("en"))
    assert written(node) == reading


@pytest.mark.parametrize(
    ("query", "reading"),
    [
        ('"unbalanced quote', '"unbalanced quote"'),
        ('rail" canal', 'rail OR "canal"'),
        ("title: railroad", "title OR railroad"),
        ("10:30", "10 OR 30"),
        ("-", ""),
        ("*", ""),
        ("(", ""),
        (")", ""),
        (")rail(", "rail"),
        ("((rail)", "rail"),
        ("rail) canal", "rail OR canal"),
        ("AND OR NOT", ""),
        ("rail AND", "rail"),
        ("OR rail", "rail"),
        ("--rail", "NOT rail"),
        ("rail + canal", "rail OR canal"),
        ("rail - canal", "rail OR canal"),
        ("railroad~1", "railroad"),
        ("*road", "road"),
        ("😀 rail", "rail"),
        ("a\0b", "a OR b"),
        ("", ""),
        ("[1860 TO 1870]", "1860 OR to OR 1870"),
        ("rail^2 \\ /x/", "rail OR 2 OR x"),
    ],
)
def test_odd_queries_are_read_all_the_same(query, reading):
    node, _ = parse(query)
    assert written(node) == reading
    assert is_empty(node) == (reading == "")


@given(st.text(alphabet=st.one_of(st.characters(), st.sampled_from('()"+-*~ANDOR ')), max_size=60))
def test_no_string_is_refused_and_a_reading_reads_as_itself(query):
    node, _ = parse(query)
    if "ranked higher" not in written(node) and "NOT" not in written(node):
        assert parse(written(node))[0] == node


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


def test_readings_are_joined():
    rail, bank = Word("rail"), Prefix("bank")
    assert any_of([rail, NOTHING, bank]) == Group(should=(rail, bank))
    assert all_of([rail, bank]) == Group(must=(rail, bank))
    assert all_of([rail, NOTHING]) == NOTHING
    assert any_of([]) == NOTHING
