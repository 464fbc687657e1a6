"""Small corpora for the index's tests, and the folders that an index is made of."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Sequence
from pathlib import Path

from historag_tui.corpus.health import Reading
from historag_tui.index.tables import ChunkTable
from historag_tui.index.texts import TextWriter
from historag_tui.records import Document, NamedDate
from historag_tui.workspace import ChunkSettings, Workspace, open_workspace

SUBJECTS = {
    "railroad": "railroad railroads locomotive track freight carrier station",
    "bank": "bank banks currency gold deposit credit treasury",
    "harbor": "harbor ship ships navy vessel port cargo",
}
FILLER = (
    "the",
    "of",
    "and",
    "to",
    "in",
    "that",
    "was",
    "for",
    "with",
    "his",
    "by",
    "on",
    "this",
    "were",
    "had",
    "from",
)


class Fixed:
    """A corpus of these documents."""

    def __init__(self, documents: Sequence[Document], roles: dict[str, str] | None = None) -> None:
        self.items = documents
        self.roles = roles or {}

    def documents(self) -> Iterable[Document]:
        return iter(self.items)

    def fingerprint(self) -> str:
        return "fixed"


def dated(first: str | None, last: str | None = "", name: str = "published") -> tuple[NamedDate, ...]:
    """One date: a day, or a range when a last day is given."""
    return (NamedDate(name, first, first if last == "" else last),)


def write_texts(folder: Path, documents: Sequence[Document], size: int = 500, overlap: int = 50) -> ChunkTable:
    """The text store of these documents."""
    folder.mkdir(parents=True, exist_ok=True)
    for _ in TextWriter(folder, ChunkSettings(size=size, overlap=overlap), "").write(Reading(Fixed(documents)), {}):
        pass
    return ChunkTable(folder)


def lines(count: int, seed: int = 1) -> list[dict[str, str]]:
    """So many documents about three subjects, one a year from 1850; every seventh is dated by its year, one by nothing."""
    chance = random.Random(seed)
    made = []
    for number in range(count):
        subject = chance.choice(list(SUBJECTS))
        sentences = [
            " ".join(
                chance.choice(SUBJECTS[subject].split() if chance.random() < 0.4 else FILLER) for _ in range(12)
            ).capitalize()
            for _ in range(chance.randrange(8, 30))
        ]
        year = 1850 + number % 60
        date = str(year) if number % 7 == 3 else f"{year}-0{1 + number % 9}-1{number % 9}"
        line = {
            "id": f"letter-{number}",
            "text": ". ".join(sentences) + ".",
            "title": f"Letter {number}",
            "subject": subject,
        }
        made.append(line if number == 5 else {**line, "date": date})
    return made


def workspace(root: Path, documents: Sequence[dict[str, str]], extra: str = "") -> Workspace:
    """A workspace on a JSONL corpus, with settings that train in a moment."""
    root.mkdir(parents=True, exist_ok=True)
    (root / "letters.jsonl").write_text("".join(json.dumps(line) + "\n" for line in documents), "utf-8")
    (root / "historag.toml").write_text(
        f'{extra}\n[corpus]\nadapter = "jsonl"\nsource = "letters.jsonl"\n[corpus.roles]\nsubject = "facet"\n'
        "[chunks]\nsize = 500\noverlap = 50\n[vocabulary]\ndimension = 12\nepochs = 2\nminimum_count = 2\n",
        "utf-8",
    )
    return open_workspace(root)
