"""A door to any chat model behind an OpenAI-compatible endpoint: llama.cpp, vLLM, most hosted services.

Every reply is streamed, because only a closed stream makes a server stop; the stream is read as raw lines, which costs
a tenth of the package's own stream objects.  What the server does wrong becomes one of our errors here.
"""

from __future__ import annotations

import asyncio
import ipaddress
import os
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, Literal
from urllib.parse import urlsplit

import msgspec

from historag_tui.errors import ModelError, NotAllowed, SettingsError
from historag_tui.records import ModelSettings, Record

Fault = Literal["unreachable", "status", "broken", "slow"]


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


class ReplyFailed(ModelError):
    """No whole reply came.

    fault:  ``unreachable``, an HTTP ``status``, a connection or stream that ``broken`` off, or a time limit (``slow``).
    status: the HTTP status; 0 when there was none.
    body:   what the server said, as it came.
    wait:   seconds after which the server asks to be called again; None when it does not say.
    """

    def __init__(
        self, cause: str, next_step: str, fault: Fault, status: int = 0, body: str = "", wait: float | None = None
    ):
        super().__init__(cause, next_step)
        self.fault = fault
        self.status = status
        self.body = body
        self.wait = wait


class _Delta(msgspec.Struct):
    content: str | None = None
    refusal: str | None = None


class _Choice(msgspec.Struct):
    delta: _Delta = msgspec.field(default_factory=_Delta)
    finish_reason: str | None = None


class _Event(msgspec.Struct):
    model: str = ""
    choices: list[_Choice] = []
    error: Any = None


_event = msgspec.json.Decoder(_Event)


def host_of(settings: ModelSettings) -> str:
    """The host that will see the text."""
    return urlsplit(settings.url).hostname or settings.url


def refuse_foreign_host(settings: ModelSettings, leaves_machine: bool, allowed_hosts: Sequence[str]) -> None:
    """Raise NotAllowed when a corpus that may not leave the machine would be sent elsewhere."""
    host = host_of(settings)
    if leaves_machine or host in allowed_hosts or _is_here(host):
        return
    raise NotAllowed(
        f"The corpus may not leave this machine, and {host} is another",
        "Use a model on this machine, or add the host to corpus.allowed_hosts in historag.toml",
    )


