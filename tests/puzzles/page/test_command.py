"""The command ``puzzles play``: what it opens with, what it refuses, and what it writes."""

from __future__ import annotations

import errno
import json
import re
import sys
import zipfile
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import exactcover as xc
from exactcover_puzzles import cli
from exactcover_puzzles.page.command import start_of
from exactcover_puzzles.page.desk import Desk
from exactcover_puzzles.page.questions import answer
from exactcover_puzzles.shared.shipped import data_folder


def run(*words):
    return xc.cli.run("puzzles", cli.main, [str(word) for word in words])


@pytest.mark.parametrize(
    ("folder", "name", "kind"),
    [
        ("boards", "haley", "polyform"),
        ("kakuro", "small", "kakuro"),
        ("nonograms", "", "nonogram"),
    ],
)
def test_the_kind_of_a_file_is_the_first_that_can_read_it(folder, name, kind):
    path = sorted((data_folder() / folder).glob(f"{name}*.txt"))[0]
    start = start_of(str(path), None, "20MB")
    assert (start["kind"], start["name"]) == (kind, path.name)
    assert start["text"] == path.read_text(encoding="utf-8")


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
    text, tmp_path, monkeypatch, capsys
):
    (tmp_path / "another_package.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "another_package", raising=False)
    point = EntryPoint("another", "another_package:Kind", "exactcover.puzzles")
    monkeypatch.setattr("exactcover_puzzles.other_kinds.entry_points", lambda group: [point])
    path = data_folder() / "kakuro" / "small.txt"
    assert start_of(str(path), None, "20MB")["kind"] == "kakuro"
    sent = []
    answer(Desk(), {"ask": "kinds"}, sent.append)
    assert "kakuro" in {each["name"] for each in sent[0]["kinds"]}
    if "Rooks" not in text:
        assert run("another", path) == 2
        assert "another = another_package:Kind: " in capsys.readouterr().err


def test_a_file_that_no_kind_can_read_is_an_error_with_its_place(tmp_path, capsys):
    (tmp_path / "x.txt").write_text("grid: round\n")
    assert run("play", "--no-browser", tmp_path / "x.txt") == 2
    assert "x.txt:1:7" in capsys.readouterr().err
    assert run("play", "--no-browser", tmp_path / "none.txt") == 2
    assert "none.txt" in capsys.readouterr().err
    for text, said in (
        ("", "no puzzle in it"),
        ("\n \n", "no puzzle in it"),
        ("#" * 1_000_001, "1,000,001 characters"),
    ):
        (tmp_path / "x.txt").write_text(text)
        assert run("play", "--no-browser", tmp_path / "x.txt") == 2
        assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--port 65536", "--port 65536: expected a number up to 65,535"),
        ("--port x", "--port: 'x': expected a whole number"),
        ("--pyodide x", "--pyodide goes with --export"),
        ("--kind nothing", "--kind nothing: expected a kind"),
        ("--export {}/new --pyodide {}", "expected a file pyodide.mjs"),
        ("--export {}", "it exists, and is no empty folder"),
        ("--export=", "--export: expected the name of a folder"),
        ("--export {}/new --port 5", "--port does not go with --export"),
    ],
)
def test_wrong_arguments_are_refused(words, said, tmp_path, capsys):
    (tmp_path / "something").write_text("kept")
    assert run("play", "--no-browser", *words.format(*[tmp_path] * 2).split()) == 2
    assert said in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["something"]


def test_a_port_that_is_taken_is_refused(capsys):
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert run("play", "--no-browser", "--port", port) == 2
    assert f"--port {port}" in capsys.readouterr().err


PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip",
           "pyodide-lock.json", "numpy-2.whl")  # fmt: skip


@pytest.mark.parametrize("missing", PYODIDE)
def test_a_copy_of_pyodide_must_be_complete(missing, tmp_path, capsys):
    for name in {*PYODIDE} - {missing}:
        (tmp_path / name).write_text("")
    assert run("play", "--export", tmp_path / "site", "--pyodide", tmp_path) == 2
    said = capsys.readouterr().err
    assert "expected a file" in said
    assert missing[:6] in said
    assert not (tmp_path / "site").exists()


def test_nothing_stays_of_a_page_that_could_not_be_written(tmp_path, capsys, monkeypatch):
    written = Path.write_bytes

    def full(path, data):
        written(path, data[:10])
        if path.name == "main.js":
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    assert run("play", "--export", tmp_path / "a\nb") == 2
    assert r"a\x0ab: No space left on device" in capsys.readouterr().err
    assert run("play", "--export", tmp_path / "new" / "newer") == 2
    capsys.readouterr()
    assert [*tmp_path.iterdir()] == []
    monkeypatch.undo()
    assert run("play", "--export", tmp_path / "a\nb") == 0
    assert capsys.readouterr().out.endswith("a\\x0ab: the page, for any web server\n")


def test_the_page_is_written_for_any_server(tmp_path, capsys):
    (tmp_path / "queens.txt").write_text("grid: square\npieces: F\nboard:\n#####\n")
    pyodide = tmp_path / "pyodide"
    pyodide.mkdir()
    for name in PYODIDE:
        (pyodide / name).write_text("")
    assert (
        run("play", tmp_path / "queens.txt", "--export", tmp_path / "site", "--pyodide", pyodide)
        == 0
    )
    start = json.loads((tmp_path / "site" / "start.json").read_text())
    assert (start["kind"], start["static"], start["pyodide"]) == ("polyform", True, "pyodide/")
    # What the browser compares it with, and what it may load at all.
    assert set(start["integrity"]) == {name for name in PYODIDE if not name.endswith(".whl")}
    empty = "sha384-OLBgp1GsljhM2TJ+sbHjaiH9txEUvgdDTAzHv2P24donTt6/529l+9Ua0vFImLlb"
    assert set(start["integrity"].values()) == {empty}
    page = (tmp_path / "site" / "index.html").read_text()
    (policy,) = re.findall(r'<meta http-equiv="Content-Security-Policy" content="(.*?)">', page)
    assert policy.startswith("default-src 'none'; ")
    assert "'unsafe-" not in policy
    assert "https:" not in policy
    names = zipfile.ZipFile(tmp_path / "site" / "python.zip").namelist()
    assert {"exactcover/problem.py", "exactcover_puzzles/data/boards/haley.txt"} <= {*names}
    assert (tmp_path / "site" / "index.html").is_file()
    again = tmp_path / "again"
    assert run("play", "--export", again) == 0
    assert (again / "python.zip").read_bytes() == (tmp_path / "site" / "python.zip").read_bytes()
    start = json.loads((again / "start.json").read_text())
    assert start["pyodide"].startswith("https://")
    assert {*start["integrity"]} == {name for name in PYODIDE if not name.endswith(".whl")}
    assert all(digest.startswith("sha384-") for digest in start["integrity"].values())
    page = (again / "index.html").read_text()
    assert f"connect-src 'self' {start['pyodide']} {start['packages']};" in page
