"""Taking a streamed reply apart."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as some

from historag_tui.models.stream import Received, lines


async def _chunks(raw: bytes, size: int) -> AsyncIterator[bytes]:
    for place in range(0, len(raw), size):
        yield raw[place : place + size]


async def _read(raw: bytes, size: int) -> Received:
    received = Received()
    async for line in lines(_chunks(raw, size)):
        received.take(line)
    return received


def _event(piece: str, finish: str | None = None) -> bytes:
    event = {"model": "m", "choices": [{"delta": {"content": piece}, "finish_reason": finish}]}
    return f"data: {json.dumps(event, ensure_ascii=False)}\n\n".encode()


@given(some.lists(some.text(alphabet=some.characters(exclude_categories=["Cs"]))), some.integers(1, 7))
async def test_any_text_comes_through_wherever_the_reads_cut(pieces: list[str], size: int) -> None:
    raw = b"".join(map(_event, pieces)) + _event("", "stop") + b"data: [DONE]\n\n"
    received = await _read(raw, size)
    assert (received.text, received.finish, received.model) == ("".join(pieces), "stop", "m")


async def test_a_line_separator_inside_a_reply_ends_no_line() -> None:
    received = await _read(_event("a\u2028b\u0085c\u2029d"), 3)
    assert received.text == "a\u2028b\u0085c\u2029d"


async def test_line_ends_of_either_kind_comments_and_a_last_line_without_end() -> None:
    raw = b": ping\r\n\r\n" + _event("a").replace(b"\n", b"\r\n") + _event("b", "stop").rstrip()
    received = await _read(raw, 5)
    assert (received.text, received.finish) == ("ab", "stop")


async def test_an_error_in_place_of_the_rest_is_kept() -> None:
    received = await _read(_event("half") + b'data: {"error": {"message": "out of memory"}}\n\n', 9)
    assert received.error == received.raw == '{"message":"out of memory"}'


async def test_what_is_no_stream_is_kept_as_it_came() -> None:
    received = await _read(b"<html>\nnot here\n</html>\n", 4)
    assert (received.text, received.finish, received.raw) == ("", "", "<html>\nnot here\n</html>")


def test_an_event_that_is_none_is_an_error() -> None:
    with pytest.raises(msgspec.DecodeError):
        Received().take(b'data: {"choices": [')
