"""The command ``puzzles play``: what it opens with, what it refuses, and what it writes."""

from __future__ import annotations

import json
import zipfile

import pytest

import exactcover as xc
from exactcover_puzzles import cli
from exactcover_puzzles.page.command import start_of
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


def test_a_file_that_no_kind_can_read_is_an_error_with_its_place(tmp_path, capsys):
    (tmp_path / "x.txt").write_text("grid: round\n")
    assert run("play", "--no-browser", tmp_path / "x.txt") == 2
    assert "x.txt:1:7" in capsys.readouterr().err
    assert run("play", "--no-browser", tmp_path / "none.txt") == 2
    assert "none.txt" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [("--port", "65536"), ("--port", "x"), ("--pyodide", "x"), ("--kind", "nothing"),
     ("--export", "{}/new", "--pyodide", "{}"), ("--export", "{}")],
)  # fmt: skip
def test_wrong_arguments_are_refused(words, tmp_path, capsys):
    (tmp_path / "something").write_text("kept")
    assert run("play", "--no-browser", *(word.format(tmp_path) for word in words)) == 2
    assert "expected" in (said := capsys.readouterr().err) or "invalid" in said or ":" in said
    assert [path.name for path in tmp_path.iterdir()] == ["something"]


def test_a_port_that_is_taken_is_refused(capsys):
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert run("play", "--no-browser", "--port", port) == 2
    assert f"--port {port}" in capsys.readouterr().err


def test_the_page_is_written_for_any_server(tmp_path, capsys):
    (tmp_path / "queens.txt").write_text("grid: square\npieces: F\nboard:\n#####\n")
    pyodide = tmp_path / "pyodide"
    pyodide.mkdir()
    (pyodide / "pyodide.mjs").write_text("")
    assert (
        run("play", tmp_path / "queens.txt", "--export", tmp_path / "site", "--pyodide", pyodide)
        == 0
    )
    start = json.loads((tmp_path / "site" / "start.json").read_text())
    assert (start["kind"], start["static"], start["pyodide"]) == ("polyform", True, "pyodide/")
    names = zipfile.ZipFile(tmp_path / "site" / "python.zip").namelist()
    assert {"exactcover/problem.py", "exactcover_puzzles/data/boards/haley.txt"} <= {*names}
    assert (tmp_path / "site" / "index.html").is_file()
    again = tmp_path / "again"
    assert run("play", "--export", again) == 0
    assert (again / "python.zip").read_bytes() == (tmp_path / "site" / "python.zip").read_bytes()
    assert json.loads((again / "start.json").read_text())["pyodide"].startswith("https://")
