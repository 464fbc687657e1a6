"""The journal: append, merge, torn lines, several writers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from historag_tui.errors import RecordError
from historag_tui.record.events import Decided, MemoWritten, StudyBegan, Undone
from historag_tui.record.journal import Journal
from historag_tui.record.state import last_undoable, replay
from historag_tui.records import Decision

ACCEPT = Decided((Decision(run="run-1", chunk="c1", text_hash="h", verdict="accept", origin="read"),))


def test_reads_back_what_was_appended(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "record", writer="ada@host")
    written = journal.append([StudyBegan("T", "Q?", "C"), MemoWritten("run-1", "ß\x00\x1b[31m\n")])
    again = Journal(tmp_path / "record", writer="ada@host")
    assert again.read() == written
    assert again.warnings == []


def test_a_short_command_opens_the_file_of_the_one_before_again(tmp_path: Path) -> None:
    for number in range(3):
        journal = Journal(tmp_path, writer="ada@host")
        journal.append([MemoWritten("x", str(number))])
        journal.close()
    assert [path.name for path in tmp_path.glob("*.jsonl")] == ["ada@host.jsonl"]
    clocks = [stamped.line.clock for stamped in Journal(tmp_path).read()]
    assert clocks == [1, 2, 3]


def test_two_open_writers_of_one_person_get_files_of_their_own(tmp_path: Path) -> None:
    first, second = Journal(tmp_path, writer="ada@host"), Journal(tmp_path, writer="ada@host")
    first.append([MemoWritten("x", "1")])
    second.append([MemoWritten("x", "2")])
    assert sorted(path.name for path in tmp_path.glob("*.jsonl")) == ["ada@host.2.jsonl", "ada@host.jsonl"]
    assert len(Journal(tmp_path).read()) == 2


def test_an_undo_by_a_clock_an_hour_behind_still_undoes(tmp_path: Path) -> None:
    ahead = Journal(tmp_path, writer="ada@here", now=lambda: "2026-11-30T12:00:00Z")
    ahead.append([StudyBegan("T", "", "C"), ACCEPT])
    behind = Journal(tmp_path, writer="ada@away", now=lambda: "2026-11-30T11:00:00Z")
    target = last_undoable(behind.read())
    assert target is not None
    behind.append([Undone(target.hash)])
    merged = Journal(tmp_path).read()
    assert isinstance(merged[-1].event, Undone), "the undo sorts behind what it undoes, whatever the wall clock says"
    assert merged[-1].line.time < merged[0].line.time
    assert replay(merged).decisions == {}


def test_undoing_twice_takes_back_two_steps(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.append([MemoWritten("x", "one"), ACCEPT])
    for expected in (ACCEPT, MemoWritten("x", "one")):
        target = last_undoable(journal.read())
        assert target is not None
        assert target.event == expected
        journal.append([Undone(target.hash)])
    assert last_undoable(journal.read()) is None


def test_a_torn_last_line_is_set_aside_and_said(tmp_path: Path) -> None:
    journal = Journal(tmp_path, writer="ada@host")
    journal.append([MemoWritten("x", "kept")])
    journal.close()
    with (tmp_path / "ada@host.jsonl").open("ab") as stream:
        stream.write(b'{"format":1,"clock":2,"wri')
    reader = Journal(tmp_path, writer="ada@host")
    assert len(reader.read()) == 1
    assert "incomplete" in reader.warnings[0]
    reader.append([MemoWritten("x", "next")])
    assert [path.read_bytes() for path in tmp_path.glob("*.torn-*")] == [b'{"format":1,"clock":2,"wri']
    assert [stamped.event for stamped in Journal(tmp_path).read()] == [
        MemoWritten("x", "kept"),
        MemoWritten("x", "next"),
    ]


def test_an_edited_line_is_noticed(tmp_path: Path) -> None:
    journal = Journal(tmp_path, writer="ada@host")
    journal.append([MemoWritten("x", "one"), MemoWritten("x", "two")])
    path = tmp_path / "ada@host.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"one"', b'"ONE"'))
    reader = Journal(tmp_path)
    reader.read()
    assert any("edited" in warning for warning in reader.warnings)


def test_a_line_that_is_not_json_does_not_stop_the_rest(tmp_path: Path) -> None:
    journal = Journal(tmp_path, writer="ada@host")
    journal.append([MemoWritten("x", "one"), MemoWritten("x", "two")])
    path = tmp_path / "ada@host.jsonl"
    first, second = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(first + b"garbage\n" + second)
    reader = Journal(tmp_path)
    assert len(reader.read()) == 2
    assert any("cannot be understood" in warning for warning in reader.warnings)


def test_a_newer_format_is_refused_not_guessed(tmp_path: Path) -> None:
    journal = Journal(tmp_path, writer="ada@host")
    journal.append([MemoWritten("x", "one")])
    path = tmp_path / "ada@host.jsonl"
    line = json.loads(path.read_text())
    path.write_text(json.dumps(line | {"format": 99, "event": {"type": "from the future"}}) + "\n")
    with pytest.raises(RecordError, match="newer"):
        Journal(tmp_path).read()


def test_a_file_names_the_heads_it_saw(tmp_path: Path) -> None:
    first = Journal(tmp_path, writer="ada@here")
    [stamped] = first.append([MemoWritten("x", "one")])
    second = Journal(tmp_path, writer="bob@there")
    second.read()
    [answer] = second.append([MemoWritten("x", "two")])
    assert answer.line.previous == (stamped.hash,)


def test_a_file_system_without_locks_gets_a_fresh_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_locks(*_: object) -> None:
        raise OSError(37, "No locks available")

    monkeypatch.setattr("historag_tui.record.journal.fcntl.flock", no_locks)
    one, two = Journal(tmp_path, writer="ada@host"), Journal(tmp_path, writer="ada@host")
    one.append([MemoWritten("x", "1")])
    two.append([MemoWritten("x", "2")])
    assert len(Journal(tmp_path).read()) == 2


_WRITER = """
import sys
from pathlib import Path
from historag_tui.record.journal import Journal
from historag_tui.record.events import MemoWritten
journal = Journal(Path(sys.argv[1]), writer="ada@host")
for number in range(100000):
    journal.append([MemoWritten("x", str(number))])
    print(number, flush=True)
