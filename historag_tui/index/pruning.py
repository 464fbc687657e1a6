"""What an index no longer needs: generations that do not answer, parts that none needs, and what broken builds left.

Nothing of it goes by itself, since a reader elsewhere may have it mapped: it goes by ``historag index --prune``.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from historag_tui.errors import WorkFailed
from historag_tui.index.locking import build_under_way, only_builder
from historag_tui.index.manifest import current_manifest, current_name
from historag_tui.index.parts import discard
from historag_tui.records import Progress, Record


class Stray(Record, frozen=True):
    """A folder of the index that the generation which answers does not need."""

    kind: Literal["generation", "part", "interrupted build", "damaged part"]
    name: str
    bytes: int


def strays(folder: Path) -> list[Stray]:
    """What can go: generations first, so that none is left whose parts are gone.

    Raises IndexMissing, or IndexDamaged, when no generation answers: then it cannot be known what is needed.
    """
    return [
        Stray(_kind(path), path.name, sum(inside.stat().st_size for inside in path.rglob("*") if inside.is_file()))
        for path in _unneeded(folder)
    ]


def prune(folder: Path, dry_run: bool = False) -> Iterator[Progress | Stray]:
    """Remove what can go, and give each piece when it is gone.

    dry_run:  give what would go, and write nothing.
    Raises IndexMissing, IndexDamaged, and WorkFailed while a build is under way.
    """
    if dry_run:
        if build_under_way(folder):
            raise WorkFailed(f"A build is under way in {folder}", "Wait for it, or stop it, and try again")
        yield from strays(folder)
        return
    current_manifest(folder)
    with only_builder(folder):
        found = strays(folder)
        for number, stray in enumerate(found):
            yield Progress("removing what is not needed", number, len(found), stray.name)
            discard(folder / ("generations" if stray.kind == "generation" else "parts") / stray.name)
            yield stray


def _unneeded(folder: Path) -> Iterator[Path]:
    manifest, _ = current_manifest(folder)
    answering = current_name(folder)
    needed = {part.name for part in (*manifest.parts.values(), *manifest.vectors)}
    for kind, kept in (("generations", {answering}), ("parts", needed)):
        yield from (path for path in sorted((folder / kind).iterdir()) if path.is_dir() and path.name not in kept)


def _kind(path: Path) -> Literal["generation", "part", "interrupted build", "damaged part"]:
    if path.name.startswith(".damaged-"):
        return "damaged part"
    if path.name.startswith("."):
        return "interrupted build"
    return "generation" if path.parent.name == "generations" else "part"
