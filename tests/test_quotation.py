"""Locating quotations."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from historag_tui.quotation import locate

TEXT = "The railroads, it is con-\nceded, have become monopolies. “No one,” he said, “may touch them.” Die ſchaͤdliche Wirkung iſt groß."


@pytest.mark.parametrize(
    ("quotation", "placed", "found"),
    [
        ("have become monopolies", "exact", "have become monopolies"),
        ("  have become monopolies ", "exact", "have become monopolies"),
        ("HAVE  become\nmonopolies", "normalised", "have become monopolies"),
        ("it is conceded, have become", "normalised", "it is con-\nceded, have become"),
        ('"No one," he said', "normalised", "No one,” he said"),
        ("Die schädliche Wirkung ist", "normalised", "Die ſchaͤdliche Wirkung iſt"),
        ("have become monopolies...", "normalised", "have become monopolies"),
        ("The railroads, it is conceded, have turned monopolies.", "not found", ""),
        (
            "The railroads, it is conceded, had become monopolies.",
            "close",
            "The railroads, it is con-\nceded, have become monopolies.",
        ),
        ("Roads were built by the state", "not found", ""),
        ("", "not found", ""),
        ("…", "not found", ""),
    ],
)
def test_by_hand(quotation: str, placed: str, found: str) -> None:
    evidence = locate(quotation, TEXT)
    assert evidence.placed == placed
    assert (TEXT[evidence.start : evidence.end] if evidence.start >= 0 else "") == found


def test_the_rubric_is_no_evidence() -> None:
    evidence = locate("hopes for technical progress", TEXT, rubric="Look for hopes for technical\nprogress.")
    assert (evidence.placed, evidence.start, evidence.end) == ("rubric", -1, -1)


@given(some.text(min_size=1), some.integers(0, 50), some.integers(1, 50))
def test_what_stands_in_the_text_is_exact(text: str, start: int, length: int) -> None:
    quotation = text[start : start + length]
    evidence = locate(quotation, text)
    if quotation.strip():
        assert evidence.placed == "exact"
        assert text[evidence.start : evidence.end] == quotation.strip()


@given(some.text(max_size=80), some.text(max_size=200))
def test_offsets_always_lie_inside(quotation: str, text: str) -> None:
    evidence = locate(quotation, text)
    assert (evidence.start == -1) == (evidence.placed in ("rubric", "not found"))
    assert -1 <= evidence.start <= evidence.end <= len(text)
