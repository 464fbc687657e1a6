from historag_tui.index.query import (
    NOTHING,
    Field,
    Group,
    Pattern,
    Phrase,
    Spelt,
    Word,
    all_of,
    any_of,
    each,
    is_empty,
    written,
)


def test_readings_are_joined():
    rail, bank = Word("rail"), Pattern("bank*")
    assert any_of([rail, NOTHING, bank]) == Group(should=(rail, bank))
    assert all_of([rail, bank]) == Group(must=(rail, bank))
    assert all_of([rail, NOTHING]) == NOTHING
    assert any_of([]) == NOTHING
    assert is_empty(NOTHING)
    assert not is_empty(Group(must_not=(rail,)))


def test_what_the_corpus_told_is_written_too():
    assert written(Spelt("lokomotive", ("locomotive", "lokomotiv"))) == "lokomotive (also locomotive, lokomotiv)"
    assert written(Spelt("rail", ())) == "rail (no other spelling in the corpus)"
    assert written(any_of([Pattern("*bahn", 1_216), Pattern("rail*")])) == "*bahn (1,216 words) OR rail*"


def test_every_leaf_is_changed_but_those_in_fields():
    held = Field("title", Word("a"))
    node = Group((held, Word("a")), (Phrase(("a", "b")),), (Group(should=(Word("a"), Word("b"))),))

    def change(leaf):
        return Word("x") if leaf == Word("a") else leaf

    assert each(node, change) == Group(
        (held, Word("x")), (Phrase(("a", "b")),), (Group(should=(Word("x"), Word("b"))),)
    )
