import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from historag_tui.corpus.chunks import text_hash
from historag_tui.index import kernels, scanning
from historag_tui.index.kernels import Products
from historag_tui.index.parts import building, save
from historag_tui.index.vector_parts import embed, finish_interrupted, parts_of, places, quantise
from historag_tui.index.vectors import Vectors
from historag_tui.models.embedder import Card
from historag_tui.records import Document
from tests.index.corpora import dated, write_texts

DIMENSION = 8


class Hashed:
    """Gives each text unit numbers drawn from its hash, and zero to a text that begins with Z."""

    card = Card("hashed", DIMENSION)
    asked = 0

    def documents(self, texts):
        self.asked += len(texts)
        rows = np.array([np.random.default_rng(int(text_hash(text), 16)).normal(size=DIMENSION) for text in texts])
        rows[[text.startswith("Z") for text in texts]] = 0
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        return np.divide(rows, lengths, out=np.zeros_like(rows), where=lengths > 0).astype(np.float32)


def documents(count):
    """Documents of one chunk: by day over some years, some by a year, some undated, some alike, some zero."""
    made = []
    for number in range(count):
        date = dated(f"18{50 + number // 40}-01-{1 + number % 28:02d}")
        if number % 11 == 3:
            date = dated(f"18{50 + number // 40}-01-01", f"18{50 + number // 40}-12-31")
        text = {0: "Zero", 1: "The same text"}.get(number % 13, f"Text number {number}")
        made.append(Document(f"d{number}", text, "T", () if number % 17 == 5 else date, {}))
    return made


class Built:
    """Vectors over a few hundred chunks, in three parts that do not follow the rows."""

    def __init__(self, folder):
        self.chunks = write_texts(folder / "texts", documents(400))
        items = documents(400)
        self.texts = [items[number].text for number in self.chunks.document]
        parts = folder / "parts"
        hashes, embedder = self.chunks.hashes, Hashed()
        for rows in (range(150), range(100, 400, 3), range(400)):
            missing = [row for row in rows if places(parts_of(parts, "x"), hashes)[row] < 0]
            for _ in embed(parts, "x", embedder, hashes, missing, self.texts.__getitem__):
                pass
        self.asked = embedder.asked
        self.matrix = embedder.documents(self.texts)
        self.parts = parts_of(parts, "x")
        with building(parts / "places") as aside:
            save(aside, "places", places(self.parts, hashes))
        with building(parts / "graphs") as aside:
            for _ in Vectors(self.parts, parts / "places", aside, self.chunks).build_graphs(aside):
                pass
        self.vectors = Vectors(self.parts, parts / "places", parts / "graphs", self.chunks)

    def brute(self, query, rows, count):
        """The answer by the definition alone."""
        values = np.round((self.matrix[rows].astype(np.float64) * query.astype(np.float64)).sum(axis=1), 6) + 0.0
        order = sorted(range(len(rows)), key=lambda place: (-values[place], f"{self.chunks.ids[rows[place]]:016x}"))[
            :count
        ]
        return [(int(rows[place]), float(values[place])) for place in order]


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    return Built(tmp_path_factory.mktemp("vectors"))


needs_numkong = pytest.mark.skipif(kernels.numkong is None, reason="numkong is not installed")
queries = st.integers(0, 10_000).map(lambda seed: Hashed().documents([f"query {seed}"])[0])
subsets = st.one_of(
    st.tuples(st.integers(0, 400), st.integers(0, 400)).map(lambda ends: np.arange(min(ends), max(ends))),
    st.sets(st.integers(0, 399)).map(lambda rows: np.array(sorted(rows), dtype=np.int64)),
)


@pytest.mark.parametrize("strays", [0, 1], ids=["as they lie", "strays apart"])
@pytest.mark.parametrize(
    ("coarse_from", "numkong"),
    [(10**9, None), (0, None), pytest.param(0, kernels.numkong, marks=needs_numkong)],
    ids=["float32", "int8 by numpy", "int8 by numkong"],
)
@settings(max_examples=100, deadline=None)
@given(query=queries, rows=subsets, count=st.integers(0, 60))
def test_a_scan_is_exact(built, coarse_from, numkong, strays, query, rows, count):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scanning, "_COARSE_FROM", coarse_from)
        patch.setattr(scanning, "_FEW_STRAYS", strays)
        patch.setattr(scanning, "_FIRST_BLOCK", 64)
        patch.setattr(kernels, "numkong", numkong)
        found = built.vectors.search(query, rows, count)
    assert found.certified
    assert list(zip(found.rows.tolist(), found.similarities.tolist(), strict=True)) == built.brute(query, rows, count)


@pytest.mark.parametrize("coarse_from", [0, 10**9])
def test_a_zero_query_gives_zero_everywhere_and_ids_decide(built, monkeypatch, coarse_from):
    monkeypatch.setattr(scanning, "_COARSE_FROM", coarse_from)
    query, rows = np.zeros(DIMENSION, dtype=np.float32), np.arange(400)
    found = built.vectors.search(query, rows, 10)
    assert list(zip(found.rows.tolist(), found.similarities.tolist(), strict=True)) == built.brute(query, rows, 10)
    assert set(built.vectors.search(query, rows, 10, "approximate").similarities.tolist()) == {0.0}


