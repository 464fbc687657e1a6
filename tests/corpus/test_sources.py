"""Files, folders, compressed files and archives, read without unpacking; and twelve ways to attack a reader of them."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import socket
import tarfile
import zipfile
from pathlib import Path

import pytest

from historag_tui.corpus import sources
from historag_tui.corpus.sources import SourceFault, SourceFile, checksum, natural, walk
from historag_tui.errors import CorpusError
from historag_tui.records import Problem


def read(root: Path) -> dict[str, bytes | str]:
    """Every file by name, with its content or the line that says why it was not read."""
    found: dict[str, bytes | str] = {}
    for item in walk(root):
        if isinstance(item, Problem):
            found[item.source.file] = item.message
            continue
        try:
            found[item.name] = item.read()
        except SourceFault as fault:
            found[item.name] = str(fault)
    return found


def tarball(path: Path, members: dict[str, bytes], mode: str = "w") -> None:
    with tarfile.open(path, mode) as archive:  # type: ignore[call-overload]
        for name, content in members.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))


def zipped(path: Path, members: dict[str, bytes]) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)


def test_every_packing_gives_the_same_files_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "10.txt").write_bytes(b"ten")
    (tmp_path / "b" / "2.txt").write_bytes(b"two")
    (tmp_path / "a.txt.gz").write_bytes(gzip.compress(b"one"))
    (tmp_path / "c.txt.bz2").write_bytes(bz2.compress(b"c"))
    (tmp_path / "d.txt.xz").write_bytes(lzma.compress(b"d"))
    zipped(tmp_path / "e.zip", {"x/2.txt": b"z2", "x/10.txt": b"z10", "x/y.gz": gzip.compress(b"inner")})
    tarball(tmp_path / "f.tar", {"t.txt": b"tar"})
    tarball(tmp_path / "g.tgz", {"t.txt": b"tgz", "s.txt": b"s"}, "w:gz")
    (tmp_path / ".DS_Store").write_bytes(b"no source")
    assert read(tmp_path) == {
        "a.txt.gz": b"one",
        "b/2.txt": b"two",
        "b/10.txt": b"ten",
        "c.txt.bz2": b"c",
        "d.txt.xz": b"d",
        "e.zip!x/2.txt": b"z2",
        "e.zip!x/10.txt": b"z10",
        "e.zip!x/y.gz": b"inner",
        "f.tar!t.txt": b"tar",
        "g.tgz!s.txt": b"s",
        "g.tgz!t.txt": b"tgz",
    }
    assert list(read(tmp_path)) == [item.name for item in walk(tmp_path) if isinstance(item, SourceFile)]


def test_a_single_file_is_a_root(tmp_path: Path) -> None:
    (tmp_path / "letters.jsonl").write_bytes(b"{}")
    zipped(tmp_path / "letters.zip", {"1.txt": b"one"})
    assert read(tmp_path / "letters.jsonl") == {"letters.jsonl": b"{}"}
    assert read(tmp_path / "letters.zip") == {"letters.zip!1.txt": b"one"}


def test_names_and_references() -> None:
    assert sorted(["seq-10", "seq-2", "seq-1", "b", "B"], key=natural) == ["B", "b", "seq-1", "seq-2", "seq-10"]
    assert sorted(["p1", "p01", "p", "p0", "p02"], key=natural) == ["p", "p0", "p01", "p1", "p02"]
    assert sorted(["9" * 5_000, "1" * 5_001, "٣", "x"], key=natural) == ["9" * 5_000, "1" * 5_001, "x", "٣"]
    mets = SourceFile(Path("/corpus"), "issue.zip!1858/mets.xml.gz")
    assert mets.stem == "mets"
    assert mets.beside("text/0001.xml") == "issue.zip!1858/text/0001.xml"
    assert mets.beside("./../1859/a.xml") == "issue.zip!1859/a.xml"
    assert mets.beside("..\\1859\\a.xml") == "issue.zip!1859/a.xml"
    for outside in ("../../a.xml", "/etc/passwd", "http://example.org/a.xml", "file:///etc/passwd", "C:\\a.xml"):
        assert mets.beside(outside) is None


def test_a_changed_source_changes_the_checksum_and_a_copied_one_does_not(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.txt").write_bytes(b"a")
        zipped(tmp_path / name / "b.zip", {"c.txt": b"c"})
    (tmp_path / "two" / "b.zip").write_bytes((tmp_path / "one" / "b.zip").read_bytes())
    before = checksum(tmp_path / "one")
    assert checksum(tmp_path / "two") == before
    (tmp_path / "two" / "a.txt").write_bytes(b"b")
    assert checksum(tmp_path / "two") != before


def test_what_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="cannot be read"):
        list(walk(tmp_path / "nothing"))


# ------------------------------------------------------------------------------------------------------- attacks


def test_a_pipe_a_socket_and_a_device_are_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.xml")
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind(str(tmp_path / "socket.xml"))
        (tmp_path / "zero.txt").symlink_to("/dev/zero")
        (tmp_path / "z.txt").write_bytes(b"read")
        found = read(tmp_path)
    assert found.pop("z.txt") == b"read"
    assert set(found) == {"pipe.xml", "socket.xml", "zero.txt"}
    assert all("not an ordinary file" in str(line) for line in found.values())


def test_a_loop_of_folders_is_walked_once(tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "a" / "x.txt").write_bytes(b"x")
    (tmp_path / "a" / "b" / "back").symlink_to(tmp_path / "a")
    (tmp_path / "a" / "self.txt").symlink_to("self.txt")
    found = read(tmp_path)
    assert found["a/x.txt"] == b"x"
    assert "leads back to itself" in str(found["a/b/back"])
    assert "cannot be read" in str(found["a/self.txt"])
    assert len(found) == 3


def test_members_that_lead_out_of_their_archive_are_refused(tmp_path: Path) -> None:
    zipped(tmp_path / "a.zip", {"../../out.txt": b"!", "/etc/out.txt": b"!", "C:/out.txt": b"!", "in.txt": b"in"})
    tarball(tmp_path / "b.tar", {"../out.txt": b"!", "in.txt": b"in"})
    with tarfile.open(tmp_path / "c.tar", "w") as archive:
        link = tarfile.TarInfo("link.txt")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)
        device = tarfile.TarInfo("device.txt")
        device.type = tarfile.CHRTYPE
        archive.addfile(device)
    found = read(tmp_path)
    assert {name for name, content in found.items() if content == b"in"} == {"a.zip!in.txt", "b.tar!in.txt"}
    refused = {name: line for name, line in found.items() if isinstance(line, str)}
    assert len(refused) == 6
    assert all("leads out" in line or "a link or a device" in line for line in refused.values())


def test_an_archive_in_an_archive_is_not_opened(tmp_path: Path) -> None:
    zipped(tmp_path / "inner.zip", {"a.txt": b"a"})
    zipped(tmp_path / "outer.zip", {"inner.zip": (tmp_path / "inner.zip").read_bytes()})
    (tmp_path / "inner.zip").unlink()
    assert "archive inside an archive" in str(read(tmp_path)["outer.zip!inner.zip"])


@pytest.mark.parametrize("form", ["zip", "gz", "bz2", "xz", "tgz"])
def test_a_bomb_is_given_up_when_it_grows(tmp_path: Path, form: str) -> None:
    zeros = b"\0" * (sources._HARMLESS + (8 << 20))
    if form == "zip":
        zipped(tmp_path / "bomb.zip", {"bomb.txt": zeros, "good.txt": b"good"})
    elif form == "tgz":
        tarball(tmp_path / "bomb.tgz", {"bomb.txt": zeros}, "w:gz")
    else:
        pack = {"gz": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress}[form]
        (tmp_path / f"bomb.txt.{form}").write_bytes(pack(zeros))
    (tmp_path / "z.txt").write_bytes(b"read")
    found = read(tmp_path)
    assert found["z.txt"] == b"read"
    bomb = next(line for name, line in found.items() if "bomb" in name and "good" not in name)
    assert "times its size" in str(bomb)
    if form == "zip":
        assert found["bomb.zip!good.txt"] == b"good"


def test_a_large_file_is_not_read_as_one_document(tmp_path: Path) -> None:
    with (tmp_path / "large.xml").open("wb") as stream:
        stream.truncate(sources.WHOLE + 1)
    (item,) = walk(tmp_path)
    assert isinstance(item, SourceFile)
    with pytest.raises(SourceFault, match="larger than 8 MB"):
        item.read(8 << 20)
    with item.open() as stream:
        assert stream.read(3) == b"\0\0\0"


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.zip", b"PK\x03\x04 and no more"),
        ("a.tar", b"no tar"),
        ("a.txt.gz", gzip.compress(b"cut" * 1000, mtime=0)[:-20]),
        ("b.txt.gz", b"no gzip"),
        ("a.txt.xz", lzma.compress(b"cut" * 1000)[:-20]),
        ("a.tgz", gzip.compress(b"no tar inside", mtime=0)),
    ],
)
def test_damaged_packings_are_named_and_the_rest_is_read(tmp_path: Path, name: str, content: bytes) -> None:
    (tmp_path / name).write_bytes(content)
    (tmp_path / "z.txt").write_bytes(b"read")
    found = read(tmp_path)
    assert found["z.txt"] == b"read"
    assert "cannot be" in str(found[name])


def test_what_the_reader_of_a_file_raises_is_its_own(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"a")
    (item,) = walk(tmp_path)
    assert isinstance(item, SourceFile)
    with pytest.raises(ValueError, match="mine"), item.open():
        raise ValueError("mine")


def test_a_name_that_is_not_utf8_is_said_in_words_that_can_be_kept(tmp_path: Path) -> None:
    for name in (b"k\xf6nig.txt", b"gr\xfcn/in.txt"):
        path = tmp_path / os.fsdecode(name)
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"x")
    with tarfile.open(tmp_path / "t.tar", "w") as archive:
        archive.addfile(tarfile.TarInfo(os.fsdecode(b"\xe4.txt")))
        archive.addfile(tarfile.TarInfo("in.txt"))
    found = read(tmp_path)
    assert found.pop("t.tar!in.txt") == b""
    assert set(found) == {"k�nig.txt", "gr�n", "t.tar!�.txt"}
    assert all("not UTF-8; rename it" in str(line) for line in found.values())


def test_a_packed_tar_that_claims_too_much_is_given_up_before_it_is_unpacked(tmp_path: Path) -> None:
    entry = tarfile.TarInfo("claimed.txt")
    entry.size = 1 << 45
    (tmp_path / "a.tgz").write_bytes(gzip.compress(entry.tobuf()))
    assert "times its size" in str(read(tmp_path)["a.tgz"])


def test_what_is_said_of_a_damaged_archive_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "a.tgz").write_bytes(b"no archive")
    assert str(read(tmp_path)["a.tgz"]) == "cannot be unpacked: file could not be opened successfully"
