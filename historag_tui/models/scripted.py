"""A scripted OpenAI-compatible server: a stand-in for tests and for trying the keys without a model.

It names itself ``scripted``, so that nobody takes what it says for a judgment.  Replies are streamed in pieces of a few
bytes, which also cut characters in two.  A script is a list of replies given in turn, one function from request to
reply, or a JSON file of rules; where it is silent, the server judges by a fixed rule and analyses by citing the first
chunks it is shown.

    python -m historag_tui.models.scripted --port 8765 --script FILE.json

    [{"contains": "railroad", "reply": {"text": "no JSON"}}, {"times": 2, "reply": {"status": 500, "error": "boom"}}]

GET /requests gives every chat request so far.
"""

from __future__ import annotations

import argparse
import itertools
import json
import re
import socket
import struct
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import msgspec

from historag_tui.records import Record

MODEL = "scripted"
LEAST_DELTAS = 100

_PASSAGE = re.compile(r"<(?P<tag>passage\d*)>\n(?P<text>.*)\n</(?P=tag)>\s*\Z", re.DOTALL)
_CHUNK = re.compile(
    r'^<(?P<tag>chunk\d*) id="(?P<id>[0-9a-f]{16})"[^\n]*>\n(?P<text>.*?)\n</(?P=tag)>$', re.DOTALL | re.MULTILINE
)


