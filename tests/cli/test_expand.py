"""``historag expand`` and ``kwic`` on the demo, against a plain count."""

from __future__ import annotations

import json
import re
from collections import Counter

import pytest

from historag_tui.corpus.adapter import open_corpus
from historag_tui.records import Document
from historag_tui.session import open_study
from historag_tui.workspace import Workspace
from tests.conftest import Call


@pytest.fixture(scope="module")
def plain(demo: Workspace) -> Counter[str]:
    counts: Counter[str] = Counter()
    for document in open_corpus(demo.settings.corpus, demo.root).documents():
        if isinstance(document, Document):
            counts.update(re.findall(r"\w+", document.text.lower()))
    return counts


def test_neighbours_with_true_frequencies(historag: Call, plain: Counter[str]) -> None:
    done = historag("expand", "railroad", "--json")
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    names = [neighbour["term"] for neighbour in answer["neighbours"]]
    assert {"railway", "railways"} & set(names)
    assert answer["frequency"] == plain["railroad"]
    for neighbour in answer["neighbours"]:
        assert neighbour["frequency"] == plain[neighbour["term"]]
        assert sum(neighbour["per_window"]) == neighbour["frequency"]
        assert 0 < neighbour["similarity"] <= 1
        assert 1790 <= neighbour["first"] <= neighbour["last"] <= 2026
    assert len(answer["windows"]) == len(answer["per_window"])


def test_every_line_of_a_concordance_holds_the_term(historag: Call, workspace: Workspace, plain: Counter[str]) -> None:
    done = historag("kwic", "Railways", "--json")
    found = json.loads(done.stdout)
    lines = found["lines"]
    assert len(lines) == found["overall"]["count"] == plain["railways"]
    session = open_study(workspace)
    for line in lines:
        _, text = session.heuristik.document(line["document"])
        assert text[line["start"] : line["end"]].lower() == "railways"
        assert text[: line["start"]].endswith(line["left"])
        assert text[line["end"] :].startswith(line["right"])
    assert [line["date"] for line in lines] == sorted(line["date"] for line in lines)


def test_a_list_is_kept_and_a_search_takes_it(historag: Call, workspace: Workspace) -> None:
    assert historag("expand", "railroad", "--list", "rail", "--accept", "railway", "--refuse", "rails").returncode == 0
    terms = open_study(workspace).state.term_lists["rail"]
    assert (terms.accepted, terms.refused) == (("railroad", "railway"), ("rails",))
    done = historag(
        "search", "transport", "--terms", "rail", "--layer", "semantic", "--from", "1850", "--to", "1889", "--json"
    )
    hits = [hit for window in json.loads(done.stdout)["windows"] for hit in window["hits"]]
    assert hits
    assert all(re.search(r"\brail(road|way)", hit["text"], re.IGNORECASE) for hit in hits)
    assert json.loads(done.stdout)["recipe"]["terms"] == ["railroad", "railway"]


def test_a_word_that_is_not_there_is_exit_three(historag: Call) -> None:
    done = historag("expand", "xylophonequartz")
    assert done.returncode == 3
    assert done.stderr.startswith("historag: 'xylophonequartz' does not occur in this corpus. ")
    assert historag("kwic", "xylophonequartz").returncode == 3
