"""The README's picture is drawn from the app itself, the same each time."""

from __future__ import annotations

from pathlib import Path

from historag_tui.tui import picture
from historag_tui.workspace import Workspace


def test_the_picture_shows_review_and_is_the_same_each_time(workspace: Workspace, tmp_path: Path) -> None:
    targets = [tmp_path / name / "app.svg" for name in ("once", "twice")]
    for target in targets:
        picture.main([str(target), "--demo", str(workspace.root)])
    once, twice = (target.read_text("utf-8") for target in targets)
    assert once == twice
    words = once.replace("&#160;", " ")
    assert "The Government must in increasing degree" in words and "9 of 10" in words
    for word in ("✓ acc", "✗ rej", "⚑ flg", "✓ exact", "by-hand"):
        assert word in words


def test_the_picture_fetches_nothing(workspace: Workspace) -> None:
    drawn = picture.draw(workspace.index_folder)
    assert "url(http" not in drawn and "@font-face" not in drawn
