"""A decade query over a journal of a century: every window that has enough is full, and every gap is named."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from historag_tui.days import first_day, last_day
from historag_tui.heuristik.retrieval import search
from historag_tui.heuristik.windows import cut
from historag_tui.index.manifest import Manifest
from historag_tui.index.reader import Index, open_index
from historag_tui.index.stages import build_index
from historag_tui.records import Progress, Recipe, Run
from historag_tui.workspace import open_workspace

DINGLER = "dingler-1820-1931-every-5th_CC-BY-SA-4.0.jsonl.gz"


@pytest.fixture(scope="module")
def journal(shared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Index:
    """The whole journal, as far as it is indexed when keyword search can be used."""
    root = tmp_path_factory.mktemp("journal")
    (root / "historag.toml").write_text(
        f'[corpus]\nadapter = "jsonl"\nsource = {json.dumps(str(shared_data / DINGLER))}\nlanguage = "de"\n'
    )
    workspace = open_workspace(root)
    building = build_index(workspace)
    for item in building:
        if isinstance(item, Manifest) or (isinstance(item, Progress) and item.stage == "keyword search can be used"):
            break
    building.close()  # type: ignore[attr-defined]
    return open_index(workspace.index_folder, workspace.settings)


@pytest.mark.slow
def test_every_decade_that_has_enough_is_full_and_the_gap_is_named(journal: Index, shared_data: Path) -> None:
    quota = 20
    windows = cut(first_day("1820"), last_day("1931"), "decade", quota)
    recipe = Recipe(
        topic="Dampfmaschine Kessel Eisen",
        first="1820-01-01",
        last="1931-12-31",
        windowing="decade",
        windows=windows,
        per_window=quota,
        layer="keyword",
        cap=3,
        reprints="once",
    )
    *_, run = search(journal, recipe)
    assert isinstance(run, Run)
    by_name = {result.window.name: result for result in run.windows}
    assert len(by_name) == 12
    with gzip.open(shared_data / DINGLER, "rt", encoding="utf-8") as lines:
        decades = {line["date"][:3] for line in map(json.loads, lines)}
    for name, result in by_name.items():
        if name[:3] in decades:
            assert len(result.hits) == quota, (name, result.ledger.shortfall)
            assert max(sum(hit.document == other.document for other in result.hits) for hit in result.hits) <= 3
    empty, teens, last = (by_name[name].ledger for name in ("1900–1909", "1910–1919", "1930–1931"))
    assert (empty.retrieved, empty.shortfall.too_few) == (0, quota)
    assert "the corpus has no source from 1900–1914" in empty.warnings
    assert "no source from 1910–1914; the window holds only 1915–1919" in teens.warnings
    assert "partial window: 1930-01-01 to 1931-12-31" in last.warnings
