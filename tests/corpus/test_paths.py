"""Dates in the names of files and folders."""

from __future__ import annotations

from pathlib import Path

import pytest

from historag_tui.corpus.paths import dates_in_path
from historag_tui.corpus.sources import SourceFile


@pytest.mark.parametrize(
    ("name", "dates"),
    [
        ("1858-12-07_01-00001.xml", [("file name", "1858-12-07")]),
        ("18451228_01-METS.xml", [("file name", "1845-12-28")]),
        ("kant_1784_p484.xml", [("file name", "1784-01-01")]),
        ("1784-1785.xml", []),
        ("1848-50.xml", [("file name", "1848-01-01")]),
        ("nr-1848-03_s4.xml", [("file name", "1848-03-01")]),
        ("1848-p4.xml", [("file name", "1848-01-01")]),
        ("a1784.xml", []),
        ("DDD_010179815_0001.xml", []),
        ("luxzeit_1858-12-07/text/page.xml", [("folder name", "1858-12-07")]),
        ("scans 2019/page.xml", []),
        ("1858-12-07/1858-12-08.xml", [("file name", "1858-12-08"), ("folder name", "1858-12-07")]),
        ("1858-12-07.zip!text/1.xml", [("folder name", "1858-12-07")]),
        ("1858-13-07.xml", []),
        ("page.xml.gz", []),
    ],
)
def test_a_day_or_a_year_in_a_name_is_a_date(name: str, dates: list[tuple[str, str]]) -> None:
    assert [(date.name, date.first) for date in dates_in_path(SourceFile(Path(), name))] == dates
