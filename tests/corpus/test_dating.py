import pytest

from historag_tui.corpus.dating import FUTURE, PAST, day_range, is_dated, read_date, unread, used_date
from historag_tui.days import day_of
from historag_tui.records import Document, NamedDate


@pytest.mark.parametrize(
    ("written", "first", "last", "certainty"),
    [
        ("1863-12-08", "1863-12-08", "1863-12-08", "exact"),
        ("1863", "1863-01-01", "1863-12-31", "range"),
        (" 1864-02 ", "1864-02-01", "1864-02-29", "range"),
        ("1863-12/1864-02", "1863-12-01", "1864-02-29", "range"),
        ("-0043-03-15", "-0043-03-15", "-0043-03-15", "exact"),
    ],
)
def test_iso_dates_are_read(written, first, last, certainty):
    assert read_date(written, "written") == NamedDate("written", first, last, certainty, written)


@pytest.mark.parametrize("written", ["", "1863-13", "1863-02-30", "12/08/1863", "1864/1863", "863-1-1x", "/"])
def test_what_is_no_date_is_not_guessed(written):
    assert read_date(written, "written") is None
    assert unread(written)


def test_the_first_date_is_used_unless_another_is_named():
    dates = tuple(NamedDate(name, day, day) for name, day in (("written", "1863-12-08"), ("published", "1863-12-10")))
    document = Document("a", "text", "A", dates, {})
    assert used_date(document, "").name == "written"
    assert used_date(document, "published").first == "1863-12-10"
    assert used_date(document, "filed") is None


def test_open_ends_and_missing_dates_are_marked():
    assert day_range(NamedDate("d", "1970-01-02", "1970-01-03", "range")) == (1, 2)
    assert day_range(NamedDate("d", None, "1863-12-08", "before")) == (PAST, day_of(1863, 12, 8))
    assert day_range(NamedDate("d", "1863-12-08", None, "after")) == (day_of(1863, 12, 8), FUTURE)
    assert day_range(None) == (FUTURE, FUTURE)
    assert [is_dated(day) for day in (PAST, 0, FUTURE)] == [False, True, False]
