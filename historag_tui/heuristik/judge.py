"""The judge (Bewertungsmodell): one chunk per request, evidence and argument before the score, no score ever invented.

A reply is decoded strictly: what is not the asked-for JSON is ``unparsed``, whatever could be guessed from it.  Every
quotation is looked up in the chunk.
"""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import random
from collections.abc import Awaitable, Callable, Generator, Sequence
from typing import Annotated, Any, NamedTuple

import msgspec

from historag_tui.errors import ModelError
from historag_tui.heuristik.rubrics import HIGHEST, LOWEST, instructions
from historag_tui.models.chat import ChatModel, Message, Reply
from historag_tui.models.delimiter import enclosed, one_line
from historag_tui.models.faults import ReplyFailed
from historag_tui.models.hosts import host_of, refuse_foreign_host
from historag_tui.quotation import locate
from historag_tui.records import Judgment, ModelSettings, Passage, Progress, Rubric
from historag_tui.workspace import CorpusSettings

ATTEMPTS = 3
"""How often a request is sent when the server fails in a way that may pass."""

PATIENCE = 10
"""How often it is sent to a server that is loading its model or busy: two minutes and more, if it names no time."""

GIVE_UP_AFTER = 5
"""Chunks in a row that could not reach the server: it has gone, and the rest is left to be asked for again."""

HEARTBEAT = 0.25
"""Seconds between signs of life while waiting."""

_BUSY = (429, 503)
_PASSING = (500, 502, 504)
_WRONG_DOOR = (401, 404)
"""What says nothing about a chunk: every other one would be answered so too."""


class Judged(NamedTuple):
    """A judgment, and the raw reply it was read from; empty when none came."""

    judgment: Judgment
    raw: str


class Asked(msgspec.Struct, forbid_unknown_fields=True):
    """The reply that the judge is asked for."""

    evidence: Annotated[list[Annotated[str, msgspec.Meta(max_length=500)]], msgspec.Meta(max_length=5)]
    argument: Annotated[str, msgspec.Meta(max_length=2000)]
    score: int


_asked = msgspec.json.Decoder(Asked)

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "evidence": {"type": "array", "maxItems": 5, "items": {"type": "string", "maxLength": 500}},
        "argument": {"type": "string", "maxLength": 2000},
        "score": {"type": "integer", "minimum": LOWEST, "maximum": HIGHEST},
    },
    "required": ["evidence", "argument", "score"],
    "additionalProperties": False,
}


