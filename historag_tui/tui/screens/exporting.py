"""Writing a run, a working corpus or a Zwischentext to a file, from any screen."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from rich.text import Text

from historag_tui.session.balance import FORM, export_balance
from historag_tui.session.export import FORMATS, export
from historag_tui.tui.dialogs import Choose

if TYPE_CHECKING:
    from historag_tui.tui.frame import ModeScreen

_WORDS = {
    "md": "Markdown, to read and to cite",
    "csv": "CSV, for a spreadsheet",
    "jsonl": "JSONL, exact, for a program",
}


def begin_export(screen: ModeScreen, *names: str) -> None:
    """Choose the format, write a file for each, say where it is."""
    app = screen.historag

    def write(form: str | None) -> None:
        if form is None:
            return
        written: list[str] = []
        make = export_balance if form == FORM else partial(export, form=form)
        if app.attempt(lambda: written.extend(str(make(screen.session, name)) for name in names)):
            app.say(f"exported to {' and '.join(written)}")

    choices: list[tuple[str, Text]] = [
        (form, Text(f"{form:<12} {_WORDS[form]}")) for form in sorted(FORMATS, key=list(_WORDS).index)
    ]
    if set(names) <= screen.session.state.runs.keys():
        choices.append((FORM, Text(f"{FORM:<12} CSV of its windows: ledger and distributions")))
    app.push_screen(Choose(f"Export {' and '.join(names)} as", choices), write)
