"""The whole path by commands, with a scripted model."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from historag_tui.models.scripted import Scripted, ScriptedServer, serving
from historag_tui.session import Session, open_study
from historag_tui.workspace import Workspace
from tests.conftest import Call

SEARCH = (
    "search", "railroads and the regulation of corporations", "--from", "1860", "--to", "1919", "--per-window", "5", "--json",
)  # fmt: skip


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with serving() as running:
        yield running


@pytest.fixture
def with_model(workspace: Workspace, server: ScriptedServer) -> Workspace:
    configure(workspace, server.url)
    return workspace


def configure(workspace: Workspace, url: str) -> None:
    path = workspace.root / "historag.toml"
    path.write_text(f'{path.read_text()}\n[models.scripted]\nurl = "{url}"\nmodel = "scripted"\n')


def _run(historag: Call) -> str:
    run: str = json.loads(historag(*SEARCH).stdout)["run"]
    return run


def _study(workspace: Workspace) -> Session:
    return open_study(workspace)


def test_from_search_to_a_cited_zwischentext(historag: Call, with_model: Workspace) -> None:
    run = _run(historag)
    done = historag("judge", run, "--rubric", "general-relevance", "--json")
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 30
    hits = _study(with_model).heuristik.review_order(run)
    for hit in hits[:3]:
        assert historag("decide", run, hit.chunk[:10], "accept", "--note", "to quote").returncode == 0
    assert historag("decide", run, hits[3].chunk, "reject").returncode == 0
    assert historag("undo").stdout.startswith("undone: decision: reject")
    table = json.loads(historag("transfer", run, "--json").stdout)
    assert table["corpus"] is None and table["table"][0]["accepted_read"] == 3
    assert historag("transfer", run, "--reason", "read in full").returncode == 0
    done = historag("analyse", "corpus-1", "Which remedies are named?")
    assert done.returncode == 0, done.stderr
    assert "not a finding" in done.stdout
    done = historag("cite", "zwischentext-1", "--citation", "1", "--verdict", "checked in the text")
    assert done.returncode == 0, done.stderr
    file = Path(historag("export", "zwischentext-1", "--format", "md").stdout.strip()).read_text("utf-8")
    assert "not a finding" in file and "checked in the text" in file and "ucsb.edu" in file
    state = _study(with_model).state
    assert [text.state for text in state.zwischentexte.values()] == ["complete"]
    assert len(state.exports) == 1
    assert "machine-generated interpretive proposal" in historag("record", "--methods").stdout
    assert len(historag("record").stdout.splitlines()) == len(_study(with_model).events)


def test_a_judge_killed_half_way_asks_only_for_the_missing(historag: Call, workspace: Workspace) -> None:
    with serving(delay=0.004) as server:
        configure(workspace, server.url)
        run = _run(historag)
        command = [sys.executable, "-m", "historag_tui", "judge", run, "--rubric", "general-relevance", "--json"]
        process = subprocess.Popen(
            command, cwd=workspace.root, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert process.stdout is not None
        seen = [json.loads(process.stdout.readline())["chunk"] for _ in range(10)]
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        process.stdout.close()
        kept = [chunk for name, chunk in _study(workspace).state.judgments if name == run]
        assert set(seen) <= set(kept), "what was given had been recorded"
        before = len(server.requests)
        done = historag("judge", run, "--rubric", "general-relevance", "--json")
        assert done.returncode == 0, done.stderr
        asked = [request["messages"][-1]["content"] for request in server.requests[before:]]
    assert len(asked) == 30 - len(kept)
    session = _study(workspace)
    texts = {hit.chunk: hit.text for hit in session.run(run).hits}
    assert not any(texts[chunk] in content for chunk in kept for content in asked)
    assert len([1 for name, _ in session.state.judgments if name == run]) == 30


def test_what_failed_is_asked_again_only_when_wished(historag: Call, workspace: Workspace) -> None:
    with serving([Scripted(text="no")] * 2) as server:
        configure(workspace, server.url)
        run = _run(historag)
        done = historag("judge", run, "--rubric", "general-relevance")
        assert done.returncode == 1
        assert "28 judged" in done.stderr and "2 unparsed" in done.stderr
        assert historag("judge", run, "--rubric", "general-relevance").returncode == 0
        assert len(server.requests) == 30
        assert historag("judge", run, "--rubric", "general-relevance", "--retry", "unparsed").returncode == 0
        assert len(server.requests) == 32
    session = _study(workspace)
    assert all(
        judgment.state == "judged" for of_chunk in session.state.judgments.values() for judgment in of_chunk.values()
    )
    raw = [
        session.replies.read(event.event.judgment.reply_hash)
        for event in session.events
        if hasattr(event.event, "judgment")
    ]
    assert raw.count("no") == 2, "the raw replies are kept"


def test_csv_reads_back_equal_and_imports_again(historag: Call, workspace: Workspace) -> None:
    run = _run(historag)
    session = _study(workspace)
    hits = session.run(run).hits
    session.heuristik.note(run, hits[0].chunk, "=1+1")
    session.close()
    path = Path(historag("export", run, "--format", "csv").stdout.strip())
    raw = path.read_bytes()
    assert raw.startswith(b"\xef\xbb\xbf")
    rows = list(csv.DictReader(io.StringIO(raw.decode("utf-8-sig"), newline="")))
    assert [row["text"].removeprefix("'") for row in rows] == [hit.text for hit in hits]
    assert rows[0]["note"] == "'=1+1"
    assert rows[0]["source.url"] == hits[0].provenance["url"]
    for row in rows[:4]:
        row["decision"] = "accept"
    with path.open("w", newline="", encoding="utf-8-sig") as stream:
        writer = csv.DictWriter(stream, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    assert historag("decide", run, "--from", str(path)).returncode == 0
    state = _study(workspace).state
    assert {(decision.verdict, decision.origin) for decision in state.decisions.values()} == {("accept", "imported")}
    assert state.notes[(run, hits[0].chunk)] == "=1+1"


def test_jsonl_is_exact(historag: Call, workspace: Workspace) -> None:
    run = _run(historag)
    lines = [json.loads(line) for line in historag("export", run, "--format", "jsonl", "--to", "-").stdout.splitlines()]
    hits = [line["hit"] for line in lines if line["kind"] == "hit"]
    assert [hit["text"] for hit in hits] == [hit.text for hit in _study(workspace).run(run).hits]
    assert lines[0]["run"]["recipe"]["topic"] == SEARCH[1]


def test_a_run_stays_readable_without_its_index(historag: Call, workspace: Workspace, tmp_path: Path) -> None:
    run = _run(historag)
    path = workspace.root / "historag.toml"
    path.write_text(re.sub("^index = .*", f"index = {json.dumps(str(tmp_path / 'gone'))}", path.read_text()))
    done = historag("export", run, "--format", "md", "--to", "-")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("### ") == 30


def test_two_commands_at_once_both_count(historag: Call, workspace: Workspace) -> None:
    commands = [[sys.executable, "-m", "historag_tui", "memo", "study", f"memo {number}"] for number in range(6)]
    processes = [subprocess.Popen(command, cwd=workspace.root) for command in commands]
    assert [process.wait() for process in processes] == [0] * 6
    assert {memo.text for memo in _study(workspace).state.memos} == {f"memo {number}" for number in range(6)}


def test_a_chunk_is_read_and_cited_by_the_beginning_of_its_id(historag: Call, workspace: Workspace) -> None:
    run = _run(historag)
    hit = _study(workspace).run(run).hits[0]
    done = historag("cite", hit.chunk[:8], "--quote")
    assert done.returncode == 0, done.stderr
    assert hit.text.split("\n")[0] in done.stdout and hit.title.partition(": ")[2] in done.stdout
    assert historag("cite", "zzzz").returncode == 3
