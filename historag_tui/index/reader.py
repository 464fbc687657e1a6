"""An index as its readers see it.  Reading never writes, and each layer is opened when it is first asked for."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from historag_tui.corpus.dating import is_dated
from historag_tui.errors import IndexDamaged, IndexMismatch, UsageError
from historag_tui.index.analysis import describe
from historag_tui.index.counts import WordCounts
from historag_tui.index.manifest import Manifest, current_manifest, refuse_mismatch
from historag_tui.index.parts import array, check
from historag_tui.index.switching import answering
from historag_tui.index.tables import ChunkTable, DocumentTable
from historag_tui.index.texts import Entry
from historag_tui.index.wordlist import WordList, mapped
from historag_tui.records import Health, Passage
from historag_tui.workspace import Settings

if TYPE_CHECKING:
    from historag_tui.index.embedders import Samples
    from historag_tui.index.keyword import KeywordIndex
    from historag_tui.index.reprints import Reprints
    from historag_tui.index.vectors import Vectors
    from historag_tui.index.vocabulary import Vocabulary
    from historag_tui.models.embedder import Embedder, Vector

_REBUILD = "Build it again: historag index"
_UNFINISHED = "Finish it with: historag index"


class Index:
    """One generation of an index.

    manifest:   what it was built from.
    health:     what the corpus holds and what of it was not read.
    documents:  the documents without their texts.
    chunks:     the chunks, one row each, in the order of their dates.
    """

    def __init__(self, folder: Path, manifest: Manifest, health: Health, settings: Settings | None = None) -> None:
        self.manifest = manifest
        self.health = health
        self._settings = settings
        self._folder = folder / "parts"
        self._check(deep=False)
        texts = self._part("texts")
        self.documents = DocumentTable(texts, self._part("counts"))
        self.chunks = ChunkTable(texts)
        self._texts = mapped(texts / "texts.bin")

    def text(self, number: int) -> str:
        """The text of a document, as its adapter gave it."""
        return self._slice(self.documents.text_start(number), self.documents.text_start(number + 1))

    def first_day(self, row: int) -> int | None:
        """The first day of a chunk's date; None for the undated and where it is open towards the past."""
        day = int(self.chunks.first[row])
        return day if is_dated(day) else None

    def chunk_text(self, row: int) -> str:
        """The text of a chunk."""
        return self._slice(int(self.chunks.byte_start[row]), int(self.chunks.byte_end[row]))

    def passage(self, row: int) -> Passage:
        """A chunk with its text and everything needed to cite it."""
        row = int(row)
        chunks = self.chunks
        number, start, end = int(chunks.document[row]), int(chunks.start[row]), int(chunks.end[row])
        entry = self.documents.get(number)
        return Passage(
            chunk=f"{int(chunks.ids[row]):016x}",
            document=entry.id,
            title=entry.title,
            date=entry.date,
            first=entry.first,
            last=entry.last,
            start=start,
            end=end,
            text=self.chunk_text(row),
            text_hash=chunks.hashes[row].tobytes().hex(),
            provenance=provenance(entry, start, end),
            ordinal=int(chunks.ordinal[row]),
            siblings=int(self.documents.chunk_count[number]),
        )

    def passages(self, rows: Iterable[int]) -> list[Passage]:
        """The chunks of these rows, in their order."""
        return [self.passage(row) for row in rows]

    @cached_property
    def keyword(self) -> KeywordIndex:
        """Keyword search."""
        from historag_tui.index.keyword import KeywordIndex
        from historag_tui.index.sources import Sources

        documents = self.documents
        sources = Sources(
            words=lambda: WordList(self._part("counts")),
            document=self.chunks.document,
            fields=tuple(dict.fromkeys(("title", *documents.fields))),
            values=lambda field: documents.titles() if field == "title" else documents.column(field),
        )
        return KeywordIndex(self._part("keyword"), self.manifest.language, self.chunks.ids, sources)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """Frequencies, and neighbours once the vocabulary is trained."""
        from historag_tui.index.vocabulary import Vocabulary, WordVectors

        vectors = None
        if self.manifest.vocabulary_ready:
            vectors = WordVectors(self._trained)
        return Vocabulary(WordCounts(self._part("counts")), vectors, self.manifest.vocabulary_minimum)

    @cached_property
    def _trained(self) -> Path:
        """The vocabulary's part, read through once: floret believes whatever stands in its file."""
        part = self._part("vocabulary")
        check(part, deep=True)
        return part

    @cached_property
    def embedder(self) -> Embedder:
        """The embedder of the vectors, tried on them before it embeds a topic.  Raises UsageError when it is not ready."""
        from historag_tui.index.embedders import samples_of

        manifest = self.manifest

        def samples() -> list[tuple[str, Vector]]:
            parts = [self._folder / part.name for part in manifest.vectors]
            return samples_of(parts, array(self._part("places"), "places"), self.chunk_text)

        return self.embedder_of(manifest.embedder_setting, samples if manifest.vectors_ready else None)

    def embedder_of(self, name: str, samples: Samples | None = None) -> Embedder:
        """An embedder by its name in historag.toml, whether or not the vectors are its own.

        samples:  texts with vectors that it must give.
        Raises UsageError when it needs what is not ready yet, SettingsError, NotAllowed.
        """
        from historag_tui.index.embedders import open_embedder

        part = None
        if name == "words":
            if not self.manifest.vocabulary_ready:
                raise UsageError("The vocabulary of this index is not trained yet", _UNFINISHED)
            part = self._trained
        return open_embedder(name, self._settings, part, self.chunks, samples)

    @cached_property
    def vectors(self) -> Vectors:
        """Vector search.  Raises UsageError when the vectors are not ready yet."""
        from historag_tui.index.vectors import Vectors

        if not self.manifest.vectors_ready:
            raise UsageError(
                "The vectors of this index are not built yet", f"Search with --layer keyword. {_UNFINISHED}"
            )
        parts = [self._folder / part.name for part in self.manifest.vectors]
        return Vectors(parts, self._part("places"), self._part("graphs"), self.chunks)

    @cached_property
    def reprints(self) -> Reprints:
        """Which chunks are nearly the same text."""
        from historag_tui.index.reprints import Reprints

        return Reprints(self._part("reprints") if "reprints" in self.manifest.parts else None, self.chunks)

    def verify(self) -> None:
        """Read every file and compare it with its checksum.  Raises IndexDamaged that names the first that differs."""
        self._check(deep=True)

    def _check(self, deep: bool) -> None:
        for part in (*self.manifest.parts.values(), *self.manifest.vectors):
            if check(self._folder / part.name, deep) != part.digest:
                raise IndexDamaged(f"{self._folder / part.name} is not the part that was built", _REBUILD)

    def _part(self, role: str) -> Path:
        return self._folder / self.manifest.parts[role].name

    def _slice(self, begin: int, end: int) -> str:
        return self._texts[begin:end].decode("utf-8")


