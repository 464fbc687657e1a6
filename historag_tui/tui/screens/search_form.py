"""The form of a search: what is asked at first sight, and more choices folded away."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar, get_args

from textual.app import ComposeResult
from textual.containers import Container, Horizontal
from textual.widget import Widget
from textual.widgets import Input, Static

from historag_tui.errors import UsageError
from historag_tui.records import FieldCap, LayerChoice, RangeRule, Recipe, Reprints, VectorMethod
from historag_tui.session.heuristik import DEFAULT_QUOTA, DEFAULT_WINDOWING, Heuristik
from historag_tui.tui.dialogs import Field

_FIRST = (
    (("topic", "topic", "what the passages would be about"),),
    (("first", "from", "1860"), ("last", "to", "1919"), ("windowing", "window", "10y"), ("per_window", "each", "5")),
    (("keywords", "keywords", 'words, "phrase", +must, -not'), ("term_list", "terms", "a list")),
    (("filters", "where", "party=Whig; year=.."), ("layer", "layer", "both, semantic, keyword")),
    (("reason", "reason", "why this search, for the record"),),
)
_MORE = (
    (("cap", "cap", "3; issue=2"), ("spread", "spread", "year; a field"), ("reprints", "reprints", "once, each")),
    (
        ("undated", "undated", "as each"),
        ("range_rule", "ranges", "touched"),
        ("vectors", "vectors", "auto"),
        ("depth", "depth", "usual"),
    ),
    (("variants", "topic in", "1860–1869=iron roads; 1910–1919=rates"),),
)
_USUAL = {
    "windowing": DEFAULT_WINDOWING,
    "per_window": str(DEFAULT_QUOTA),
    "layer": "both",
    "cap": "0",
    "spread": "",
    "reprints": "once",
    "undated": "",
    "range_rule": "touched",
    "vectors": "auto",
    "depth": "",
    "variants": "",
}
_LABELS = {name: label for line in (*_FIRST, *_MORE) for name, label, _ in line}
_LAYERS: tuple[LayerChoice, ...] = ("both", "semantic", "keyword")

_T = TypeVar("_T", bound=str)


class SearchForm(Container):
    """Fields named as the command line names its options."""

    def compose(self) -> ComposeResult:
        """The lines of the first sight, and the folded ones."""
        yield from _lines(_FIRST)
        with Container(id="more"):
            yield from _lines(_MORE)

    def on_mount(self) -> None:
        """The usual values stand in the form; more choices are folded away."""
        self.query_one("#more").display = False
        for name, value in _USUAL.items():
            self.query_one(f"#{name}", Input).value = value

    @property
    def folded(self) -> bool:
        """Whether more choices are out of sight."""
        return not self.query_one("#more").display

    def fold(self) -> None:
        """More choices into sight, or out of it."""
        self.query_one("#more").display = self.folded

    def unusual(self) -> str:
        """The folded choices that are not the usual ones: what is out of sight still decides."""
        names = [name for line in _MORE for name, _, _ in line]
        values = {name: self.query_one(f"#{name}", Input).value.strip() for name in names}
        return " · ".join(f"{_LABELS[name]} {text}" for name, text in values.items() if text not in ("", _USUAL[name]))

    def fill(self, recipe: Recipe, undated: str) -> None:
        """The form as a recipe has it, so that a search is varied from there.

        undated: their quota where it is another than that of every window.
        Passages like one leave the form as it stands; a sample leaves topic and layer, of which it has none.
        """
        if recipe.like:
            return
        from historag_tui.heuristik.filters import written

        caps = [str(recipe.cap)] if recipe.cap or not recipe.field_caps else []
        values = {
            "first": recipe.first,
            "last": recipe.last,
            "windowing": recipe.windowing,
            "per_window": str(recipe.per_window),
            "keywords": recipe.keywords,
            "term_list": recipe.term_list,
            "filters": "; ".join(map(written, recipe.filters)),
            "cap": "; ".join([*caps, *(f"{cap.field}={cap.most}" for cap in recipe.field_caps)]),
            "spread": "; ".join(recipe.spread),
            "reprints": recipe.reprints,
            "undated": undated,
            "range_rule": recipe.range_rule,
            "vectors": recipe.vectors,
            "depth": str(recipe.depth or ""),
            "variants": "; ".join(f"{window.name}={window.topic}" for window in recipe.windows if window.topic),
        }
        if recipe.layer != "random":
            values |= {"topic": recipe.topic, "layer": recipe.layer}
        for name, value in values.items():
            self.query_one(f"#{name}", Input).value = value

    def recipe(self, heuristik: Heuristik) -> Recipe:
        """The search that the form asks for.  Raises UsageError."""
        form = self._values()
        return heuristik.recipe(
            form["topic"],
            layer=_one_of(form["layer"], _LAYERS, "layer"),
            depth=_number(form["depth"], "depth", 0),
            vectors=_one_of(form["vectors"], get_args(VectorMethod), "vectors"),
            variants=_variants(form["variants"]),
            **self._choices(form, heuristik),
        )

    def sample(self, heuristik: Heuristik, seed: int, quota: int) -> Recipe:
        """A random sample of the form's period, windows and filters, one chunk of a document unless a cap is written."""
        choices = self._choices(self._values(), heuristik)
        return heuristik.sample(seed=seed, **choices | {"per_window": quota, "cap": choices["cap"] or 1})

    def _values(self) -> dict[str, str]:
        return {field.id or "": field.value.strip() for field in self.query(Input)}

    def _choices(self, form: Mapping[str, str], heuristik: Heuristik) -> dict[str, Any]:
        """What a search and a sample have in common."""
        cap, field_caps = _caps(form["cap"])
        return {
            "keywords": form["keywords"],
            "term_list": form["term_list"],
            "first": form["first"],
            "last": form["last"],
            "windowing": form["windowing"] or DEFAULT_WINDOWING,
            "per_window": _number(form["per_window"], "each", DEFAULT_QUOTA),
            "undated": _number(form["undated"], "undated", 0) if form["undated"] else None,
            "filters": [heuristik.parse_filter(part) for part in _parts(form["filters"])],
            "cap": cap,
            "field_caps": field_caps,
            "spread": tuple(_parts(form["spread"])),
            "reprints": _one_of(form["reprints"], ("once", *get_args(Reprints)), "reprints"),
            "range_rule": _one_of(form["range_rule"], get_args(RangeRule), "ranges"),
            "reason": form["reason"],
        }


