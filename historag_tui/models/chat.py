"""A door to any chat model behind an OpenAI-compatible endpoint: llama.cpp, vLLM, most hosted services.

Every reply is streamed, because only a closed stream makes a server stop; the stream is read as raw lines, which costs
a tenth of the package's own stream objects.  What the server does wrong becomes one of our errors here.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, Literal

import msgspec

from historag_tui.models.faults import Fault, ReplyFailed, advice, said, wait_asked
from historag_tui.models.hosts import host_of, is_here, key_in, shown
from historag_tui.models.stream import KEPT, Received, lines
from historag_tui.records import ModelSettings, Record


class Message(Record, frozen=True):
    """One turn of a conversation."""

    role: Literal["system", "user", "assistant"]
    content: str


class Reply(Record, frozen=True, kw_only=True):
    """What a model answered, as it came."""

    text: str
    model: str = ""
    """The model that the reply names."""
    finish: str = ""
    """Why it ended: ``stop``, ``length``, ``content_filter`` …; empty when the server did not say."""
    refusal: str = ""
    temperature: float | None = 0.0
    """As sent; None when the server would not let it be set."""


class ChatModel:
    """One configured model.

    What the server turns out not to support (a temperature, a reply schema, a name) is left out from then on.
    """

    def __init__(self, settings: ModelSettings) -> None:
        self.settings = settings
        self.temperature: float | None = settings.temperature
        self.schema_supported = True
        self._room = "max_tokens"
        import httpx2 as httpx
        import openai

        self._errors = openai
        timeout = httpx.Timeout(settings.first_token_timeout, connect=settings.connect_timeout)
        # A redirect, or a proxy set for the whole cluster, would show the text to a host that nobody allowed.
        self._client = openai.AsyncOpenAI(
            base_url=settings.url,
            api_key=key_in(settings.key_variable) or "none",
            max_retries=0,
            timeout=timeout,
            http_client=openai.DefaultAsyncHttpxClient(
                timeout=timeout, follow_redirects=False, trust_env=not is_here(host_of(settings))
            ),
        )

    async def close(self) -> None:
        """Close all connections."""
        await self._client.close()

    async def reply(
        self,
        messages: Sequence[Message],
        max_tokens: int,
        schema: dict[str, Any] | None = None,
        on_text: Callable[[str], None] = lambda text: None,
    ) -> Reply:
        """One reply, streamed.

        schema:   a JSON schema that the reply shall follow, where the server can hold the model to it.
        on_text:  called with each piece as it comes.
        Raises ReplyFailed, whose body holds what came of a reply that broke off.
        """
        while True:
            body: dict[str, Any] = {
                "model": self.settings.model,
                "messages": msgspec.to_builtins(list(messages)),
                self._room: max_tokens,
                "stream": True,
            }
            if self.temperature is not None:
                body["temperature"] = self.temperature
            if schema is not None and self.schema_supported:
                form = {"name": "reply", "strict": True, "schema": schema}
                body["response_format"] = {"type": "json_schema", "json_schema": form}
            try:
                return await self._once(body, on_text)
            except ReplyFailed as error:
                if not self._without_what_is_refused(error, body):
                    raise

    def _without_what_is_refused(self, error: ReplyFailed, body: dict[str, Any]) -> bool:
        """Whether the server refused a setting of this request that can be left out, which it then is.

        The request decides, not what was learned since: of several under way at once each must be sent again.
        """
        if error.status not in (400, 422):
            return False
        complaint = _complaint(error.body)
        if "max_completion_tokens" in complaint and "max_tokens" in body:
            self._room = "max_completion_tokens"
        elif "temperature" in complaint and "temperature" in body:
            self.temperature = None
        elif any(word in complaint for word in ("response_format", "schema")) and "response_format" in body:
            self.schema_supported = False
        else:
            return False
        return True

    async def _once(self, body: dict[str, Any], on_text: Callable[[str], None]) -> Reply:
        received = Received()
        try:
            async with (
                self._mapped(),
                asyncio.timeout(self.settings.total_timeout),
                self._client.chat.completions.with_streaming_response.create(**body) as response,
            ):
                async for line in lines(response.iter_bytes()):
                    piece = received.take(line)
                    if received.error:
                        raise self._broken(f"broke off: {received.error[:200]}")
                    if piece:
                        on_text(piece)
            if not received.finish:
                raise self._broken("ended the reply without saying why")
        except ReplyFailed as error:
            error.body = error.body or received.raw
            raise
        return Reply(
            text=received.text,
            model=received.model or self.settings.model,
            finish=received.finish,
            refusal=received.refusal,
            temperature=body.get("temperature"),
        )

    def _broken(self, how: str) -> ReplyFailed:
        return ReplyFailed(f"{self._name} {how}", "Try again", "broken")

    @property
    def _name(self) -> str:
        """The server as errors and the record name it: without a key that may stand in its address."""
        return f"The model server at {shown(self.settings.url)}"

    @asynccontextmanager
    async def _mapped(self) -> AsyncIterator[None]:
        """Every foreign exception of a request as ReplyFailed."""
        import httpx2 as httpx

        try:
            yield
        except self._errors.APIStatusError as error:
            body = await _body(error.response)
            raise ReplyFailed(
                f"{self._name} answered HTTP {error.status_code}: {said(body)}",
                advice(error.status_code, body),
                "status",
                error.status_code,
                body,
                wait_asked(error.response.headers.get("retry-after", "")),
            ) from error
        except (self._errors.APITimeoutError, httpx.TimeoutException, TimeoutError) as error:
            raise ReplyFailed(
                f"{self._name} did not answer in time", "Try again, or raise its time-outs", "slow"
            ) from error
        except self._errors.APIConnectionError as error:
            unreachable = isinstance(error.__cause__, httpx.ConnectError) or "connect" in str(error.__cause__).lower()
            fault: Fault = "unreachable" if unreachable else "broken"
            cause = "cannot be reached" if unreachable else "broke the connection"
            raise ReplyFailed(f"{self._name} {cause}", "Start it, or mend url in historag.toml", fault) from error
        except (httpx.HTTPError, OSError) as error:
            raise self._broken("broke the connection") from error
        except msgspec.DecodeError as error:
            raise ReplyFailed(
                f"{self._name} sent what is not a reply: {error}", "Check that it is OpenAI-compatible", "broken"
            ) from error


async def _body(response: Any) -> str:
    """What the server said, or its beginning; empty when even that cannot be read."""
    import httpx2 as httpx

    try:
        await response.aread()
        return str(response.text)[:KEPT]
    except (httpx.HTTPError, httpx.StreamError, RuntimeError):
        return ""


def _complaint(body: str) -> str:
    """What a server names as wrong.  Not the whole body: some give the request back in it, and so the source's words."""
    try:
        decoded = msgspec.json.decode(body)
        param = decoded["error"].get("param") or ""
    except (msgspec.DecodeError, KeyError, TypeError, AttributeError):
        param = ""
    return f"{param} {said(body)}".lower()
