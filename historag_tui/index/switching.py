"""The change from one embedder to another, so that whatever happens in between, the workspace answers.

The new vectors are made beside the old ones; then it is noted in ``switch.json`` what is about to happen, the new
generation is published, the embedder is written into historag.toml, and the note is removed.  A reader that meets the
new generation and the old setting finds the note and knows why.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from historag_tui.errors import SettingsError
from historag_tui.index.manifest import Manifest, chunking
from historag_tui.records import Record
from historag_tui.workspace import SETTINGS_FILE, ChunkSettings, Settings, Workspace, replace_file, write_embedder

_NOTE, _CUTTING = "switch.json", "cutting.json"


class Switch(Record, frozen=True):
    """A change under way, by the embedders' names in historag.toml, or by how chunks are cut."""

    before: str
    after: str


def under_way(folder: Path) -> Switch | None:
    """The change that was begun on the index in a folder and is not yet in historag.toml."""
    return _noted(folder / _NOTE)


def _noted(path: Path) -> Switch | None:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Switch)
    except (OSError, msgspec.MsgspecError):
        return None


def answering(folder: Path, manifest: Manifest, settings: Settings) -> Settings:
    """The settings with what answers: a new embedder as soon as its generation is published, earlier chunks until then."""
    found = Switch(settings.embedder, manifest.embedder_setting)
    if found.before != found.after and under_way(folder) == found:
        settings = msgspec.structs.replace(settings, embedder=found.after)
    cutting = Switch(manifest.chunking, chunking(settings))
    if cutting.before != cutting.after and _noted(folder / _CUTTING) == cutting:
        size, _, overlap = manifest.chunking.partition("/")
        settings = msgspec.structs.replace(settings, chunks=ChunkSettings(size=int(size), overlap=int(overlap)))
    return settings


def begin_cutting(folder: Path, earlier: Manifest | None, settings: Settings) -> None:
    """Note that chunks are cut anew, so that the earlier generation answers until the new one is whole."""
    if earlier is not None and earlier.vectors_ready and earlier.chunking != chunking(settings):
        note = Switch(earlier.chunking, chunking(settings))
        replace_file(folder / _CUTTING, msgspec.json.encode(note))


def meant(workspace: Workspace, earlier: Manifest | None, embedder: str) -> Switch | None:
    """The change that a build shall make.

    embedder:  the one that was asked for; empty where none was, and then a change that broke off is ended.
    Without an index that answers there is nothing to wait for, and the setting is written at once.
    Raises SettingsError for an embedder that is not there.
    """
    settings = workspace.settings
    if not embedder and earlier is not None:
        embedder = answering(workspace.index_folder, earlier, settings).embedder
    if embedder in ("", settings.embedder):
        return None
    if earlier is None or not earlier.vectors_ready:
        _write(workspace.root, embedder)
    return Switch(settings.embedder, embedder)


def announce(folder: Path, switch: Switch) -> None:
    """Note a change before its generation is published."""
    replace_file(folder / _NOTE, msgspec.json.encode(switch))


def settle(workspace: Workspace, switch: Switch | None) -> None:
    """Write a published change into historag.toml, and remove the note of it or of one that was given up.

    Raises SettingsError when historag.toml cannot be written; the note then stays, and the index answers.
    """
    if switch is not None:
        _write(workspace.root, switch.after)
    for note in (_NOTE, _CUTTING):
        (workspace.index_folder / note).unlink(missing_ok=True)


def _write(root: Path, embedder: str) -> None:
    try:
        write_embedder(root, embedder)
    except OSError as error:
        raise SettingsError(
            f"{root / SETTINGS_FILE} cannot be written: {error.strerror or error}",
            f'Write into it: embedder = "{embedder}"',
        ) from error
