"""Embedders behind a server: what is sent, and what each fault of the server becomes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from historag_tui.embedder_settings import EmbedderSettings
from historag_tui.errors import ModelError, NothingFound, SettingsError
from historag_tui.models.faults import ReplyFailed
from historag_tui.models.ollama import OllamaModel
from historag_tui.models.openai_embeddings import OpenAIModel
from historag_tui.models.prefixed import Prefixed
from historag_tui.models.presets import PRESETS, recognised
from historag_tui.models.retries import ATTEMPTS
from tests.models.embedding_server import DIMENSION, Answer, Server, embedding_server

KINDS = ("openai", "ollama")
INSTRUCTION = "Instruct: Given a web search query, retrieve relevant passages that answer the query\n"


@pytest.fixture
def server() -> Iterator[Server]:
    with embedding_server() as state:
        yield state


class Pauses(list[float]):
    """How long was waited, without waiting."""


def embedder(server: Server, kind: str, pauses: Pauses | None = None, **changes: Any) -> Prefixed:
    definition = msgspec.convert(getattr(server, kind)(**changes), EmbedderSettings)
    model = OpenAIModel if kind == "openai" else OllamaModel
    return Prefixed("mine", definition, model(definition, (pauses if pauses is not None else Pauses()).append))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("model", "query", "document"),
    [
        ("nomic-embed-text", "search_query: tariff reform", "search_document: The duty on wool."),
        ("nomic-ai/nomic-embed-text-v1.5", "search_query: tariff reform", "search_document: The duty on wool."),
        ("nomic-embed-text-v2-moe:latest", "search_query: tariff reform", "search_document: The duty on wool."),
        ("Qwen/Qwen3-Embedding-0.6B", f"{INSTRUCTION}Query:tariff reform", "The duty on wool."),
        ("qwen3-embedding:8b", f"{INSTRUCTION}Query:tariff reform", "The duty on wool."),
        ("intfloat/multilingual-e5-small", "query: tariff reform", "passage: The duty on wool."),
        ("intfloat/multilingual-e5-base", "query: tariff reform", "passage: The duty on wool."),
        ("multilingual-e5-large", "query: tariff reform", "passage: The duty on wool."),
        ("intfloat/multilingual-e5-large-instruct", f"{INSTRUCTION}Query: tariff reform", "The duty on wool."),
        ("sentence-transformers/all-MiniLM-L6-v2", "tariff reform", "The duty on wool."),
        ("text-embedding-3-small", "tariff reform", "The duty on wool."),
    ],
)
def test_the_exact_strings_of_each_family(server: Server, kind: str, model: str, query: str, document: str) -> None:
    made = embedder(server, kind, model=model)
    made.query("  tariff reform\n")
    made.documents(["The duty on wool."])
    assert server.texts == [query, document]
    assert made.card.query_prefix + "tariff reform" == query
    assert [body["model"] for body in server.asked] == [model, model]


def test_every_family_is_known_by_its_own_name() -> None:
    for preset in PRESETS[:-1]:
        assert recognised(preset.name) == preset
        assert recognised(f"/models/{preset.name.upper().replace('-', '_')}/snapshots/1f") == preset


def test_own_prefixes_go_before_the_preset(server: Server) -> None:
    made = embedder(server, "ollama", model="nomic-embed-text", query_prefix="q: ", document_prefix="")
    made.query("wool")
    made.documents(["wool"])
    assert server.texts == ["q: wool", "wool"]
    named = embedder(server, "ollama", model="my-tuned", preset="multilingual-e5")
    named.query("wool")
    assert server.texts[-1] == "query: wool"


def test_a_model_that_nobody_knows_must_be_given_its_prefixes(server: Server) -> None:
    with pytest.raises(SettingsError, match='preset = "none"'):
        embedder(server, "ollama", model="my-tuned")
    with pytest.raises(SettingsError, match="Known are: nomic-embed-text-v2-moe"):
        embedder(server, "ollama", model="my-tuned", preset="e6")
    embedder(server, "ollama", model="my-tuned", preset="none").query("wool")
    assert server.texts == ["wool"]


@pytest.mark.parametrize("kind", KINDS)
def test_rows_come_in_the_order_of_the_texts_at_length_one(server: Server, kind: str) -> None:
    made = embedder(server, kind)
    texts = ["wool", "iron ore", "cotton"]
    rows = made.documents(texts)
    assert rows.shape == (3, DIMENSION) and rows.dtype == np.float32
    for text, row in zip(texts, rows, strict=True):
        expected = np.array(server.vector(text))
        assert row == pytest.approx(expected / np.linalg.norm(expected), abs=1e-6)
    assert made.query("wool") == pytest.approx(rows[0], abs=1e-6)


@pytest.fixture(scope="module")
def lasting() -> Iterator[Server]:
    with embedding_server() as state:
        yield state


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(texts=st.lists(st.one_of(st.text(max_size=12), st.sampled_from(["", " ", "\0", "wool", "\ud800"])), max_size=6))
def test_vectors_are_of_length_one_or_zero_and_the_same_for_the_same_text(
    lasting: Server, kind: str, texts: list[str]
) -> None:
    made = embedder(lasting, kind)
    rows = made.documents(texts)
    assert rows.shape == (len(texts), DIMENSION if texts else 0)
    for text, length in zip(texts, np.linalg.norm(rows, axis=1), strict=True):
        full = bool(text.replace("\0", " ").strip())
        assert length == pytest.approx(1.0 if full else 0.0, abs=1e-5)
    assert np.array_equal(rows, made.documents(texts))
    for number, text in enumerate(texts):
        assert np.array_equal(made.documents([text])[0], rows[number])


@pytest.mark.parametrize("kind", KINDS)
def test_empty_texts_are_not_sent(server: Server, kind: str) -> None:
    made = embedder(server, kind, model="nomic-embed-text", dimension=DIMENSION)
    assert made.documents(["", " \n"]).tolist() == [[0.0] * DIMENSION] * 2
    assert server.asked == []
    assert made.documents(["", "wool"])[0].tolist() == [0.0] * DIMENSION
    assert server.texts == ["search_document: wool"]
    with pytest.raises(NothingFound, match="topic is empty"):
        made.query(" ")


@pytest.mark.parametrize("kind", KINDS)
def test_another_dimension_is_refused(server: Server, kind: str) -> None:
    with pytest.raises(ModelError, match=r"gave 8 numbers for a text, not 384\. Check model and dimension"):
        embedder(server, kind, dimension=384).query("wool")
    made = embedder(server, kind)
    made.query("wool")
    server.dimension = 4
    with pytest.raises(ModelError, match="gave 4 numbers for a text, not 8"):
        made.documents(["wool"])


def test_nothing_is_cut_by_ollama_in_silence(server: Server) -> None:
    server.most = 50
    pauses = Pauses()
    with pytest.raises(ModelError, match=r"exceeds the context length\. Lower chunks.size"):
        embedder(server, "ollama", pauses).documents(["wool " * 20])
    assert [body["truncate"] for body in server.asked] == [False]
    assert pauses == []


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "says",
    ["the input length exceeds the context length", "input (3001 tokens) is too large to process. increase the batch"],
)
def test_the_refusal_of_a_long_text_is_final_whatever_its_number(server: Server, kind: str, says: str) -> None:
    server.prepared = [Answer(500, {"error": says})]
    with pytest.raises(ModelError, match=r"Lower chunks\.size"):
        embedder(server, kind).documents(["wool"])
    assert len(server.asked) == 1


def test_a_model_that_ollama_lacks_is_named_with_the_command(server: Server) -> None:
    server.prepared = [Answer(404, {"error": 'model "all-minilm" not found, try pulling it first'})]
    with pytest.raises(ModelError, match="ollama pull all-minilm"):
        embedder(server, "ollama").query("wool")


@pytest.mark.parametrize("kind", KINDS)
def test_a_busy_server_is_asked_again(server: Server, kind: str) -> None:
    pauses = Pauses()
    server.prepared = [Answer(503, {"error": "server busy, please try again"})] * 2
    assert embedder(server, kind, pauses).query("wool").any()
    assert len(server.asked) == 3
    assert 0.5 <= pauses[0] <= 1.0 and 1.0 <= pauses[1] <= 2.0


def test_it_waits_as_long_as_the_server_says_and_a_moment_more(server: Server) -> None:
    pauses = Pauses()
    server.prepared = [Answer(429, {"error": {"message": "slow down"}}, Retry_After="7")]
    embedder(server, "openai", pauses).query("wool")
    assert len(pauses) == 1 and 7.0 <= pauses[0] <= 8.0


@pytest.mark.parametrize("kind", KINDS)
def test_it_gives_up_in_the_end(server: Server, kind: str) -> None:
    pauses = Pauses()
    server.prepared = [Answer(503, {"error": "loading"})] * 20
    with pytest.raises(ReplyFailed, match=r"HTTP 503: loading\. It is loading or busy"):
        embedder(server, kind, pauses).query("wool")
    assert (len(server.asked), len(pauses)) == (ATTEMPTS, ATTEMPTS - 1)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("status", [400, 401, 403, 422])
def test_what_no_other_time_helps_is_not_asked_again(server: Server, kind: str, status: int) -> None:
    server.prepared = [Answer(status, {"error": "no"})]
    with pytest.raises(ModelError, match=f"HTTP {status}: no"):
        embedder(server, kind).query("wool")
    assert len(server.asked) == 1


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "body", [b"<html>", b"{}", b"[]", b'{"data": 5, "embeddings": 5}', b'{"data": [], "embeddings": []}']
)
def test_what_are_no_embeddings_is_one_clear_error(server: Server, kind: str, body: bytes) -> None:
    server.prepared = [Answer(200, body, Content_Type="application/json")]
    with pytest.raises(ModelError) as caught:
        embedder(server, kind).query("wool")
    assert caught.value.next_step and "\n" not in str(caught.value)


def test_a_number_that_is_none_is_refused(server: Server) -> None:
    data = [{"object": "embedding", "index": 0, "embedding": [1.0, float("nan")]}]
    server.prepared = [Answer(200, {"object": "list", "data": data})]
    with pytest.raises(ModelError, match="not a number"):
        embedder(server, "openai").query("wool")


@pytest.mark.parametrize("kind", KINDS)
def test_no_redirect_is_followed(server: Server, kind: str) -> None:
    with embedding_server() as foreign:
        server.prepared = [Answer(307, {}, Location=f"http://127.0.0.1:{foreign.port}/v1/embeddings")]
        with pytest.raises(ModelError, match="which is not followed"):
            embedder(server, kind).query("wool")
        assert foreign.asked == []


@pytest.mark.parametrize("kind", KINDS)
def test_no_proxy_is_told_of_what_stays_here(server: Server, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with embedding_server() as proxy:
        for name in ("http_proxy", "HTTP_PROXY", "all_proxy"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.port}")
        monkeypatch.setenv("no_proxy", "")
        embedder(server, kind).query("wool")
        assert (len(server.asked), proxy.asked) == (1, [])


@pytest.mark.parametrize("kind", KINDS)
def test_a_server_that_is_not_there_is_named_at_once(kind: str) -> None:
    with embedding_server() as gone:
        pass
    pauses = Pauses()
    with pytest.raises(ReplyFailed, match=r"cannot be reached\. Start it, or mend url"):
        embedder(gone, kind, pauses).query("wool")
    assert pauses == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_server_that_goes_away_in_the_middle_is_waited_for(kind: str) -> None:
    pauses = Pauses()
    with embedding_server() as server:
        made = embedder(server, kind, pauses)
        made.documents(["wool"])
    with pytest.raises(ReplyFailed, match="cannot be reached"):
        made.documents(["iron"])
    assert len(pauses) == ATTEMPTS - 1


@pytest.mark.parametrize("kind", KINDS)
def test_a_server_that_is_too_slow_is_asked_once_more(server: Server, kind: str) -> None:
    pauses = Pauses()
    made = embedder(server, kind, pauses, timeout=0.3)
    made.query("wool")
    server.speaking.clear()
    with pytest.raises(ReplyFailed, match=r"did not answer in time\. Try again, or raise timeout"):
        made.query("wool")
    server.speaking.set()
    assert len(pauses) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_the_key_comes_from_the_environment(server: Server, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made = embedder(server, kind, key_variable="MY_KEY")
    monkeypatch.delenv("MY_KEY", raising=False)
    with pytest.raises(SettingsError, match="MY_KEY is not set"):
        made.query("wool")
    monkeypatch.setenv("MY_KEY", "secret")
    embedder(server, kind, key_variable="MY_KEY").query("wool")
    assert server.keys == ["Bearer secret"]


@pytest.mark.parametrize("kind", KINDS)
def test_an_address_with_a_password_is_not_shown(kind: str) -> None:
    with embedding_server() as gone:
        pass
    made = embedder(gone, kind, url=f"http://me:secret@127.0.0.1:{gone.port}/v1")
    with pytest.raises(ReplyFailed) as caught:
        made.query("wool")
    assert "secret" not in str(caught.value)


def test_identity_is_what_a_texts_vector_depends_on(server: Server) -> None:
    one = embedder(server, "openai", model="nomic-embed-text").identity
    assert (
        embedder(server, "openai", model="nomic-embed-text", query_prefix="q: ", batch=3, timeout=9.0).identity == one
    )
    for change in ({"model": "qwen3-embedding"}, {"document_prefix": ""}, {"revision": "2"}):
        assert embedder(server, "openai", **({"model": "nomic-embed-text"} | change)).identity != one
    assert embedder(server, "ollama", model="nomic-embed-text").identity != one