"""


def test_a_killed_writer_loses_nothing_it_was_told_is_safe(tmp_path: Path) -> None:
    before = 0
    for _ in range(5):
        process = subprocess.Popen([sys.executable, "-c", _WRITER, str(tmp_path)], stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        acknowledged = [process.stdout.readline() for _ in range(20)]
        process.kill()
        acknowledged += process.stdout.read().splitlines(keepends=True)
        process.wait()
        safe = [line.strip() for line in acknowledged if line.endswith("\n")]
        texts = [stamped.event.text for stamped in Journal(tmp_path).read() if isinstance(stamped.event, MemoWritten)]
        assert texts[before : before + len(safe)] == safe
        before = len(texts)
        process.stdout.close()


@pytest.mark.skipif(os.geteuid() != 0, reason="mounting a small file system needs root")
def test_a_full_disk_says_so_and_keeps_what_counted(tmp_path: Path) -> None:
    script = f"""
set -e
mount -t tmpfs -o size=64k tmpfs {tmp_path}
{sys.executable} - <<'PY'
from pathlib import Path
from historag_tui.errors import RecordError
from historag_tui.record.journal import Journal
from historag_tui.record.events import MemoWritten
folder = Path("{tmp_path}/record")
journal = Journal(folder, writer="ada@host")
journal.append([MemoWritten("x", "kept")])
try:
    journal.append([MemoWritten("x", "y" * 100_000)])
except RecordError as error:
    assert "could not be written" in str(error), error
else:
    raise SystemExit("a full disk was not noticed")
assert [s.event.text for s in Journal(folder).read()] == ["kept"]
journal.append([MemoWritten("x", "after")])
assert [s.event.text for s in Journal(folder).read()] == ["kept", "after"]
PY
"""
    done = subprocess.run(["unshare", "-m", "bash", "-c", script], capture_output=True, text=True, check=False)
    if "unshare" in done.stderr or "mount:" in done.stderr:
        pytest.skip(f"no private mounts here: {done.stderr.strip()[:80]}")
    assert done.returncode == 0, done.stderr


def test_a_record_replaced_underneath_is_noticed(tmp_path: Path) -> None:
    journal = Journal(tmp_path, writer="ada@host")
    journal.append([MemoWritten("x", "one")])
    path = tmp_path / "ada@host.jsonl"
    copy = tmp_path / "copy"
    copy.write_bytes(path.read_bytes())
    copy.replace(path)
    journal.append([MemoWritten("x", "two")])
    path.unlink()
    journal.append([MemoWritten("x", "three")])
    texts = [stamped.event.text for stamped in Journal(tmp_path).read() if isinstance(stamped.event, MemoWritten)]
    assert texts == ["three"], "what was removed is gone, what came after is there"


def test_a_last_line_without_its_end_counts(tmp_path: Path) -> None:
    journal = Journal(tmp_path, writer="ada@host")
    journal.append([MemoWritten("x", "one"), MemoWritten("x", "two")])
    journal.close()
    path = tmp_path / "ada@host.jsonl"
    path.write_bytes(path.read_bytes().rstrip(b"\n"))
    again = Journal(tmp_path, writer="ada@host")
    assert len(again.read()) == 2
    again.append([MemoWritten("x", "three")])
    assert len(Journal(tmp_path).read()) == 3
    assert list(tmp_path.glob("*.torn-*")) == []
