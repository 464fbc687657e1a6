"""Marking claims of quantity."""

from __future__ import annotations

import pytest

from historag_tui.analyse.quantity import claims_quantity


@pytest.mark.parametrize(
    "sentence",
    [
        "Regulation was demanded more often after 1900.",
        "Fear increasingly prevails.",
        "The fear was growing after 1900.",
        "Most speakers feared it.",
        "Most of them feared it.",
        "Many passages speak of it.",
        "Few presidents objected.",
        "It is rarely praised.",
        "Half of the messages ignore it.",
        "Two thirds of them ignore it.",
        "Three of the five passages name a law.",
        "Twelve of the thirty chunks name a law.",
        "5 of 12 mention it.",
        "In 40 % of the texts it is absent.",
        "The majority is silent.",
        "Die Klage wird immer häufiger.",
        "Die Klage nimmt in diesen Jahren stark zu.",
        "Das Lob nahm nach 1900 ab, wie man liest.",
        "Zunehmend gilt die Bahn als Gefahr.",
        "Die Mehrheit der Quellen schweigt.",
        "Drei von fünf Stellen nennen ein Gesetz.",
        "Zwei der Quellen schweigen.",
        "Die meisten Redner schweigen.",
        "Nur wenige klagen.",
        "Die Hälfte der Texte schweigt.",
        "Oft heißt es so.",
    ],
)
def test_how_much_and_how_often(sentence: str) -> None:
    assert claims_quantity(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "The law of 1887 forbade pooling.",
        "Taft calls it a device.",
        "The most serious danger was pooling.",
        "One of the carriers objected.",
        "In 1906 the act was amended.",
        "Pooling softened the blow.",
        "Die Bahn gilt als Gefahr.",
        "Er nahm den Hut ab und ging, um zu reden.",
        "Die Lofoten sind fern.",
        "",
    ],
)
def test_other_sentences(sentence: str) -> None:
    assert not claims_quantity(sentence)
