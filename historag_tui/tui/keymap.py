"""Which key does what: read from the researcher's own file, and shown by one key."""

from __future__ import annotations

import difflib
import os
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from rich.text import Text
from textual.binding import Binding
from textual.screen import Screen

from historag_tui.errors import SettingsError
from historag_tui.workspace import Workspace

FILE = "keys.toml"
FORBIDDEN = frozenset({"ctrl+a", "ctrl+b", "ctrl+i", "ctrl+q", "ctrl+s"})
"""Kept by tmux, screen, flow control and Tab."""


def bind(
    key: str, action: str, description: str, *, id: str, show: bool = True, key_display: str | None = None
) -> Binding:
    """A key of the app.

    All have priority, which means that they act at once and in the order in which they come, also when a slow line
    delivers ten of them together; otherwise a verdict could overtake the step to the next row, or a letter typed for a
    note be taken for a verdict.  While a field has the focus the screens' ``check_action`` turns them off.
    """
    return Binding(key, action, description, show=show, key_display=key_display, priority=True, id=id)


def read(workspace: Workspace, environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """Keys by binding id, such as ``"review.accept" = "y"``, from the researcher's own keys.toml and the workspace's.

    The own one lies in ``~/.config/historag``; where both name a key, the workspace's holds.
    Raises SettingsError when one cannot be understood, names a key that terminals keep, or something that has no key.
    """
    home = Path(environment.get("XDG_CONFIG_HOME") or Path(environment.get("HOME", "")) / ".config")
    return _read(home / "historag" / FILE) | _read(workspace.root / FILE)


def _read(path: Path) -> dict[str, str]:
    if not path.exists():
        return {}
    try:
        keys = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SettingsError(f"{path} cannot be read: {error}", "Mend it; the usual keys hold") from error
    for name, key in keys.items():
        if not isinstance(key, str) or FORBIDDEN.intersection(part.strip() for part in key.split(",")):
            raise SettingsError(
                f"{path}: '{name}' cannot be bound to {key!r}", "Choose another key; the usual keys hold"
            )
        if name not in (known := names()):
            nearest = difflib.get_close_matches(name, known, n=1)
            raise SettingsError(
                f"{path}: there is no '{name}'" + (f"; did you mean '{nearest[0]}'?" if nearest else ""),
                "? names what each key is called; the usual keys hold",
            )
    return keys


@cache
def names() -> frozenset[str]:
    """The ids of everything that has a key, on any screen."""
    import importlib
    import pkgutil

    from historag_tui.tui import rows, screens
    from historag_tui.tui.app import HistoragApp
    from historag_tui.tui.frame import ModeScreen

    found: list[object] = [HistoragApp, ModeScreen, rows.RowList]
    for module in pkgutil.iter_modules(screens.__path__, f"{screens.__name__}."):
        found += vars(importlib.import_module(module.name)).values()
    return frozenset(
        binding.id
        for kind in found
        if isinstance(kind, type)
        for binding in vars(kind).get("BINDINGS", ())
        if isinstance(binding, Binding) and binding.id
    )


def described(screen: Screen[Any]) -> Text:
    """Every key that holds on a screen, what it does, and the id under which keys.toml can change it."""
    text = Text()
    ours = {active.binding.action: active.binding for active in screen.active_bindings.values() if active.binding.id}
    for binding in sorted(ours.values(), key=lambda binding: (binding.id or "").startswith("rows.")):
        text.append(f"{screen.app.get_key_display(binding):>10}  ", "bold")
        text.append(f"{binding.description:<36}")
        text.append(f"{binding.id}\n", "dim")
    text.append(
        '\nctrl+p opens the palette. Keys are changed in keys.toml, here or in ~/.config/historag: "id" = "key".\n',
        "dim",
    )
    return text