def _lines(lines: tuple[tuple[tuple[str, str, str], ...], ...]) -> Iterator[Horizontal]:
    for line in lines:
        fields: list[Widget] = []
        for name, label, hint in line:
            fields.append(Static(label, classes="label first" if name == line[0][0] else "label"))
            fields.append(Field(placeholder=hint, id=name))
        yield Horizontal(*fields, classes="row")


def _parts(text: str) -> list[str]:
    """What semicolons part."""
    return [part.strip() for part in text.split(";") if part.strip()]


def _caps(text: str) -> tuple[int, tuple[FieldCap, ...]]:
    """``3; issue=2``: of a document, and of one value of a field."""
    document, fields = 0, []
    for part in _parts(text):
        field, equals, most = (piece.strip() for piece in part.rpartition("="))
        if not most.isdecimal() or (equals and not field):
            raise UsageError(f"'{part[:40]}' is not a cap", "Write a number, or FIELD=NUMBER")
        if equals:
            fields.append(FieldCap(field, int(most)))
        else:
            document = int(most)
    return document, tuple(fields)


def _variants(text: str) -> dict[str, str]:
    """``WINDOW=TOPIC; …``"""
    found = {}
    for part in _parts(text):
        window, equals, topic = (piece.strip() for piece in part.partition("="))
        if not (window and equals and topic):
            raise UsageError(f"'{part[:60]}' names no topic for a window", "Write WINDOW=TOPIC")
        found[window] = topic
    return found


def _number(text: str, name: str, usual: int) -> int:
    if not text:
        return usual
    if not text.isdecimal():
        raise UsageError(f"'{text[:20]}' in the field {name} is not a whole number", "Write digits only")
    return int(text)


def _one_of(text: str, known: tuple[_T, ...], name: str) -> _T:
    """The choice that is written; the first where none is."""
    for choice in known:
        if text in (choice, ""):
            return choice
    raise UsageError(f"'{text[:20]}' is not a choice for {name}", f"Write {', '.join(dict.fromkeys(known))}")
