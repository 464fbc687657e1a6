"""What the README says is so."""

from __future__ import annotations

import re
from pathlib import Path

from historag_tui.cli.main import COMMANDS
from historag_tui.embedder_settings import EmbedderSettings
from historag_tui.records import ModelSettings
from historag_tui.workspace import ChunkSettings, CorpusSettings, Settings, VocabularySettings

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")


def test_the_first_screen_names_both_commands() -> None:
    first = "\n".join(README.splitlines()[:24])
    assert "make demo" in first and "make test" in first


def test_every_setting_is_explained() -> None:
    table = README[README.index("### historag.toml") : README.index("### Your own rubric")]
    for struct in (Settings, CorpusSettings, ChunkSettings, VocabularySettings, EmbedderSettings, ModelSettings):
        for field in struct.__struct_fields__:
            if field not in ("corpus", "chunks", "vocabulary", "embedders", "models"):
                assert re.search(rf"\b{field}\b", table), field


def test_every_command_that_is_shown_exists() -> None:
    for command in re.findall(r"^\$ historag (?:-C \S+ )?([a-z]+)", README, re.MULTILINE):
        assert command in COMMANDS, command


def test_the_tree_is_the_tree() -> None:
    tree = README[README.index("## What is where") :].split("```")[1]
    for name in re.findall(r"^  ([a-z_]+(?:\.py|/))", tree, re.MULTILINE):
        assert (ROOT / "historag_tui" / name).exists(), name
    inside = {path.name for path in (ROOT / "historag_tui").iterdir() if path.suffix == ".py" or path.is_dir()}
    left_out = {"__init__.py", "__main__.py", "__pycache__", "shipped_rubrics"}
    assert inside - left_out == {name.rstrip("/") for name in re.findall(r"^  ([a-z_]+(?:\.py|/))", tree, re.MULTILINE)}


def test_no_place_of_a_workshop_is_named() -> None:
    for path in ROOT.rglob("*"):
        if path.is_file() and path.suffix in (".py", ".md", ".toml", ".sh", ".txt", ".tcss", "") and not _ignored(path):
            text = path.read_text("utf-8", errors="replace")
            assert "/work" + "/main" not in text, path
            assert "pypi" + ".org" not in text, path


def _ignored(path: Path) -> bool:
    inside = path.relative_to(ROOT).parts
    return (
        any(name.startswith(".") and name != ".ci" for name in inside)
        or inside[0] in ("demo", "dist", "build")
        or "__pycache__" in inside
    )
