"""Clusters of chunks that are nearly the same text."""

from __future__ import annotations

import random
from collections import defaultdict
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from historag_tui.corpus.dating import FUTURE, PAST
from historag_tui.corpus.words import WORD, fold
from historag_tui.index.analysis import plain
from historag_tui.index.reprints import Reprints, find

WORDS = [f"wort{number}" for number in range(400)]


def sequences(text: str) -> set[tuple[str, ...]]:
    words = [plain(fold(word)) for word in WORD.findall(text)]
    found = set(zip(words, words[1:], words[2:], words[3:], strict=False))
    return found if len(found) >= 12 else set()


def by_definition(texts: list[str]) -> list[int]:
    """Every pair looked at, and what hangs together joined until nothing changes."""
    of = [sequences(text) for text in texts]
    cluster = list(range(len(texts)))
    changed = True
    while changed:
        changed = False
        for one in range(len(texts)):
            for other in range(one):
                near = of[one] and of[other] and len(of[one] & of[other]) >= 0.5 * min(len(of[one]), len(of[other]))
                if near and cluster[one] != cluster[other]:
                    lowest = min(cluster[one], cluster[other])
                    cluster[one] = cluster[other] = lowest
                    changed = True
    members = defaultdict(list)
    for number, lowest in enumerate(cluster):
        members[lowest].append(number)
    return [lowest if len(members[lowest]) > 1 else -1 for lowest in cluster]


def found(texts: list[str], folder: Path) -> list[int]:
    for _ in find(texts.__getitem__, len(texts), folder):
        pass
    return np.load(folder / "reprint_clusters.npy").tolist()


def corpus(seed: int) -> list[str]:
    """Texts of their own, and among them reprints: whole, cut, with a new beginning, with misread letters."""
    draw = random.Random(seed)
    texts = [" ".join(draw.choices(WORDS, k=150)) for _ in range(40)]
    for number in range(0, 40, 5):
        words = texts[number].split()
        texts.append(" ".join(words).upper().replace("S", "ſ"))
        texts.append(" ".join(words[: draw.randint(110, 150)]))
        texts.append(" ".join(draw.choices(WORDS, k=20) + words[: draw.randint(115, 130)]))
        texts.append(" ".join(word if draw.random() > 0.04 else word + "x" for word in words))
    twice = "the same eight words in two places only"
    return [*texts, "short", "", twice, twice]


@pytest.mark.parametrize("seed", range(5))
def test_what_is_clearly_a_reprint_is_found_and_nothing_else(tmp_path: Path, seed: int) -> None:
    texts = corpus(seed)
    assert found(texts, tmp_path) == by_definition(texts)


def test_the_same_texts_give_the_same_clusters(tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / name).mkdir()
    assert found(corpus(1), tmp_path / "a") == found(corpus(1), tmp_path / "b")


def test_a_corpus_without_words_has_no_reprints(tmp_path: Path) -> None:
    assert found(["", "...", "—"], tmp_path) == [-1, -1, -1]
    assert found([], tmp_path) == []


def chunks(first: list[int], last: list[int] | None = None) -> SimpleNamespace:
    ids = np.array([7 * number % 11 for number in range(len(first))], dtype=np.uint64)
    return SimpleNamespace(first=np.array(first), last=np.array(last or first), ids=ids)


def reprints(folder: Path, clusters: list[int], table: SimpleNamespace) -> Reprints:
    np.save(folder / "reprint_clusters.npy", np.array(clusters, dtype=np.int32))
    return Reprints(folder, table)


def test_the_earliest_witness_among_those_asked_for_stands_for_all(tmp_path: Path) -> None:
    #                  rows 0   1   2    3   4    5 (before 15)  6 (undated)
    first, last = [10, 20, 30, 40, 50, PAST, FUTURE], [10, 20, 30, 40, 50, 15, FUTURE]
    printed = reprints(tmp_path, [-1, 1, -1, 1, 1, 1, 1], chunks(first, last))
    assert printed.earliest(np.arange(7)).tolist() == [0, 2, 5]
    assert printed.earliest(np.array([0, 3, 4, 6])).tolist() == [0, 3]
    assert printed.earliest(np.array([6])).tolist() == [6]
    assert printed.others(3) == [5, 1, 4, 6]
    assert printed.others(0) == []


def test_on_one_day_the_chunk_id_decides(tmp_path: Path) -> None:
    table = chunks([10, 10, 10])
    assert table.ids.tolist() == [0, 7, 3]
    assert reprints(tmp_path, [-1, 1, 1], table).earliest(np.arange(3)).tolist() == [0, 2]


def test_an_index_in_which_none_were_looked_for_has_none(tmp_path: Path) -> None:
    printed = Reprints(None, chunks([1, 2]))
    assert printed.earliest(np.arange(2)).tolist() == [0, 1]
    assert printed.others(1) == []
