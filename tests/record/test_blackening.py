"""What is quoted of withdrawn texts is blacked out, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from historag_tui.errors import RecordError
from historag_tui.record.blackening import BLACK, LEAST, Quoted
from historag_tui.record.events import MemoWritten, Noted, Undone
from historag_tui.record.journal import Journal, blacken
from historag_tui.record.state import replay

LETTERS = st.text("abcdefghijklmnopqrstuvwxyz äſ\n█", min_size=LEAST, max_size=3 * LEAST)
TEXT = "On the ninth of May we crossed the river at night, and nobody asked who had given the order."


@given(text=LETTERS, before=st.text(max_size=30), after=st.text(max_size=30), data=st.data())
def test_every_quotation_is_found_and_every_place_holds(
    text: str, before: str, after: str, data: st.DataObject
) -> None:
    start = data.draw(st.integers(0, len(text) - LEAST))
    end = data.draw(st.integers(start + LEAST, len(text)))
    said = before + text[start:end] + after
    quoted = Quoted([text])
    black = quoted.blacked(said)
    assert len(black) == len(said)
    assert black[len(before) : len(before) + end - start] == BLACK * (end - start)
    assert all(now in (was, BLACK) for was, now in zip(said, black, strict=True))
    assert not Quoted([text.replace(BLACK, "x")]).quoted_in(black)
    assert quoted.quoted_in(said)


def test_what_anybody_might_write_stays() -> None:
    quoted = Quoted([TEXT], ["who gave the Order, then?", "of May"])
    said = "We crossed the river at night, he says on the ninth of May."
    assert quoted.blacked(said) == said and not quoted.quoted_in(said)
    assert quoted.blacked("“who gave the Order, then?”") == f"“{BLACK * 25}”"
    assert not Quoted([])


def test_a_record_stays_whole_when_it_is_blackened(tmp_path: Path) -> None:
    journal = Journal(tmp_path, "a@b")
    first, second = journal.append(
        [MemoWritten("study", f"He writes: “{TEXT}”"), Noted("run-1", "c", "an \n own note")]
    )
    journal.append([Undone(first.hash)])
    journal.close()
    assert blacken(tmp_path, Quoted([TEXT])) == 1
    assert TEXT[:LEAST].encode() not in b"".join(path.read_bytes() for path in tmp_path.iterdir())
    again = Journal(tmp_path, "a@b")
    events = again.read()
    assert again.warnings == [] and [event.hash for event in events[:2]] == [first.hash, second.hash]
    assert events[1] == second, "a line that quotes nothing stays as it was"
    assert replay(events).memos == [], "an undo still finds what it undid"
    again.append([Noted("run-1", "c", "later")])
    again.close()
    assert blacken(tmp_path, Quoted([TEXT])) == 0
    last = Journal(tmp_path, "a@b")
    assert len(last.read()) == 4 and last.warnings == []


def test_a_blackened_last_line_is_followed_by_its_old_hash(tmp_path: Path) -> None:
    journal = Journal(tmp_path, "a@b")
    (only,) = journal.append([MemoWritten("study", TEXT)])
    journal.close()
    blacken(tmp_path, Quoted([TEXT]))
    again = Journal(tmp_path, "a@b")
    (next_one,) = again.append([MemoWritten("study", "more")])
    assert next_one.line.previous == (only.hash,)
    assert [event.hash for event in again.read()] == [only.hash, next_one.hash] and again.warnings == []


def test_what_was_set_aside_is_blackened_too(tmp_path: Path) -> None:
    (tmp_path / "a@b.torn-0").write_text('{"text":"' + TEXT)
    (tmp_path / ".a@b.jsonl.77").write_text(TEXT)
    blacken(tmp_path, Quoted([TEXT]))
    assert [path.name for path in tmp_path.iterdir()] == ["a@b.torn-0"]
    assert TEXT[:LEAST] not in (tmp_path / "a@b.torn-0").read_text()


def test_a_record_that_another_program_holds_is_not_touched(tmp_path: Path) -> None:
    folder = tmp_path / "study" / "record"
    journal = Journal(folder, "a@b")
    journal.append([MemoWritten("study", TEXT)])
    with pytest.raises(RecordError, match="study is open in another program"):
        blacken(folder, Quoted([TEXT]))
    journal.append([MemoWritten("study", "still here")])
    journal.close()
    assert blacken(folder, Quoted([TEXT])) == 1


def test_a_file_replaced_between_opening_and_lock_is_opened_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import fcntl

    Journal(tmp_path, "a@b").append([MemoWritten("study", TEXT)])
    path, real, replaced = tmp_path / "a@b.jsonl", fcntl.flock, []

    def slow(stream: object, how: int) -> None:
        if not replaced:
            replaced.append(True)
            (tmp_path / "new").write_bytes(path.read_bytes())
            (tmp_path / "new").replace(path)
        real(stream, how)  # type: ignore[arg-type]

    monkeypatch.setattr(fcntl, "flock", slow)
    journal = Journal(tmp_path, "a@b")
    journal.append([MemoWritten("study", "second")])
    assert len(Journal(tmp_path, "a@b").read()) == 2
