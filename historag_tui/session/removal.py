"""Removing documents by law: from every study, from the index with all its generations, and for every later build.

The sources are the researcher's and are not touched.  The order is such that, broken off at any moment, the same call
does the rest: it is noted first what no build may read any more; studies are cleaned while the index still knows the
text; then the index is built without it and everything that held it is deleted at once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import closing

from historag_tui.corpus.chunks import text_hash
from historag_tui.corpus.removed import Removal, read_removals, write_removals
from historag_tui.errors import NothingFound, UsageError, WorkFailed
from historag_tui.index.build import build
from historag_tui.index.copies import Copies, copies
from historag_tui.index.manifest import Manifest, answers
from historag_tui.record.blackening import Quoted
from historag_tui.record.events import Judged, Withdrawn
from historag_tui.record.journal import blacken
from historag_tui.records import Hit, Judgment, Passage, Progress, Record
from historag_tui.session.studies import list_studies, open_study
from historag_tui.session.study import Session
from historag_tui.workspace import Workspace

_FOUND = ("exact", "normalised", "close")


class Cleaned(Record, frozen=True):
    """What was taken out of a study."""

    study: str
    texts: int
    replies: int
    lines: int
    """Lines of its record in which quotations were blacked out."""


class Leftover(Record, frozen=True):
    """A file of the researcher's own that still quotes a removed document."""

    file: str


def remove(
    workspace: Workspace, documents: Sequence[str], reason: str, today: str
) -> Iterator[Progress | Cleaned | Leftover | Manifest]:
    """Remove documents; the manifest of the index without them comes last.

    documents:  their ids.
    today:      the day that is noted, ISO 8601.
    Raises UsageError without a reason, NothingFound for an id that neither the index nor an earlier removal knows,
    RecordError while a study is open in another program, WorkFailed and whatever building an index raises.
    """
    if not reason.strip():
        raise UsageError("A removal needs a reason", 'Say by what law or wish: --reason "…"')
    documents = tuple(dict.fromkeys(documents))
    folder, answering = workspace.index_folder, answers(workspace.index_folder)
    found = copies(folder, documents, answering.parts["texts"].name if answering else "")
    _note(workspace, documents, found, reason.strip(), today)
    for number, study in enumerate(names := [summary.name for summary in list_studies(workspace)]):
        yield Progress("cleaning studies", number, len(names), study)
        with closing(open_study(workspace, study)) as session:
            cleaned = _clean(session, documents, found)
        if cleaned.texts or cleaned.replies or cleaned.lines:
            yield cleaned
    yield from _leftovers(workspace, found)
    yield from build(workspace, forget=True)


def _note(workspace: Workspace, documents: Sequence[str], found: dict[str, Copies], reason: str, today: str) -> None:
    """Write down what no build may read any more."""
    removed = read_removals(workspace.root)
    unknown = [name for name in documents if name not in found and name not in removed]
    if unknown:
        raise NothingFound(
            f"The index has no document {', '.join(repr(name) for name in unknown[:5])}",
            "Write the id as historag cite or an export shows it; nothing was removed",
        )
    for name in documents:
        if name not in removed:
            removed[name] = Removal(name, today, reason, text_hash(found[name].texts[0]))
    try:
        write_removals(workspace.root, removed.values())
    except OSError as error:
        raise WorkFailed(
            f"{workspace.root} cannot be written: {error.strerror}", "Mend its permissions; nothing was removed"
        ) from error


def _clean(session: Session, documents: Sequence[str], found: dict[str, Copies]) -> Cleaned:
    """Take the texts, the raw replies and the quotations of documents out of a study, and let its record say so."""
    passages = _passages(session)
    ours = [passage for passage in passages if passage.document in documents]
    # A text that stands in another document as well is not removed with this one.
    shared = {passage.text_hash for passage in passages if passage.document not in documents}
    texts = {passage.text_hash for passage in ours}.union(*(copy.chunk_hashes for copy in found.values())) - shared
    chunks = {passage.chunk for passage in ours}
    judgments = [stamped.event.judgment for stamped in session.events if isinstance(stamped.event, Judged)]
    replies = {judgment.reply_hash for judgment in judgments if judgment.chunk in chunks}
    replies -= {"", *(judgment.reply_hash for judgment in judgments if judgment.chunk not in chunks)}
    deleted = sum(map(session.texts.withdraw, texts)), sum(map(session.replies.withdraw, replies))
    quoted = Quoted((text for copy in found.values() for text in copy.texts), _quotations(session, judgments, chunks))
    lines = blacken(session.journal.folder, quoted) if quoted else 0
    removed = read_removals(session.workspace.root)
    for name in documents:
        hashes = {passage.text_hash for passage in ours if passage.document == name} - shared
        if name not in session.state.withdrawn and (hashes or lines):
            answered = {judgment.reply_hash for judgment in judgments if judgment.text_hash in hashes} & replies
            session.append(Withdrawn(name, removed[name].reason, tuple(sorted(hashes)), len(answered)))
    return Cleaned(session.name, *deleted, lines)


def _passages(session: Session) -> list[Hit | Passage]:
    """Everything that the study holds a text of."""
    state = session.state
    return [
        *(hit for run in state.runs.values() for hit in run.hits),
        *(chunk.passage for corpus in state.corpora.values() for chunk in corpus.chunks),
    ]


def _quotations(session: Session, judgments: Sequence[Judgment], chunks: Collection[str]) -> Iterator[str]:
    """What models quoted of these chunks, in their own spelling."""
    for judgment in judgments:
        if judgment.chunk in chunks:
            yield from (piece.quotation for piece in judgment.evidence if piece.placed in _FOUND)
    for text in session.state.zwischentexte.values():
        yield from (cited.quotation for cited in text.citations if cited.chunk in chunks and cited.placed in _FOUND)


def _leftovers(workspace: Workspace, found: dict[str, Copies]) -> Iterator[Progress | Leftover]:
    """Files of the researcher's own that still quote what was removed, with the sources themselves left out."""
    quoted = Quoted(_plain(text) for copy in found.values() for text in copy.texts)
    passed_over = {workspace.index_folder.resolve()}
    if workspace.settings.corpus.source:
        passed_over.add((workspace.root / workspace.settings.corpus.source).resolve())
    if not quoted:
        return
    yield Progress("looking for copies of one's own")
    for path in sorted(workspace.root.rglob("*")):
        whole = path.resolve()
        if passed_over.isdisjoint((whole, *whole.parents)) and path.is_file() and path.parent.parent.name != "texts":
            try:
                held = quoted.quoted_in(_plain(path.read_bytes().decode("utf-8", "replace")))
            except OSError:
                # What cannot be read cannot be vouched for.
                held = True
            if held:
                yield Leftover(path.relative_to(workspace.root).as_posix())


def _plain(text: str) -> str:
    return " ".join(text.split())
