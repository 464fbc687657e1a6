"""Indexes in which words can be counted, but which have no vectors: a moment's work."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from historag_tui.index.reader import Index, open_index
from historag_tui.index.stages import build_index
from historag_tui.records import Progress
from historag_tui.workspace import Workspace, open_workspace


def workspace(root: Path, source: Path, language: str, facets: Sequence[str] = ()) -> Workspace:
    """A workspace on a JSONL file, with texts, counts and keyword index."""
    roles = "".join(f'{name} = "facet"\n' for name in facets)
    root.mkdir(parents=True, exist_ok=True)
    (root / "historag.toml").write_text(
        f'[corpus]\nadapter = "jsonl"\nsource = {json.dumps(str(source))}\nlanguage = "{language}"\n[corpus.roles]\n{roles}',
        "utf-8",
    )
    made = open_workspace(root)
    for step in build_index(made):
        if isinstance(step, Progress) and step.stage == "keyword search can be used":
            break
    return made


def index(root: Path, documents: Sequence[tuple[str, str]], language: str = "en", **fields: Sequence[str]) -> Index:
    """An index of these documents, each a date (empty for none) and a text; further fields one value a document."""
    root.mkdir(parents=True, exist_ok=True)
    lines = []
    for number, (date, text) in enumerate(documents):
        line: dict[str, Any] = {"id": f"d{number}", "title": f"Title {number}", "text": text}
        line |= {"date": date} if date else {}
        line |= {name: values[number] for name, values in fields.items()}
        lines.append(json.dumps(line) + "\n")
    (root / "documents.jsonl").write_text("".join(lines), "utf-8")
    made = workspace(root, root / "documents.jsonl", language, tuple(fields))
    return open_index(made.index_folder, None)
