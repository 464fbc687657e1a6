import numpy as np
import pytest

from historag_tui.errors import NothingFound
from historag_tui.index.embedding import NOTE
from tests.index.corpora import SUBJECTS


@pytest.fixture(scope="module")
def embedder(index):
    return index.embedder


def test_vectors_have_length_one_or_zero(embedder):
    rows = embedder.documents(["The railroad and the track", "", "zzz qqq 123", "railroad"])
    assert rows.dtype == np.float32 and rows.shape == (4, 12)
    assert np.linalg.norm(rows, axis=1) == pytest.approx([1, 0, 0, 1], abs=1e-6)


def test_a_query_is_embedded_like_a_document(embedder):
    for text in ("railroad locomotive", "The Harbor, the NAVY", "of the and"):
        assert embedder.query(text) == pytest.approx(embedder.documents([text])[0], abs=1e-6)


def test_common_words_count_little(embedder):
    plain, dressed = embedder.documents(["railroad locomotive", "the railroad of the locomotive and to"])
    other = embedder.documents(["bank currency"])[0]
    assert plain @ dressed > plain @ other


def test_a_topic_finds_its_subject(index, embedder):
    rows = np.arange(len(index.chunks))
    for subject, words in SUBJECTS.items():
        best = index.passages(index.vectors.search(embedder.query(words), rows, 5).rows)
        assert [passage.provenance["subject"] for passage in best].count(subject) >= 4


@pytest.mark.parametrize("topic", ["", "zzz", "😀", "???"])
def test_a_topic_of_unknown_words_is_refused_with_a_next_step(embedder, topic):
    with pytest.raises(NothingFound, match="historag expand"):
        embedder.query(topic)


def test_it_says_what_it_is(embedder):
    assert (embedder.card.name, embedder.card.note, embedder.card.query_prefix) == ("words", NOTE, "")
