"""The balance of a run: its distributions as a picture, and as a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from rich.text import Text
from textual.binding import BindingType
from textual.widgets import Static

from historag_tui.errors import HistoragError
from historag_tui.records import Run
from historag_tui.session.balance import export_balance
from historag_tui.session.visible import one_line
from historag_tui.tui import runs_text
from historag_tui.tui.dialogs import READER_MARGIN, Read
from historag_tui.tui.keymap import bind

if TYPE_CHECKING:
    from historag_tui.tui.app import HistoragApp


class Balance(Read):
    """What each list took of every window, beside the corpus's share by document and by chunk."""

    BINDINGS: ClassVar[list[BindingType]] = [bind("C", "csv", "write it as CSV", id="balance.csv")]
    FOOT = "j k space b scroll · C writes it as CSV · escape closes"

    def __init__(self, run: Run) -> None:
        super().__init__(f"Balance of {run.id}", Text())
        self._run = run

    def on_mount(self) -> None:
        """Draw it as wide as there is room."""
        self._text = runs_text.balance_text(self._run, self.app.size.width - READER_MARGIN)
        self.query_one("#text Static", Static).update(self._text)

    def action_csv(self) -> None:
        """One row a window, ledger and all, for a spreadsheet."""
        app = cast("HistoragApp", self.app)
        try:
            with app.session.lock:
                said = f"written to {export_balance(app.session, self._run.id)}"
        except HistoragError as error:
            said = str(error)
        app.status = said
        self.query_one("#foot", Static).update(Text(one_line(said), "italic"))
