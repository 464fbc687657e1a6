"""Records as text: state in words, no score that nobody gave, columns that hold with every script."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from historag_tui.records import (
    Decision,
    Evidence,
    Expansion,
    Hit,
    Judgment,
    JudgmentState,
    LayerPlace,
    Neighbour,
    Placed,
    TransferRow,
    Verdict,
    Witness,
)
from historag_tui.tui import presentation, runs_text, vocabulary_text

HIT = Hit(
    chunk="0123456789abcdef",
    document="d",
    title="On railroads",
    date="1904-12-06",
    window="1900–1909",
    rank=2,
    score=0.03,
    similarity=0.61,
    layers=(LayerPlace("semantic", 3, 0.617), LayerPlace("keyword", 19, 9.1, ("rates", "rates", "Rates"))),
    start=0,
    end=20,
    text="of rates and railways",
    text_hash="",
    provenance={"page": "12"},
)
JUDGMENT = Judgment(
    run="run-1", chunk=HIT.chunk, text_hash="", judge="one", model="m", host="h", rubric="r", rubric_hash="x", state="judged", score=7
)  # fmt: skip


def decision(verdict: Verdict) -> Decision:
    return Decision(run="run-1", chunk=HIT.chunk, text_hash="", verdict=verdict, origin="read")


@pytest.mark.parametrize(("verdict", "word"), [("accept", "✓ acc"), ("reject", "✗ rej"), ("flag", "⚑ flg")])
def test_a_decision_is_a_glyph_and_a_word(verdict: Verdict, word: str) -> None:
    assert presentation.hit_row(HIT, decision(verdict), [], None, False).plain.startswith(word)


@pytest.mark.parametrize("state", ["unparsed", "truncated", "refused", "failed"])
def test_a_state_without_a_score_never_looks_like_a_number(state: JudgmentState) -> None:
    without = msgspec.structs.replace(JUDGMENT, state=state, score=None, reason="cut off at 1,024 tokens")
    assert not any(character.isdigit() for character in presentation.machine_score([without]))
    shown = presentation.judgment_text([without], {}, None, "").plain
    assert f"{state}: no score" in shown and "cut off" in shown and "of 10" not in shown


def test_rows_keep_their_columns_in_every_script() -> None:
    dates = [
        "1904-12-06",
        "1904",
        "c. 1904",
        "明治三十七年",
        "e\u0301te\u0301 1904",
        "",
        "before the first of May 1904",
    ]
    rows = [
        presentation.hit_row(msgspec.structs.replace(HIT, date=date), None, [JUDGMENT], 3, True).plain for date in dates
    ]
    assert {cell_len(row[: row.index("On railroads")]) for row in rows} == {25}
    words = ["rail", "鉄道", "cafe\u0301", "a very long compound noun of the sources"]
    lines = [vocabulary_text.word_row(word, 0.5, 211.4, 0.71, (1835, 2018), "accepted").plain for word in words]
    assert {cell_len(line) for line in lines} == {44}


def test_why_names_layer_rank_figure_and_each_word_once() -> None:
    said = presentation.why(HIT).plain
    assert "1900–1909 rank 2 · semantic #3 sim 0.617 · keyword #19 BM25 9.1 (rates, Rates)" in said
    drawn = msgspec.structs.replace(HIT, layers=(), similarity=None)
    assert presentation.why(drawn).plain == "1900–1909 rank 2 · drawn by chance\n"


@pytest.mark.parametrize("placed", ["exact", "normalised", "close", "rubric", "not found"])
def test_every_placing_has_a_word_of_its_own(placed: Placed) -> None:
    quoted = msgspec.structs.replace(JUDGMENT, evidence=(Evidence("rates and", placed, 3, 12),), argument="It argues.")
    shown = presentation.judgment_text([quoted], {("one", "x"): "no, it reports"}, 4, "a note").plain
    assert presentation.PLACED[placed][0] in shown
    assert shown.index("rates and") < shown.index("It argues.") < shown.index("7 of 10"), "evidence, argument, score"
    for word in ("contested: no, it reports", "own score: 4 of 10", "note: a note"):
        assert word in shown
    assert len({word for word, _ in presentation.PLACED.values()}) == len(presentation.PLACED)


def test_quotations_are_marked_where_they_stand() -> None:
    text = presentation.marked("of rates and railways", [(13, 21), (3, 8), (3, 8)])
    assert text.plain == "of rates and railways"
    assert [text.plain[span.start : span.end] for span in text.spans if span.style == presentation.MARK] == [
        "rates",
        "railways",
    ]


@given(
    st.text(max_size=40),
    st.lists(st.tuples(st.integers(-3, 45), st.integers(-3, 45)), max_size=5),
)
def test_marking_changes_no_text_whatever_the_marks(text: str, marks: list[tuple[int, int]]) -> None:
    from historag_tui.session.visible import visible

    plain = "".join(character for character in text if character.isprintable())
    assert presentation.marked(plain, [(max(a, 0), min(b, len(plain))) for a, b in marks]).plain == visible(plain)


def test_the_transfer_table_is_whole_at_80_columns() -> None:
    rows = [
        TransferRow("1860–1869", 12, 3, 1, 120, 9, 100_529, 5),
        TransferRow("第一期間という長い名前の窓", 0, 0, 0, 0, 5, 574),
    ]
    text = presentation.transfer_text(rows)
    assert "15 chunks would cross, 3 of them unread." in text.plain
    lines = text.plain.splitlines()[2:]
    assert max(map(cell_len, lines)) <= 67 and len({cell_len(line) for line in lines}) == 1
    for word in ("read", "unread", "flagged", "rejected", "undecided", "eligible"):
        assert word in lines[0]


def test_frequencies_over_time_are_per_million_words_and_a_zero_says_below_what() -> None:
    windows, tokens = ("1830–1839", "1840–1849", "1850–1859", "undated"), (100_000, 100_000, 50_000, 0)
    found = Expansion("rail", 30, 9, 1831, 1919, (10, 20, 0, 0), windows, tokens, ())
    lines = vocabulary_text.windows_text(found, found.per_window, 8).plain.splitlines()
    assert lines == [
        "1830–1839    10     100 ████",
        "1840–1849    20     200 ████████",
        "1850–1859          < 20",
    ]


def test_variants_stand_under_their_head_with_their_sum() -> None:
    neighbours = (
        Neighbour("cement", 0.9, 40, 9, 1820, 1900, (40,), together=52, per_million=4.0, dispersion=0.5),
        Neighbour("mörtel", 0.8, 30, 8, 1821, 1901, (30,), together=30),
        Neighbour("ccment", 0.7, 12, 3, 1822, 1890, (12,), variant_of="cement", kind="ocr"),
    )
    found = Expansion("kalk", 100, 20, 1820, 1931, (100,), ("1820–1829",), (10_000_000,), neighbours)
    rows = vocabulary_text.expansion_rows(found, {"cement": "accepted"})
    assert [row.key for row in rows] == ["", "kalk", "cement", "ccment", "mörtel"]
    assert rows[2].text.plain.startswith("✓ cement") and rows[2].text.plain.endswith("Σ 52")
    assert "└ ccment" in rows[3].text.plain
    assert "likely misreading of cement" in vocabulary_text.word_text(found, "ccment", 40).plain


def test_a_passage_names_where_else_it_was_printed() -> None:
    places = tuple(Witness(f"{year}", "d", f"Paper {year}", f"{year}-01-02") for year in range(1905, 1911))
    reprinted = msgspec.structs.replace(HIT, also=places)
    shown = presentation.passage_text(reprinted).plain
    assert "also printed in: 1905-01-02 Paper 1905; " in shown and "; 2 more" in shown and "Paper 1909" not in shown
    assert " +6 " in runs_text.result_row(reprinted).plain
    assert "also printed" not in presentation.passage_text(HIT).plain
