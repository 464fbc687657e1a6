"""A door to sentence models on this machine, through the package ``sentence-transformers``.

It takes seconds to import, so that is done with the first text.  Nothing is fetched unless the settings allow it.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from historag_tui.embedder_settings import EmbedderSettings
from historag_tui.errors import ModelError

_SMALL = 1_000_000
"""Bytes of a file that is read to know a model by; of a larger one the size is enough."""


class SentenceTransformersModel:
    """The model of these settings."""

    def __init__(self, settings: EmbedderSettings) -> None:
        self._settings = settings

    @property
    def known_by(self) -> str:
        """A digest of the small files of a model in a folder and of the sizes of the rest.

        Empty for a model in the cache, which has its name and its revision.
        """
        folder = Path(self._settings.model)
        if not folder.is_dir():
            return ""
        digest = hashlib.sha256()
        for path in sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix != ".md"):
            size = path.stat().st_size
            digest.update(f"{path.relative_to(folder).as_posix()} {size}\n".encode())
            if size <= _SMALL:
                digest.update(path.read_bytes())
        return digest.hexdigest()[:16]

    def encode(self, texts: Sequence[str]) -> Any:
        """One row for each string, shape (n, dimension).  Raises ModelError."""
        try:
            return self._model.encode(list(texts), batch_size=len(texts), show_progress_bar=False)
        except (RuntimeError, MemoryError) as error:
            raise ModelError(f"{self._settings.model} failed: {error}", "Lower batch in historag.toml") from error

    def cut(self, texts: Sequence[str]) -> int:
        """How many of these strings are longer than the model reads, so that their ends do not count."""
        most = self._model.max_seq_length or 0
        lengths = self._model.tokenizer(list(texts), truncation=False, verbose=False)["input_ids"]
        return sum(len(tokens) > most > 0 for tokens in lengths)

    @cached_property
    def _model(self) -> Any:
        settings = self._settings
        if not settings.download:
            # Read when the packages are loaded.
            os.environ["HF_HUB_OFFLINE"] = os.environ["TRANSFORMERS_OFFLINE"] = "1"
        if settings.model.startswith(("/", ".", "~")) and not Path(settings.model).is_dir():
            raise ModelError(f"There is no folder {settings.model}", "Mend model in historag.toml")
        try:
            from sentence_transformers import SentenceTransformer
            from transformers.utils import logging
        except ImportError as error:
            raise ModelError(
                f"sentence-transformers cannot be loaded: {error}",
                "Install it: pip install 'historag-tui[sentence-transformers]'",
            ) from error
        logging.disable_progress_bar()
        try:
            model = SentenceTransformer(settings.model, local_files_only=not settings.download)
        except (OSError, ValueError, RuntimeError, KeyError, ImportError) as error:
            raise ModelError(
                f"The model {settings.model} cannot be loaded: {str(error).splitlines()[0] if str(error) else error!r}",
                "Set model to the folder that holds it, or download = true to fetch it",
            ) from error
        # The prefixes are ours; with the model's own they would stand there twice.
        model.prompts, model.default_prompt_name = {}, None
        return model
