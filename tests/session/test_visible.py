"""Nothing that a text holds reaches the terminal as a command."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as some

from historag_tui.session.visible import one_line, visible


def test_escapes_are_seen() -> None:
    assert visible("a\x1b[31mb\x07\x7f\x9b") == "a␛[31mb␇␡\\x9b"


def test_bidirectional_overrides_are_seen() -> None:
    assert visible("abc\u202edef") == "abc\\u202edef"


def test_lines_tabs_and_letters_stay() -> None:
    assert visible("schaͤdlich\r\n\tſo\u00ad") == "schaͤdlich\n    ſo\u00ad"


@given(some.text(some.characters(blacklist_categories=[])))
def test_no_control_character_is_left(text: str) -> None:
    shown = visible(text)
    assert not any((ord(c) < 32 and c != "\n") or 0x7F <= ord(c) < 0xA0 for c in shown)
    shown.encode("utf-8")
    assert "\n" not in one_line(text)
