"""Files are written whole or not at all, wherever they are; streams and devices are written to."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from unittest.mock import Mock

import pytest

from exactcover.common.textfiles import write_bytes, write_text

SHARED_MEMORY = Path("/dev/shm")


@pytest.fixture(params=["a folder", "/dev/shm"])
def folder(request, tmp_path):
    """A folder on a disk, and one under /dev."""
    if request.param == "a folder":
        yield tmp_path
        return
    if not os.access(SHARED_MEMORY, os.W_OK):
        pytest.skip("needs /dev/shm")
    with tempfile.TemporaryDirectory(dir=SHARED_MEMORY) as name:
        yield Path(name)


#: Writes of more than so many bytes fail, as on a disk that is full.
FAILING = """
import os, resource, signal, sys
import exactcover as xc, exactcover.cli
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
problem = xc.Problem(range(600), {k: [k] for k in range(600)})
zdd = problem.zdd()
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
writes = {
    "a text": lambda path: xc.cli.write_text("x" * 100_000, path),
    "bytes": lambda path: xc.cli.write_bytes(b"x" * 100_000, path),
    "a gzip file": lambda path: xc.cli.write_text(os.urandom(50_000).hex(), path + ".gz"),
    "a problem": lambda path: xc.write(problem, path, "json"),
    "a diagram": lambda path: zdd.save(path),
}
for name, write in writes.items():
    try:
        write(sys.argv[1])
    except OSError as error:
        print(f"{name}: {error.strerror}, {open(sys.argv[2]).read()}")
"""


@pytest.mark.slow
@pytest.mark.parametrize("link", [False, True])
def test_a_write_that_fails_leaves_what_was_there(folder, tmp_path, link):
    path, linked = folder / "file", folder / "file.gz"
    path.write_text("there before", encoding="utf-8")
    path.chmod(0o640)
    linked.symlink_to(path)
    given = path
    if link:
        given = tmp_path / "link"
        given.symlink_to(path)
        (tmp_path / "link.gz").symlink_to(path)
    done = subprocess.run(
        [sys.executable, "-c", FAILING, str(given), str(path)],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.splitlines() == [
        f"{name}: File too large, there before"
        for name in ("a text", "bytes", "a gzip file", "a problem", "a diagram")
    ]
    assert {each.name for each in folder.iterdir()} <= {"file", "file.gz", "link", "link.gz"}
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_file_is_replaced_in_one_step_wherever_it_is(folder):
    # (As long as the file system allows.)
    path, link = folder / ("n" * 255), folder / "link"
    write_bytes(b"one", str(path))
    path.chmod(0o640)
    link.symlink_to(path)
    with path.open("rb") as before:
        write_bytes(b"another", str(link))
        assert before.read() == b"one"
    assert (path.read_bytes(), link.is_symlink()) == (b"another", True)
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_write_that_fails_at_its_end_leaves_what_was_there(folder, monkeypatch):
    write_bytes(b"one", str(folder / "file"))
    monkeypatch.setattr(os, "fsync", Mock(side_effect=OSError(28, "No space left on device")))
    with pytest.raises(OSError, match="No space"):
        write_bytes(b"another", str(folder / "file"))
    assert [each.read_bytes() for each in folder.iterdir()] == [b"one"]


# -- streams and devices ---------------------------------------------------------------------------


#: Writes to a path between two lines of its own.
WRITES = """
import sys
from exactcover.common.textfiles import write_text
print('before', flush=False)
write_text('text\\n', sys.argv[1])
print('after')
"""


@pytest.mark.parametrize("path", ["/dev/stdout", "/proc/self/fd/1"])
def test_an_open_stream_is_written_to_whatever_it_leads_to(tmp_path, path):
    out, link = tmp_path / "out", tmp_path / "link"
    command = [sys.executable, "-c", WRITES]
    assert subprocess.check_output([*command, path]) == b"before\ntext\nafter\n"
    link.symlink_to(path)
    out.write_bytes(b"kept\n")
    with out.open("ab") as stream:
        subprocess.run([*command, link], check=True, stdout=stream)
        stream.write(b"the same file\n")
    assert out.read_bytes() == b"kept\nbefore\ntext\nafter\nthe same file\n"


def test_other_descriptors_are_streams_as_well(tmp_path):
    with (tmp_path / "file").open("w+b") as stream:
        stream.write(b"one\n")
        stream.flush()
        write_text("two\n", f"/dev/fd/{stream.fileno()}")
        write_text("three\n", f"/proc/{os.getpid()}/fd/{stream.fileno()}")
        closed = stream.fileno()
    assert (tmp_path / "file").read_bytes() == b"one\ntwo\nthree\n"
    with pytest.raises(OSError, match=f"/dev/fd/{closed}"):
        write_text("four\n", f"/dev/fd/{closed}")


def test_a_pipe_with_a_name_is_written_to(tmp_path):
    path, found = tmp_path / "pipe", []
    os.mkfifo(path)
    reader = threading.Thread(target=lambda: found.append(path.read_bytes()))
    reader.start()
    write_text("text", str(path))
    reader.join()
    assert found == [b"text"]
    assert path.is_fifo()


def test_devices_are_written_to(tmp_path):
    for name in ("null", "full"):
        (tmp_path / name).symlink_to(f"/dev/{name}")
    for folder in (Path("/dev"), tmp_path):
        write_text("text", str(folder / "null"))
        with pytest.raises(OSError, match="No space left on device"):
            write_text("text", str(folder / "full"))
        assert (folder / "null").is_char_device()
        assert (folder / "full").is_char_device()
