"""The one door through which sources come in.

An adapter is a function ``open_corpus(settings, root) -> Corpus`` registered under the entry point group
``historag.corpora``; its name there is what ``[corpus] adapter`` in historag.toml says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.metadata import entry_points
from pathlib import Path
from typing import Protocol

from historag_tui.errors import CorpusError, SettingsError
from historag_tui.records import Document, Problem, Role
from historag_tui.workspace import CorpusSettings

GROUP = "historag.corpora"


class Corpus(Protocol):
    """Sources that can be read from beginning to end, any number of times."""

    @property
    def roles(self) -> Mapping[str, Role]:
        """The role of each further field; a field that is not named is there for citation."""

    def documents(self) -> Iterator[Document | Problem]:
        """The sources in a stable order, one at a time, and in between what could not be read.

        Raises CorpusError when nothing can be read at all.
        """

    def fingerprint(self) -> str:
        """Changes when the sources, or how they are read, change.  Raises CorpusError."""


def open_corpus(settings: CorpusSettings, root: Path) -> Corpus:
    """The corpus that the settings name; ``root`` is the folder to which their paths are relative.

    Raises SettingsError for an unknown adapter or an unusable setting, CorpusError when the sources are not there.
    """
    known = {point.name: point for point in entry_points(group=GROUP)}
    if settings.adapter not in known:
        raise SettingsError(
            f"There is no corpus adapter '{settings.adapter}'", f"Known are: {', '.join(sorted(known)) or 'none'}"
        )
    try:
        opener = known[settings.adapter].load()
    except (ImportError, AttributeError) as error:
        raise CorpusError(
            f"The corpus adapter '{settings.adapter}' cannot be loaded: {error}", "Install it again"
        ) from error
    corpus: Corpus = opener(settings, root)
    return corpus
