"""The command ``puzzles play``: what it opens, rejects and writes."""

from __future__ import annotations

import errno
import json
import re
import socket
import sys
import zipfile
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import exactcover as xc
from exactcover_puzzles import read
from exactcover_puzzles.page.command import start_of
from exactcover_puzzles.page.questions import answer
from exactcover_puzzles.page.recent import Recent
from exactcover_puzzles.page.static_site import INTEGRITY, _digest
from exactcover_puzzles.shared.shipped import data_folder

PYODIDE = tuple(INTEGRITY)


@pytest.mark.parametrize("path", ["boards/haley", "kakuro/small", "nonograms/cup"])
def test_the_kind_of_a_file_is_the_first_that_can_read_it(path):
    file = data_folder() / f"{path}.txt"
    kind = {"boards": "polyform", "kakuro": "kakuro", "nonograms": "nonogram"}[file.parent.name]
    text = file.read_text(encoding="utf-8")
    assert start_of(str(file), None, "20MB") == {"kind": kind, "text": text, "name": file.name}


RAISING = {
    "an error": "raise RuntimeError('not here')",
    "an exit": "raise SystemExit(3)",
    "a fault in the source": "def",
    "an error while it reads": """
from tests.puzzles.shared.test_runner import Rooks
class Kind(Rooks):
    @classmethod
    def read(cls, source, output):
        raise RuntimeError("not here")
""",
}


@pytest.mark.parametrize("text", RAISING.values(), ids=RAISING)
def test_code_of_another_package_that_raises_takes_nothing_with_it(
    text, tmp_path, monkeypatch, command
):
    (tmp_path / "another_package.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "another_package", raising=False)
    point = EntryPoint("another", "another_package:Kind", "exactcover.puzzles")
    monkeypatch.setattr("exactcover_puzzles.other_kinds.entry_points", lambda group: [point])
    path = data_folder() / "kakuro" / "small.txt"
    assert start_of(str(path), None, "20MB")["kind"] == "kakuro"
    sent = []
    answer(Recent(), {"ask": "kinds"}, sent.append)
    assert "kakuro" in {each["name"] for each in sent[0]["kinds"]}
    if "Rooks" not in text:
        code, _, said = command("puzzles another", path)
        assert (code, "another = another_package:Kind: " in said) == (2, True)


def test_what_cannot_be_opened_or_written_is_refused(answered, command, tmp_path):
    texts = {"x": "grid: round\n", "empty": "", "blank": "\n \n", "long": "#" * 1_000_001}
    for name, text in texts.items():
        (tmp_path / f"{name}.txt").write_text(text)

    def play(words):
        code, out, said = command(f"puzzles play --no-browser {words}")
        assert (code, out) == (2, "")
        return said.splitlines()[-1]

    answered("page/command.txt", {"play": play})
    assert {path.stem for path in tmp_path.iterdir()} == {*texts}


def test_a_port_that_is_taken_is_refused(command):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        code, _, said = command("puzzles play --no-browser --port", port)
    assert (code, f"--port {port}" in said) == (2, True)


@pytest.fixture
def pyodide(tmp_path):
    """A copy of Pyodide, all of whose files are empty."""
    (tmp_path / "pyodide").mkdir()
    for name in PYODIDE:
        (tmp_path / "pyodide" / name).write_text("")
    return tmp_path / "pyodide"


def test_a_copy_of_pyodide_must_be_complete(pyodide, tmp_path, command):
    for missing in PYODIDE:
        (pyodide / missing).rename(tmp_path / "elsewhere")
        code, _, said = command("puzzles play --export site --pyodide pyodide")
        assert (code, missing[:6] in said) == (2, True)
        assert not (tmp_path / "site").exists()
        (tmp_path / "elsewhere").rename(pyodide / missing)


def test_nothing_stays_of_a_page_that_could_not_be_written(tmp_path, command, monkeypatch):
    written = Path.write_bytes

    def full(path, data):
        written(path, data[:10])
        if path.name == "main.js":
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    code, _, said = command("puzzles play --export", "a\nb")
    assert (code, r"a\x0ab: No space left on device" in said) == (2, True)
    assert command("puzzles play --export new/newer")[0] == 2
    assert [*tmp_path.iterdir()] == []
    monkeypatch.setattr(Path, "write_bytes", written)
    code, out, _ = command("puzzles play --export", "a\nb")
    assert (code, out) == (0, "a\\x0ab: the page, for any web server\n")


def test_the_page_is_written_for_any_server(pyodide, tmp_path, command):
    (tmp_path / "mine.txt").write_text("grid: square\npieces: F\nboard:\n#####\n")
    assert command("puzzles play mine.txt --export copied --pyodide pyodide")[0] == 0
    assert command("puzzles play --export linked")[0] == 0
    copied, linked = tmp_path / "copied", tmp_path / "linked"
    start = json.loads((copied / "start.json").read_text())
    assert (start["kind"], start["static"], start["pyodide"]) == ("polyform", True, "pyodide/")
    # What the browser compares it with, and what it may load at all.
    empty = "sha384-OLBgp1GsljhM2TJ+sbHjaiH9txEUvgdDTAzHv2P24donTt6/529l+9Ua0vFImLlb"
    own = {"python.zip": _digest((copied / "python.zip").read_bytes())}
    assert start["integrity"] == {**dict.fromkeys(INTEGRITY, empty), **own}
    (policy,) = re.findall(
        r'<meta http-equiv="Content-Security-Policy" content="(.*?)">',
        (copied / "index.html").read_text(),
    )
    assert policy.startswith("default-src 'none'; ")
    assert "'unsafe-" not in policy
    assert "https:" not in policy
    names = {*zipfile.ZipFile(copied / "python.zip").namelist()}
    assert {"exactcover/problem.py", "exactcover_puzzles/data/boards/haley.txt"} <= names
    assert (linked / "python.zip").read_bytes() == (copied / "python.zip").read_bytes()
    start = json.loads((linked / "start.json").read_text())
    assert start["pyodide"].startswith("https://")
    assert start["integrity"] == {**INTEGRITY, **own}
    allowed = f"connect-src 'self' {start['pyodide']} {start['packages']};"
    assert allowed in (linked / "index.html").read_text()


@pytest.mark.parametrize(("name", "kind", "opened"), [
    ("cup", None, "nonogram"), ("small", "kakuro", "kakuro"), ("haley", None, "polyform"),
])  # fmt: skip
def test_a_bundled_puzzle_is_opened_by_its_name(name, kind, opened):
    start = start_of(name, kind, "20MB")
    assert (start["kind"], start["name"]) == (opened, name)
    assert read(opened, text=start["text"])


def test_a_name_that_several_kinds_have_bundled_asks_for_the_kind():
    with pytest.raises(xc.FileFault, match="--kind shikaku or --kind kakuro"):
        start_of("small", None, "20MB")
