"""What holds of every date: the day printed is in the range read, doubt never narrows, and nothing breaks the reader."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as some

from historag_tui.corpus.dates.calendars import JULIAN, REPUBLICAN
from historag_tui.corpus.dates.lexicon import WORDS
from historag_tui.corpus.dating import EXPLAINED, day_range, read_date, unread
from historag_tui.days import day_of

GERMAN = [
    "Januar",
    "Februar",
    "März",
    "April",
    "Mai",
    "Juni",
    "Juli",
    "August",
    "September",
    "Oktober",
    "November",
    "Dezember",
]
OLD = ["Jänner", "Hornung", "Maͤrz", "Aprill", "May", "Junius", "Heumonat", "Auguſt", "7ber", "8ber", "Novbr.", "Xbris"]
ENGLISH = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
FRENCH = [
    "janvier",
    "février",
    "mars",
    "avril",
    "mai",
    "juin",
    "juillet",
    "août",
    "septembre",
    "octobre",
    "novembre",
    "décembre",
]
SHORT = ["Jan.", "Feb.", "Mar.", "Apr.", "May", "Jun.", "Jul.", "Aug.", "Sept.", "Oct.", "Nov.", "Dec."]
REPUBLIC = (
    "vendémiaire brumaire frimaire nivôse pluviôse ventôse germinal floréal prairial messidor thermidor fructidor"
)
ROMAN = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"]
WEEKDAYS = ["Montag", "Dinstag", "Mittwoch", "Donnerſtag", "Freytag", "Sonnabend", "Sonntag"]

Printer = Callable[[date], str]
DAYS: dict[str, Printer] = {
    "iso": lambda day: day.isoformat(),
    "iso basic": lambda day: f"{day:%Y%m%d}",
    "iso with time": lambda day: f"{day.isoformat()}T12:00:00Z",
    "de numbers": lambda day: f"{day.day}. {day.month}. {day.year}",
    "de tight": lambda day: f"{day.day:02d}.{day.month:02d}.{day.year}",
    "de edited": lambda day: f"{day.day}. [{day.month}.] {day.year // 100}[{day.year % 100:02d}]",
    "de words": lambda day: f"{day.day}. {GERMAN[day.month - 1]} {day.year}",
    "de old": lambda day: f"{WEEKDAYS[day.weekday()]}, den {day.day}ten {OLD[day.month - 1]} {day.year}",
    "de capitals": lambda day: f"{day.day}. {GERMAN[day.month - 1].upper()} {day.year}",
    "roman month": lambda day: f"{day.day}.{ROMAN[day.month - 1]}.{day.year}",
    "en day first": lambda day: f"{day.day}th of {ENGLISH[day.month - 1]}, {day.year}",
    "en month first": lambda day: f"{SHORT[day.month - 1]} {day.day}, {day.year}",
    "fr": lambda day: f"le {day.day if day.day > 1 else '1er'} {FRENCH[day.month - 1]} {day.year}",
}
SPANS: dict[str, Printer] = {
    "year": lambda day: f"{day.year}",
    "month": lambda day: f"{GERMAN[day.month - 1]} {day.year}",
    "part of month": lambda day: f"{_third(day.day)} {GERMAN[day.month - 1]} {day.year}",
    "half of month": lambda day: f"{'1.' if day.day < 16 else '2.'} Hälfte {GERMAN[day.month - 1]} {day.year}",
    "quarter": lambda day: f"{(day.month + 2) // 3}. Quartal {day.year}",
    "edtf season": lambda day: f"{day.year - (day.month < 3)}-{(day.month % 12 // 3 or 4) + 20}",
    "season": lambda day: f"{('Winter', 'Frühjahr', 'summer', 'automne')[day.month % 12 // 3]} {day.year}",
    "years": lambda day: f"{day.year - 1}/{day.year}",
    "short years": lambda day: f"{day.year}/{(day.year + 1) % 100:02d}",
    "decade": lambda day: f"{day.year // 10 * 10}s",
    "edtf decade": lambda day: f"{day.year // 10}X",
    "century": lambda day: f"{day.year // 100 + 1}. Jahrhundert",
    "century from 1": lambda day: f"{(day.year + 99) // 100}th century",
    "days": lambda day: f"zwischen {max(day.day - 3, 1)}. und {day.day}. {day.month}. {day.year}",
    "mixed": lambda day: f"1500 to {day.day} {ENGLISH[day.month - 1]} {day.year}",
    "edtf": lambda day: f"{day.year}-{day.month:02d}/..",
    "edtf set": lambda day: f"[{day.year - 2},{day.isoformat()}]",
    "open": lambda day: f"bis {day.day}. {day.month}. {day.year}",
}
DOUBTS = (
    "{}?", "[{}?]", "ca. {}", "um {}", "circa {}", "wohl {}", "vermutlich {}", "probably {}", "about {}?", "vers {}",
    "vor {}", "vor dem {}", "nach {}", "before {}", "après {}", "gegen {}", "[{}]", "({})", "{} (?)", "{}~", "{}%",
)  # fmt: skip

days = some.dates(date(1501, 1, 1), date(2098, 12, 31))


def _third(day: int) -> str:
    return "Anfang" if day <= 10 else "Mitte" if day <= 20 else "Ende"


@pytest.mark.parametrize("form", DAYS)
@given(day=days)
def test_a_day_is_read_as_the_day_it_was_printed_from(form: str, day: date) -> None:
    read = read_date(DAYS[form](day), "written")
    assert read is not None
    assert (read.first, read.last, read.certainty) == (day.isoformat(), day.isoformat(), "exact")


@pytest.mark.parametrize("form", SPANS)
@given(day=days)
def test_a_span_holds_the_day_it_was_printed_from(form: str, day: date) -> None:
    printed = SPANS[form](day)
    read = read_date(printed, "written")
    assert read is not None, unread(printed)
    first, last = day_range(read)
    assert first <= day_of(day.year, day.month, day.day) <= last


@given(some.integers(1501, 2098), some.integers(1, 12), some.integers(1, 28))
def test_old_style_and_both_styles_are_the_day_they_are(year: int, month: int, day: int) -> None:
    number = JULIAN.day_of(year, month, day)
    marked = read_date(f"{day}. {GERMAN[month - 1]} {year} a. St.", "written")
    assert marked is not None and day_range(marked) == (number, number)


@given(some.integers(1, 14), some.integers(1, 12), some.integers(1, 30))
def test_the_days_of_the_republic_are_read(year: int, month: int, day: int) -> None:
    roman = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII", "XIV"][year - 1]
    number = REPUBLICAN.day_of(year, month, day)
    for written in (
        f"le {day} {REPUBLIC.split()[month - 1]} an {roman}",
        f"{day} {REPUBLIC.split()[month - 1]} an {year}",
    ):
        read = read_date(written, "written")
        assert read is not None and day_range(read) == (number, number)


@given(some.integers(1, 4000), some.sampled_from(["{} v. Chr.", "{} BC", "{} av. J.-C."]))
def test_years_before_christ_are_read_and_written_without_loss(year: int, form: str) -> None:
    read = read_date(form.format(year), "written")
    assert read is not None
    assert day_range(read) == (day_of(1 - year, 1, 1), day_of(1 - year, 12, 31))


def _wider(doubted: str, plain: str) -> None:
    """The doubted date is unread or holds every day of the plain one."""
    one, other = read_date(doubted, "written"), read_date(plain, "written")
    if one is not None and other is not None and "before" not in (one.certainty, other.certainty):
        assert day_range(one)[0] <= day_range(other)[0], (doubted, plain)
    if one is not None and other is not None and "after" not in (one.certainty, other.certainty):
        assert day_range(one)[1] >= day_range(other)[1], (doubted, plain)


@given(some.sampled_from([*DAYS.values(), *SPANS.values()]), days, some.sampled_from(DOUBTS), some.sampled_from(DOUBTS))
def test_doubt_never_narrows(form: Printer, day: date, doubt: str, second: str) -> None:
    printed = form(day)
    _wider(doubt.format(printed), printed)
    _wider(second.format(doubt.format(printed)), doubt.format(printed))


@pytest.mark.parametrize("doubt", [doubt for doubt in DOUBTS if "{" in doubt and not set("~%") & set(doubt)])
@given(day=days)
def test_doubted_days_are_read_with_their_doubt(doubt: str, day: date) -> None:
    printed = DAYS["de words"](day)
    read = read_date(doubt.format(printed), "written")
    assert read is not None
    assert read.certainty in EXPLAINED
    assert (read.certainty == "exact") == (doubt in ("[{}]", "({})"))


PIECES = some.one_of(
    some.sampled_from(sorted(WORDS)),
    some.integers(0, 2100).map(str),
    some.sampled_from([*".,-/?[]()~%XV–", ". ", " - ", "er", "s", "v. Chr.", "a. St.", "XIX", "III", "²", "٣", "\0"]),
)


@given(some.lists(PIECES, max_size=12).map(" ".join) | some.lists(PIECES, max_size=12).map("".join))
def test_words_of_dates_in_any_order_are_read_or_not_and_doubt_never_narrows_them(written: str) -> None:
    for language in ("", "de", "en", "fr"):
        read = read_date(written, "written", language)
        assert (read is None) == bool(unread(written, language))
        if read is not None:
            first, last = day_range(read)
            assert first <= last
            assert read.written == written
    for doubt in DOUBTS[:8]:
        _wider(doubt.format(written), written)


@given(some.text(max_size=60))
def test_any_text_is_read_or_not(written: str) -> None:
    assert (read_date(written, "written") is None) == bool(unread(written))


@pytest.mark.parametrize(
    "piece",
    ["1", "i", "m", "c", "1984,", "[", "?", "- ", "1. ", "v. Chr. ", "a. St. ", "zwischen ", "1850/51 ", "٣", "\0", "X", "e", "ͤ"],
)  # fmt: skip
def test_no_text_keeps_the_reader_long(piece: str) -> None:
    begin = time.process_time()
    for length in (50, 199, 10_000):
        for text in (piece * length, (piece * length)[:length], "[" + piece * length + "]", "1984-" + piece * length):
            unread(text)
    assert time.process_time() - begin < 2
