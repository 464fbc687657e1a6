"""The period is cut into windows before anything is retrieved (Zeitfenster)."""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from historag_tui.days import calendar, day_of, first_day, iso, last_day, month_length, year_of
from historag_tui.errors import UsageError
from historag_tui.records import Window

MOST = 1000
"""More windows than this are a slip of the pen."""

MOST_CHUNKS = 100_000
"""A quota above this is no sample."""

UNDATED = "undated"
"""Name of the group of the undated."""

_LENGTH = re.compile(r"(\d+)\s*([ymd])")
_NAMED = re.compile(
    r"\s*(?P<name>[^=]+?)\s*=\s*(?P<first>[^.:]+?)\s*\.\.\s*(?P<last>[^:]+?)\s*(?::\s*(?P<quota>\d+))?\s*"
)
_HOW = "Write a length (10y, 6m, 90d), decade, none, or NAME=FROM..TO[:QUOTA],…"


def cut(
    first: int, last: int, windowing: str, quota: int, variants: Mapping[str, str] | None = None
) -> tuple[Window, ...]:
    """The windows of a period.

    first, last: first and last day of the period, as day numbers, both inside.
    windowing:   a length (``10y``, ``6m``, ``90d``), ``decade``, ``none``, or named windows ``NAME=FROM..TO[:QUOTA],…``.
    quota:       of every window that names none itself; at least 1.
    variants:    topic per window name.
    Raises UsageError for a reversed period, an empty window, a name used twice, or an unknown variant.
    """
    if first > last:
        raise UsageError(f"The period is reversed: {iso(first)} is after {iso(last)}", "Swap --from and --to")
    if not 1 <= quota <= MOST_CHUNKS:
        raise UsageError(f"A quota of {quota} is not possible", f"Choose --per-window of 1 to {MOST_CHUNKS:,}")
    text = windowing.strip()
    if text == "none":
        windows = [_window(first, last, quota)]
    elif text == "decade":
        windows = _decades(first, last, quota)
    elif match := _LENGTH.fullmatch(text):
        windows = _equal(first, last, int(match[1]), match[2], quota)
    elif "=" in text:
        windows = [_named(part, quota) for part in text.split(",") if part.strip()]
    else:
        raise UsageError(f"'{text[:40]}' is not a windowing", _HOW)
    return _with_variants(windows, variants or {})


def _equal(first: int, last: int, length: int, unit: str, quota: int) -> list[Window]:
    if length < 1:
        raise UsageError("A window of zero holds no day", _HOW)
    days = length * {"y": 366, "m": 31, "d": 1}[unit]
    if (last - first) // days > MOST:
        raise UsageError(
            f"Windows of {length}{unit} would be more than {MOST:,}", "Choose longer windows or a shorter period"
        )
    windows, start, number = [], first, 1
    while start <= last:
        following = _later(first, number * length, unit)
        windows.append(_window(start, min(following - 1, last), quota, partial=following - 1 > last))
        start, number = following, number + 1
    return windows


def _later(day: int, count: int, unit: str) -> int:
    """The day so many years, months or days later; a 29 February becomes the 28th where there is none."""
    if unit == "d":
        return day + count
    year, month, of_month = calendar(day)
    years, month = divmod(month - 1 + (count if unit == "m" else 12 * count), 12)
    return day_of(year + years, month + 1, min(of_month, month_length(year + years, month + 1)))


def _decades(first: int, last: int, quota: int) -> list[Window]:
    windows = []
    for decade in range(year_of(first) // 10 * 10, year_of(last) + 1, 10):
        start, end = day_of(decade, 1, 1), day_of(decade + 9, 12, 31)
        windows.append(_window(max(start, first), min(end, last), quota, partial=start < first or end > last))
    if len(windows) > MOST:
        raise UsageError(f"The period has more than {MOST:,} decades", "Choose a shorter period")
    return windows


def _named(text: str, quota: int) -> Window:
    match = _NAMED.fullmatch(text)
    if match is None:
        raise UsageError(f"'{text.strip()[:60]}' is not a window", _HOW)
    first, last = first_day(match["first"]), last_day(match["last"])
    if first > last:
        raise UsageError(f"The window '{match['name']}' is reversed", "Swap its two dates")
    of_its_own = int(match["quota"]) if match["quota"] else quota
    if not 1 <= of_its_own <= MOST_CHUNKS:
        raise UsageError(
            f"The window '{match['name']}' has a quota of {of_its_own}",
            f"Give it 1 to {MOST_CHUNKS:,}, or leave it out",
        )
    return Window(match["name"], iso(first), iso(last), of_its_own)


def _window(first: int, last: int, quota: int, partial: bool = False) -> Window:
    return Window(_name(first, last), iso(first), iso(last), quota, partial=partial)


def _name(first: int, last: int) -> str:
    """``1860–1869`` where whole years make the window, else its days."""
    (start, *start_day), (end, *end_day) = calendar(first), calendar(last)
    if start_day == [1, 1] and end_day == [12, 31]:
        return str(start) if start == end else f"{start}–{end}"
    return iso(first) if first == last else f"{iso(first)}–{iso(last)}"


def _with_variants(windows: list[Window], variants: Mapping[str, str]) -> tuple[Window, ...]:
    names = [window.name for window in windows]
    for name in names:
        if names.count(name) > 1 or name == UNDATED:
            raise UsageError(
                f"Two windows are called '{name}'" if name != UNDATED else f"'{UNDATED}' is the name of a group",
                "Rename one",
            )
    for name in variants:
        if name not in names:
            raise UsageError(
                f"There is no window '{name}' for a topic of its own", f"Known are: {', '.join(names[:8])}"
            )
    return tuple(msgspec.structs.replace(window, topic=variants.get(window.name, "")) for window in windows)
