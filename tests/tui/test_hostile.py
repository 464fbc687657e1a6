"""Corpus text is data: what would steer a terminal is shown, never sent; markup is never read as such."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path

import pytest

from historag_tui.corpus.survey import survey
from historag_tui.index.build import build
from historag_tui.session.workspaces import begin
from historag_tui.workspace import Workspace, open_workspace
from tests.tui.conftest import Driver, opened

TITLE = "Title \x1b]52;c;aGk=\x07\x1b[2J\x9b31m[bold red]loud[/] \u202eevil"
TEXT = "Rail\x1b[31mroads \x07 and [link=http://x]corporations[/link] \x00 鉄道 railroads e\u0301 \u202ereversed [/] end.\n\n"


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    folder = tmp_path_factory.mktemp("hostile")
    source = folder / "texts.jsonl"
    with source.open("w", encoding="utf-8") as stream:
        for number in range(6):
            record = {"id": f"doc-{number}\x1b[5m", "title": f"{TITLE} {number}", "date": f"{1900 + number}-05-01"}
            stream.write(json.dumps(record | {"text": TEXT * 12}) + "\n")
        stream.write(json.dumps({"id": "empty\x1b[2J", "title": TITLE, "date": "1910", "text": ""}) + "\n")
    workspace = begin(folder / "workspace", survey(source))
    for _ in build(workspace):
        pass
    return open_workspace(workspace.root)


def _safe(driver: Driver) -> str:
    """What is shown, once no character of it could steer a terminal."""
    shown = driver.shown()
    steering = [c for c in shown.replace("\n", "") if unicodedata.category(c) in ("Cc", "Cf", "Cs")]
    assert not steering, (steering, shown)
    return shown


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_no_screen_sends_what_a_text_holds(hostile: Workspace, size: tuple[int, int]) -> None:
    async with opened(hostile, size) as driver:
        _safe(driver)
        await driver.press("escape", "3")
        if driver.app.session.state.runs:
            await driver.press("t")
        await driver.fill("#topic", "railroads and corporations")
        await driver.fill("#windowing", "none")
        await driver.fill("#per_window", "20")
        await driver.press("enter")
        assert "[bold red]loud[/]" in _safe(driver), "markup stands as it is"
        for keys in (("l",), ("escape", "R"), ("escape", "4"), ("o",), ("escape", "n")):
            await driver.press(*keys)
            _safe(driver)
        await driver.type("[red]note")
        await driver.press("enter")
        assert "[red]note" in _safe(driver)
        assert "␛[31mroads" in _safe(driver) or "␛" in _safe(driver)
        for keys in (("a",), ("T",), ("escape", "g", "w"), ("escape", "1"), ("6",), ("enter",)):
            await driver.press(*keys)
            _safe(driver)
        await driver.press("escape", "2")
        await driver.fill("#term", "railroads")
        await driver.press("enter")
        _safe(driver)
        await driver.press("c")
        assert "railroads" in _safe(driver)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 50)])
async def test_wide_and_combining_characters_keep_every_line_to_its_width(
    hostile: Workspace, size: tuple[int, int]
) -> None:
    from rich.cells import cell_len

    async with opened(hostile, size) as driver:
        await driver.press("escape", "3")
        await driver.fill("#topic", "railroads and corporations")
        await driver.press("enter", "4")
        for line in driver.shown().split("\n"):
            assert cell_len(line) == size[0]


def test_the_sources_are_hostile_indeed(hostile: Workspace) -> None:
    assert "\\u001b" in Path(hostile.root.parent / "texts.jsonl").read_text("utf-8")
