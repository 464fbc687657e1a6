"""A server that speaks the embedding protocols of OpenAI and Ollama over HTTP, and keeps what it was asked."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

DIMENSION = 8


class Answer:
    """One prepared answer of the server."""

    def __init__(self, status: int, body: Any, **headers: str) -> None:
        self.status = status
        self.raw = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}


class Server:
    """What it was asked, and what it will answer before it answers in earnest.

    most:  characters that fit into its model.
    salt:  another salt is another model.
    """

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        self.paths: list[str] = []
        self.keys: list[str] = []
        self.prepared: list[Answer] = []
        self.most = 10_000
        self.salt = ""
        self.dimension = DIMENSION
        self.port = 0
        self.speaking = threading.Event()
        """While it is not set, no answer is given."""
        self.speaking.set()

    @property
    def texts(self) -> list[str]:
        """All strings, in order."""
        return [text for body in self.asked for text in body["input"]]

    def openai(self, **changes: Any) -> dict[str, Any]:
        return {"kind": "openai", "url": f"http://127.0.0.1:{self.port}/v1", "model": "all-minilm"} | changes

    def ollama(self, **changes: Any) -> dict[str, Any]:
        return {"kind": "ollama", "url": f"http://127.0.0.1:{self.port}", "model": "all-minilm"} | changes

    def vector(self, text: str) -> list[float]:
        """Words that texts share bring them together; the length is not one."""
        total = [0.0] * self.dimension
        for word in text.lower().split():
            raw = hashlib.sha256(f"{self.salt}{word}".encode()).digest()
            total = [a + b - 127.5 for a, b in zip(total, raw[: self.dimension], strict=True)]
        return total

    def answer(self, path: str, body: dict[str, Any]) -> Answer:
        if self.prepared:
            return self.prepared.pop(0)
        texts = body["input"]
        if any(len(text) > self.most for text in texts) and body.get("truncate") is not True:
            return Answer(400, {"error": "the input length exceeds the context length"})
        vectors = [self.vector(text) for text in texts]
        if path == "/api/embed":
            return Answer(200, {"model": body["model"], "embeddings": vectors})
        data = [{"object": "embedding", "index": number, "embedding": row} for number, row in enumerate(vectors)]
        # In another order than asked: the index counts.
        return Answer(200, {"object": "list", "model": body["model"], "data": data[::-1], "usage": {}})


@contextmanager
def embedding_server() -> Iterator[Server]:
    """A server on a free port of this machine."""
    state = Server()

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, format: str, *arguments: Any) -> None:
            pass

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            state.asked.append(body)
            state.paths.append(self.path)
            state.keys.append(self.headers.get("Authorization", ""))
            state.speaking.wait()
            answer = state.answer(self.path, body)
            self.send_response(answer.status)
            for name, value in (answer.headers | {"Content-Length": str(len(answer.raw))}).items():
                self.send_header(name, value)
            self.end_headers()
            with suppress(ConnectionError):
                self.wfile.write(answer.raw)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    state.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield state
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