def test_the_graphs_find_nearly_all_and_claim_no_certainty(built):
    rows, recall = np.arange(400), []
    for seed in range(20):
        query = Hashed().documents([f"query {seed}"])[0]
        found = built.vectors.search(query, rows, 10, "approximate")
        assert (found.certified, "graphs" in found.how) == (False, True)
        expected = dict(built.brute(query, rows, 10))
        recall.append(len(set(found.rows.tolist()) & set(expected)) / 10)
        assert all(
            expected.get(row, value) == value
            for row, value in zip(found.rows.tolist(), found.similarities, strict=True)
        )
    assert np.mean(recall) > 0.95


def test_an_approximate_search_of_parts_of_years_is_a_scan(built):
    rows = np.arange(0, 400, 2)
    found = built.vectors.search(Hashed().documents(["query"])[0], rows, 10, "approximate")
    assert found.certified


def test_more_than_a_year_holds_can_be_asked_for(built):
    query, rows = Hashed().documents(["query"])[0], np.arange(400)
    assert len(built.vectors.search(query, rows, 395, "approximate").rows) == 395
    assert len(built.vectors.search(query, rows, 1000).rows) == 400


def test_a_similarity_does_not_depend_on_what_else_is_asked(built):
    query = Hashed().documents(["query"])[0]
    rows = np.array([5, 399, 0, 5])
    alone = [built.vectors.similarities(query, np.array([row]))[0] for row in rows]
    assert built.vectors.similarities(query, rows).tolist() == alone


def test_no_text_is_embedded_twice(built):
    assert built.asked == len(set(built.texts))
    assert len(built.parts) == 3


@given(st.integers(0, 1000), st.floats(1e-6, 1e3))
def test_the_residual_bounds_what_is_lost(seed, size):
    rows = (np.random.default_rng(seed).normal(size=(7, 5)) * size).astype(np.float32)
    rows[0] = 0
    coarse, scale, residual = quantise(rows)
    lost = np.linalg.norm(rows.astype(np.float64) - coarse * scale[:, None].astype(np.float64), axis=1)
    assert (lost <= residual).all()
    assert (residual <= size * 0.1).all()


def test_embedding_goes_on_where_it_was_interrupted(tmp_path):
    texts = [f"text {number}" for number in range(50)]
    hashes = np.array([list(bytes.fromhex(text_hash(text))) for text in texts], dtype=np.uint8)
    stopped = embed(tmp_path, "x", Hashed(), hashes, range(50), texts.__getitem__)
    for _ in range(3):
        next(stopped)
    stopped.close()
    (raw,) = tmp_path.glob(".*/vectors.f32")
    whole = raw.stat().st_size // (4 * DIMENSION)
    assert whole == 32
    raw.write_bytes(raw.read_bytes()[:-5])
    finish_interrupted(tmp_path, "x")
    found = places(parts_of(tmp_path, "x"), hashes)
    assert np.flatnonzero(found < 0).tolist() == list(range(31, 50))
    again = Hashed()
    for _ in embed(tmp_path, "x", again, hashes, np.flatnonzero(found < 0).tolist(), texts.__getitem__):
        pass
    assert again.asked == 19
    assert (places(parts_of(tmp_path, "x"), hashes) == np.arange(50)).all()
    assert not list(tmp_path.glob(".*"))


@pytest.mark.parametrize(
    "numkong", [None, pytest.param(kernels.numkong, marks=needs_numkong)], ids=["numpy", "numkong"]
)
@pytest.mark.parametrize("dimension", [1, 7, 100, 384, 1041, 4096])
def test_products_are_whole_numbers_and_exact(monkeypatch, numkong, dimension):
    monkeypatch.setattr(kernels, "numkong", numkong)
    random = np.random.default_rng(dimension)
    rows = random.integers(-127, 128, (50, dimension), dtype=np.int8)
    rows[0] = 127
    query = np.full(dimension, 127, dtype=np.int8)
    for asked in (query, rows[7]):
        expected = rows.astype(np.int64) @ asked.astype(np.int64)
        assert Products(asked)(rows).astype(np.int64).tolist() == expected.tolist()


def test_the_answer_says_how_it_was_found(built):
    query = Hashed().documents(["query 1"])[0]
    assert built.vectors.search(query, np.arange(400), 10).how in ("float32 scan", "int8 scan (numkong)")
    assert built.vectors.search(query, np.arange(5), 10).how == "all rows"
    assert "graphs (hnswlib)" in built.vectors.search(query, np.arange(400), 10, "approximate").how


def test_a_chunk_gives_its_own_vector(built):
    for row in (0, 17, 399):
        assert np.array_equal(built.vectors.vector(row), built.matrix[row])
