"""A door to sentence models that Ollama holds.

Ollama cuts a text that is too long for the model and says nothing; it is asked to refuse it instead.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from historag_tui.embedder_settings import EmbedderSettings
from historag_tui.errors import ModelError
from historag_tui.models.faults import NO_ROOM, ReplyFailed, advice, said, too_long
from historag_tui.models.hosts import host_of, is_here, key_in, shown
from historag_tui.models.retries import patiently


class OllamaModel:
    """The model of these settings.  ``pause`` is how to wait before a request is sent again."""

    known_by = ""

    def __init__(self, settings: EmbedderSettings, pause: Callable[[float], None] = time.sleep) -> None:
        self._settings = settings
        self._pause = pause
        self._answered = False
        self._name = f"Ollama at {shown(settings.url)}"

    def encode(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """One row for each string.  Raises ModelError."""
        rows = patiently(lambda: self._asked(list(texts)), self._pause, self._answered)
        self._answered = True
        return rows

    def cut(self, texts: Sequence[str]) -> int:
        """None: a text that is too long is refused."""
        return 0

    def _asked(self, texts: list[str]) -> Sequence[Sequence[float]]:
        import httpx
        import ollama

        try:
            reply = self._client.embed(model=self._settings.model, input=texts, truncate=False)
            rows: Sequence[Sequence[float]] = reply.embeddings
        except ollama.ResponseError as error:
            raise self._refused(error.status_code, error.error) from error
        except httpx.TimeoutException as error:
            raise ReplyFailed(f"{self._name} did not answer in time", "Try again, or raise timeout", "slow") from error
        except (ConnectionError, httpx.HTTPError) as error:
            raise ReplyFailed(
                f"{self._name} cannot be reached", "Start it, or mend url in historag.toml", "unreachable"
            ) from error
        except (ValueError, TypeError, AttributeError) as error:
            raise ModelError(f"{self._name} sent what are no embeddings", "Check that url is Ollama's") from error
        if len(rows) != len(texts):
            raise ModelError(f"{self._name} gave {len(rows)} vectors for {len(texts)} texts", "Lower batch")
        return rows

    def _refused(self, status: int, body: str) -> ModelError:
        cause = f"{self._name} answered HTTP {status}: {said(body)}"
        if too_long(body):
            # An error of the server by its number, and yet no other time would help.
            return ModelError(cause, NO_ROOM)
        if status == 404:
            return ModelError(cause, f"Fetch the model: ollama pull {self._settings.model}")
        return ReplyFailed(cause, advice(status, body), "status", status, body)

    @cached_property
    def _client(self) -> Any:
        import httpx
        import ollama

        settings = self._settings
        key = key_in(settings.key_variable)
        # A redirect, or a proxy set for the whole cluster, would show the text to a host that nobody allowed.
        return ollama.Client(
            host=settings.url,
            timeout=httpx.Timeout(settings.timeout, connect=min(10.0, settings.timeout)),
            headers={"authorization": f"Bearer {key}"} if key else None,
            follow_redirects=False,
            trust_env=not is_here(host_of(settings)),
        )
