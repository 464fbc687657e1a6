"""What every screen has around it: the modes above, and below what is being done and which keys there are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, cast

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container
from textual.reactive import Reactive
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input, Static, TextArea

from historag_tui.record.events import Event
from historag_tui.session import Session
from historag_tui.session.visible import one_line
from historag_tui.tui.keymap import bind

if TYPE_CHECKING:
    from historag_tui.tui.app import HistoragApp

MODES = {
    "corpus": "Corpus",
    "expand": "Expand",
    "retrieve": "Retrieve",
    "review": "Review",
    "analyse": "Analyse",
    "record": "Record",
}


WIDE = 110
"""From so many columns on panes stand side by side."""


class ModeScreen(Screen[None]):
    """A mode of the app.  Subclasses give the body and show the study anew when they are asked to."""

    MODE: ClassVar[str] = ""
    TYPING: ClassVar[tuple[tuple[str, str], ...]] = (
        ("escape", "leave the field"),
        ("tab", "next field"),
        ("enter", "go"),
    )
    """The keys that hold while a field has the focus."""
    AUTO_FOCUS = ""
    focused: Reactive[Widget | None] = Reactive(None, repaint=False)
    """The framework would draw the whole screen anew whenever the focus moves."""
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("escape", "leave", "cancel or leave the field", id="leave", show=False),
        bind("tab", "tab(1)", "next field, or read on", id="tab", show=False),
        bind("shift+tab", "tab(-1)", "field before, or read back", id="tab-back", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._texts: dict[str, Text] = {}

    def compose(self) -> ComposeResult:
        """Title, body, status, keys."""
        # The framework sets it when it has drawn a first time, and draws again.
        self.add_class("-wide" if self.app.size.width >= WIDE else "-narrow")
        yield Static(id="title")
        with Container(id="body"):
            yield from self.body()
        yield Static(id="status")
        yield Static(id="keys")

    def body(self) -> Iterator[Widget]:
        """The widgets between the title and the status line."""
        raise NotImplementedError

    def show_study(self) -> None:
        """Draw what the study holds now."""
        raise NotImplementedError

    def show_undone(self, event: Event) -> None:
        """Put in front what was taken back, where this screen shows it."""

    @property
    def historag(self) -> HistoragApp:
        """The app, with its own type."""
        return cast("HistoragApp", self.app)

    @property
    def session(self) -> Session:
        """The open study."""
        return self.historag.session

    def on_mount(self) -> None:
        """What is there stands in the first picture already; resuming then finds nothing to draw."""
        self.show_status()
        self.show_study()

    def on_screen_resume(self) -> None:
        """Coming back: other screens, other writers, may have changed the study."""
        self.show_status()
        self.show_study()

    def show_status(self) -> None:
        """Draw the lines around the body."""
        self.put("#title", self._title(), layout=False)
        self.put("#status", Text(one_line(self.historag.status), no_wrap=True, overflow="ellipsis"), layout=False)
        self.put("#keys", self._keys(), layout=False)

    def put(self, name: str, text: Text, layout: bool = True) -> None:
        """Draw a text unless it stands there already: drawn again, it would go over the wire again.

        layout: whether the text may need more or fewer lines than the one before.
        """
        if text != self._texts.get(name):
            self._texts[name] = text
            self.query_one(name, Static).update(text, layout=layout)

    def on_descendant_focus(self) -> None:
        """Other keys hold now."""
        self.put("#keys", self._keys(), layout=False)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While a field has the focus, only the keys that leave it act; the rest is typed."""
        return not self.typing or action in ("leave", "tab")

    @property
    def typing(self) -> bool:
        """Whether keys are letters now."""
        return isinstance(self.focused, Input | TextArea)

    def action_tab(self, direction: int) -> None:
        """To the next field; outside of fields, read on."""
        if self.typing:
            self.focus_next() if direction > 0 else self.focus_previous()
        else:
            self.read_on(direction)

    def read_on(self, direction: int) -> None:
        """Scroll what is read on this screen by a screenful; where there is nothing to read, move the focus."""
        self.focus_next() if direction > 0 else self.focus_previous()

    def action_leave(self) -> None:
        """Cancel the running work, else leave a field."""
        if self.typing:
            self.leave_field()
        else:
            self.historag.cancel()

    def leave_field(self) -> None:
        """Where the focus goes when a field is left."""
        self.set_focus(None)

    def _title(self) -> Text:
        text = Text(no_wrap=True, overflow="ellipsis")
        for number, (mode, name) in enumerate(MODES.items(), 1):
            text.append(f" {number} {name} ", "bold reverse" if mode == self.MODE else "")
        study = self.session.state.title or self.session.name
        text.append("   " + one_line(study), "dim")
        return text

    def _keys(self) -> Text:
        """The keys that hold here, as many as there is room for."""
        text = Text(no_wrap=True, overflow="ellipsis")
        for key, does in self.TYPING if self.typing else self._shown():
            text.append(f" {key}", "bold")
            text.append(f" {does} ", "dim")
        return text

    def _shown(self) -> list[tuple[str, str]]:
        bindings = [
            active.binding for active in self.active_bindings.values() if active.binding.show and active.enabled
        ]
        bindings.sort(key=lambda binding: binding.id != "help")
        return list({b.action: (self.app.get_key_display(b), b.description) for b in bindings}.values())
