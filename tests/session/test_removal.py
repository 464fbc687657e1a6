"""A document removed by law is nowhere any more, whatever broke the removal off; the rest answers as before."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import numpy as np
import pytest

from historag_tui.corpus.chunks import text_hash
from historag_tui.errors import NothingFound, RecordError, UsageError
from historag_tui.index.build import build
from historag_tui.index.manifest import Manifest
from historag_tui.index.parts import array
from historag_tui.index.reader import open_index
from historag_tui.index.stages import build_index
from historag_tui.index.vector_parts import embed
from historag_tui.record.events import Judged, Withdrawn, Written
from historag_tui.records import Citation, Evidence, Judgment, Run, Zwischentext
from historag_tui.session import new_study, open_study
from historag_tui.session.diary import describe
from historag_tui.session.methods import methods_paragraph
from historag_tui.session.removal import Cleaned, Leftover, remove
from historag_tui.workspace import Workspace, open_workspace
from tests.index.corpora import lines, workspace

MARKED = "The widow Amalie Sonnenschein, née Quistorp, declared before me that the harbor belonged to her."
OTHER = "The pilot Ole Bramming, a sober man, declared before me that he never saw the harbor by day."
SECRET = b"Amalie Sonnenschein"
DAY = "2026-05-01"


def documents() -> list[dict[str, str]]:
    made = lines(40)
    made[7] = {**made[7], "id": "widow", "text": f"{made[7]['text']} {MARKED} {made[8]['text']}"}
    made[9] = {**made[9], "id": "pilot", "text": f"{made[9]['text']} {OTHER} {made[10]['text']}"}
    return made


@pytest.fixture(scope="module")
def studied(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    """A workspace with an earlier generation, an embedding of another day, and a study that quotes; not to be changed."""
    root = tmp_path_factory.mktemp("studied") / "w"
    workspace(root, documents()[:30])
    for _ in build_index(open_workspace(root)):
        pass
    made = workspace(root, documents())
    for _ in build_index(made):
        pass
    _embed_otherwise(made)
    with closing(new_study(made, "Harbors")) as session:
        recipe = session.heuristik.recipe("harbor ship widow", windowing="none", per_window=400, undated=9)
        run = next(item for item in session.heuristik.search(recipe) if isinstance(item, Run))
        for hit in run.hits:
            if hit.document in ("widow", "pilot"):
                _judge(session, run, hit)
        session.heuristik.decide(run.id, [hit.chunk for hit in run.hits], "accept")
        corpus = session.heuristik.transfer([run.id], "all of them")
        cited = next(chunk.passage for chunk in corpus.chunks if MARKED in chunk.passage.text)
        text = f"She claimed it: “{MARKED}” He saw nothing: “{OTHER}”"
        quotation = Citation(0, 3, cited.chunk, cited.chunk, MARKED.upper(), "close")
        session.append(
            Written(Zwischentext(id="zwischentext-1", corpus=corpus.id, question="Whose?", text=text, citations=(quotation,)))
        )  # fmt: skip
        session.memo("study", f"Read again: {MARKED}")
    return made


def _judge(session, run, hit):
    raw = json.dumps({"evidence": [hit.text], "argument": "as it says"})
    judgment = Judgment(
        run=run.id, chunk=hit.chunk, text_hash=hit.text_hash, judge="j", model="m", host="h", rubric="r", rubric_hash="0",
        state="judged", score=7, evidence=(Evidence(hit.text[:60], "exact"),), argument=f"It says: {hit.text}",
        reply_hash=session.replies.keep(raw),
    )  # fmt: skip
    session.append(Judged(judgment))


def _embed_otherwise(made: Workspace) -> None:
    """Leave vectors of another embedder, whole and in the making."""
    index = open_index(made.index_folder, made.settings)
    parts = made.index_folder / "parts"
    for _ in embed(parts, "aaaaaaaaaaaa", index.embedder, index.chunks.hashes, range(40), index.chunk_text):
        pass
    stopped = embed(
        parts, "bbbbbbbbbbbb", index.embedder, index.chunks.hashes, range(len(index.chunks)), index.chunk_text
    )
    for step in stopped:
        if step.done == step.total:
            break
    stopped.close()


@pytest.fixture
def made(studied: Workspace, tmp_path: Path) -> Workspace:
    """The same, one's own."""
    shutil.copytree(studied.root, tmp_path / "w")
    return open_workspace(tmp_path / "w")


def holding(root: Path, what: bytes) -> set[str]:
    """The files of a workspace that hold these bytes, the sources left out."""
    return {
        path.relative_to(root).as_posix()
        for path in root.rglob("*")
        if path.is_file() and path.name != "letters.jsonl" and what in path.read_bytes()
    }


def hashes_of(root: Path, document: str) -> set[str]:
    """The hashes of a document's chunks in today's index."""
    made = open_workspace(root)
    index = open_index(made.index_folder, made.settings)
    number = index.documents.index_of(document)
    return {index.chunks.hashes[row].tobytes().hex() for row in np.flatnonzero(index.chunks.document == number)}


