"""Analyse: a question to a working corpus; the Zwischentext with its label, every citation one key away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, get_args

import msgspec
from rich.text import Text
from textual import on
from textual.binding import BindingType
from textual.containers import Container, Horizontal, VerticalScroll
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input, Static

from historag_tui.errors import HistoragError
from historag_tui.record.events import CitationVerdict
from historag_tui.records import TextDelta, Zwischentext
from historag_tui.session.visible import one_line, visible
from historag_tui.tui import presentation
from historag_tui.tui.dialogs import Ask, Choose, Field, Read
from historag_tui.tui.frame import ModeScreen
from historag_tui.tui.keymap import bind
from historag_tui.tui.rows import Row, RowList
from historag_tui.tui.zwischentext import HERE, citation_row, zwischentext_text


class AnalyseScreen(ModeScreen):
    """The question above; below, the text and its citations."""

    MODE = "analyse"
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("i", "question", "ask", id="analyse.question"),
        bind("C", "corpus", "working corpus", id="analyse.corpus"),
        bind("Z", "zwischentext", "texts", id="analyse.zwischentext"),
        bind("n", "citation(1)", "next citation", id="analyse.next", show=False),
        bind("p", "citation(-1)", "citation before", id="analyse.previous", show=False),
        bind("v", "check", "check", id="analyse.check"),
        bind("F", "follow", "new search from a claim", id="analyse.follow", show=False),
        bind("E", "export", "export", id="analyse.export"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._streamed = ""
        self._writing = False

    @property
    def memo_object(self) -> str:
        """What a memo is about here."""
        return self.historag.position.zwischentext or self.historag.position.corpus or "study"

    @property
    def text(self) -> Zwischentext | None:
        """The Zwischentext in front."""
        return self.session.state.zwischentexte.get(self.historag.position.zwischentext)

    def body(self) -> Iterator[Widget]:
        """Corpus, question, context; text; citations."""
        yield Static(id="corpus")
        with Container(id="form"):
            for name, label, hint in (
                ("question", "question", "what the working corpus might answer"),
                ("context", "context", "your own note to the model, never citable; may stay empty"),
            ):
                with Horizontal(classes="row"):
                    yield Static(label, classes="label first")
                    yield Field(placeholder=hint, id=name)
        with Container(id="panes"):
            with VerticalScroll(id="text-pane", can_focus=False):
                yield Static(id="text")
            yield RowList(id="citations")

    def leave_field(self) -> None:
        """To the citations."""
        self.query_one("#citations").focus()

    def show_study(self) -> None:
        """The text where the researcher was, or the newest, on its corpus."""
        state, position = self.session.state, self.historag.position
        if position.corpus not in state.corpora:
            position = position.at(corpus=next(reversed(state.corpora), ""))
        on_corpus = [text.id for text in state.zwischentexte.values() if text.corpus == position.corpus]
        if position.zwischentext not in on_corpus:
            position = position.at(zwischentext=on_corpus[-1] if on_corpus else "")
        self.historag.position = position
        corpus = state.corpora.get(position.corpus)
        line = Text("Nothing was transferred yet: accept chunks in Review (4), then T.", presentation.CAUTION)
        if corpus is not None:
            line = Text().append(corpus.id, "bold")
            line.append(f" · {len(corpus.chunks)} chunks · {one_line(corpus.reason)}", "dim")
        self.put("#corpus", line)
        self.show_text()
        if self.focused is None:
            self.query_one("#citations" if self.text else "#question").focus()

    def show_text(self) -> None:
        """The Zwischentext and its citations; while one is being written, that one is left in front."""
        text = self.text
        if self._writing:
            return
        if text is None:
            self.put("#text", Text("No Zwischentext yet. i asks; what a model writes is a proposal.", "dim"))
            self.query_one("#citations", RowList).replace([])
            return
        for name, value in (("#question", text.question), ("#context", text.context)):
            field = self.query_one(name, Input)
            field.value = field.value or value
        checks = self.session.state.checks
        rows = [Row(Text(f"{len(text.citations)} citations", "bold"), heading=True)]
        for number, citation in enumerate(text.citations):
            rows.append(Row(citation_row(number, citation, checks.get((text.id, number), "unchecked")), str(number)))
        self.query_one("#citations", RowList).replace(rows)
        self._show_place()

    @on(RowList.Moved, "#citations")
    def _show_place(self) -> None:
        """The text, the number of the citation under the cursor reversed in it and in sight."""
        if self.text is None:
            return
        key = self.query_one("#citations", RowList).key
        shown = zwischentext_text(self.text, int(key or -1))
        self.put("#text", shown)
        place = next((span.start for span in shown.spans if HERE in str(span.style)), 0)
        pane = self.query_one("#text-pane", VerticalScroll)
        line = len(shown[:place].wrap(self.app.console, max(1, pane.size.width - 1))) - 1
        if int(key or 0) == 0:
            pane.scroll_to(y=0, animate=False)
        elif not pane.scroll_offset.y <= line < pane.scroll_offset.y + pane.size.height:
            pane.scroll_to(y=max(0, line - pane.size.height // 2), animate=False)

    def action_citation(self, step: int) -> None:
        """To the next citation, or the one before."""
        self.query_one("#citations", RowList).action_move(step)

    @on(Input.Submitted)
    def _ask(self) -> None:
        form = {field.id or "": field.value for field in self.query(Input)}
        corpus, session = self.historag.position.corpus, self.session
        if not corpus:
            self.historag.say("Nothing was transferred yet. Accept chunks in Review, then T")
            return
        try:
            session.workspace.model("", "analyst")
        except HistoragError as error:
            self.historag.say(str(error))
            return
        models = session.workspace.settings.models
        if len(models) == 1:
            self._write(corpus, form["question"], form["context"], next(iter(models)))
            return
        choices = [(name, Text(one_line(f"{name}  {model.model} at {model.url}"))) for name, model in models.items()]
        self.app.push_screen(
            Choose("Who writes?", choices),
            lambda name: self._write(corpus, form["question"], form["context"], name) if name else None,
        )

    def _write(self, corpus: str, question: str, context: str, model: str) -> None:
        if self._writing:
            self.historag.say("a Zwischentext is being written; escape cancels")
            return
        self._streamed, self._writing = "", True
        self.put("#text", Text("Waiting for the model's first words.", "dim"))
        self.query_one("#citations", RowList).replace([])
        self.query_one("#citations").focus()
        self.historag.begin(
            f"writing on {corpus}",
            lambda: self.session.analyse.write(corpus, question, model, context),
            self._came,
            self._written,
        )

    def _written(self, well: bool) -> None:
        self._writing = False
        self.show_text()

    def _came(self, item: object) -> None:
        if isinstance(item, TextDelta):
            self._streamed += item.text
            shown = Text().append(
                "being written: a machine-generated proposal, not a finding\n\n", presentation.CAUTION
            )
            self.put("#text", shown.append(visible(self._streamed)))
            self.query_one("#text-pane", VerticalScroll).scroll_end(animate=False)
        elif isinstance(item, Zwischentext):
            self.historag.position = self.historag.position.at(zwischentext=item.id)
            self._written(True)

    @on(RowList.Chosen, "#citations")
    def _open(self, event: RowList.Chosen) -> None:
        """The cited chunk, the quotation marked in it."""
        text = self.text
        if text is None:
            return
        citation = text.citations[int(event.key)]
        corpus = self.session.working_corpus(text.corpus)
        passage = next((chunk.passage for chunk in corpus.chunks if chunk.passage.chunk == citation.chunk), None)
        if passage is None:
            self.historag.say(f"{corpus.id} has no chunk '{one_line(citation.cited)}'")
            return
        marks = [(citation.chunk_start, citation.chunk_end)] if citation.chunk_start >= 0 else []
        shown = citation_row(
            int(event.key), citation, self.session.state.checks.get((text.id, int(event.key)), "unchecked")
        )
        shown.append("\n\n")
        self.app.push_screen(
            Read(f"Citation {int(event.key) + 1}", shown.append_text(presentation.passage_text(passage, marks)))
        )

    def action_question(self) -> None:
        """To the question."""
        self.query_one("#question").focus()

    def read_on(self, direction: int) -> None:
        """Read on in the text."""
        pane = self.query_one("#text-pane", VerticalScroll)
        pane.scroll_relative(y=direction * max(1, pane.size.height - 2), animate=False)

    def action_check(self) -> None:
        """Say what following the citation under the cursor showed."""
        text, key = self.text, self.query_one("#citations", RowList).key
        if text is None or not key:
            return

        def kept(verdict: str | None) -> None:
            if verdict is None:
                return
            checked = msgspec.convert(verdict, CitationVerdict)
            said = f"citation {int(key) + 1}: {checked}"
            if self.historag.attempt(lambda: self.session.analyse.check(text.id, int(key), checked), said):
                self.show_text()

        self.app.push_screen(
            Choose(f"Citation {int(key) + 1}", [(name, Text(name)) for name in get_args(CitationVerdict)]), kept
        )

    def action_follow(self) -> None:
        """Take a claim into a new search: back to Heuristik, never past review."""
        text = self.text

        def go(topic: str | None) -> None:
            if topic:
                self.historag.action_mode("retrieve")
                self.historag.call_later(self._prefill, topic)

        self.app.push_screen(
            Ask("What would passages be about that bear on this claim?", one_line(text.question) if text else ""), go
        )

    def _prefill(self, topic: str) -> None:
        field = self.app.screen.query_one("#topic", Input)
        field.value = topic
        field.focus()

    def action_corpus(self) -> None:
        """Another working corpus."""
        corpora = self.session.state.corpora.values()

        def go(name: str | None) -> None:
            if name:
                self.historag.position = self.historag.position.at(corpus=name, zwischentext="")
                self.show_study()

        rows = [
            (corpus.id, Text(f"{corpus.id}  {len(corpus.chunks)} chunks  {one_line(corpus.reason)}"))
            for corpus in corpora
        ]
        self.app.push_screen(Choose("Which working corpus?", rows), go)

    def action_zwischentext(self) -> None:
        """An earlier Zwischentext."""
        texts = self.session.state.zwischentexte.values()

        def go(name: str | None) -> None:
            if name:
                corpus = self.session.state.zwischentexte[name].corpus
                self.historag.position = self.historag.position.at(zwischentext=name, corpus=corpus)
                self.show_study()

        rows = [(text.id, Text(f"{text.id}  {text.corpus}  {text.state}  {one_line(text.question)}")) for text in texts]
        self.app.push_screen(Choose("Which Zwischentext?", rows), go)

    def action_export(self) -> None:
        """Write the Zwischentext, or else the working corpus, to a file."""
        from historag_tui.tui.screens.exporting import begin_export

        name = self.historag.position.zwischentext or self.historag.position.corpus
        if name:
            begin_export(self, name)


def open_screen() -> Screen[None]:
    """The screen."""
    return AnalyseScreen()
