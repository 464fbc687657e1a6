"""Runs, working corpora and Zwischentexte written for others, with everything needed to check them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec

from historag_tui.analyse.render import render
from historag_tui.errors import RecordError, UsageError
from historag_tui.record.events import Exported
from historag_tui.records import Hit, Judgment, Passage, Run, WorkingCorpus, Zwischentext
from historag_tui.session.markdown import corpus_as_markdown, run_as_markdown
from historag_tui.session.study import Session, match_id
from historag_tui.session.tables import Cell, write_csv
from historag_tui.workspace import replace_file

Format = Literal["csv", "jsonl", "md"]
FORMATS: tuple[Format, ...] = ("csv", "jsonl", "md")

_PASSAGE = ("chunk", "document", "title", "date", "first", "last", "start", "end", "text", "text_hash")
_HIT = ("window", "rank", "score", "similarity", "layers", "matched", "also")
_KRITIK = ("decision", "origin", "own_score", "note")
_JUDGMENT = (
    "judge",
    "model",
    "host",
    "rubric",
    "rubric_hash",
    "state",
    "machine_score",
    "argument",
    "evidence",
    "reason",
)


def export(session: Session, name: str, form: str, target: Path | None = None) -> Path:
    """Write a run, a working corpus or a Zwischentext to a file, and record that.

    name:    its id or an unambiguous beginning of it.
    target:  the file; exports/ID.FORMAT in the workspace when None.  Replaced as a whole, never left half written.
    Raises UsageError for an unknown object or format, RecordError when the file cannot be written.
    """
    object_id, content = exported(session, name, form)
    return keep_export(session, object_id, form, content, target)


def keep_export(session: Session, object_id: str, form: str, content: bytes, target: Path | None = None) -> Path:
    """Write what was made of an object to a file, and record that.  Raises RecordError when it cannot be written."""
    path = target or session.workspace.exports_folder / f"{object_id}.{form}"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, content)
    except OSError as error:
        raise RecordError(f"{path} cannot be written: {error.strerror}", "Name another file with --to") from error
    inside = path.resolve().is_relative_to(session.workspace.root.resolve())
    session.append(
        Exported(object_id, form, str(path.resolve().relative_to(session.workspace.root.resolve()) if inside else path))
    )
    return path


def exported(session: Session, name: str, form: str) -> tuple[str, bytes]:
    """The full id of an object and its content in a format."""
    if form not in FORMATS:
        raise UsageError(f"'{form}' is not a format", f"Known are: {', '.join(FORMATS)}")
    state = session.state
    object_id = match_id(
        name, [*state.runs, *state.corpora, *state.zwischentexte], "run, working corpus or Zwischentext"
    )
    if object_id in state.runs:
        run = session.run(object_id)
        writers: dict[str, Callable[[], bytes]] = {
            "csv": lambda: write_csv(
                _columns(_run_rows(session, run), (*_PASSAGE, *_HIT, *_KRITIK, *_JUDGMENT)), _run_rows(session, run)
            ),
            "jsonl": lambda: _lines(_run_lines(session, run)),
            "md": lambda: run_as_markdown(session, run).encode("utf-8", "surrogatepass"),
        }
    elif object_id in state.corpora:
        corpus = session.working_corpus(object_id)
        writers = {
            "csv": lambda: write_csv(
                _columns(_corpus_rows(corpus), (*_PASSAGE, "window", "run", "origin")), _corpus_rows(corpus)
            ),
            "jsonl": lambda: _lines(_corpus_lines(corpus)),
            "md": lambda: corpus_as_markdown(corpus).encode("utf-8", "surrogatepass"),
        }
    else:
        text = state.zwischentexte[object_id]
        corpus = session.working_corpus(text.corpus)
        writers = {
            "csv": lambda: write_csv(_CITATION, _citation_rows(session, text, corpus)),
            "jsonl": lambda: _lines(_zwischentext_lines(session, text, corpus)),
            "md": lambda: render(text, corpus, checks_of(session, text)).encode("utf-8", "surrogatepass"),
        }
    return object_id, writers[form]()


def checks_of(session: Session, text: Zwischentext) -> dict[int, str]:
    """What the researcher said of the citations of a Zwischentext, by their place."""
    return {citation: verdict for (name, citation), verdict in session.state.checks.items() if name == text.id}


# ---------------------------------------------------------------------------------------------------------- rows

_CITATION = (
    "zwischentext", "model", "question", "claim", "cited", "chunk", "quotation", "placed", "located", "checked",
    "document", "title", "date",
)  # fmt: skip


def _passage_cells(passage: Passage | Hit) -> dict[str, Cell]:
    cells: dict[str, Cell] = {field: getattr(passage, field) for field in _PASSAGE}
    return cells | {f"source.{field}": value for field, value in passage.provenance.items()}


def _columns(rows: Iterator[Mapping[str, Cell]], first: tuple[str, ...]) -> tuple[str, ...]:
    """The fixed columns, then every field of the sources in the order in which it is met."""
    return tuple(dict.fromkeys((*first, *(column for row in rows for column in row))))


def _run_rows(session: Session, run: Run) -> Iterator[dict[str, Cell]]:
    """One row a hit and judgment; a hit that nobody judged has one row all the same."""
    for hit in run.hits:
        cells = _passage_cells(hit) | {
            "window": hit.window,
            "rank": hit.rank,
            "score": hit.score,
            "similarity": hit.similarity,
            "layers": " ".join(f"{place.layer}:{place.rank}" for place in hit.layers),
            "matched": " ".join(word for place in hit.layers for word in place.matched),
            "also": "; ".join(f"{witness.chunk} {witness.date} {witness.title}" for witness in hit.also),
        }
        cells |= _kritik_cells(session, run.id, hit.chunk)
        for judgment in session.state.judgments_of(run.id, hit.chunk) or (None,):
            yield cells | _judgment_cells(judgment)


def _kritik_cells(session: Session, run: str, chunk: str) -> dict[str, Cell]:
    state, key = session.state, (run, chunk)
    decision = state.decisions.get(key)
    return {
        "decision": decision.verdict if decision else None,
        "origin": decision.origin if decision else None,
        "own_score": state.scores.get(key),
        "note": state.notes.get(key),
    }


def _judgment_cells(judgment: Judgment | None) -> dict[str, Cell]:
    if judgment is None:
        return {}
    return {
        "judge": judgment.judge,
        "model": judgment.model,
        "host": judgment.host,
        "rubric": judgment.rubric,
        "rubric_hash": judgment.rubric_hash,
        "state": judgment.state,
        "machine_score": judgment.score,
        "argument": judgment.argument,
        "evidence": " | ".join(f"{item.quotation} [{item.placed}]" for item in judgment.evidence),
        "reason": judgment.reason,
    }


def _corpus_rows(corpus: WorkingCorpus) -> Iterator[dict[str, Cell]]:
    for chunk in corpus.chunks:
        yield _passage_cells(chunk.passage) | {"window": chunk.window, "run": chunk.run, "origin": chunk.origin}


def _citation_rows(session: Session, text: Zwischentext, corpus: WorkingCorpus) -> Iterator[dict[str, Cell]]:
    """One row a claim and citation; a claim that cites nothing has one row all the same."""
    passages = {chunk.passage.chunk: chunk.passage for chunk in corpus.chunks}
    checks = checks_of(session, text)
    for claim in text.claims:
        common: dict[str, Cell] = {
            "zwischentext": text.id,
            "model": text.model,
            "question": text.question,
            "claim": text.text[claim.start : claim.end],
        }
        if not claim.citations:
            yield common | {"located": "no citation"}
        for number in claim.citations:
            citation = text.citations[number]
            passage = passages.get(citation.chunk)
            yield common | {
                "cited": citation.cited,
                "chunk": citation.chunk,
                "quotation": citation.quotation,
                "placed": citation.placed,
                "located": "located" if citation.located else "not located",
                "checked": checks.get(number, "unchecked"),
                "document": passage.document if passage else None,
                "title": passage.title if passage else None,
                "date": passage.date if passage else None,
            }


# --------------------------------------------------------------------------------------------------------- lines


def _lines(objects: Iterator[Any]) -> bytes:
    return b"".join(msgspec.json.encode(item) + b"\n" for item in objects)


def _run_lines(session: Session, run: Run) -> Iterator[Any]:
    """The run without its hits, then every hit with all that was said of it."""
    yield {"kind": "run", "study": session.name, "run": msgspec.structs.replace(run, windows=())}
    for result in run.windows:
        yield {"kind": "window", "window": result.window, "ledger": result.ledger}
        for hit in result.hits:
            yield {
                "kind": "hit",
                "hit": hit,
                "judgments": session.state.judgments_of(run.id, hit.chunk),
                "rebuttals": list(session.state.rebuttals.get((run.id, hit.chunk), {}).values()),
                **_kritik_cells(session, run.id, hit.chunk),
            }


def _corpus_lines(corpus: WorkingCorpus) -> Iterator[Any]:
    yield {"kind": "working corpus", "working_corpus": msgspec.structs.replace(corpus, chunks=())}
    for chunk in corpus.chunks:
        yield {"kind": "chunk", "chunk": chunk}


def _zwischentext_lines(session: Session, text: Zwischentext, corpus: WorkingCorpus) -> Iterator[Any]:
    yield {"kind": "zwischentext", "zwischentext": text, "checks": list(checks_of(session, text).items())}
    yield from _corpus_lines(corpus)