def embedded(root: Path) -> Iterator[tuple[str, str]]:
    """Every vector of an index: the embedder's part, and the hash of its text."""
    for path in (root / "index" / "parts").glob("*vectors-*"):
        yield from ((path.name, row.tobytes().hex()) for row in array(path, "hashes"))


def whole_again(root: Path, gone: set[str]) -> None:
    """Everything that must hold when the removal is through."""
    assert holding(root, SECRET) == set()
    made = open_workspace(root)
    index = open_index(made.index_folder, made.settings)
    index.verify()
    assert len(index.documents) == 39 and index.documents.index_of("widow") is None
    assert [(problem.kind, problem.document) for problem in index.health.problems if problem.kind == "removed"] == [
        ("removed", "widow")
    ]
    today = {row.tobytes().hex() for row in index.chunks.hashes}
    vectors = list(embedded(root))
    assert {key for _, key in vectors} == today and not today & gone, "no vector of its text, and all others"
    assert {name.split("-")[1] for name, _ in vectors} >= {"aaaaaaaaaaaa", "bbbbbbbbbbbb"}, (
        "other embedders keep theirs"
    )
    assert len(list((made.index_folder / "generations").iterdir())) == 1
    assert not list(made.index_folder.glob("*/.*"))
    with closing(open_study(made)) as session:
        assert session.warnings == []
        (withdrawal,) = [stamped.event for stamped in session.events if isinstance(stamped.event, Withdrawn)]
        assert withdrawal.document == "widow" and set(withdrawal.text_hashes) == gone
        (run,) = session.state.runs
        shown = {hit.document: hit.text for hit in session.run(run).hits}
        assert "withdrawn" in shown["widow"] and shown["pilot"] != shown["widow"]
        ours = [judgment for by in session.state.judgments.values() for judgment in by.values()]
        assert {judgment.reply_hash for judgment in ours if judgment.text_hash in gone}
        for judgment in ours:
            assert (session.replies.read(judgment.reply_hash) is None) == (judgment.text_hash in gone)
        text = session.state.zwischentexte["zwischentext-1"]
        assert f"“{OTHER}”" in text.text and len(text.text) == len(
            f"She claimed it: “{MARKED}” He saw nothing: “{OTHER}”"
        )
        corpus = session.working_corpus("corpus-1")
        assert any(OTHER in chunk.passage.text for chunk in corpus.chunks)
        assert list(session.heuristik.search(session.state.runs[run].recipe, record=False))


def test_nothing_is_left_of_it_and_the_rest_is_as_it_was(made: Workspace) -> None:
    before, gone = len(list(embedded(made.root))), hashes_of(made.root, "widow")
    assert len(holding(made.root, SECRET)) == 5, "two texts, the record, a kept text, a reply"
    items = list(remove(made, ["widow"], "a court's order", DAY))
    assert isinstance(items[-1], Manifest)
    (cleaned,) = [item for item in items if isinstance(item, Cleaned)]
    assert cleaned == Cleaned("harbors", len(gone), len(gone), len(gone) + 2)
    assert not [item for item in items if isinstance(item, Leftover)]
    whole_again(made.root, gone)
    assert 0 < before - len(list(embedded(made.root))) < before
    again = list(remove(made, ["widow"], "a court's order", "2027-01-01"))
    assert not [item for item in again if isinstance(item, Cleaned)]
    whole_again(made.root, gone)
    assert "2027" not in (made.root / "removed.jsonl").read_text()
    assert b"a court's order" in (made.root / "removed.jsonl").read_bytes()
    with closing(open_study(made)) as session:
        (line,) = [describe(stamped) for stamped in session.events if isinstance(stamped.event, Withdrawn)]
        methods = methods_paragraph(session.state)
    assert "1 documents were removed by law (widow: a court's order)" in methods
    assert line == f"withdrawn: document widow, {len(gone)} texts, {len(gone)} replies · a court's order"


def test_what_was_withdrawn_is_neither_judged_nor_transferred_nor_analysed(made: Workspace) -> None:
    gone = hashes_of(made.root, "widow")
    with (made.root / "historag.toml").open("a") as settings:
        settings.write('\n[models.nobody]\nurl = "http://127.0.0.1:9/v1"\nmodel = "nobody"\n')
    made = open_workspace(made.root)
    rubric = str(Path(__file__).parents[2] / "rubrics" / "general-relevance.toml")
    with closing(open_study(made)) as session:
        (run,) = session.state.runs
        hits = session.run(run).hits
        all_of_it = len(session.heuristik.transfer([run], "before").chunks)
        assert session.heuristik.pending(run, rubric) == all_of_it
        others = [hit.chunk for hit in hits if hit.document != "widow"]
        session.heuristik.decide(run, others, "flag")
        only = session.heuristik.transfer([run], "the widow alone").id
        session.heuristik.decide(run, others, "accept")
    for _ in remove(made, ["widow"], "order", DAY):
        pass
    with closing(open_study(made)) as session:
        assert session.heuristik.pending(run, rubric) == all_of_it - len(gone)
        with pytest.raises(NothingFound, match="withdrawn"):
            list(session.analyse.write(only, "Who claimed it?"))
        corpus = session.heuristik.transfer([run], "after")
        assert len(corpus.chunks) == all_of_it - len(gone)
        assert not {chunk.passage.document for chunk in corpus.chunks} & {"widow"}
        (row, *_) = session.heuristik.transfer_table([run])
        assert row.accepted_read == len(corpus.chunks)
        assert len(session.run(run).hits) == all_of_it, "the run still lists it"


