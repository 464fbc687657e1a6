"""Dates in TEI attributes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from historag_tui.corpus.dating import from_attributes, read_date, unread, unread_attributes


@pytest.mark.parametrize(
    ("attributes", "first", "last", "certainty"),
    [
        ({"when": "1890-05-02"}, "1890-05-02", "1890-05-02", "exact"),
        ({"when": "1890-05-02T10:00:00"}, "1890-05-02", "1890-05-02", "exact"),
        ({"when": "-0043-03-15"}, "-0043-03-15", "-0043-03-15", "exact"),
        ({"when-iso": "1890-05"}, "1890-05-01", "1890-05-31", "range"),
        ({"{http://www.tei-c.org/ns/1.0}when": "1890"}, "1890-01-01", "1890-12-31", "range"),
        ({"notBefore": "1891-10-07", "notAfter": "1892-04-30"}, "1891-10-07", "1892-04-30", "range"),
        ({"from": "1891", "to": "1892-04"}, "1891-01-01", "1892-04-30", "range"),
        ({"notBefore-iso": "1891", "notAfter": "1892"}, "1891-01-01", "1892-12-31", "range"),
        ({"notBefore": "1891", "from": "1890", "to": "1893"}, "1890-01-01", "1893-12-31", "range"),
        ({"notBefore": "1891"}, "1891-01-01", None, "after"),
        ({"to": "1891-05"}, None, "1891-05-31", "before"),
        ({"when": "1890-05-02", "cert": "high"}, "1890-05-02", "1890-05-02", "exact"),
        ({"when": "1890-05-02", "cert": "low"}, "1890-05-02", "1890-05-02", "uncertain"),
        ({"when": "1890", "precision": "medium"}, "1885-01-01", "1895-12-31", "circa"),
        ({"when-iso": "1914-22"}, "1914-06-01", "1914-09-24", "range"),
        ({"when-custom": "1825-12-14", "datingMethod": "#julian"}, "1825-12-26", "1825-12-26", "exact"),
        ({"when": "", "notBefore": "1891", "notAfter": "1891"}, "1891-01-01", "1891-12-31", "range"),
    ],
)
def test_attributes_are_read(attributes: dict[str, str], first: str, last: str, certainty: str) -> None:
    date = from_attributes(attributes, "written", "as it stands")
    assert date is not None
    assert (date.first, date.last, date.certainty) == (first, last, certainty)
    assert (date.name, date.written) == ("written", "as it stands")
    assert unread_attributes(attributes, "as it stands") == ""


def test_the_dates_of_a_journal_of_1820_are_those_its_editors_gave(shared_data: Path) -> None:
    source = (shared_data / "files" / "tei" / "dingler_pj001_1820.xml").read_text("utf-8")
    dates = re.findall(r'<date when="([^"]+)" type="dd">([^<]+)</date>', source)
    assert len(dates) == 128
    without_year = [written for _, written in dates if unread(written)]
    assert {unread(written) for written in without_year} == {"it has no year"}
    assert len(without_year) == 23
    for when, written in dates:
        date = read_date(written, "written")
        assert date is None or (date.first, date.last) == (when, when)


def test_without_attributes_the_text_is_read() -> None:
    date = from_attributes({"type": "sent"}, "sent", "12. März 1964", "de")
    assert date is not None and date.first == date.last == "1964-03-12"


@pytest.mark.parametrize(
    ("attributes", "written", "first", "last"),
    [
        ({"calendar": "#julian"}, "14. Dezember 1825", "1825-12-26", "1825-12-26"),
        ({"calendar": "#julian"}, "14. Dezember 1825 a. St.", "1825-12-26", "1825-12-26"),
        ({"calendar": "#Julian"}, "1825-12-14", "1825-12-26", "1825-12-26"),
        ({"calendar": "#julian"}, "14/12/1825", "1825-12-26", "1825-12-26"),
        ({"calendar": "#julian", "when": "1825-12-26"}, "14. Dezember 1825", "1825-12-26", "1825-12-26"),
        ({"calendar": "#julian", "when": "1825-12-14"}, "14. Dezember 1825", "1825-12-14", "1825-12-26"),
        ({"calendar": "#julian", "when": "1825-12-26"}, "am Tag danach", "1825-12-26", "1825-12-26"),
    ],
)
def test_the_calendar_of_the_text_is_converted_and_that_of_the_attribute_is_not(
    attributes: dict[str, str], written: str, first: str, last: str
) -> None:
    date = from_attributes(attributes, "written", written)
    assert date is not None
    assert (date.first, date.last) == (first, last)


@pytest.mark.parametrize(
    ("attributes", "written", "reason"),
    [
        ({"when": "12. März 1964"}, "12. März 1964", "@when '12. März 1964' is no date"),
        ({"when": "--05-02"}, "2. Mai", "@when '--05-02' is no date"),
        ({"when": "1890-02-30"}, "", "no such day"),
        ({"notBefore": "1892", "notAfter": "1891"}, "", "end lies before its beginning"),
        ({}, "", "empty"),
    ],
)
def test_attributes_that_say_no_day_are_told(attributes: dict[str, str], written: str, reason: str) -> None:
    assert from_attributes(attributes, "written", written) is None
    assert reason in unread_attributes(attributes, written)
