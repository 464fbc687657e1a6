"""The door to a chat model: which hosts it opens to, and what each fault of a server becomes."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from historag_tui.errors import NotAllowed, SettingsError
from historag_tui.models.chat import ChatModel, Message, Reply
from historag_tui.models.faults import ReplyFailed
from historag_tui.models.hosts import refuse_foreign_host
from historag_tui.models.scripted import Scripted, serving
from historag_tui.records import ModelSettings

ASKED = (Message("user", "What of it?"),)


def _settings(url: str, **changes: Any) -> ModelSettings:
    return ModelSettings(**({"url": url, "model": "m"} | changes))


async def _reply(settings: ModelSettings, **options: Any) -> Reply:
    model = ChatModel(settings)
    try:
        return await model.reply(ASKED, 64, **options)
    finally:
        await model.close()


@contextmanager
def _answering(status: int, headers: dict[str, str], body: bytes) -> Iterator[str]:
    """A server that gives one and the same answer."""

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, format: str, *arguments: Any) -> None:
            pass

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(status)
            for name, value in (headers | {"Content-Length": str(len(body))}).items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/v1"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.mark.parametrize(
    "url",
    [
        "http://localhost:1/v1",
        "http://127.0.0.1:1/v1",
        "http://127.8.9.1/v1",
        "http://[::1]:1/v1",
        "http://gpu-3.cluster:1/v1",
        "https://GPU-3.cluster/v1",
    ],
)
def test_this_machine_and_the_list_may_see_the_corpus(url: str) -> None:
    refuse_foreign_host(_settings(url), False, ["GPU-3.Cluster"])


@pytest.mark.parametrize(
    "url",
    [
        "http://localhost.example/v1",
        "http://127.0.0.1.example/v1",
        "http://localhost@other.example/v1",
        "http://10.0.0.1/v1",
        "http://0.0.0.0/v1",
        "http://gpu-3.cluster.example/v1",
    ],
)
def test_nobody_else_may(url: str) -> None:
    with pytest.raises(NotAllowed):
        refuse_foreign_host(_settings(url), False, ["gpu-3.cluster"])
    refuse_foreign_host(_settings(url), True, [])


async def test_a_proxy_of_the_cluster_sees_nothing_that_is_for_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving() as proxy, serving([Scripted(text="yes")]) as server:
        monkeypatch.setenv("HTTP_PROXY", proxy.url.removesuffix("/v1"))
        monkeypatch.setenv("ALL_PROXY", proxy.url.removesuffix("/v1"))
        monkeypatch.delenv("NO_PROXY", raising=False)
        monkeypatch.delenv("no_proxy", raising=False)
        assert (await _reply(_settings(server.url))).text == "yes"
        assert (len(proxy.requests), len(server.requests)) == (0, 1)


async def test_a_redirect_is_not_followed_to_another_host() -> None:
    with serving() as other, _answering(307, {"Location": f"{other.url}/chat/completions"}, b"") as url:
        with pytest.raises(ReplyFailed, match=r"307.*not followed") as failed:
            await _reply(_settings(url))
        assert (failed.value.status, other.requests) == (307, [])


async def test_what_each_of_several_requests_was_refused_is_left_out_of_each() -> None:
    def script(request: dict[str, Any]) -> Scripted:
        if "max_tokens" in request:
            return Scripted(status=400, error="Use 'max_completion_tokens' instead.")
        if "temperature" in request:
            return Scripted(status=400, error="Unsupported value: 'temperature'")
        if "response_format" in request:
            return Scripted(status=400, error="response_format is not known")
        return Scripted(text="yes")

    with serving(script) as server:
        model = ChatModel(_settings(server.url))
        replies = await asyncio.gather(*(model.reply(ASKED, 64, {"type": "object"}) for _ in range(6)))
        settled = len(server.requests)
        await model.reply(ASKED, 64, {"type": "object"})
        await model.close()
        assert {(reply.text, reply.temperature) for reply in replies} == {("yes", None)}
        assert len(server.requests) == settled + 1, "what was learned is remembered"
        assert server.requests[-1]["max_completion_tokens"] == 64


async def test_a_source_that_speaks_of_temperature_changes_no_setting() -> None:
    body = json.dumps({"error": {"message": "too long"}, "input": "the temperature fell; a schema of it"}).encode()
    with _answering(400, {"Content-Type": "application/json"}, body) as url:
        model = ChatModel(_settings(url))
        with pytest.raises(ReplyFailed):
            await model.reply(ASKED, 64, {"type": "object"})
        await model.close()
    assert model.temperature == 0 and model.schema_supported


async def test_what_does_not_fit_says_what_to_do() -> None:
    said = "the request exceeds the available context size, try increasing it"
    with serving([Scripted(status=400, error=said)]) as server, pytest.raises(ReplyFailed, match="more room"):
        await _reply(_settings(server.url))


@pytest.mark.parametrize(
    ("header", "wait"), [("7", 7.0), ("-1", 0.0), ("1e9", 300.0), ("inf", None), ("nan", None), ("soon", None)]
)
async def test_the_wait_that_a_server_asks_for_is_bounded(header: str, wait: float | None) -> None:
    with serving([Scripted(status=429, error="busy", retry_after=header)]) as server:
        with pytest.raises(ReplyFailed) as failed:
            await _reply(_settings(server.url))
        assert failed.value.wait == wait


async def test_what_came_of_a_reply_that_broke_off_is_kept_beside_the_error() -> None:
    with serving([Scripted(text="x" * 400, reset_after=50)]) as server:
        with pytest.raises(ReplyFailed) as failed:
            await _reply(_settings(server.url))
        assert failed.value.fault == "broken"
        assert failed.value.body and set(failed.value.body) == {"x"} and len(failed.value.body) < 400


async def test_a_server_that_does_not_stream_is_shown_with_what_it_said() -> None:
    with _answering(200, {"Content-Type": "application/json"}, b'{"choices": []}') as url:
        with pytest.raises(ReplyFailed, match="without saying why") as failed:
            await _reply(_settings(url))
        assert failed.value.body == '{"choices": []}'


async def test_a_slow_server_is_slow_and_not_gone() -> None:
    with serving([Scripted(text="x", delay=30.0)]) as server:
        with pytest.raises(ReplyFailed) as failed:
            await _reply(_settings(server.url, first_token_timeout=0.2))
        assert failed.value.fault == "slow"


async def test_a_reply_without_end_is_ended_by_the_total_time() -> None:
    with serving([Scripted(text="x" * 400, delay=0.05)]) as server:
        with pytest.raises(ReplyFailed) as failed:
            await _reply(_settings(server.url, total_timeout=0.4))
        assert failed.value.fault == "slow" and server.requests


async def test_no_error_repeats_a_key_that_stands_in_the_address() -> None:
    with serving([Scripted(status=500, error="boom")]) as server:
        with pytest.raises(ReplyFailed) as failed:
            await _reply(_settings(server.url.replace("127.0.0.1", "user:secret@127.0.0.1")))
        assert "secret" not in str(failed.value) and "127.0.0.1" in str(failed.value)


def test_a_missing_key_is_named_and_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HISTORAG_TEST_KEY", raising=False)
    with pytest.raises(SettingsError, match="HISTORAG_TEST_KEY"):
        ChatModel(_settings("http://127.0.0.1:1/v1", key_variable="HISTORAG_TEST_KEY"))
