"""``historag balance``: the whole ledger, the picture, the table."""

from __future__ import annotations

import json

import pytest

from historag_tui.session.tables import read_csv
from tests.conftest import Call


@pytest.fixture
def run(historag: Call) -> str:
    done = historag("search", "railroads", "--from", "1860", "--to", "1919", "--spread", "party", "--json")
    assert done.returncode == 0, done.stderr
    return str(json.loads(done.stdout)["run"])


def test_the_balance_shows_every_window_with_query_and_n(historag: Call, run: str) -> None:
    done = historag("balance", run[:8])
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].startswith(f"{run}  railroads · 1860-01-01 to 1919-12-31 · 10y × 5 · both")
    for window in ("1860–1869", "1910–1919"):
        assert sum(line.startswith(window) for line in lines) >= 4, "three tables and the picture"
    assert "windows 30 chunks" in done.stdout and "corpus 60 documents" in done.stdout
    assert "█" in done.stdout and "░" in done.stdout and "turns: " in done.stdout and "certified" in done.stdout
    assert max(map(len, lines[:30])) <= 100


def test_csv_and_json_hold_the_same(historag: Call, run: str) -> None:
    rows = read_csv(historag("balance", run, "--csv").stdout.encode())
    windows = json.loads(historag("balance", run, "--json").stdout)["windows"]
    assert [row["window"] for row in rows] == [window["name"] for window in windows]
    assert [int(row["windows"]) for row in rows] == [len(window["hits"]) for window in windows]
    assert [float(row["sampling_fraction"]) for row in rows] == [
        window["ledger"]["sampling_fraction"] for window in windows
    ]


def test_an_unknown_run_is_a_usage_error(historag: Call) -> None:
    done = historag("balance", "run-none")
    assert done.returncode == 2 and done.stderr.startswith("historag: There is no run")
