"""``historag expand``, ``kwic``, ``drift``, ``silence`` and ``terms``: options, refusals, and figures that agree."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from historag_tui.cli.main import main
from historag_tui.corpus.words import WORD
from historag_tui.session import open_study
from historag_tui.workspace import Workspace
from tests.conftest import Call
from tests.heuristik import counted


def _json(historag: Call, *arguments: str) -> Any:
    done = historag(*arguments, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_frequencies_are_relative_to_the_filtered_set(historag: Call) -> None:
    whole = _json(historag, "expand", "railroad", "--window", "50y")
    part = _json(historag, "expand", "railroad", "--window", "50y", "--where", "party=Republican")
    assert 0 < part["frequency"] < whole["frequency"]
    for found in (whole, part):
        assert (
            sum(window["count"] for window in found["frequencies"]) == found["overall"]["count"] == found["frequency"]
        )
        assert [window["count"] for window in found["frequencies"]] == found["per_window"]
        for window in found["frequencies"]:
            if window["tokens"]:
                assert window["per_million"] == pytest.approx(1e6 * window["count"] / window["tokens"])
                assert window["below"] == pytest.approx(1e6 / window["tokens"])
            assert window["dispersion"] is None or 0 <= window["dispersion"] <= 1
    assert part["overall"]["tokens"] < whole["overall"]["tokens"]
    assert (whole["where"], part["where"]) == ([], ["party=Republican"])
    for command in ("expand", "kwic", "drift", "silence"):
        assert " where party=Republican" in historag(command, "railroad", "--where", "party=Republican").stdout


def test_expand_says_since_when_in_which_forms_and_below_what_a_zero_lies(historag: Call) -> None:
    done = historag("expand", "railroad", "--count", "3")
    assert re.search(r"'railroad' is not found in this corpus before 18\d\d, in [\d,]+ word tokens", done.stdout)
    assert "forms: railroad " in done.stdout and re.search(r"\[[Rr]ail-?roads?\]", done.stdout)
    assert re.search(r"1790–1799 +0 \(below \d+ per million\)", done.stdout)
    assert "dispersion 0." in done.stdout


def test_neighbours_by_frequency_and_stem(historag: Call) -> None:
    found = _json(historag, "expand", "railroad", "--minimum", "50", "--other-stems", "--count", "10")
    terms = [neighbour["term"] for neighbour in found["neighbours"]]
    assert len(terms) == 10 and "railroads" not in terms
    assert all(neighbour["frequency"] >= 50 for neighbour in found["neighbours"])


def test_groups_show_each_frequency_and_the_sum(historag: Call) -> None:
    found = _json(historag, "expand", "showing", "--count", "40")
    [shewing] = [neighbour for neighbour in found["neighbours"] if neighbour["term"] == "shewing"]
    assert (shewing["variant_of"], shewing["kind"], shewing["together"]) == ("showing", "spelling", 0)
    assert found["together"] >= found["frequency"] + shewing["frequency"]
    done = historag("expand", "showing", "--count", "40", "--group")
    assert "other spelling of showing" in done.stdout
    assert f"with the variants below: {found['together']:,}" in done.stdout


def test_a_concordance_in_words_sorted_by_the_next_word(historag: Call) -> None:
    found = _json(historag, "kwic", "rail*", "canal", "--context", "3w", "--sort", "R1", "--window", "none")
    assert {"railroad", "railroads", "railway", "canal", "rails"} <= set(found["searched_as"])
    assert len(found["lines"]) == found["overall"]["count"] == sum(w["count"] for w in found["frequencies"])
    following = [(re.findall(r"\w+", line["right"].lower()) or [""])[0] for line in found["lines"]]
    assert following == sorted(following)
    assert all(len(WORD.findall(line["left"])) <= 3 for line in found["lines"])


def test_a_sample_names_its_seed_and_repeats(historag: Call) -> None:
    arguments = ("kwic", "railroads", "--sample", "10", "--seed", "7")
    found = _json(historag, *arguments)
    assert (len(found["lines"]), found["sample"], found["seed"]) == (10, 10, 7)
    assert found == _json(historag, *arguments)
    assert "10 of " in historag(*arguments).stderr and "--seed 7" in historag(*arguments).stderr
    assert _json(historag, "kwic", "railroads", "--sample", "999999")["sample"] == 0


def test_a_concordance_shows_figures_beside_its_windows(historag: Call) -> None:
    done = historag("kwic", "railroads", "--from", "1860", "--to", "1879", "--limit", "5")
    found = _json(historag, "kwic", "railroads", "--from", "1860", "--to", "1879")
    first = found["frequencies"][0]
    assert (
        f"1860–1869  {first['count']} in {first['documents']} documents, {first['per_million']:.1f} per million"
        in done.stdout
    )
    assert done.stdout.count("[") == 5


def test_a_list_may_hold_terms_of_one_window_and_commands_take_it(historag: Call, workspace: Workspace) -> None:
    assert historag("terms", "edit", "rail", "--accept", "railroad", "locomotive").returncode == 0
    done = historag("terms", "edit", "rail", "--accept", "amtrak", "rail", "--in", "1970–1979")
    assert done.returncode == 0 and "in 1970–1979 also: amtrak, rail" in done.stdout
    historag("terms", "edit", "rail", "--refuse", "rail", "--in", "1970–1979")
    historag("terms", "edit", "rail", "--accept", "railway", "--refuse", "locomotive")
    [terms] = _json(historag, "terms", "show", "rail")
    assert terms == {
        "name": "rail",
        "accepted": ["railroad", "railway"],
        "refused": ["rail", "locomotive"],
        "windows": {"1970–1979": ["amtrak"]},
    }
    assert _json(historag, "kwic", "--terms", "rail", "--limit", "1")["terms"] == ["railroad", "railway", "amtrak"]
    assert "1 for single windows" in historag("record").stdout
    # What does not name windows leaves them as they are.
    kept = open_study(workspace).heuristik.keep_terms("rail", ["railroad"])
    assert kept.windows == {"1970–1979": ("amtrak",)}


def test_drift_tells_what_is_above_the_noise(historag: Call) -> None:
    arguments = ("drift", "power", "--window", "50y")
    found = _json(historag, *arguments)
    assert (found["shuffles"], found["seed"], found["span"]) == (100, 1, 10)
    assert [period["changed"] for period in found["periods"]] == [
        bool(period["distance_floor"]) and period["distance"] > period["distance_floor"] for period in found["periods"]
    ]
    assert "purchasing" in {word["word"] for word in found["periods"][3]["words"]}
    done = historag(*arguments)
    assert "above the noise" in done.stdout and "noise from 100 shuffled periods, seed 1" in done.stdout
    rare = historag("drift", "railroad", "--from", "1990", "--to", "1999", "--window", "none")
    assert "too few to say anything: 20 are needed" in rare.stdout and "nothing can be compared" in rare.stdout


def test_silence_tells_the_sources_from_the_corpus(historag: Call) -> None:
    found = _json(historag, "silence", "railroad", "--by", "party")
    for window in found["windows"]:
        assert window["expected"] == pytest.approx(window["tokens"] * found["overall"]["per_million"] / 1e6)
    gaps = {year["name"]: year["cause"] for year in found["years"]}
    assert gaps["1933"] == "no sources"
    assert found["years"][0]["name"].startswith("1790–") and found["years"][0]["cause"] == "not found"
    assert found["field"] == "party" and found["assumptions"]
    done = historag("silence", "railroad", "--by", "party")
    assert "the corpus has no sources here" in done.stdout and "Values of party with nothing" in done.stdout
    assert "by chance alone it would be" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("kwic",), "No term is named"),
        (("kwic", "—"), "holds no word"),
        (("kwic", "rail", "--context", "wide"), "is no context"),
        (("kwic", "rail", "--sort", "L9"), "is no order"),
        (("kwic", "rail", "--sample", "-2"), "cannot be negative"),
        (("kwic", "--terms", "none"), "no term list 'none'"),
        (("kwic", "rail", "--where", "colour=red"), "no field 'colour'"),
        (("expand", "rail", "--where", "party"), "is not a condition"),
        (("silence", "rail", "--by", "colour"), "no field 'colour'"),
        (("drift", "power", "--span", "0"), "between 1 and 1,000"),
        (("drift", "power", "--seed", "-1"), "is negative"),
    ],
)
def test_what_cannot_be_meant_is_refused(historag: Call, arguments: tuple[str, ...], says: str) -> None:
    done = historag(*arguments)
    assert done.returncode == 2 and says in done.stderr, done.stderr


def test_nothing_found_is_exit_three(historag: Call) -> None:
    for arguments in (("drift", "xylophonequartz"), ("kwic", "railroad", "--from", "1790", "--to", "1799")):
        done = historag(*arguments)
        assert done.returncode == 3 and "does not occur" in done.stderr
    assert historag("silence", "xylophonequartz").returncode == 0


@pytest.fixture
def mistyped(tmp_path: Path) -> Workspace:
    """Two letters of the 1850s and one of the year 9999."""
    texts = [("1851", "the pump and the canal"), ("1858", "a pump"), ("9999", "a pump of the future")]
    counted.index(tmp_path, texts)
    from historag_tui.session import new_study
    from historag_tui.workspace import open_workspace

    made = open_workspace(tmp_path)
    new_study(made, "Pumps").close()
    return made


def test_a_mistyped_year_is_named_and_makes_no_thousand_windows(
    mistyped: Workspace, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["-C", str(mistyped.root), "kwic", "pump", "--json"]) == 0
    out, err = capfd.readouterr()
    assert [frequency["window"] for frequency in json.loads(out)["frequencies"]] == ["1851–1858", "undated"]
    assert "left out of the period: d2 (Title 2), dated 9999" in err
    assert main(["-C", str(mistyped.root), "kwic", "pump", "--to", "9999", "--window", "none", "--json"]) == 0
    out, err = capfd.readouterr()
    assert json.loads(out)["overall"]["count"] == 3 and not err
    assert main(["-C", str(mistyped.root), "search", "pump", "--layer", "keyword", "--json"]) == 0
    found = json.loads(capfd.readouterr().out)
    assert any("dated 9999" in warning for warning in found["warnings"])
    assert [window["name"] for window in found["windows"]] == ["1851–1858"]
