"""Writing a Zwischentext: a machine-generated interpretive proposal with checkable citations, never a finding."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Generator, Sequence
from typing import Literal

import msgspec

from historag_tui.analyse.citations import declares_nothing, read_citations, read_claims
from historag_tui.analyse.prompt import messages
from historag_tui.models.chat import ChatModel, Message, Reply
from historag_tui.models.hosts import host_of, refuse_foreign_host
from historag_tui.records import ModelSettings, Progress, TextDelta, WorkingCorpus, Zwischentext
from historag_tui.workspace import CorpusSettings

HEARTBEAT = 0.25
"""Seconds over which pieces are gathered before they are passed on."""


def write(
    corpus: WorkingCorpus,
    question: str,
    context: str,
    *,
    identifier: str,
    model_name: str,
    settings: ModelSettings,
    corpus_settings: CorpusSettings,
    rubrics: Sequence[str],
    date: str,
) -> Generator[Progress | TextDelta | Zwischentext, None, None]:
    """Let a model write; the text is given in pieces as it comes, and read whole at the end.

    rubrics: hashes of the rubrics under which the corpus was judged, for the label.
    date:    for the label.
    To stop is to close the generator; the server's stream is closed with it.
    Raises NotAllowed when the host may not see the corpus, SettingsError for a missing key, and ModelError when no whole
    reply came: a piece of one is never kept.
    """
    refuse_foreign_host(settings, corpus_settings.leaves_machine, corpus_settings.allowed_hosts)
    asked = messages(corpus, question, context)
    with asyncio.Runner() as runner:
        writing = _Writing(settings)
        try:
            runner.run(writing.begin(asked))
            yield Progress("waiting for the model", 0, 0, f"{model_name} at {host_of(settings)}")
            while (piece := runner.run(writing.piece())) is not None:
                yield (
                    TextDelta(piece)
                    if piece
                    else Progress("writing", writing.characters, 0, f"{writing.characters:,} characters")
                )
            reply = runner.run(writing.reply())
        finally:
            runner.run(writing.close())
    yield _read(
        reply,
        Zwischentext(
            id=identifier,
            corpus=corpus.id,
            question=question.strip(),
            context=context.strip(),
            judge_rubrics=tuple(rubrics),
            model_name=model_name,
            model=reply.model,
            host=host_of(settings),
            temperature=reply.temperature,
            prompt_hash=hashlib.sha256(
                "\x00".join(message.content for message in asked).encode("utf-8", "surrogatepass")
            ).hexdigest()[:32],
        ),
        corpus,
        date,
        settings.note,
    )


class _Writing:
    """One reply under way, in the generator's own event loop."""

    def __init__(self, settings: ModelSettings) -> None:
        self.characters = 0
        self._settings = settings
        self._model = ChatModel(settings)
        self._pieces: list[str] = []
        self._task: asyncio.Task[Reply] | None = None

    async def begin(self, asked: Sequence[Message]) -> None:
        self._task = asyncio.create_task(
            self._model.reply(asked, self._settings.max_tokens, on_text=self._pieces.append)
        )

    async def piece(self) -> str | None:
        """What came within a heartbeat; None when the reply has ended and everything was given."""
        assert self._task is not None
        await asyncio.wait([self._task], timeout=HEARTBEAT)
        text = "".join(self._pieces)
        self._pieces.clear()
        self.characters += len(text)
        return None if self._task.done() and not text else text

    async def reply(self) -> Reply:
        assert self._task is not None
        return await self._task

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._model.close()


def _read(reply: Reply, blank: Zwischentext, corpus: WorkingCorpus, date: str, note: str) -> Zwischentext:
    """The Zwischentext with its text, label, citations and claims."""
    state: Literal["complete", "truncated", "refused"] = "complete"
    reason = ""
    if reply.refusal or reply.finish == "content_filter":
        state, reason = "refused", reply.refusal or "the server's content filter"
    elif reply.finish == "length":
        state, reason = "truncated", "the reply was cut off; raise max_tokens of the model in historag.toml"
    citations = read_citations(reply.text, corpus)
    return msgspec.structs.replace(
        blank,
        text=reply.text,
        state=state,
        reason=reason,
        label=_label(blank, corpus, date, note),
        nothing_supports=declares_nothing(reply.text, citations),
        citations=citations,
        claims=read_claims(reply.text, citations),
    )


def _label(text: Zwischentext, corpus: WorkingCorpus, date: str, note: str) -> str:
    rubrics = ", ".join(name[:12] for name in text.judge_rubrics) or "none"
    temperature = "not settable" if text.temperature is None else f"{text.temperature:g}"
    lines = [
        "Machine-generated interpretive proposal (Zwischentext), not a finding.",
        f"Model {text.model} ({text.model_name}) at {text.host}, temperature {temperature}, {date}.",
        f"Working corpus {corpus.id} of {len(corpus.chunks)} chunks; prompt {text.prompt_hash[:12]}; rubrics {rubrics}.",
        note,
    ]
    return " ".join(line for line in lines if line)
