"""The stages of building an index, in the order in which they can be used: texts, words, keyword index, vocabulary, vectors, graphs."""

from __future__ import annotations

import errno
import shutil
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

import msgspec
import numpy as np

from historag_tui.corpus.adapter import open_corpus
from historag_tui.corpus.health import Reading
from historag_tui.corpus.removed import Without, read_removals
from historag_tui.errors import HistoragError, IndexDamaged, WorkFailed
from historag_tui.index import manifest as manifests
from historag_tui.index import switching
from historag_tui.index.analysis import describe
from historag_tui.index.changes import changes
from historag_tui.index.counts import WordCounts, count_words
from historag_tui.index.embedders import described, fingerprint_of, open_embedder, samples_of
from historag_tui.index.embedding import write_common
from historag_tui.index.locking import only_builder
from historag_tui.index.manifest import Changes, Manifest, PartName, answers, library_versions, publish
from historag_tui.index.parts import UNFINISHED, altered, array, building, check, discard, fingerprint, narrow, save
from historag_tui.index.pruning import strays
from historag_tui.index.tables import ChunkTable, DocumentTable
from historag_tui.index.texts import TextWriter
from historag_tui.index.vector_parts import (
    embed,
    embedders_of,
    finish_interrupted,
    outside,
    parts_of,
    places,
    rewrite,
)
from historag_tui.index.wordlist import mapped
from historag_tui.records import Health, Progress
from historag_tui.workspace import Workspace

_LAYOUT = 1
"""Raised when a part's files change, so that parts of an earlier layout are not taken for this one's."""


