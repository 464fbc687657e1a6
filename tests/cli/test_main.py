"""Finding the command among the arguments."""

from __future__ import annotations

import shutil

import pytest

from historag_tui.workspace import Workspace
from tests.conftest import Call


@pytest.mark.parametrize("folder", ["demo", "index", "elsewhere"])
def test_a_workspace_may_be_called_like_a_command(historag: Call, workspace: Workspace, folder: str) -> None:
    shutil.copytree(workspace.root, workspace.root / folder)
    done = historag("-C", folder, "study", "list")
    assert done.returncode == 0, done.stderr
    assert "first-study" in done.stdout
    assert historag("study", "list", "-C", folder).returncode == 0


def test_arguments_that_are_not_utf8_are_one_line(historag: Call) -> None:
    done = historag("memo", "study", b"a\xffb".decode("utf-8", "surrogateescape"))
    assert done.returncode == 2
    assert done.stderr == "historag: An argument is not UTF-8. Set the terminal and the shell to UTF-8.\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ("search", "rail", "--per-window", "1000000000"),
        ("search", "rail", "--depth", "999999999999999999999999"),
        ("kwic", "railroads", "--limit", "-1"),
        ("memo", "nonsense", "hello"),
        ("memo", "", "hello"),
    ],
)
def test_what_cannot_be_meant_is_refused(historag: Call, arguments: tuple[str, ...]) -> None:
    done = historag(*arguments)
    assert done.returncode == 2, done.stderr
    assert done.stderr.startswith("historag: ") and "unexpected" not in done.stderr


def test_a_large_depth_is_no_harm(historag: Call) -> None:
    assert historag("search", "rail", "--depth", "99999999", "--no-record").returncode == 0


def test_a_study_that_could_not_begin_does_not_stand_in_the_way(workspace: Workspace) -> None:
    from historag_tui.session import list_studies, new_study

    with pytest.raises(Exception, match="surrogates"):
        new_study(workspace, "Te\udcffst")
    assert [study.name for study in list_studies(workspace)] == ["first-study"]
    new_study(workspace, "Test").close()