def judge(
    passages: Sequence[Passage],
    *,
    run: str,
    topic: str,
    rubric: Rubric,
    judge_name: str,
    settings: ModelSettings,
    corpus: CorpusSettings,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> Generator[Progress | Judged, None, None]:
    """Judge these passages, several at once; each judgment is given as it comes.

    topic:  of the search; it stands with every passage, since rubrics may speak of it.
    sleep:  how to wait before a request is sent again.
    To stop is to close the generator: open streams are closed, and the server stops too.
    Raises NotAllowed when the host may not see the corpus, SettingsError for a missing key, ModelError when the server
    cannot be reached, knows no such address or model, or refuses the key; what was judged until then has been given.
    """
    refuse_foreign_host(settings, corpus.leaves_machine, corpus.allowed_hosts)
    with asyncio.Runner() as runner:
        desk = _Desk(run, topic, rubric, judge_name, settings, sleep)
        try:
            yield from _served(runner, desk, passages)
        finally:
            runner.run(desk.close())


def _served(
    runner: asyncio.Runner, desk: _Desk, passages: Sequence[Passage]
) -> Generator[Progress | Judged, None, None]:
    runner.run(desk.begin(passages))
    done = unreached = in_a_row = 0
    while done + unreached < len(passages):
        result = runner.run(desk.next())
        if isinstance(result, ReplyFailed):
            unreached += 1
            in_a_row += 1
            if done == 0 or in_a_row == GIVE_UP_AFTER or done + unreached == len(passages):
                kept = "What was judged is kept; judge again when it runs"
                raise ModelError(result.cause, kept if result.fault == "unreachable" else result.next_step) from result
        elif result is not None:
            done += 1
            in_a_row = 0
            yield result
        yield Progress("judging", done, len(passages), desk.life)
    if unreached:
        raise ModelError(
            f"The server could not be reached for {unreached} chunks", "Judge again: only they are asked for"
        )


class _Desk:
    """The requests under way.  Everything here runs in the generator's own event loop, only while it is asked."""

    def __init__(
        self,
        run: str,
        topic: str,
        rubric: Rubric,
        judge_name: str,
        settings: ModelSettings,
        sleep: Callable[[float], Awaitable[None]],
    ) -> None:
        self._under_way = 0
        self._waiting = 0
        self._characters = 0
        self._run = run
        self._topic = topic
        self._rubric = rubric
        self._judge_name = judge_name
        self._settings = settings
        self._sleep = sleep
        self._before = instructions(rubric)
        self._model = ChatModel(settings)
        self._results: asyncio.Queue[Judged | ReplyFailed] = asyncio.Queue()
        self._places = asyncio.Semaphore(settings.concurrency)
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def life(self) -> str:
        """A sign of life in words."""
        life = f"{self._under_way} under way, {self._characters:,} characters received"
        return f"{life}; {self._waiting} wait for the server, which is loading or busy" if self._waiting else life

    async def begin(self, passages: Sequence[Passage]) -> None:
        self._tasks = [asyncio.create_task(self._one(passage)) for passage in passages]

    async def next(self) -> Judged | ReplyFailed | None:
        """The next result; None when none came within a heartbeat."""
        try:
            return await asyncio.wait_for(self._results.get(), HEARTBEAT)
        except TimeoutError:
            return None

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._model.close()

    async def _one(self, passage: Passage) -> None:
        messages = (Message("system", self._before), Message("user", _shown(passage, self._topic, self._rubric)))
        async with self._places:
            self._under_way += 1
            try:
                reply = await self._reply(messages)
                await self._results.put(self._read(passage, messages, reply))
            except ReplyFailed as error:
                # A server that cannot be reached, or lets nobody in, has said nothing about this chunk: it stays to be judged.
                unasked = error.fault == "unreachable" or error.status in _WRONG_DOOR
                await self._results.put(error if unasked else self._failed(passage, messages, error))
            except Exception as error:
                # An unforeseen fault must reach the researcher, not leave the queue waiting for ever.
                fault = ReplyFailed(f"The judge stopped on {type(error).__name__}: {error}", "Report it", "broken")
                await self._results.put(self._failed(passage, messages, fault))
            finally:
                self._under_way -= 1

    async def _reply(self, messages: Sequence[Message]) -> Reply:
        """A reply, asked for again while the fault may pass, and once with twice the room when it was cut."""
        room = self._settings.max_tokens
        reply = await self._patiently(messages, room)
        if reply.finish != "length":
            return reply
        try:
            return await self._patiently(messages, 2 * room)
        except ReplyFailed:
            return reply

    async def _patiently(self, messages: Sequence[Message], room: int) -> Reply:
        for attempt in itertools.count():
            try:
                return await self._model.reply(messages, room, SCHEMA, self._received)
            except ReplyFailed as error:
                busy = error.status in _BUSY
                passing = busy or error.fault == "broken" or error.status in _PASSING
                if not passing or attempt + 1 >= (PATIENCE if busy else ATTEMPTS):
                    raise
                await self._wait(busy, error.wait, attempt)
        raise AssertionError("the last attempt returns or raises")

    async def _wait(self, busy: bool, asked: float | None, attempt: int) -> None:
        """Wait as long as the server asks for, else ever longer; never all requests for the same time."""
        self._waiting += busy
        try:
            backed_off = min(2.0**attempt, 30.0) * random.uniform(0.5, 1.0)
            await self._sleep(backed_off if asked is None else asked + random.uniform(0.0, 1.0))
        finally:
            self._waiting -= busy

    def _received(self, text: str) -> None:
        self._characters += len(text)

    def _read(self, passage: Passage, messages: Sequence[Message], reply: Reply) -> Judged:
        if reply.refusal or reply.finish == "content_filter":
            return self._without(passage, messages, "refused", reply.refusal or "the server's content filter", reply)
        if reply.finish == "length":
            return self._without(passage, messages, "truncated", "the reply was cut off; raise max_tokens", reply)
        try:
            asked = _asked.decode(reply.text)
        except msgspec.DecodeError as error:
            return self._without(passage, messages, "unparsed", f"not the JSON that was asked for: {error}", reply)
        if not LOWEST <= asked.score <= HIGHEST:
            return self._without(
                passage, messages, "unparsed", f"the score {asked.score} is outside {LOWEST}–{HIGHEST}", reply
            )
        evidence = tuple(locate(quotation, passage.text, self._before) for quotation in asked.evidence)
        judgment = self._judgment(passage, messages, "judged", "", reply)
        judgment = msgspec.structs.replace(judgment, score=asked.score, argument=asked.argument, evidence=evidence)
        return Judged(judgment, reply.text)

    def _without(self, passage: Passage, messages: Sequence[Message], state: str, reason: str, reply: Reply) -> Judged:
        return Judged(self._judgment(passage, messages, state, reason, reply), reply.text or reply.refusal)

    def _failed(self, passage: Passage, messages: Sequence[Message], error: ReplyFailed) -> Judged:
        return Judged(self._judgment(passage, messages, "failed", error.cause, None, error.body), error.body)

    def _judgment(
        self, passage: Passage, messages: Sequence[Message], state: Any, reason: str, reply: Reply | None, raw: str = ""
    ) -> Judgment:
        kept = (reply.text or reply.refusal) if reply else raw
        return Judgment(
            run=self._run,
            chunk=passage.chunk,
            text_hash=passage.text_hash,
            judge=self._judge_name,
            model=reply.model if reply else self._settings.model,
            host=host_of(self._settings),
            rubric=self._rubric.name,
            rubric_hash=self._rubric.hash,
            state=state,
            reason=reason,
            temperature=reply.temperature if reply else self._model.temperature,
            prompt_hash=_hash("\x00".join(message.content for message in messages)),
            reply_hash=_hash(kept) if kept else "",
        )


def _shown(passage: Passage, topic: str, rubric: Rubric) -> str:
    """What stands last in the request: the topic, what the rubric lets the judge see of the source, and the passage."""
    known = {"title": passage.title, "date": passage.date, **passage.provenance}
    lines = [
        f"Topic of the search: {one_line(topic)}",
        *(f"{name}: {one_line(known[name])}" for name in rubric.metadata if known.get(name)),
    ]
    return "\n".join(lines) + "\n\n" + enclosed("passage", passage.text)


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