class Build:
    """One bringing up to date of a workspace's index."""

    def __init__(
        self,
        workspace: Workspace,
        retrain: bool = False,
        embedder: str = "",
        verify: bool = False,
        forget: bool = False,
    ) -> None:
        self._workspace = workspace
        self._folder = workspace.index_folder
        self._wanted = embedder
        self._settings = workspace.settings
        self._parts = self._folder / "parts"
        self._corpus = Without(open_corpus(workspace.settings.corpus, workspace.root), read_removals(workspace.root))
        self._retrain = retrain
        self._verify = verify
        self._forget = forget
        self._made: dict[str, str] = {}
        self._vector_parts: list[Path] = []
        self._embedder: tuple[str, ...] = ("",)
        self._embedder_name = ""
        self._changes: Changes | None = None
        self._timings: dict[str, float] = {}

    def run(self) -> Iterator[Progress | Manifest]:
        """Build what is missing and publish it; the manifest is the last item.  Raises HistoragError."""
        earlier = self._earlier()
        switch = switching.meant(self._workspace, earlier, self._wanted)
        if switch is not None:
            self._settings = msgspec.structs.replace(self._settings, embedder=switch.after)
        self._embedder_name = self._settings.embedder
        switching.begin_cutting(self._folder, earlier, self._settings)
        corpus = self._corpus.fingerprint()
        yield from self._timed("texts", self._texts(corpus))
        self._changes = self._changed(earlier)
        yield from self._timed("counts", self._counts())
        yield from self._timed("keyword", self._keyword())
        yield from self._publish_early(earlier, corpus)
        yield from self._timed("reprints", self._reprints())
        yield from self._timed("vocabulary", self._vocabulary(earlier))
        yield from self._publish_early(earlier, corpus)
        yield from self._timed("vectors", self._vectors())
        yield from self._timed("graphs", self._graphs())
        finished = self._manifest(corpus)
        if earlier is not None and _same(finished, earlier):
            switching.settle(self._workspace, switch)
            yield from self._forgotten()
            yield Progress("the index is up to date", 1, 1)
            yield earlier
            return
        if switch is not None:
            switching.announce(self._folder, switch)
        publish(self._folder, finished, self._health())
        switching.settle(self._workspace, switch)
        yield from self._forgotten()
        yield Progress("the index is ready", 1, 1)
        yield finished

    def _earlier(self) -> Manifest | None:
        """The generation that answers until the new one does; a damaged part is put aside, to be built anew."""
        for stale in self._folder.glob(f"*/.*{UNFINISHED}"):
            shutil.rmtree(stale)
        for part in sorted(self._parts.glob("[!.]*")):
            try:
                check(part, deep=self._verify or altered(part))
            except IndexDamaged:
                part.rename(part.with_name(f".damaged-{datetime.now(UTC):%Y%m%dT%H%M%S%f}-{part.name}"))
        return answers(self._folder)

    def _stage(
        self, role: str, facts: tuple[object, ...], work: Callable[[Path], Iterator[Progress]]
    ) -> Iterator[Progress]:
        """Build the part of a role from its facts, unless it is there already."""
        self._made[role] = f"{role}-{fingerprint(_LAYOUT, *facts)}"
        if not self._part(role).is_dir():
            with building(self._part(role)) as folder:
                yield from work(folder)

    def _timed(self, stage: str, work: Iterator[Progress]) -> Iterator[Progress]:
        """The stage's work, with the CPU seconds that it took noted."""
        begun = time.process_time()
        yield from work
        self._timings[stage] = round(time.process_time() - begun, 2)

    def _changed(self, earlier: Manifest | None) -> Changes | None:
        """What the sources brought since the earlier generation."""
        if earlier is None:
            return None
        try:
            return changes(self._parts / earlier.parts["texts"].name, self._part("texts"))
        except HistoragError:
            # Its texts were damaged: there is nothing left to compare with.
            return None

    def _part(self, role: str) -> Path:
        return self._parts / self._made[role]

    def _texts(self, corpus: str) -> Iterator[Progress]:
        chunks, date = self._settings.chunks, self._settings.corpus.date
        rulings = self._settings.corpus.rulings
        roles = dict(self._corpus.roles)

        def work(folder: Path) -> Iterator[Progress]:
            yield from TextWriter(folder, chunks, date).write(Reading(self._corpus, date, rulings), roles)

        ruled = (sorted(rulings.items()),) if rulings else ()
        yield from self._stage("texts", (corpus, chunks, date, sorted(roles.items()), *ruled), work)
        texts = self._part("texts")
        check(texts)
        self._chunks = ChunkTable(texts)
        self._store = mapped(texts / "texts.bin")

    def _counts(self) -> Iterator[Progress]:
        def work(folder: Path) -> Iterator[Progress]:
            yield Progress("counting words")
            count_words(self._documents(), folder)

        yield from self._stage("counts", (self._made["texts"],), work)

    def _keyword(self) -> Iterator[Progress]:
        from historag_tui.index.keyword import build_keyword_index

        language = self._settings.corpus.language
        total = len(self._chunks)

        def work(folder: Path) -> Iterator[Progress]:
            yield from build_keyword_index(map(self._chunk, range(total)), total, language, folder)

        facts = (self._made["texts"], describe(language), library_versions().get("tantivy"))
        yield from self._stage("keyword", facts, work)

    def _reprints(self) -> Iterator[Progress]:
        from historag_tui.index.reprints import find

        def work(folder: Path) -> Iterator[Progress]:
            yield from find(self._chunk, len(self._chunks), folder)

        yield from self._stage("reprints", (self._made["texts"],), work)

    def _vocabulary(self, earlier: Manifest | None) -> Iterator[Progress]:
        """Train the vocabulary, or keep the one that the earlier generation of the same sources was given."""
        from historag_tui.index.vocabulary import train

        settings = self._settings
        kept = earlier.parts.get("vocabulary") if earlier and not self._retrain else None
        if kept and earlier and self._same_sources(earlier) and (self._parts / kept.name).is_dir():
            self._made["vocabulary"] = kept.name
            return

        def work(folder: Path) -> Iterator[Progress]:
            yield from train(self._documents(), settings.vocabulary, WordCounts(self._part("counts")), folder)
            write_common(folder, map(self._chunk, range(len(self._chunks))))

        facts = (self._made["texts"], settings.vocabulary, library_versions().get("floret"))
        yield from self._stage("vocabulary", facts, work)

    def _same_sources(self, earlier: Manifest) -> bool:
        settings = self._settings
        now = (
            settings.corpus.adapter,
            settings.corpus.language,
            manifests.sources(settings),
            manifests.vocabulary(settings),
        )
        return now == (earlier.adapter, earlier.language, earlier.sources, earlier.vocabulary)

    def _vectors(self) -> Iterator[Progress]:
        """Embed the texts that have no vector yet, and note where each chunk's vector lies."""
        vocabulary = self._part("vocabulary")
        check(vocabulary, deep=True)
        settings = self._settings
        # Asked for only when something is embedded, and by then it is known what was found.
        embedder = open_embedder(
            settings.embedder,
            settings,
            vocabulary,
            self._chunks,
            lambda: samples_of(parts_of(self._parts, name), found, self._chunk),
        )
        name = fingerprint_of(embedder)
        self._embedder = (name, *embedder.card.topics)
        finish_interrupted(self._parts, name)
        if self._forget:
            yield Progress("forgetting vectors")
            rewrite(self._parts, name, self._chunks.hashes)
        self._vector_parts = self._usable(name)
        found = places(self._vector_parts, self._chunks.hashes)
        missing = np.flatnonzero(found < 0)
        if len(missing):
            yield from embed(self._parts, name, embedder, self._chunks.hashes, missing.tolist(), self._chunk)
            self._vector_parts = self._usable(name)
            found = places(self._vector_parts, self._chunks.hashes)
        self._embedder_name = embedder.card.name

        def work(folder: Path) -> Iterator[Progress]:
            save(folder, "places", narrow(found))
            yield Progress("placing vectors")

        yield from self._stage("places", (self._made["texts"], [part.name for part in self._vector_parts]), work)

    def _usable(self, name: str) -> list[Path]:
        """The parts of an embedder; where something is to be forgotten, those that hold nothing but today's texts."""
        parts = parts_of(self._parts, name)
        return [part for part in parts if not outside(part, self._chunks.hashes)] if self._forget else parts

    def _forgotten(self) -> Iterator[Progress]:
        """Remove at once whatever may hold what was removed from the corpus: the one case in which nothing is kept."""
        if self._forget:
            yield Progress("removing what holds the removed texts")
            for embedder in embedders_of(self._parts):
                finish_interrupted(self._parts, embedder)
                rewrite(self._parts, embedder, self._chunks.hashes)
            for stray in strays(self._folder):
                part = self._folder / ("generations" if stray.kind == "generation" else "parts") / stray.name
                if not part.name.startswith("vectors-") or outside(part, self._chunks.hashes):
                    discard(part)

    def _graphs(self) -> Iterator[Progress]:
        from historag_tui.index.vectors import APPROXIMATE_FROM, Vectors

        # Below this a scan is quicker than a graph, and exact: what nobody asks takes neither time nor disk.
        useful = len(self._chunks) > APPROXIMATE_FROM
        wanted = {"auto": useful, "always": True, "never": False}[self._settings.graphs]

        def work(folder: Path) -> Iterator[Progress]:
            if wanted:
                vectors = Vectors(self._vector_parts, self._part("places"), folder, self._chunks)
                yield from vectors.build_graphs(folder)

        facts = (self._made["places"], library_versions().get("hnswlib"), "links" if wanted else "none")
        yield from self._stage("graphs", facts, work)

    def _publish_early(self, earlier: Manifest | None, corpus: str) -> Iterator[Progress]:
        """Let a first index answer while the rest is built; never put a lesser one in the place of a whole one."""
        manifest = self._manifest(corpus)
        if earlier is None or (not earlier.vectors_ready and len(manifest.parts) > len(earlier.parts)):
            publish(self._folder, manifest, self._health())
            ready = "the vocabulary can be used" if manifest.vocabulary_ready else "keyword search can be used"
            yield Progress(ready, 1, 1)

    def _manifest(self, corpus: str) -> Manifest:
        settings = self._settings
        parts = {role: self._named(self._parts / name) for role, name in self._made.items()}
        vectors = tuple(map(self._named, self._vector_parts)) if "places" in parts else ()
        documents = DocumentTable(self._part("texts"), self._part("counts"))
        vocabulary = self._trained() if "vocabulary" in parts else 0
        return Manifest(
            fingerprint=self._identity(),
            created=datetime.now(UTC).isoformat(timespec="seconds"),
            documents=len(documents),
            chunks=len(self._chunks),
            tokens=int(documents.tokens.sum()),
            corpus=corpus,
            sources=manifests.sources(settings),
            adapter=settings.corpus.adapter,
            language=settings.corpus.language,
            date_name=documents.date_name,
            date_setting=settings.corpus.date,
            chunking=manifests.chunking(settings),
            analyser=describe(settings.corpus.language),
            embedder=self._embedder_name,
            embedder_setting=settings.embedder,
            embedder_described=described(settings, settings.embedder),
            vocabulary=manifests.vocabulary(settings),
            vocabulary_minimum=settings.vocabulary.minimum_count,
            vocabulary_tokens=vocabulary,
            libraries=library_versions(),
            parts=parts,
            vectors=vectors,
            changes=self._changes,
            timings=self._timings,
        )

    def _identity(self) -> str:
        """Made of what was built, not of how the vectors came to lie on the disk."""
        content = sorted(name for role, name in self._made.items() if role not in ("places", "graphs"))
        return fingerprint(content, *self._embedder)

    def _trained(self) -> int:
        from historag_tui.index.vocabulary import Trained

        return msgspec.json.decode((self._part("vocabulary") / "trained.json").read_bytes(), type=Trained).tokens

    def _named(self, part: Path) -> PartName:
        return PartName(part.name, check(part))

    def _health(self) -> Health:
        return msgspec.json.decode((self._part("texts") / "health.json").read_bytes(), type=Health)

    def _documents(self) -> Iterator[str]:
        offsets = array(self._part("texts"), "document_offsets").tolist()
        return (self._slice(begin, end) for begin, end in pairwise(offsets))

    def _chunk(self, row: int) -> str:
        return self._slice(int(self._chunks.byte_start[row]), int(self._chunks.byte_end[row]))

    def _slice(self, begin: int, end: int) -> str:
        return self._store[begin:end].decode("utf-8")


