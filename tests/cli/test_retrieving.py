"""search with its further choices, search --again, similar, sample, compare: on the demo's real index."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import closing
from typing import Any

from historag_tui.session import open_study
from historag_tui.workspace import Workspace
from tests.conftest import Call


def answered(historag: Call, *words: str) -> dict[str, Any]:
    result = historag(*words, "--json")
    assert result.returncode == 0, result.stderr
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def chunks(found: dict[str, Any]) -> list[str]:
    return [hit["chunk"] for window in found["windows"] for hit in window["hits"]]


def test_a_sample_is_drawn_again_by_its_seed_and_recorded(historag: Call) -> None:
    historag("study", "new", "Sample")
    first = answered(historag, "sample", "--seed", "7", "--from", "1850", "--to", "1899", "--per-window", "4")
    again = answered(historag, "sample", "--seed", "7", "--from", "1850", "--to", "1899", "--per-window", "4")
    other = answered(historag, "sample", "--seed", "8", "--from", "1850", "--to", "1899", "--per-window", "4")
    assert chunks(first) == chunks(again) != chunks(other)
    assert [len(window["hits"]) for window in first["windows"]] == [4] * 5
    for window in first["windows"]:
        assert max(Counter(hit["document"] for hit in window["hits"]).values()) == 1
    unseeded = answered(historag, "sample", "--from", "1850", "--to", "1859", "--no-record")
    assert unseeded["recipe"]["seed"] >= 0
    record = historag("record").stdout
    assert record.count("sample run-") == 3
    assert "By chance" not in record
    methods = historag("record", "--methods").stdout
    assert "drawn from" in methods
    assert "chance alone (seed 7)" in methods


def test_passages_like_one(historag: Call) -> None:
    historag("study", "new", "Like")
    start = answered(historag, "search", "railroads", "--from", "1870", "--to", "1879", "--per-window", "1")
    chunk = chunks(start)[0]
    like = answered(historag, "similar", chunk[:8])
    assert chunk not in chunks(like)
    assert like["recipe"]["like"] == chunk
    assert like["recipe"]["layer"] == "semantic"
    assert like["recipe"]["query_sent"] == f"the vector of chunk {chunk}"
    assert not [warning for warning in like["warnings"] if "is not found" in warning], "its label is not a topic"
    scores = [hit["score"] for hit in like["windows"][0]["hits"]]
    assert scores == sorted(scores, reverse=True)
    windowed = answered(historag, "similar", chunk, "--window", "decade", "--from", "1850", "--to", "1899")
    assert [len(window["hits"]) for window in windowed["windows"]] == [10] * 5
    assert {share["keyword"] for share in windowed["comparison"]["distribution"]} == {None}
    refused = historag("similar", "0123456789abcdef")
    assert refused.returncode == 3
    assert "no chunk" in refused.stderr


def test_the_same_recipe_again_gives_the_same_and_the_comparison_says_so(historag: Call) -> None:
    historag("study", "new", "Again")
    first = answered(
        historag, "search", "railroads", "--from", "1860", "--to", "1889", "--cap", "1", "--cap", "party=9"
    )
    again = answered(historag, "search", "--again", first["run"])
    assert chunks(first) == chunks(again)
    assert again["run"] != first["run"]
    same = historag("compare", first["run"], again["run"], "--json")
    compared = json.loads(same.stdout)
    assert compared["chunks"] == [0, 0, 15]
    assert compared["recipe"] == {}
    assert f"repeats {first['run']}" in historag("record").stdout


def test_two_runs_are_joined_by_chunk_window_by_window(historag: Call) -> None:
    historag("study", "new", "Compare")
    a = answered(historag, "search", "railroads", "--from", "1860", "--to", "1889", "--layer", "keyword")
    b = answered(historag, "search", "railroads", "--from", "1860", "--to", "1889", "--layer", "semantic")
    compared = json.loads(historag("compare", a["run"][:7], b["run"], "--json").stdout)
    in_a, in_b = set(chunks(a)), set(chunks(b))
    assert compared["chunks"] == [len(in_a - in_b), len(in_b - in_a), len(in_a & in_b)]
    assert compared["recipe"]["layer"] == ["keyword", "semantic"]
    for window in compared["windows"]:
        found = next(one for one in a["windows"] if one["name"] == window["window"])
        ranks = {hit["chunk"]: hit["rank"] for hit in found["hits"]}
        for listed in (*window["only_a"], *window["both"]):
            assert listed["rank_a"] == ranks[listed["chunk"]]
    shown = historag("compare", a["run"], b["run"]).stdout
    assert "layer: keyword → semantic" in shown
    assert f"chunks: {len(in_a - in_b)} only in A" in shown


def test_a_quota_is_shared_by_the_years(historag: Call) -> None:
    historag("study", "new", "Years")
    found = answered(
        historag, "search", "railroads", "--from", "1870", "--to", "1879", "--per-window", "10", "--spread", "year"
    )
    years = Counter(hit["first"][:4] for hit in found["windows"][0]["hits"])
    assert set(years.values()) == {1}
    assert {turn["value"] for turn in found["windows"][0]["ledger"]["turns"]} == {
        str(year) for year in range(1870, 1880)
    }


def test_a_reprint_stands_behind_its_earliest_witness(historag: Call) -> None:
    historag("study", "new", "Reprints")
    asked = ("search", "circulation of national-bank notes and the inferior currency", "--from", "1867", "--to", "1868")
    once = answered(historag, *asked, "--window", "none", "--per-window", "12")
    each = answered(historag, *asked, "--window", "none", "--per-window", "12", "--reprints", "each")
    printed = [hit for hit in once["windows"][0]["hits"] if hit["also"]]
    assert printed
    assert {hit["date"] for hit in printed} == {"1867-12-03"}
    hidden = {witness["chunk"] for hit in printed for witness in hit["also"]}
    assert not hidden & set(chunks(once))
    assert hidden & set(chunks(each))
    assert once["windows"][0]["ledger"]["reprints"] > 0
    assert each["windows"][0]["ledger"]["reprints"] == 0
    shown = historag(*asked, "--window", "none", "--per-window", "12").stdout
    assert "also printed in: 1868-12-09 Andrew Johnson" in shown


def test_what_cannot_be_meant_is_said_in_one_line(historag: Call) -> None:
    historag("study", "new", "Wrong")
    for words, said in (
        (("search", "railroads", "--cap", "many"), "not a cap"),
        (("search", "railroads", "--cap", "=3"), "not a cap"),
        (("search", "railroads", "--cap", "issue=2"), "no field 'issue'"),
        (("search", "railroads", "--spread", "nothing"), "no field 'nothing'"),
        (("search", "railroads", "--undated", "-1"), "between 0"),
        (("search", "--again", "run-0"), "no run"),
        (("search", "railroads", "--again", "run-0"), "Leave the topic out"),
        (("compare", "run-1", "run-2"), "no run"),
        (("similar", "zz"), "no chunk"),
    ):
        result = historag(*words)
        assert result.returncode in (2, 3), words
        assert said in result.stderr, (words, result.stderr)
        assert result.stderr.count("\n") == 1


def test_the_words_of_a_query_are_checked_without_a_search(historag: Call) -> None:
    historag("study", "new", "Check")
    result = historag("search", "railroads and zeppelinism", "--check")
    assert result.returncode == 0
    railroads, unknown = result.stdout.splitlines()
    assert railroads.startswith("'railroads' is not found in this corpus before 18")
    assert "'zeppelinism' is not found in this corpus" in unknown
    assert "search run-" not in historag("record").stdout
    checks = json.loads(historag("search", "railroads", "--check", "--json").stdout)
    assert checks[0]["frequency"] > 100


def test_a_term_list_has_terms_for_one_window(workspace: Workspace, historag: Call) -> None:
    historag("study", "new", "Terms")
    with closing(open_study(workspace, "terms")) as session:
        session.heuristik.keep_terms(
            "roads", ["railroads"], windows={"1870–1879": ["telegraph"], "1950–1959": ["freeway"]}
        )
    found = answered(
        historag, "search", "roads", "--terms", "roads", "--layer", "keyword", "--from", "1860", "--to", "1879"
    )
    early, late = (
        {word.lower() for hit in window["hits"] for word in hit["layers"][0]["matched"]} for window in found["windows"]
    )
    assert found["recipe"]["window_terms"] == {"1870–1879": ["telegraph"]}
    assert "telegraph" in late
    assert not any(word.startswith("telegr") for word in early)
