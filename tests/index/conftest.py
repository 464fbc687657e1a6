from __future__ import annotations

import pytest

from historag_tui.index.reader import Index, open_index
from historag_tui.index.stages import build_index
from historag_tui.workspace import Workspace
from tests.index.corpora import lines, workspace


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    """A workspace of 80 small documents with its index; not to be changed."""
    made = workspace(tmp_path_factory.mktemp("built") / "workspace", lines(80))
    for _ in build_index(made):
        pass
    return made


@pytest.fixture(scope="session")
def index(built: Workspace) -> Index:
    """The index of that workspace."""
    return open_index(built.index_folder, built.settings)