def test_a_later_build_does_not_read_it_again(made: Workspace) -> None:
    for _ in remove(made, ["widow"], "order", DAY):
        pass
    changed = workspace(made.root, [*documents(), {"id": "new", "text": "A new harbor.", "date": "1861"}])
    for _ in build(changed, retrain=True):
        pass
    assert holding(made.root, SECRET) == set()
    assert len(open_index(changed.index_folder, changed.settings).documents) == 40


def test_files_of_ones_own_that_quote_it_are_named(made: Workspace) -> None:
    (made.root / "exports").mkdir()
    (made.root / "exports" / "mine.md").write_text(f"> {MARKED[:60]}\n> {MARKED[60:]}\n")
    (made.root / "exports" / "other.md").write_text(OTHER)
    items = list(remove(made, ["widow"], "order", DAY))
    assert [item.file for item in items if isinstance(item, Leftover)] == ["exports/mine.md"]


def test_what_stands_in_another_document_too_stays_with_that_one(tmp_path: Path) -> None:
    twice = documents()
    twice[11] = {**twice[11], "id": "copy", "text": twice[7]["text"]}
    made = workspace(tmp_path, twice)
    for _ in build_index(made):
        pass
    with closing(new_study(made, "Harbors")) as session:
        recipe = session.heuristik.recipe("harbor", windowing="none", per_window=400, reprints="each")
        for _ in session.heuristik.search(recipe):
            pass
    for _ in remove(made, ["widow"], "order", DAY):
        pass
    with closing(open_study(made)) as session:
        (run,) = session.state.runs
        shown = [hit for hit in session.run(run).hits if hit.document == "copy"]
        assert all("withdrawn" not in hit.text for hit in shown) and SECRET.decode() in "".join(
            hit.text for hit in shown
        )


def test_refusals_remove_nothing(made: Workspace) -> None:
    before = {path: path.stat().st_mtime_ns for path in made.root.rglob("*")}
    with pytest.raises(NothingFound, match="no document 'wido'"):
        list(remove(made, ["widow", "wido"], "order", DAY))
    with pytest.raises(UsageError, match="reason"):
        list(remove(made, ["widow"], " ", DAY))
    assert before == {path: path.stat().st_mtime_ns for path in made.root.rglob("*")}
    with closing(open_study(made)) as session:
        session.memo("study", "at work")
        with pytest.raises(RecordError, match="harbors is open in another program"):
            list(remove(made, ["widow"], "order", DAY))
    for _ in remove(made, ["widow"], "order", DAY):
        pass
    assert holding(made.root, SECRET) == set()


@pytest.mark.parametrize("kills", [4, pytest.param(20, marks=pytest.mark.slow)])
def test_killed_at_any_moment_the_same_command_does_the_rest(studied: Workspace, tmp_path: Path, kills: int) -> None:
    command = [sys.executable, "-m", "historag_tui", "remove", "widow", "--reason", "a court's order"]
    gone = hashes_of(studied.root, "widow")

    def begun(root: Path) -> subprocess.Popen[bytes]:
        shutil.copytree(studied.root, root)
        return subprocess.Popen(
            command, cwd=root, start_new_session=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )

    since = time.monotonic()
    undisturbed = begun(tmp_path / "undisturbed")
    said, _ = undisturbed.communicate(timeout=120)
    duration = time.monotonic() - since
    assert undisturbed.returncode == 0 and b"earlier generations were removed at once" in said, said
    whole_again(tmp_path / "undisturbed", gone)
    chance = random.Random(8)
    for number in range(kills):
        root = tmp_path / str(number)
        child = begun(root)
        try:
            child.communicate(timeout=duration * (number + chance.random()) / kills)
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            child.communicate()
        done = subprocess.run(command, cwd=root, capture_output=True, check=False, timeout=120)
        assert done.returncode == 0, done.stderr
        whole_again(root, gone)
        shutil.rmtree(root)


def test_the_lists_text_hash_is_that_of_the_text(made: Workspace) -> None:
    for _ in remove(made, ["widow", "widow"], "order", DAY):
        pass
    (line,) = (made.root / "removed.jsonl").read_bytes().splitlines()
    noted = msgspec.json.decode(line)
    text = next(entry["text"] for entry in documents() if entry["id"] == "widow")
    assert noted == {"document": "widow", "date": DAY, "reason": "order", "text_hash": text_hash(text)}
