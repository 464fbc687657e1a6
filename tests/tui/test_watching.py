"""What others change while the app is open, and keys that are not there."""

from __future__ import annotations

import os
import shutil

import pytest

from historag_tui.errors import SettingsError
from historag_tui.session import open_study
from historag_tui.tui import keymap
from historag_tui.tui.watching import watch
from historag_tui.workspace import Workspace, open_workspace
from tests.tui.conftest import opened
from tests.tui.test_app import begun, search


async def test_another_app_on_the_study_is_seen_without_changing_the_screen(workspace: Workspace) -> None:
    async with opened(workspace) as driver:
        await begun(driver)
        await search(driver)
        await driver.press("4")
        look = watch(driver.app)
        await driver.press("a")
        look()
        assert "accepted" in driver.app.status, "what one writes oneself is not said again"
        [run] = driver.app.session.state.runs
        other = open_study(workspace)
        chunk = [hit.chunk for hit in other.heuristik.review_order(run)][3]
        other.heuristik.decide(run, [chunk], "flag")
        other.close()
        look()
        await driver.settle()
        assert "another writer added 1 entry" in driver.app.status
        assert "⚑ flg" in driver.shown()
        before = driver.shown()
        look()
        await driver.settle()
        assert driver.shown() == before


async def test_settings_are_read_again_when_they_change(workspace: Workspace) -> None:
    path = workspace.root / "historag.toml"
    async with opened(workspace) as driver:
        look = watch(driver.app)
        path.write_text(f'{path.read_text()}\n[models.new]\nurl = "http://127.0.0.1:9/v1"\nmodel = "m"\n')
        look()
        assert "read again" in driver.app.status
        assert "new" in driver.app.session.workspace.settings.models
        path.write_text("nonsense")
        os.utime(path, ns=(1, 1))
        look()
        assert "the earlier settings hold" in driver.app.status
        assert "new" in driver.app.session.workspace.settings.models


async def test_a_new_generation_of_the_index_answers_from_then_on(workspace: Workspace) -> None:
    folder = workspace.root / "index"
    folder.mkdir()
    for entry in workspace.index_folder.iterdir():
        if entry.name != "current":
            (folder / entry.name).symlink_to(entry)
    shutil.copy(workspace.index_folder / "current", folder / "current")
    settings = workspace.root / "historag.toml"
    settings.write_text(settings.read_text().replace(str(workspace.index_folder), str(folder)))
    async with opened(open_workspace(workspace.root)) as driver:
        look = watch(driver.app)
        before = driver.app.session.index
        look()
        assert driver.app.session.index is before
        content = (folder / "current").read_bytes()
        (folder / "current").unlink()
        (folder / "current").write_bytes(content)
        os.utime(folder / "current", ns=(1, 1))
        look()
        assert "brought up to date" in driver.app.status
        assert driver.app.session.index is not before


def test_a_key_for_something_that_is_not_there_is_refused_with_a_hint(workspace: Workspace) -> None:
    (workspace.root / "keys.toml").write_text('"review.acept" = "z"\n')
    with pytest.raises(SettingsError, match=r"did you mean 'review\.accept'"):
        keymap.read(workspace, {"HOME": "/nowhere"})
    assert {"runs.mark", "compare.similar", "rows.next", "balance.csv", "quit"} <= keymap.names()


async def test_the_corpus_shows_its_decades_and_scrolls_by_j_and_space(workspace: Workspace) -> None:
    async with opened(workspace) as driver:
        await begun(driver)
        await driver.press("escape", "1")
        shown = driver.shown()
        assert "per decade" in shown and "1790–1799" in shown and "█" in shown
        await driver.press("j", "j")
        assert driver.shown() != shown and "249 documents" not in driver.shown()
        await driver.press("space")
        assert "1920–1929" in driver.shown() and "1790–1799" not in driver.shown()
        await driver.press("G")
        assert "SOURCE.md" in driver.shown() or "cite" in driver.shown()
        await driver.press("home")
        assert driver.shown() == shown
