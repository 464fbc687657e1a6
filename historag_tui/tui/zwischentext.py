"""A Zwischentext and its citations as text on a screen: pure functions."""

from __future__ import annotations

from rich.text import Text

from historag_tui.analyse.render import standing
from historag_tui.records import Citation, Claim, Zwischentext
from historag_tui.session.visible import one_line, visible
from historag_tui.tui.presentation import CAUTION

HERE = "reverse"
"""The style of the citation that is being followed."""


def zwischentext_text(text: Zwischentext, here: int = -1) -> Text:
    """Label, question, context apart, the text with numbered citations, and what nothing supports.

    here: place, counted from 0, of the citation that is being followed; its number is shown reversed.
    """
    shown = Text()
    shown.append(f"{visible(text.label)}\n\n", CAUTION)
    shown.append(f"{visible(text.question)}\n\n", "bold")
    if text.context:
        shown.append(f"context note, no source: {visible(text.context)}\n\n", "dim")
    if text.state != "complete":
        shown.append(f"{text.state}: {one_line(text.reason)}\n\n", f"bold {CAUTION}")
    if text.nothing_supports:
        shown.append("The model declares that nothing in the working corpus supports an answer.\n\n", "bold")
    shown.append_text(_with_numbers(text, here))
    shown.append("\n")
    shown.append_text(
        _listed("Claims that nothing cited supports", [claim for claim in text.claims if not claim.supported], text)
    )
    shown.append_text(
        _listed(
            "Claims of quantity, which quotas cannot bear", [claim for claim in text.claims if claim.quantity], text
        )
    )
    return shown


def citation_row(number: int, citation: Citation, checked: str) -> Text:
    """A citation in one line: its number, whether the machine located it, what the researcher said, the quotation."""
    text = Text(no_wrap=True)
    text.append(f"[{number + 1}] ", "bold")
    text.append("✓ located" if citation.located else "✗ not located", "green" if citation.located else "red")
    text.append(f" · {checked}", "dim" if checked == "unchecked" else "cyan")
    text.append(f" · {one_line(citation.cited)[:8]}", "dim")
    if citation.quotation:
        text.append(f" “{one_line(citation.quotation)}”")
    text.append(f" {standing(citation).partition(': ')[2]}", "dim")
    return text


def _with_numbers(text: Zwischentext, here: int) -> Text:
    """The model's words, each citation replaced by its number; one that is not located says so on the spot."""
    shown, place = Text(), 0
    for number, citation in enumerate(text.citations, 1):
        shown.append(visible(text.text[place : citation.start].removesuffix("[")))
        colour = "bold green" if citation.located else "bold red"
        shown.append(f"[{number}]", f"{colour} {HERE}" if number == here + 1 else colour)
        if not citation.located:
            shown.append(" not located", "red")
        place = citation.end + (text.text[citation.end : citation.end + 1] == "]")
    shown.append(visible(text.text[place:]))
    return shown


def _listed(title: str, claims: list[Claim], text: Zwischentext) -> Text:
    shown = Text()
    if claims:
        shown.append(f"\n{title}\n", f"bold {CAUTION}")
        for claim in claims:
            shown.append(f"  • {one_line(text.text[claim.start : claim.end])}\n")
    return shown
