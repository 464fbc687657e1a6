"""The scripted server: a stand-in that says that it is one."""

from __future__ import annotations

import http.client
import json
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import urlopen

import msgspec
import pytest

from historag_tui.models.scripted import LEAST_DELTAS, Rule, Scripted, ScriptedServer, by_rules, serving, usual

PASSAGE = "<passage>\n“No one,” he said, “may touch them.” Roads are built.\n</passage>"


def _request(content: str) -> dict[str, Any]:
    return {"model": "x", "stream": True, "messages": [{"role": "user", "content": content}]}


def _chunks(server: ScriptedServer, content: str) -> list[bytes]:
    """The body as it comes over the wire, one HTTP chunk each."""
    address = urlsplit(server.url)
    connection = http.client.HTTPConnection(address.hostname or "", address.port or 0)
    connection.request("POST", "/v1/chat/completions", json.dumps(_request(content)))
    response = connection.getresponse()
    assert response.status == 200 and response.fp is not None
    chunks = []
    while size := int(response.fp.readline(), 16):
        chunks.append(response.fp.read(size))
        response.fp.readline()
    connection.close()
    return chunks


def test_a_reply_comes_in_a_hundred_pieces_and_more_some_of_which_cut_a_character() -> None:
    with serving([Scripted(text="größer")]) as server:
        chunks = _chunks(server, "what?")
    events = [line[6:] for line in b"".join(chunks).decode().split("\n") if line.startswith("data: {")]
    deltas = [json.loads(event)["choices"][0]["delta"] for event in events]
    assert "".join(delta.get("content", "") for delta in deltas) == "größer"
    assert len(deltas) > LEAST_DELTAS
    with pytest.raises(UnicodeDecodeError):
        for chunk in chunks:
            chunk.decode()


def test_it_names_itself_scripted() -> None:
    with serving() as server:
        models = json.load(urlopen(f"{server.url}/models"))
        events = [json.loads(chunk[6:]) for chunk in _chunks(server, "what?")[:1] if chunk.endswith(b"\n\n")]
    assert [model["id"] for model in models["data"]] == ["scripted"]
    assert all(event["model"] == "scripted" for event in events)
    assert "scripted" in json.loads(usual(_request(PASSAGE)).text)["argument"]


def test_it_judges_by_a_fixed_rule_with_words_of_the_passage() -> None:
    reply = json.loads(usual(_request(f"Topic\n\n{PASSAGE}")).text)
    assert reply == json.loads(usual(_request(f"Topic\n\n{PASSAGE}")).text)
    assert all(quotation in PASSAGE for quotation in reply["evidence"]) and 1 <= reply["score"] <= 10


def test_it_analyses_with_real_ids_and_words_that_stand_there() -> None:
    shown = (
        '<chunk id="aaaaaaaaaaaa0001" date="1900">\n“No one,” he said, “may touch them.”\n</chunk>\n\nQuestion: Why?'
    )
    assert '[aaaaaaaaaaaa0001: "No one,"]' in usual(_request(shown)).text


def test_requests_are_counted_and_shown() -> None:
    with serving([Scripted(text="a"), Scripted(status=500, error="b")]) as server:
        _chunks(server, "first")
        seen = json.load(urlopen(f"{server.url}/requests"))
    assert seen == {"count": 1, "cancelled": 0, "requests": [_request("first")]}


def test_a_client_that_leaves_in_the_middle_is_neither_counted_nor_told_of(capfd: pytest.CaptureFixture[str]) -> None:
    with serving() as server:
        address = urlsplit(server.url)
        head = b"POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\n"
        with socket.create_connection((address.hostname, address.port)) as client:
            client.sendall(head + b'{"model"')
            client.shutdown(socket.SHUT_WR)
            assert client.recv(1) == b"", "the server has read and closed"
        assert server.requests == []
    assert capfd.readouterr().err == ""


def test_what_is_not_json_is_answered_so() -> None:
    with serving() as server, pytest.raises(HTTPError, match="400"):
        urlopen(f"{server.url}/chat/completions", data=b"no JSON")


def test_rules_hold_in_order_for_their_words_and_as_often_as_they_say() -> None:
    script = by_rules(
        [
            Rule(contains="rail", reply=Scripted(text="once"), times=1),
            Rule(contains="rail", reply=Scripted(text="then")),
        ]
    )
    assert [script(_request(said)).text for said in ("rail", "a rail", "rails")] == ["once", "then", "then"]
    assert "scripted" in script(_request("road")).text.lower()


def test_a_file_of_rules_is_served_as_a_program(tmp_path: Path) -> None:
    file = tmp_path / "rules.json"
    file.write_bytes(msgspec.json.encode([Rule(contains="rail", reply=Scripted(text="no JSON"))]))
    command = [sys.executable, "-m", "historag_tui.models.scripted", "--port", "0", "--script", str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        process.stdout.readline()
        url = process.stdout.readline().partition('"')[2].rstrip('"\n')
        body = json.dumps(_request("a rail")).encode()
        said = urlopen(f"{url}/chat/completions", data=body).read().decode()
        process.terminate()
    pieces = [json.loads(line[6:])["choices"][0]["delta"] for line in said.split("\n") if line.startswith("data: {")]
    assert "".join(piece.get("content", "") for piece in pieces) == "no JSON"


def test_a_file_that_holds_no_rules_is_refused_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "rules.json"
    file.write_text('[{"reply": {"txt": "a"}}]')
    command = [sys.executable, "-m", "historag_tui.models.scripted", "--script", str(file)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 2 and "txt" in ended.stderr and "Traceback" not in ended.stderr