class Scripted(Record, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One scripted reply."""

    text: str = ""
    finish: str = "stop"
    refusal: str = ""
    status: int = 200
    """Any other status is answered with ``error`` at once."""
    error: str = ""
    retry_after: str = ""
    reset_after: int = -1
    """Break the connection after so many pieces; -1 for never."""
    delay: float = 0.0
    """Seconds before each piece."""


class Rule(Record, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A scripted reply and when it is given: to a request that no rule before it answers."""

    reply: Scripted
    contains: str = ""
    """Words that must stand in the request's messages; empty for any request."""
    times: int = 0
    """How often it is given; 0 for ever."""


Script = Callable[[dict[str, Any]], Scripted]


def by_rules(rules: Sequence[Rule]) -> Script:
    """The script that follows these rules, and the fixed rule where none holds."""
    given = [0] * len(rules)
    lock = threading.Lock()

    def script(request: dict[str, Any]) -> Scripted:
        shown = "\n".join(str(message["content"]) for message in request["messages"])
        with lock:
            for number, rule in enumerate(rules):
                if rule.contains in shown and (not rule.times or given[number] < rule.times):
                    given[number] += 1
                    return rule.reply
        return usual(request)

    return script


class _Server(ThreadingHTTPServer):
    request_queue_size = 128

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of a reader that went away: a screen may be on this terminal."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class ScriptedServer:
    """The server on a free port of this machine.

    requests: the bodies of all chat requests so far, in order of arrival.
    cancelled: how many streams their reader closed before the end.
    """

    def __init__(self, script: Sequence[Scripted] | Script | None = None, port: int = 0, delay: float = 0.0) -> None:
        self.requests: list[dict[str, Any]] = []
        self.cancelled = 0
        self._lock = threading.Lock()
        self._turns: Iterator[Scripted] = iter(script if isinstance(script, Sequence) else ())
        self._script = script if callable(script) else None
        self._delay = delay
        self._server = _Server(("127.0.0.1", port), _handler(self))
        self._server.daemon_threads = True

    @property
    def url(self) -> str:
        """What to write into ``url`` of a model."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def serve(self) -> None:
        """Answer until closed."""
        self._server.serve_forever(poll_interval=0.05)

    def close(self) -> None:
        """Stop listening."""
        self._server.shutdown()
        self._server.server_close()

    def answer(self, request: dict[str, Any]) -> Scripted:
        """What the script says to a request."""
        with self._lock:
            self.requests.append(request)
            turn = next(self._turns, None)
        if turn is None:
            turn = self._script(request) if self._script else usual(request)
        return turn if turn.delay or not self._delay else Scripted(**{**_fields(turn), "delay": self._delay})


@contextmanager
def serving(script: Sequence[Scripted] | Script | None = None, delay: float = 0.0) -> Iterator[ScriptedServer]:
    """The server in a thread of this process."""
    server = ScriptedServer(script, delay=delay)
    thread = threading.Thread(target=server.serve, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.close()
        thread.join()


def usual(request: dict[str, Any]) -> Scripted:
    """The fixed rule: a judgment for a request with a schema, else an analysis."""
    shown = str(request["messages"][-1]["content"])
    passage = _PASSAGE.search(shown)
    return Scripted(text=_judgment(passage["text"]) if passage else _analysis(shown))


def _judgment(passage: str) -> str:
    """The first sentence of the passage as evidence, and a score from the number of its letters."""
    sentence = re.split(r"(?<=[.!?])\s", passage.strip(), maxsplit=1)[0][:300]
    argument = (
        "A scripted reply, made by a fixed rule from the length of the passage; it says nothing about its content."
    )
    return json.dumps(
        {"evidence": [sentence], "argument": argument, "score": 1 + len(passage) % 10}, ensure_ascii=False
    )


def _analysis(shown: str) -> str:
    """One sentence for each of the first three chunks, quoting some of its words, and one that cites nothing."""
    said = [
        f'A scripted sentence about one passage [{chunk["id"]}: "{_words(chunk["text"])}"].'
        for chunk in itertools.islice(_CHUNK.finditer(shown), 3)
    ]
    return " ".join([*said, "This scripted sentence cites nothing."])


def _words(text: str) -> str:
    """The first eight words that stand together without a quotation mark among them."""
    stretch = next((part for part in re.split(r"[\"“”„«»]", text) if part.strip()), "")
    return " ".join(stretch.split()[:8])


def _fields(turn: Scripted) -> dict[str, Any]:
    return {name: getattr(turn, name) for name in Scripted.__struct_fields__}


def _pieces(text: str) -> list[str]:
    """At least a hundred pieces, of which some are empty when the text is short."""
    size = max(1, min(3, len(text) // LEAST_DELTAS))
    pieces = [text[place : place + size] for place in range(0, len(text), size)]
    return [*pieces, *[""] * max(0, LEAST_DELTAS - len(pieces))]


def _handler(server: ScriptedServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *arguments: Any) -> None:
            """Say nothing: a screen may be on this terminal."""

        def do_GET(self) -> None:
            if self.path.endswith("/models"):
                self._whole(200, {"object": "list", "data": [{"id": MODEL, "object": "model"}]})
            elif self.path.endswith("/requests"):
                requests = list(server.requests)
                self._whole(200, {"count": len(requests), "cancelled": server.cancelled, "requests": requests})
            else:
                self._whole(404, {"error": {"message": "there is nothing here"}})

        def do_POST(self) -> None:
            length = int(self.headers.get("Content-Length", "0"))
            body = self.rfile.read(length)
            if len(body) < length:  # the client went away before it had said everything
                self.close_connection = True
                return
            try:
                request = json.loads(body)
            except ValueError:
                self._whole(400, {"error": {"message": "the request is not JSON"}})
                return
            turn = server.answer(request)
            if turn.status != 200:
                extra = {"Retry-After": turn.retry_after} if turn.retry_after else {}
                self._whole(turn.status, {"error": {"message": turn.error}}, extra)
                return
            try:
                self._stream(turn)
            except (BrokenPipeError, ConnectionResetError):
                server.cancelled += 1
                self.close_connection = True

        def _whole(self, status: int, answer: Any, extra: dict[str, str] | None = None) -> None:
            raw = json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(raw)))
            for name, value in (extra or {}).items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(raw)

        def _stream(self, turn: Scripted) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            for number, piece in enumerate(_pieces(turn.text)):
                if number == turn.reset_after:
                    self._reset()
                    return
                if turn.delay:
                    time.sleep(turn.delay)
                self._event({"content": piece}, None)
            if turn.refusal:
                self._event({"refusal": turn.refusal}, None)
            self._event({}, turn.finish)
            self._raw(b"data: [DONE]\n\n")
            self._chunk(b"")

        def _event(self, delta: dict[str, str], finish: str | None) -> None:
            choice = {"index": 0, "delta": delta, "finish_reason": finish}
            answer = {
                "id": "scripted",
                "object": "chat.completion.chunk",
                "created": 0,
                "model": MODEL,
                "choices": [choice],
            }
            self._raw(f"data: {json.dumps(answer, ensure_ascii=False)}\n\n".encode())

        def _raw(self, raw: bytes) -> None:
            """Sent so that the first character of several bytes is cut in two."""
            cut = next((place for place, byte in enumerate(raw) if byte >= 0xC0), len(raw) - 1) + 1
            self._chunk(raw[:cut])
            if raw[cut:]:
                self._chunk(raw[cut:])

        def _chunk(self, raw: bytes) -> None:
            self.wfile.write(f"{len(raw):x}\r\n".encode() + raw + b"\r\n")
            self.wfile.flush()

        def _reset(self) -> None:
            """Break the connection off as a crashing server does."""
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.connection.close()
            self.close_connection = True

    return Handler


def main() -> None:
    """Serve until interrupted."""
    parser = argparse.ArgumentParser(description="A scripted stand-in for a model; what it says means nothing.")
    parser.add_argument("--port", type=int, default=8765)
    parser.add_argument("--delay", type=float, default=0.0, help="seconds before each piece")
    parser.add_argument("--script", type=Path, help="JSON file of rules")
    chosen = parser.parse_args()
    try:
        script = by_rules(msgspec.json.decode(chosen.script.read_bytes(), type=list[Rule])) if chosen.script else None
    except (OSError, msgspec.DecodeError) as error:
        parser.error(f"{chosen.script}: {error}")
    server = ScriptedServer(script, port=chosen.port, delay=chosen.delay)
    print(f'[models.scripted]\nurl = "{server.url}"\nmodel = "{MODEL}"', flush=True)  # noqa: T201 — this is a program of its own
    try:
        server.serve()
    except KeyboardInterrupt:
        server.close()


if __name__ == "__main__":
    main()