def _is_here(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class ChatModel:
    """One configured model.

    What the server turns out not to support (a temperature, a reply schema) is left out from then on.
    """

    def __init__(self, settings: ModelSettings) -> None:
        self.settings = settings
        self.temperature: float | None = settings.temperature
        self.schema_supported = True
        import httpx2 as httpx
        import openai

        self._errors = openai
        self._client = openai.AsyncOpenAI(
            base_url=settings.url,
            api_key=_key(settings),
            max_retries=0,
            timeout=httpx.Timeout(settings.first_token_timeout, connect=settings.connect_timeout),
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
        Raises ReplyFailed; nothing of a reply that broke off is given back.
        """
        while True:
            try:
                return await self._once(messages, max_tokens, schema, on_text)
            except ReplyFailed as error:
                if not self._without_what_is_refused(error, schema):
                    raise

    def _without_what_is_refused(self, error: ReplyFailed, schema: dict[str, Any] | None) -> bool:
        """Whether the server refused a setting that can be left out, which it then is."""
        if error.status != 400:
            return False
        said = error.body.lower()
        if "temperature" in said and self.temperature is not None:
            self.temperature = None
            return True
        if (
            schema
            and self.schema_supported
            and any(word in said for word in ("response_format", "json_schema", "schema"))
        ):
            self.schema_supported = False
            return True
        return False

    async def _once(
        self,
        messages: Sequence[Message],
        max_tokens: int,
        schema: dict[str, Any] | None,
        on_text: Callable[[str], None],
    ) -> Reply:
        temperature = self.temperature
        body: dict[str, Any] = {
            "model": self.settings.model,
            "messages": msgspec.to_builtins(list(messages)),
            "max_tokens": max_tokens,
            "stream": True,
        }
        if temperature is not None:
            body["temperature"] = temperature
        if schema is not None and self.schema_supported:
            body["response_format"] = {
                "type": "json_schema",
                "json_schema": {"name": "reply", "strict": True, "schema": schema},
            }
        pieces: list[str] = []
        refusals: list[str] = []
        model = finish = ""
        async with (
            self._mapped(),
            asyncio.timeout(self.settings.total_timeout),
            self._client.chat.completions.with_streaming_response.create(**body) as response,
        ):
            async for line in response.iter_lines():
                if not line.startswith("data:") or line[5:].strip() == "[DONE]":
                    continue
                event = _event.decode(line[5:].strip().encode())
                if event.error is not None:
                    said = msgspec.json.encode(event.error).decode()
                    raise ReplyFailed(f"{self._name} broke off: {said[:200]}", "Try again", "broken", body=said)
                model = event.model or model
                for choice in event.choices[:1]:
                    if choice.delta.content:
                        pieces.append(choice.delta.content)
                        on_text(choice.delta.content)
                    if choice.delta.refusal:
                        refusals.append(choice.delta.refusal)
                    finish = choice.finish_reason or finish
        if not finish:
            raise ReplyFailed(
                f"{self._name} ended the reply without saying why", "Try again", "broken", body="".join(pieces)
            )
        return Reply(
            text="".join(pieces),
            model=model or self.settings.model,
            finish=finish,
            refusal="".join(refusals),
            temperature=temperature,
        )

    @property
    def _name(self) -> str:
        return f"The model server at {self.settings.url}"

    @asynccontextmanager
    async def _mapped(self) -> AsyncIterator[None]:
        """Every foreign exception of a request as ReplyFailed."""
        import httpx2 as httpx

        try:
            yield
        except self._errors.APIStatusError as error:
            body = await _body(error.response)
            raise ReplyFailed(
                f"{self._name} answered HTTP {error.status_code}: {_said(body)}",
                _advice(error.status_code),
                "status",
                error.status_code,
                body,
                _wait(error.response.headers.get("retry-after", "")),
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
            raise ReplyFailed(f"{self._name} broke the connection", "Try again", "broken") from error
        except msgspec.DecodeError as error:
            raise ReplyFailed(
                f"{self._name} sent what is not a reply: {error}", "Check that it is OpenAI-compatible", "broken"
            ) from error


def _key(settings: ModelSettings) -> str:
    """The key from the environment; servers on one's own machine need none."""
    if not settings.key_variable:
        return "none"
    key = os.environ.get(settings.key_variable, "")
    if not key:
        raise SettingsError(
            f"The environment variable {settings.key_variable} is not set", "Put the key there before starting"
        )
    return key


async def _body(response: Any) -> str:
    """What the server said, at most 64 KiB of it; empty when even that cannot be read."""
    import httpx2 as httpx

    try:
        await response.aread()
        return str(response.text)[:65536]
    except (httpx.HTTPError, httpx.StreamError, RuntimeError):
        return ""


def _said(body: str) -> str:
    """The message inside an error reply, or its beginning."""
    try:
        decoded = msgspec.json.decode(body)
        message = decoded["error"]["message"] if isinstance(decoded["error"], dict) else decoded["error"]
        return str(message)[:200]
    except (msgspec.DecodeError, KeyError, TypeError):
        return body[:200] or "nothing more"


def _advice(status: int) -> str:
    advice = {
        400: "Mend the model's settings in historag.toml",
        401: "Check the key",
        403: "Check the key",
        404: "Check url and model in historag.toml",
        429: "It is busy: wait, or lower concurrency",
        503: "It is loading or busy: wait",
    }
    return advice.get(status, "Look into the server's log")


def _wait(header: str) -> float | None:
    try:
        return max(0.0, float(header))
    except ValueError:
        return None
