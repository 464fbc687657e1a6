"""Windowed retrieval against its definition, on real texts, and what a ledger and its warnings say."""

from __future__ import annotations

import random
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from historag_tui.errors import NothingFound
from historag_tui.heuristik.retrieval import search
from historag_tui.index import vectors
from historag_tui.index.reader import Index, open_index
from historag_tui.index.stages import build_index
from historag_tui.records import FieldCap, Filter, Recipe, Run, Window
from tests.heuristik import mixed, reference


class World:
    """The mixed corpus as the program has it, and as plain lists."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self.passages = index.passages(range(len(index.chunks)))
        vectors = index.embedder.documents([passage.text for passage in self.passages]).astype(np.float64)
        self.plain = [
            reference.Chunk(
                passage.chunk,
                passage.document,
                passage.start,
                passage.end,
                date.fromisoformat(passage.first) if passage.first else None,
                date.fromisoformat(passage.last) if passage.last else None,
                passage.provenance,
                passage.text,
                vector,
                None,
            )
            for passage, vector in zip(self.passages, vectors, strict=True)
        ]
        self.cluster = reference.clusters({passage.chunk: passage.text for passage in self.passages})
        self.words = sorted({word for passage in self.passages for word in passage.text.split() if len(word) > 4})


@pytest.fixture(scope="session")
def world(shared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> World:
    workspace = mixed.workspace(tmp_path_factory.mktemp("mixed") / "workspace", shared_data / "mini")
    with pytest.MonkeyPatch.context() as patch:
        # Graphs are built where a scan would be slower, which no test's corpus is large enough for.
        patch.setattr(vectors, "APPROXIMATE_FROM", 0)
        for _ in build_index(workspace):
            pass
    return World(open_index(workspace.index_folder, workspace.settings))


days = some.dates(date(1815, 1, 1), date(1985, 12, 31))
spans = some.tuples(days, days).map(sorted)
windows = some.lists(some.tuples(spans, some.integers(1, 25)), min_size=1, max_size=5)
filters = some.lists(
    some.sampled_from(
        [
            Filter("type", "=", ("art_undef",)),
            Filter("type", "!=", ("letter",)),
            Filter("type", "in", ("letter", "Media Release", "art_patent")),
            Filter("place", "range", ("2", "6")),
            Filter("place", "=", ("3",)),
            Filter("issue", "missing"),
        ]
    ),
    max_size=2,
)


def passes(chunk: reference.Chunk, conditions: list[Filter]) -> bool:
    def one(condition: Filter) -> bool:
        value = chunk.fields.get(condition.field)
        match condition.operator:
            case "=" | "in":
                return value in condition.values
            case "!=":
                return value not in condition.values
            case "range":
                return value is not None and int(condition.values[0]) <= int(value) <= int(condition.values[1])
            case _:
                return not value

    return all(map(one, conditions))


def run_of(index: Index, recipe: Recipe) -> Run:
    *_, run = search(index, recipe)
    assert isinstance(run, Run)
    return run


@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    drawn=windows,
    conditions=filters,
    seed=some.integers(0, 10**6),
    layer=some.sampled_from(["semantic", "keyword", "both"]),
    rule=some.sampled_from(["touched", "midpoint", "inside"]),
    cap=some.integers(0, 3),
    issue_cap=some.integers(0, 4),
    undated=some.integers(0, 9),
    reprints=some.sampled_from(["once", "each"]),
)
def test_every_window_equals_its_definition(
    world: World,
    drawn: list[Any],
    conditions: list[Filter],
    seed: int,
    layer: str,
    rule: str,
    cap: int,
    issue_cap: int,
    undated: int,
    reprints: str,
) -> None:
    topic = " ".join(random.Random(seed).sample(world.words, 6))
    cut = [Window(f"w{n}", str(a), str(b), quota) for n, ((a, b), quota) in enumerate(drawn)]
    if undated:
        cut.append(Window("undated", cut[0].first, cut[-1].last, undated, undated=True))
    recipe = Recipe(
        topic=topic,
        first=min(window.first for window in cut),
        last=max(window.last for window in cut),
        windowing="named",
        windows=tuple(cut),
        per_window=5,
        layer=layer,  # type: ignore[arg-type]
        filters=tuple(conditions),
        cap=cap,
        field_caps=(FieldCap("issue", issue_cap),) if issue_cap else (),
        range_rule=rule,  # type: ignore[arg-type]
        reprints=reprints,  # type: ignore[arg-type]
    )
    try:
        query = world.index.embedder.query(topic).astype(np.float64)
    except NothingFound:
        return
    found = run_of(world.index, recipe)
    rows, scores = world.index.keyword.search(
        world.index.keyword.read(topic), np.arange(len(world.plain)), len(world.plain)
    )
    bm25 = dict(zip(rows.tolist(), scores.tolist(), strict=True))
    chunks = [chunk._replace(bm25=bm25.get(row)) for row, chunk in enumerate(world.plain)]
    windowed: set[str] = set()
    searched: dict[str, reference.Chunk] = {}

    def answer(members: list[reference.Chunk], quota: int, depth: int = 0) -> list[tuple[str, float]]:
        eligible = [chunk for chunk in members if passes(chunk, conditions)]
        if reprints == "once":
            eligible = reference.once(eligible, world.cluster)
        return reference.admitted(eligible, reference.ranked(eligible, query, layer, depth), quota, cap, issue_cap)

    for result in found.windows:
        window = result.window
        if window.undated:
            members = [chunk for chunk in chunks if chunk.first is None and chunk.last is None]
        else:
            begin, end = date.fromisoformat(window.first), date.fromisoformat(window.last)
            members = [chunk for chunk in chunks if reference.inside(chunk, begin, end, rule)]
        searched.update({chunk.id: chunk for chunk in members})
        expected = answer(members, window.quota, result.ledger.depth)
        assert [(hit.chunk, round(hit.score, 6)) for hit in result.hits] == [
            (name, round(score, 6)) for name, score in expected
        ]
        ledger = result.ledger
        short = ledger.shortfall
        assert (ledger.chunks, ledger.documents) == (len(members), len({chunk.document for chunk in members}))
        assert ledger.eligible_chunks == sum(passes(chunk, conditions) for chunk in members)
        assert sum((short.too_few, short.cap, short.overlap, short.reprints)) == window.quota - len(result.hits)
        assert short.depth == 0
        assert ledger.certified
        windowed |= {hit.chunk for hit in result.hits}
    assert found.distinct == len(windowed)
    if windowed and layer != "both" and found.comparison:
        whole = [name for name, _ in answer(list(searched.values()), len(windowed))]
        assert list(found.comparison.unwindowed) == whole
        assert set(found.comparison.surfaced) == windowed - set(whole)
        assert list(found.comparison.deprioritised) == [name for name in whole if name not in windowed]


def test_the_corpus_holds_what_the_test_is_about(world: World) -> None:
    kinds = {(chunk.first is None, chunk.first == chunk.last) for chunk in world.plain}
    assert kinds == {(True, True), (False, True), (False, False)}
    assert len(set(world.cluster.values())) < len(world.cluster) - 100


def recipe(**choices: Any) -> Recipe:
    whole = Window("all", "1815-01-01", "1985-12-31", 12)
    defaults: dict[str, Any] = {
        "topic": "Dampfmaschine Kessel Wasser",
        "first": whole.first,
        "last": whole.last,
        "windowing": "none",
        "windows": (whole,),
        "per_window": 12,
        "layer": "semantic",
        "reprints": "once",
    }
    return Recipe(**{**defaults, **choices})


def test_a_hit_names_where_else_it_was_printed(world: World) -> None:
    hits = run_of(world.index, recipe(windows=(Window("all", "1815-01-01", "1985-12-31", 300),))).hits
    printed = [hit for hit in hits if hit.also]
    assert printed
    for hit in printed:
        members = {name for name, cluster in world.cluster.items() if cluster == world.cluster[hit.chunk]}
        assert {witness.chunk for witness in hit.also} == members - {hit.chunk}
        dates = [witness.date for witness in hit.also if witness.date]
        assert dates == sorted(dates)
    assert not {witness.chunk for hit in printed for witness in hit.also} & {hit.chunk for hit in hits}


def test_values_of_a_field_take_turns(world: World) -> None:
    (result,) = run_of(world.index, recipe(spread=("type",))).windows
    types = [hit.provenance["type"] for hit in result.hits]
    turns = {turn.value: turn.retrieved for turn in result.ledger.turns}
    assert turns == {kind: types.count(kind) for kind in turns}
    assert max(turns.values()) - min(turns.values()) <= 1
    assert len(types) == 12
    assert types[: len(turns)] == list(dict.fromkeys(types[: len(turns)]))


def test_years_take_turns_and_those_without_a_year_stand_apart(world: World) -> None:
    few = (Window("all", "1890-01-01", "1903-12-31", 20),)
    (result,) = run_of(world.index, recipe(spread=("year",), windows=few)).windows
    years = [hit.first[:4] for hit in result.hits if hit.first]
    turns = result.ledger.turns
    assert len(turns) > 8
    assert sum(turn.eligible for turn in turns) == result.ledger.eligible_chunks - result.ledger.reprints
    for turn in turns:
        assert turn.retrieved == years.count(turn.value)
        assert turn.retrieved >= min(turn.eligible, 20 // len(turns))


def test_gaps_of_the_corpus_are_named(world: World) -> None:
    late = (Window("late", "1970-01-01", "1985-12-31", 3), Window("gap", "1932-01-01", "1940-12-31", 3))
    with_gap, empty = (result.ledger for result in run_of(world.index, recipe(windows=late, spread=())).windows)
    held = {chunk.first.year for chunk in world.plain if chunk.first and 1970 <= chunk.first.year <= 1985}
    assert f"the window holds only 1970–{max(held)}" in with_gap.warnings[0]
    assert "no source from" in with_gap.warnings[0]
    if not empty.chunks:
        assert empty.warnings == ("nothing retrieved", "0 of 3: short by 3 (no further chunk eligible)")


def test_passages_like_one_are_the_nearest_to_its_vector_and_leave_it_out(world: World) -> None:
    for chunk in world.plain[::400]:
        found = run_of(world.index, recipe(like=chunk.id, reprints="each", drop_overlapping=False))
        others = [
            other
            for other in world.plain
            if (other.first or other.last)
            and not (other.document == chunk.document and other.start < chunk.end and chunk.start < other.end)
        ]
        expected = reference.ranked(others, chunk.vector, "semantic", 0)[:12]
        assert [(hit.chunk, round(hit.score, 6)) for hit in found.hits] == expected


def test_a_random_sample_depends_on_its_seed_alone_and_is_no_ranking(world: World) -> None:
    drawn = [run_of(world.index, recipe(layer="random", topic="", seed=seed, cap=1)) for seed in (1, 1, 2)]
    chunks = [[hit.chunk for hit in run.hits] for run in drawn]
    assert chunks[0] == chunks[1] != chunks[2]
    assert len({hit.document for hit in drawn[0].hits}) == 12
    assert {hit.score for hit in drawn[0].hits} == {0.0}
    assert drawn[0].comparison is None


def test_a_sample_draws_each_chunk_about_as_often(world: World) -> None:
    drawn: dict[str, int] = {}
    for seed in range(400):
        for hit in run_of(
            world.index,
            recipe(layer="random", topic="", seed=seed, windows=(Window("f", "1892-01-01", "1896-12-31", 4),)),
        ).hits:
            drawn[hit.chunk] = drawn.get(hit.chunk, 0) + 1
    eligible = sum(
        1
        for chunk in world.plain
        if chunk.first and chunk.first.year <= 1896 and chunk.last and chunk.last.year >= 1892
    )
    expected = 1600 / eligible
    assert len(drawn) > 0.8 * eligible
    assert max(drawn.values()) < 4 * expected


def test_the_layers_overlap_is_counted(world: World) -> None:
    (result,) = run_of(world.index, recipe(layer="both", windowing="none")).windows
    semantic = [hit.chunk for hit in run_of(world.index, recipe(drop_overlapping=False)).hits]
    keyword = [hit.chunk for hit in run_of(world.index, recipe(layer="keyword", drop_overlapping=False)).hits]
    assert result.ledger.overlap_chunks == len(set(semantic) & set(keyword))
    assert run_of(world.index, recipe()).windows[0].ledger.overlap_chunks is None


def test_a_windows_own_terms_are_looked_for_there_alone(world: World) -> None:
    pair = (Window("a", "1815-01-01", "1900-12-31", 5), Window("b", "1901-01-01", "1985-12-31", 5))
    chosen = recipe(layer="keyword", windows=pair, window_terms={"a": ("Kessel",)}, topic="minister")
    a, b = run_of(world.index, chosen).windows
    assert all("kessel" in hit.text.lower() for hit in a.hits)
    assert all("minister" in hit.text.lower() for hit in b.hits)


def test_graphs_are_used_when_asked_for_and_say_so(world: World) -> None:
    (result,) = run_of(world.index, recipe(vectors="approximate", depth=5)).windows
    assert (result.ledger.certified, "graphs" in result.ledger.how) == (False, True)
    (result,) = run_of(world.index, recipe(vectors="exact")).windows
    assert (result.ledger.certified, "graphs" in result.ledger.how) == (True, False)
