"""Documents that are read with a doubt, and what the researcher ruled on them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import pytest

from historag_tui.corpus.doubts import Doubts
from historag_tui.corpus.health import Reading
from historag_tui.corpus.rulings import Rulings
from historag_tui.errors import SettingsError
from historag_tui.records import Document, NamedDate, PageMark, Problem, SourceLine

TEXT = "It was the best of times and it was the worst of times for all the people of this city and of that one. "


def dated(first: str, last: str = "", name: str = "date") -> NamedDate:
    return NamedDate(name, first, last or first, "exact" if not last else "range", first)


def document(identifier: str, *dates: NamedDate, text: str = TEXT, pages: tuple[PageMark, ...] = ()) -> Document:
    return Document(identifier, text, "Title", dates, {}, pages=pages, source=SourceLine(f"letters/{identifier}.txt"))


class Given:
    roles: ClassVar[dict[str, str]] = {}

    def __init__(self, *documents: Document) -> None:
        self.given = documents

    def documents(self) -> Iterator[Document]:
        yield from self.given

    def fingerprint(self) -> str:
        return ""


def doubts(*documents: Document) -> list[tuple[str, str]]:
    reading = Reading(Given(*documents))
    assert len(list(reading.documents())) == len(documents)
    return [(one.kind, one.document) for one in reading.health(0).problems if not one.skipped]


def test_texts_that_stand_there_twice_are_named_whatever_their_case_and_spacing() -> None:
    again = TEXT.upper().replace(" ", "\n ")
    assert doubts(document("a", dated("1850-01-01")), document("b", dated("1851-01-01"), text=again)) == [
        ("duplicate text", "b")
    ]
    (problem,) = Doubts().about(document("c", text="Seven words are hardly any text at"), None)
    assert (problem.kind, problem.message) == ("nearly empty", "holds 7 words")


def test_witnesses_that_disagree_are_all_named_and_other_events_are_not_witnesses() -> None:
    used, name, received = (
        dated("1891-10-07"),
        dated("1892-01-01", "1892-12-31", "file name"),
        dated("1895-01-01", name="received"),
    )
    (problem,) = Doubts().about(document("a", used, name, received), used)
    assert problem.kind == "conflicting dates"
    assert "date: 1891-10-07" in problem.message
    assert "file name: 1892" in problem.message
    assert "received" not in problem.message
    agreeing = dated("1891-01-01", "1891-12-31", "file name")
    assert list(Doubts().about(document("b", used, agreeing), used)) == []


def test_pages_that_run_backwards_are_named() -> None:
    marks = tuple(PageMark(10 * place, page) for place, page in enumerate(("iv", "1", "2", "2", "7", "3")))
    (problem,) = Doubts().about(document("a", pages=marks), None)
    assert (problem.kind, problem.message) == ("pages out of order", "page 3 stands behind page 7")


def test_a_ruling_sets_which_date_holds_by_pattern_or_by_id() -> None:
    written, name = dated("1891-10-07"), dated("1892-01-01", "1892-12-31", "file name")
    by_file = Rulings({"letters/*": "file name"}).applied(document("a", written, name))
    assert [date.name for date in by_file.dates] == ["file name", "date"]
    by_id = Rulings({"a": "1891-10/1892-04", "*": "file name"}).applied(document("a", written, name))
    assert (by_id.dates[0].name, by_id.dates[0].first, by_id.dates[0].last) == ("ruled", "1891-10-01", "1892-04-30")
    assert Rulings({"b": "file name"}).applied(document("a", written)).dates == (written,)
    named = Rulings({"*": "file name"}, "written").applied(document("a", written, name))
    assert named.dates[0].name == "written"
    assert Rulings({"*": "file name"}).applied(document("a", written)).dates == ()
    with pytest.raises(SettingsError, match="neither the name of a date nor a date"):
        Rulings({"*": "the 99th"}).applied(document("a", written))


def test_the_account_counts_languages() -> None:
    german = (
        "Es ist nicht zu sagen, wie sich die Leute in der Stadt bei dem Brand auf den Straßen mit dem Wasser halfen. "
    )
    reading = Reading(Given(document("a"), document("b", text=german * 3), document("c", text="2 + 2 = 4")))
    list(reading.documents())
    assert reading.health(0).languages == {"en": 1, "de": 1, "": 1}
    assert all(isinstance(one, Problem) for one in reading.health(0).problems)
