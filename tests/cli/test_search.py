"""``historag search`` on the demo: what the researcher gets, and that it is true."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from historag_tui.session import open_study
from historag_tui.workspace import Workspace
from tests.conftest import Call

TOPIC = "railroads and the regulation of corporations"
PERIOD = ("--from", "1860", "--to", "1919")


@pytest.fixture
def found(historag: Call) -> dict[str, Any]:
    done = historag("search", TOPIC, *PERIOD, "--window", "10y", "--per-window", "5", "--json")
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def _hits(answer: dict[str, Any]) -> list[dict[str, Any]]:
    return [hit for window in answer["windows"] for hit in window["hits"]]


def test_each_of_six_windows_gets_its_quota(found: dict[str, Any]) -> None:
    assert [window["name"] for window in found["windows"]] == [
        "1860–1869", "1870–1879", "1880–1889", "1890–1899", "1900–1909", "1910–1919",
    ]  # fmt: skip
    assert [len(window["hits"]) for window in found["windows"]] == [5] * 6
    for window in found["windows"]:
        assert all(window["from"] <= hit["date"] <= window["to"] for hit in window["hits"])


def test_every_hit_can_be_cited_and_stands_where_it_says(found: dict[str, Any], workspace: Workspace) -> None:
    session = open_study(workspace)
    for hit in _hits(found):
        _, text = session.heuristik.document(hit["document"])
        assert text[hit["start"] : hit["end"]] == hit["text"]
        assert hit["title"] and hit["date"] and hit["provenance"]["url"].startswith("http")
        assert hit["chunk"] and isinstance(hit["score"], float)


def test_most_hits_are_about_the_topic(found: dict[str, Any]) -> None:
    words = re.compile(r"\b(rail|corporation|carrier)", re.IGNORECASE)
    assert sum(bool(words.search(hit["text"])) for hit in _hits(found)) >= 18


def test_every_hit_says_why_it_is_there(found: dict[str, Any]) -> None:
    for hit in _hits(found):
        assert hit["layers"]
        for place in hit["layers"]:
            if place["layer"] == "keyword":
                assert place["matched"] and all(word in hit["text"] for word in place["matched"])


def test_windowing_surfaces_what_a_global_list_leaves_out(found: dict[str, Any], historag: Call) -> None:
    comparison = found["comparison"]
    assert len(comparison["surfaced"]) >= 12
    assert len(comparison["surfaced"]) == len(comparison["deprioritised"])
    done = historag("search", TOPIC, *PERIOD, "--window", "none", "--per-window", "30", "--json")
    whole = json.loads(done.stdout)
    assert len(whole["windows"]) == 1
    assert sum(hit["date"] < "1900" for hit in _hits(whole)) <= 3
    assert [hit["chunk"] for hit in _hits(whole)] == comparison["unwindowed"], "the comparison is that very list"


def test_the_ledger_adds_up(found: dict[str, Any]) -> None:
    ledgers = [window["ledger"] for window in found["windows"]]
    assert sum(ledger["corpus_share_chunks"] for ledger in ledgers) == pytest.approx(1)
    for window, ledger in zip(found["windows"], ledgers, strict=True):
        hits = window["hits"]
        assert ledger["retrieved"] == len(hits)
        assert ledger["sampling_fraction"] == pytest.approx(len(hits) / ledger["eligible_chunks"])
        assert ledger["distinct_documents"] == len({hit["document"] for hit in hits})
        similarities = sorted(hit["similarity"] for hit in hits)
        assert ledger["similarity_highest"] == pytest.approx(similarities[-1])
        assert ledger["similarity_median"] == pytest.approx(similarities[2])
        assert ledger["certified"]


def test_a_cap_spreads_the_quota_over_documents(historag: Call) -> None:
    done = historag("search", TOPIC, *PERIOD, "--cap", "1", "--json", "--no-record")
    for window in json.loads(done.stdout)["windows"]:
        documents = [hit["document"] for hit in window["hits"]]
        assert len(documents) == len(set(documents)) == 5


def test_a_filter_selects_before_ranking(historag: Call) -> None:
    done = historag("search", TOPIC, *PERIOD, "--where", "party=Democratic", "--json", "--no-record")
    answer = json.loads(done.stdout)
    assert all(hit["provenance"]["party"] == "Democratic" for hit in _hits(answer))
    by_name = {window["name"]: window for window in answer["windows"]}
    assert len(by_name["1880–1889"]["hits"]) == 5, "few chunks are left there, and they fill the quota"
    republican = by_name["1900–1909"]
    assert republican["hits"] == []
    assert republican["ledger"]["shortfall"]["too_few"] == 5


def test_keywords_filter_a_semantic_search_before_ranking(historag: Call) -> None:
    done = historag("search", TOPIC, *PERIOD, "--layer", "semantic", "--keywords", "pooling", "--json", "--no-record")
    hits = _hits(json.loads(done.stdout))
    assert hits
    assert all(re.search("pool", hit["text"], re.IGNORECASE) for hit in hits)


def test_a_word_the_corpus_does_not_know_yet_is_named(historag: Call) -> None:
    done = historag("search", "television", "--layer", "keyword", "--json", "--no-record")
    assert any(
        "'television' is not found in this corpus before 19" in warning
        for warning in json.loads(done.stdout)["warnings"]
    )


def test_nothing_found_is_exit_three(historag: Call) -> None:
    done = historag("search", "xylophonequartz", "--layer", "keyword", "--json", "--no-record")
    assert done.returncode == 3
    assert _hits(json.loads(done.stdout)) == []


def test_a_search_is_recorded_unless_not_wished(historag: Call, workspace: Workspace) -> None:
    historag("search", TOPIC, *PERIOD, "--no-record")
    assert open_study(workspace).state.runs == {}
    done = historag("search", TOPIC, *PERIOD, "--reason", "first look", "--json")
    [run] = open_study(workspace).state.runs.values()
    assert run.id == json.loads(done.stdout)["run"]
    assert run.recipe.reason == "first look"
    assert [hit.text for hit in open_study(workspace).run(run.id[:6]).hits] == [
        hit["text"] for hit in _hits(json.loads(done.stdout))
    ]
