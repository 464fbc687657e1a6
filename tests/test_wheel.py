"""The wheel, in an empty environment outside the clone."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.slow
def test_the_wheel_makes_the_demo_by_itself(tmp_path: Path) -> None:
    pytest.importorskip("build", reason="python -m build is not installed")
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--outdir", str(tmp_path / "dist"), str(ROOT)],
        check=True,
        capture_output=True,
    )
    [wheel] = (tmp_path / "dist").glob("*.whl")
    environment = tmp_path / "environment"
    venv.create(environment, with_pip=True)
    python = environment / "bin" / "python"
    install = [str(python), "-m", "pip", "install", "-q", "-c", str(ROOT / "constraints.txt"), f"{wheel}[demo]"]
    subprocess.run(install, check=True, cwd=tmp_path, env=os.environ | {"HNSWLIB_NO_NATIVE": "1"})

    def historag(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(environment / "bin" / "historag"), *arguments],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )

    listed = subprocess.run([str(python), "-m", "pip", "list"], capture_output=True, text=True, check=True).stdout
    assert "torch" not in listed, "the base install is light"
    done = historag("demo", "--no-open")
    assert done.returncode == 0, done.stderr
    names = {path.name for path in (tmp_path / "demo" / "rubrics").glob("*.toml")}
    assert names == {path.name for path in (ROOT / "rubrics").glob("*.toml")} != set()
    done = historag("-C", "demo", "search", "railroads", "--from", "1860", "--to", "1899")
    assert done.returncode == 0, done.stderr
    assert historag("-C", "demo", "doctor").returncode == 0