def provenance(entry: Entry, start: int, end: int) -> dict[str, str]:
    """The fields of a passage's source, with the page and the part on which the passage stands."""
    fields = dict(entry.fields)
    pages = [mark.page for mark in entry.pages if mark.offset < end]
    before = sum(mark.offset <= start for mark in entry.pages)
    spanned = pages[max(0, before - 1) :]
    if spanned:
        fields["page"] = spanned[0] if len(spanned) == 1 else f"{spanned[0]}–{spanned[-1]}"
    part = next((part for part in entry.parts if part.start <= start < part.end), None)
    if part is not None:
        fields.update({name: value for name, value in (("author", part.author), ("part", part.title)) if value})
    return fields


def open_index(folder: Path, settings: Settings | None) -> Index:
    """The generation that answers.

    settings:  what the index must have been built with; None to open it whatever it was built with.
    Raises IndexMissing, IndexMismatch or IndexDamaged, each with the command that mends it.
    """
    manifest, health = current_manifest(folder)
    if settings is not None:
        settings = answering(folder, manifest, settings)
        refuse_mismatch(manifest, settings)
        wanted = describe(manifest.language)
        if manifest.analyser != wanted:
            raise IndexMismatch(f"The index was built for words as '{manifest.analyser}', not as '{wanted}'", _REBUILD)
    return Index(folder, manifest, health, settings)
