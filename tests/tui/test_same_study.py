"""A study made by keys and one made by commands are the same study."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec

from historag_tui.session import Session, open_study
from historag_tui.workspace import Workspace, open_workspace
from tests.tui.conftest import opened
from tests.tui.test_app import begun, search

REMOVED = ("clock", "time", "writer", "previous", "hash", "target_hash")


def _plain(value: Any) -> Any:
    """Without clock, writer and hashes of the record's lines."""
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items() if name not in REMOVED}
    return [_plain(item) for item in value] if isinstance(value, list) else value


def _events(session: Session) -> list[Any]:
    return [_plain(msgspec.to_builtins(stamped.line)) for stamped in session.events]


async def test_keys_and_commands_give_equal_records(with_model: Workspace, tmp_path: Path) -> None:
    # One request at a time: which of several answers comes first is the server's affair.
    settings = with_model.root / "historag.toml"
    settings.write_text(f"{settings.read_text()}concurrency = 1\n")
    with_model = open_workspace(with_model.root)
    by_command = open_workspace(Path(shutil.copytree(with_model.root, tmp_path / "by-command")))

    async with opened(with_model) as driver:
        await begun(driver, "Who feared power")
        await search(driver)
        await driver.press("4", "J", "enter")
        await driver.press("a", "x", "f", "a", "u")
        await driver.press("k", "k", "n")
        await driver.type("pooling")
        await driver.press("enter", "s", "8", "T")
        await driver.type("read in full")
        await driver.press("enter", "5", "i")
        await driver.type("Which remedies")
        await driver.press("enter", "v", "down", "enter", "M")
        await driver.type("to be checked")
        await driver.press("enter", "E", "enter", "q")

    def historag(*words: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "historag_tui", *words], cwd=by_command.root, capture_output=True, text=True, check=True,
            stdin=subprocess.DEVNULL,
        )  # fmt: skip
        return done.stdout

    historag("study", "question", "Who feared power")
    historag("search", "railroads and the regulation of corporations", "--from", "1860", "--to", "1919")
    [run] = open_study(by_command).state.runs
    historag("judge", run, "--rubric", "general-relevance")
    order = [hit.chunk for hit in open_study(by_command).heuristik.review_order(run)]
    for chunk, verdict in zip(order, ("accept", "reject", "flag", "accept"), strict=False):
        historag("decide", run, chunk, verdict)
    historag("undo")
    by_keys = open_study(with_model)
    [(noted, _)] = [key[::-1] for key in by_keys.state.notes]
    historag("note", run, noted, "pooling")
    historag("note", run, noted, "--score", "8")
    historag("transfer", run, "--reason", "read in full")
    historag("analyse", "corpus-1", "Which remedies")
    historag("cite", "zwischentext-1", "--citation", "1", "--verdict", "checked in the text")
    historag("memo", "zwischentext-1", "to be checked")
    historag("export", "zwischentext-1", "--format", "md")

    other = open_study(by_command)
    assert other.state == by_keys.state
    assert _events(other) == _events(by_keys)
    kinds = {type(stamped.event).__name__ for stamped in by_keys.events}
    assert kinds >= {
        "Searched",
        "Judged",
        "Decided",
        "Undone",
        "Noted",
        "Scored",
        "Transferred",
        "Written",
        "CitationChecked",
        "Exported",
    }


async def test_samples_similar_passages_and_runs_again_are_the_same_by_key_and_by_command(
    workspace: Workspace, tmp_path: Path
) -> None:
    by_command = open_workspace(Path(shutil.copytree(workspace.root, tmp_path / "by-command")))
    async with opened(workspace) as driver:
        await begun(driver, "Who feared power")
        await driver.press("ctrl+o")
        await driver.fill("#cap", "2; president=3")
        await driver.fill("#spread", "party")
        await search(driver)
        [first] = driver.app.session.state.runs.values()
        await driver.press("A", "escape", "S", "D")
        await driver.type("17 3")
        await driver.press("enter", "w", "C", "escape", "q")

    def historag(*words: str) -> None:
        subprocess.run([sys.executable, "-m", "historag_tui", *words], cwd=by_command.root, capture_output=True, check=True)  # fmt: skip

    limits = ("--from", "1860", "--to", "1919", "--cap", "2", "--cap", "president=3", "--spread", "party")
    historag("study", "question", "Who feared power")
    historag("search", "railroads and the regulation of corporations", *limits)
    historag("search", "--again", first.id)
    historag("similar", first.hits[0].chunk)
    historag("sample", "--seed", "17", "--per-window", "3", *limits)
    by_keys, other = open_study(workspace), open_study(by_command)
    assert list(other.state.runs) == list(by_keys.state.runs) and len(other.state.runs) == 4
    assert other.state.runs == by_keys.state.runs
    assert [export.format for export in by_keys.state.exports] == ["balance.csv"]
