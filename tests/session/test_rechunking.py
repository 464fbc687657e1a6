"""Chunks cut anew: the earlier index answers until then, what is the same is not embedded again, decisions are offered."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from historag_tui.errors import IndexMismatch
from historag_tui.index.build import build
from historag_tui.index.manifest import Manifest
from historag_tui.index.reader import open_index
from historag_tui.index.stages import build_index
from historag_tui.records import Progress, Run
from historag_tui.session import Session, new_study, open_study
from historag_tui.workspace import Workspace, open_workspace
from tests.index.corpora import lines, workspace


def documents() -> list[dict[str, str]]:
    """Long letters, and a short one that makes the same chunk however it is cut."""
    made = lines(30)
    for number in range(0, 30, 2):
        made[number]["text"] += " " + made[number + 1]["text"]
    return [*made, {"id": "short", "text": "A ship in the harbor.", "date": "1855"}]


def cut_to(root: Path, size: int) -> Workspace:
    path = root / "historag.toml"
    path.write_text(path.read_text().replace("size = 500", f"size = {size}").replace("size = 1000", f"size = {size}"))
    return open_workspace(root)


@pytest.fixture
def made(tmp_path: Path) -> Workspace:
    workspace(tmp_path, documents())
    made = cut_to(tmp_path, 1000)
    for _ in build_index(made):
        pass
    return made


def searched(session: Session) -> Run:
    recipe = session.heuristik.recipe("harbor ship", windowing="none", per_window=300, undated=20, reprints="each")
    return next(item for item in session.heuristik.search(recipe) if isinstance(item, Run))


def test_the_earlier_chunks_answer_until_the_new_ones_are_whole(made: Workspace) -> None:
    old = open_index(made.index_folder, made.settings)
    anew = cut_to(made.root, 500)
    with pytest.raises(IndexMismatch, match="historag index"):
        open_index(anew.index_folder, anew.settings)
    work = build(anew)
    while next(work).stage != "embedding":  # type: ignore[union-attr]
        assert open_index(anew.index_folder, anew.settings).manifest == old.manifest
    work.close()  # kills the child
    answering = open_index(anew.index_folder, anew.settings)
    assert answering.manifest == old.manifest and len(answering.chunks) == len(old.chunks)
    steps = list(build(anew))
    assert isinstance(steps[-1], Manifest) and steps[-1].chunking == "500/50"
    new = open_index(anew.index_folder, anew.settings)
    assert len(new.chunks) > len(old.chunks) and not list(anew.index_folder.glob("*.json"))
    with pytest.raises(IndexMismatch):
        open_index(made.index_folder, made.settings)


def test_a_text_that_is_cut_the_same_keeps_its_vector_and_the_vocabulary_stays(made: Workspace) -> None:
    before = open_index(made.index_folder, made.settings)
    anew = cut_to(made.root, 500)
    embedding = [item for item in build_index(anew) if isinstance(item, Progress) and item.stage == "embedding"]
    after = open_index(anew.index_folder, anew.settings)
    old, new = ({row.tobytes() for row in index.chunks.hashes} for index in (before, after))
    assert max(step.total for step in embedding) == len(new - old) < len(new)
    assert after.manifest.parts["vocabulary"] == before.manifest.parts["vocabulary"]
    assert after.manifest.changes is not None and str(after.manifest.changes) == "0 added, 0 changed, 0 removed"


def test_decisions_are_offered_and_carried_by_command(made: Workspace) -> None:
    with closing(new_study(made, "Harbors")) as session:
        run = searched(session)
        accepted = [hit.chunk for hit in run.hits if hit.document != "letter-2"]
        session.heuristik.decide(run.id, accepted, "accept")
        session.heuristik.decide(run.id, [hit.chunk for hit in run.hits if hit.document == "letter-2"], "reject")
    anew = cut_to(made.root, 500)

    def call(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "historag_tui", "-C", str(made.root), *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)

    assert "historag carry RUN NEW-RUN" in call("index").stderr
    with closing(open_study(anew)) as session:
        new = searched(session)
        assert session.run(run.id).hits[0].text, "the earlier run stays readable"
    listed = call("carry", run.id, new.id)
    assert listed.returncode == 0 and "Record them with --yes" in listed.stderr
    with closing(open_study(anew)) as session:
        assert not [run_id for run_id, _ in session.state.decisions if run_id == new.id], "listing records nothing"
    done = call("carry", run.id, new.id, "--yes", "--json")
    assert done.returncode == 0, done.stderr
    offer = json.loads(done.stdout)
    with closing(open_study(anew)) as session:
        carried = {chunk: decision for (of, chunk), decision in session.state.decisions.items() if of == new.id}
        hits = {hit.chunk: hit for hit in new.hits}
        assert len(carried) == len(offer["carried"]) == len(hits)
        for chunk, decision in carried.items():
            assert (decision.origin, decision.text_hash) == ("carried over", hits[chunk].text_hash)
            assert decision.verdict == ("reject" if hits[chunk].document == "letter-2" else "accept")
        (row,) = [row for row in session.heuristik.transfer_table([new.id]) if row.accepted_unread]
        assert row.accepted_read == 0, "nobody has read the chunks as they are cut today"
        session.undo()
        assert not [of for of, _ in session.state.decisions if of == new.id], "one step back"
    again = call("carry", run.id, run.id)
    assert again.returncode == 3 and "decided already" in again.stderr