def _same(finished: Manifest, earlier: Manifest) -> bool:
    """Whether they say the same of the same parts, whenever and from whatever state they were made."""
    told = ("created", "libraries", "changes", "timings")
    return msgspec.structs.replace(finished, **{name: getattr(earlier, name) for name in told}) == earlier


def build_index(
    workspace: Workspace,
    retrain: bool = False,
    embedder: str = "",
    verify: bool = False,
    forget: bool = False,
) -> Iterator[Progress | Manifest]:
    """Bring a workspace's index up to date in this process; the manifest is the last item.

    retrain:   train the vocabulary anew although the texts have one, which makes a new embedder.
    embedder:  change to the embedder of that name; the earlier generation answers until the new one is whole.
    verify:    compare every file with its checksum, and build anew what differs; else only files that were written to.
    forget:    keep nothing that holds other texts than today's: no earlier generation, no part, no vector of them.
    Raises HistoragError: CorpusError, SettingsError, or WorkFailed when the folder or the disk does not allow it.
    """
    folder = workspace.index_folder
    with only_builder(folder):
        try:
            yield from Build(workspace, retrain, embedder, verify, forget).run()
        except OSError as error:
            step = (
                "Make space" if error.errno in (errno.ENOSPC, errno.EDQUOT) else "Check the folder and its permissions"
            )
            raise WorkFailed(
                f"{folder} cannot be written: {error.strerror or error}", f"{step} and run: historag index"
            ) from error
