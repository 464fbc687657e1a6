"""A door to sentence models behind an OpenAI-compatible endpoint: vLLM, llama.cpp, most hosted services."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from historag_tui.embedder_settings import EmbedderSettings
from historag_tui.errors import ModelError
from historag_tui.models.faults import NO_ROOM, ReplyFailed, advice, said, too_long, wait_asked
from historag_tui.models.hosts import host_of, is_here, key_in, shown
from historag_tui.models.retries import patiently


class OpenAIModel:
    """The model of these settings.  ``pause`` is how to wait before a request is sent again."""

    known_by = ""

    def __init__(self, settings: EmbedderSettings, pause: Callable[[float], None] = time.sleep) -> None:
        self._settings = settings
        self._pause = pause
        self._answered = False
        self._name = f"The embedding server at {shown(settings.url)}"

    def encode(self, texts: Sequence[str]) -> list[list[float]]:
        """One row for each string.  Raises ModelError."""
        rows = patiently(lambda: self._asked(list(texts)), self._pause, self._answered)
        self._answered = True
        return rows

    def cut(self, texts: Sequence[str]) -> int:
        """None: a text that is too long is refused."""
        return 0

    def _asked(self, texts: list[str]) -> list[list[float]]:
        import httpx2 as httpx
        import openai

        try:
            # Named, because the package would ask for base64, which not every server knows.
            reply = self._client.embeddings.create(model=self._settings.model, input=texts, encoding_format="float")
            found = {item.index: list(item.embedding) for item in reply.data}
        except openai.APIStatusError as error:
            body = error.response.text
            cause = f"{self._name} answered HTTP {error.status_code}: {said(body)}"
            if too_long(body):
                # An error of the server by its number, and yet no other time would help.
                raise ModelError(cause, NO_ROOM) from error
            raise ReplyFailed(
                cause,
                advice(error.status_code, body),
                "status",
                error.status_code,
                body,
                wait_asked(error.response.headers.get("retry-after", "")),
            ) from error
        except (openai.APITimeoutError, httpx.TimeoutException) as error:
            raise ReplyFailed(f"{self._name} did not answer in time", "Try again, or raise timeout", "slow") from error
        except openai.APIConnectionError as error:
            raise ReplyFailed(
                f"{self._name} cannot be reached", "Start it, or mend url in historag.toml", "unreachable"
            ) from error
        except (openai.OpenAIError, httpx.HTTPError, ValueError, TypeError, AttributeError) as error:
            raise ModelError(
                f"{self._name} sent what are no embeddings: {error}", "Check that it is OpenAI-compatible"
            ) from error
        if sorted(found) != list(range(len(texts))):
            raise ModelError(f"{self._name} gave {len(found)} vectors for {len(texts)} texts", "Lower batch")
        return [found[number] for number in range(len(texts))]

    @cached_property
    def _client(self) -> Any:
        import httpx2 as httpx
        import openai

        settings = self._settings
        timeout = httpx.Timeout(settings.timeout, connect=min(10.0, settings.timeout))
        # A redirect, or a proxy set for the whole cluster, would show the text to a host that nobody allowed.
        return openai.OpenAI(
            base_url=settings.url,
            api_key=key_in(settings.key_variable) or "none",
            max_retries=0,
            timeout=timeout,
            http_client=openai.DefaultHttpxClient(
                timeout=timeout, follow_redirects=False, trust_env=not is_here(host_of(settings))
            ),
        )
