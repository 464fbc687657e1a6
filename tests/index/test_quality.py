"""The estimate of how well texts were read, by hand and on a corpus that was spoilt on purpose."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from historag_tui.index.counts import WordCounts, count_words
from historag_tui.index.quality import by_year, shares
from historag_tui.index.reader import open_index
from historag_tui.index.stages import build_index
from tests.index.corpora import lines, workspace


def test_tokens_of_words_that_enough_documents_hold_by_hand(tmp_path: Path) -> None:
    count_words(["the bank the", "the ship bank", "The BANK oddword", ""], tmp_path)
    assert WordCounts(tmp_path).known_tokens(3, 4).tolist() == [3, 2, 2, 0]
    assert WordCounts(tmp_path).known_tokens(1, 4).tolist() == [3, 3, 3, 0]


def test_a_misread_document_has_the_lowest_share(tmp_path: Path) -> None:
    chance = random.Random(3)
    documents = lines(60)
    spoilt = documents[20]
    spoilt["text"] = " ".join(
        word if chance.random() > 0.3 else word + chance.choice("qxzj") + chance.choice("kvw")
        for word in spoilt["text"].split()
    )
    made = workspace(tmp_path / "workspace", documents)
    for _ in build_index(made):
        pass
    index = open_index(made.index_folder, made.settings)
    share = shares(index)
    assert index.documents.get(int(np.argmin(share))).id == spoilt["id"]
    assert share.min() < 0.8 < 0.95 < np.median(share)
    years = by_year(index)
    assert sum(year.documents for year in years) == 60
    assert sum(year.tokens for year in years) == index.manifest.tokens
    of_spoilt = next(year for year in years if year.lowest == spoilt["id"])
    assert of_spoilt.share == pytest.approx(of_spoilt.lowest_share)
    assert years[-1].year is None
