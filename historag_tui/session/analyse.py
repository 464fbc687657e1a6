"""Phase two over an open study: Zwischentexte on working corpora, and the checking of their citations."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing

import msgspec

from historag_tui.analyse.zwischentext import write
from historag_tui.errors import NothingFound, UsageError
from historag_tui.record.events import CitationChecked, CitationVerdict, Written
from historag_tui.records import Progress, TextDelta, WorkingCorpus, Zwischentext
from historag_tui.session.study import WITHDRAWN, Session, match_id


class Analyse:
    """Interpreting what was transferred.  It reads working corpora and nothing else."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def corpus(self, name: str) -> WorkingCorpus:
        """A working corpus, texts and all, as it was frozen.  Raises UsageError."""
        return self._session.working_corpus(name)

    def write(
        self, corpus_id: str, question: str, model_name: str = "", context: str = ""
    ) -> Generator[Progress | TextDelta | Zwischentext, None, None]:
        """Let a model write on a working corpus; the Zwischentext comes last, recorded already.

        context: the researcher's own note to the model; recorded, shown apart, never citable.
        To stop is to close the generator: nothing is recorded then.
        Texts withdrawn since the transfer are left out.
        Raises UsageError for an empty question, SettingsError without a model, NothingFound when no text is left.
        """
        session = self._session
        name, settings = session.workspace.model(model_name, "analyst")
        corpus = session.working_corpus(corpus_id)
        kept = tuple(chunk for chunk in corpus.chunks if chunk.passage.text != WITHDRAWN)
        if not kept:
            raise NothingFound(f"All texts of {corpus.id} were withdrawn from the study", "Transfer others")
        corpus = msgspec.structs.replace(corpus, chunks=kept)
        if not question.strip():
            raise UsageError("The question is empty", "Ask what the working corpus might answer")
        judged = (session.state.judgments_of(chunk.run, chunk.passage.chunk) for chunk in corpus.chunks)
        writing = write(
            corpus,
            question,
            context,
            identifier=f"zwischentext-{len(session.state.zwischentexte) + 1}",
            model_name=name,
            settings=settings,
            corpus_settings=session.workspace.settings.corpus,
            rubrics=sorted({judgment.rubric_hash for judgments in judged for judgment in judgments}),
            date=session.today(),
        )
        with closing(writing):
            for item in writing:
                if isinstance(item, Zwischentext):
                    session.append(Written(item))
                yield item

    def check(self, zwischentext_id: str, citation: int, verdict: CitationVerdict) -> None:
        """Record what the researcher found on following a citation, counted from 0.  Raises UsageError."""
        state = self._session.state
        name = match_id(zwischentext_id, state.zwischentexte, "Zwischentext")
        if not 0 <= citation < len(state.zwischentexte[name].citations):
            raise UsageError(
                f"{name} has no citation {citation + 1}", f"It has {len(state.zwischentexte[name].citations)}"
            )
        self._session.append(CitationChecked(name, citation, verdict))
