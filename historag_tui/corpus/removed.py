"""Documents that were removed from a workspace by law.

The sources belong to the researcher and are not edited; ``removed.jsonl`` in the workspace names what no index may hold
any more, one removal a line, without a text.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from historag_tui.corpus.adapter import Corpus
from historag_tui.errors import SettingsError
from historag_tui.records import Document, Problem, Record, Role
from historag_tui.workspace import replace_file

REMOVED_FILE = "removed.jsonl"


class Removal(Record, frozen=True):
    """A document that was removed."""

    document: str
    """Its id."""
    date: str
    """The day on which it was removed, ISO 8601."""
    reason: str
    text_hash: str
    """Of its text, as the index had it; empty where it had none."""


def read_removals(root: Path) -> dict[str, Removal]:
    """What was removed from a workspace, by the documents' ids.  Raises SettingsError."""
    path = root / REMOVED_FILE
    try:
        lines = path.read_bytes().splitlines()
        found = [msgspec.json.decode(line, type=Removal) for line in lines if line.strip()]
    except FileNotFoundError:
        return {}
    except (OSError, msgspec.MsgspecError) as error:
        raise SettingsError(f"{path} cannot be read: {error}", "Mend it: no index may hold what it names") from error
    return {removal.document: removal for removal in found}


def write_removals(root: Path, removals: Iterable[Removal]) -> None:
    """Write what was removed, all of it, in the place of what the file says.  Raises OSError."""
    replace_file(root / REMOVED_FILE, b"".join(msgspec.json.encode(removal) + b"\n" for removal in removals))


class Without:
    """A corpus without what was removed from it.

    removed:  by the documents' ids.
    """

    def __init__(self, corpus: Corpus, removed: Mapping[str, Removal]) -> None:
        self._corpus = corpus
        self._removed = removed

    @property
    def roles(self) -> Mapping[str, Role]:
        """The roles of the corpus."""
        return self._corpus.roles

    def documents(self) -> Iterator[Document | Problem]:
        """The sources, in the place of each removed one a problem that says so.  Raises CorpusError."""
        for item in self._corpus.documents():
            removal = self._removed.get(item.id) if isinstance(item, Document) else None
            if removal is None or not isinstance(item, Document):
                yield item
            else:
                yield Problem("removed", f"removed on {removal.date}: {removal.reason}", item.source, item.id)

    def fingerprint(self) -> str:
        """Changes with the sources and with what was removed.  Raises CorpusError."""
        sources = self._corpus.fingerprint()
        if not self._removed:
            return sources
        facts = "\0".join((sources, *sorted(self._removed)))
        return hashlib.sha256(facts.encode("utf-8", "surrogatepass")).hexdigest()[:32]
