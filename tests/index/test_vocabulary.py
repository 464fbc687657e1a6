import re

import numpy as np
import pytest

from historag_tui.errors import WorkFailed
from historag_tui.index.counts import WordCounts, count_words
from historag_tui.index.vocabulary import Vocabulary, train
from historag_tui.records import Progress
from historag_tui.workspace import VocabularySettings
from tests.index.corpora import lines

TEXTS = [line["text"] for line in lines(30)]


def trained(folder, minimum=2, texts=TEXTS):
    (folder / "counts").mkdir(parents=True)
    (folder / "vocabulary").mkdir()
    count_words(texts, folder / "counts")
    counts = WordCounts(folder / "counts")
    settings = VocabularySettings(dimension=10, epochs=1, minimum_count=minimum)
    steps = list(train(texts, settings, counts, folder / "vocabulary"))
    assert all(isinstance(step, Progress) for step in steps)
    return folder / "vocabulary"


def test_the_same_texts_give_the_same_vectors(tmp_path, capfd):
    first, second = trained(tmp_path / "a"), trained(tmp_path / "b")
    assert (first / "vectors.npy").read_bytes() == (second / "vectors.npy").read_bytes()
    assert (first / "words.txt").read_bytes() == (second / "words.txt").read_bytes()
    assert capfd.readouterr() == ("", "")
    assert not (first / "training.txt").exists()
    assert np.isfinite(np.load(first / "vectors.npy")).all()


def test_only_words_of_the_minimum_count_get_a_vector(tmp_path):
    part = trained(tmp_path, minimum=40)
    counts = WordCounts(tmp_path / "counts")
    frequent = [word for word, total in zip(counts.words, counts.totals(), strict=True) if total >= 40]
    assert (part / "words.txt").read_text().split() == frequent


def test_a_corpus_without_a_frequent_word_is_refused(tmp_path):
    with pytest.raises(WorkFailed, match="minimum_count = 1"):
        trained(tmp_path, texts=["one two three", "four"])


def test_frequencies_are_those_of_a_plain_count(index):
    vocabulary, texts = index.vocabulary, [index.text(number) for number in range(len(index.documents))]
    for word in ("railroad", "Railroad", "the", "vessel"):
        plain = [len(re.findall(rf"\b{word}\b", text, re.I)) for text in texts]
        assert vocabulary.frequency(word) == sum(plain) > 0
        documents, counts = vocabulary.counts(word)
        assert dict(zip(documents.tolist(), counts.tolist(), strict=True)) == {n: c for n, c in enumerate(plain) if c}
    assert index.documents.tokens.tolist() == [len(re.findall(r"\w+", text)) for text in texts]


def test_neighbours_are_nearest_first_and_never_the_word_itself(index):
    found = index.vocabulary.neighbours("RAILROAD", 5)
    assert len(found) == 5
    assert "railroad" not in dict(found) and "railroads" in dict(found)
    similarities = [similarity for _, similarity in found]
    assert similarities == sorted(similarities, reverse=True)
    assert all(-1 <= similarity <= 1.000001 for similarity in similarities)


def test_an_unknown_word_has_no_neighbours(index):
    assert not index.vocabulary.known("railroadish")
    assert index.vocabulary.neighbours("railroadish", 5) == []
    assert index.vocabulary.frequency("railroadish") == 0
    assert index.vocabulary.neighbours("railroad", 0) == []


def test_before_training_words_are_counted_all_the_same(tmp_path):
    count_words(["rail rail"], tmp_path)
    vocabulary = Vocabulary(WordCounts(tmp_path), None, 1)
    assert vocabulary.frequency("rail") == 2
    assert not vocabulary.known("rail") and vocabulary.neighbours("rail", 3) == []
