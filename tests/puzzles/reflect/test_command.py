"""The command `puzzles reflect`."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from exactcover_puzzles.reflect.file import parse_puzzles, read_puzzles
from exactcover_puzzles.reflect.solver import Solver
from tests.interrupting import takes_at_most


def test_puzzles_are_made_and_solved_by_the_command(run, tmp_path):
    code, out, _ = run("generate", "--number", 3, "--count", 4, "--seed", 7, "--solved")
    assert code == 0
    path = tmp_path / "three.txt"
    path.write_text(out, encoding="utf-8")
    made = read_puzzles(str(path))
    assert len(made) == 3
    code, out, _ = run("solve", path, "--reading", "strict", "--json")
    assert code == 0
    answers = [json.loads(line) for line in out.splitlines()]
    assert [answer["solutions"] for answer in answers] == [[p.board.rows()] for p in made]
    assert all(answer["complete"] for answer in answers)
    code, out, _ = run("solve", path, "--pieces", "o", "--limit", 1)
    assert code == 1
    assert "0 solutions" in out
    # A file that is not there does not keep the others from being solved.
    code, out, err = run("solve", tmp_path / "none", path, "--json", "--engine", "cover")
    assert code == 2
    assert "none: No such file" in err
    assert [json.loads(line)["file"] for line in out.splitlines()] == [str(path)] * 3


def test_ten_solutions_are_printed_unless_more_are_asked_for(run, tmp_path):
    path = tmp_path / "open.txt"
    path.write_text("\n".join(["......"] * 6) + "\npieces: /o\n", encoding="utf-8")
    in_all = 16 * 15
    for arguments, number, told in (
        ([], 10, "at least 10 solutions; --all prints them all"),
        (["--limit", 3], 3, "at least 3 solutions; --all prints them all"),
        (["--all"], in_all, f"{in_all} solutions"),
    ):
        code, out, _ = run("solve", path, *arguments)
        assert code == 0
        assert out.count("\n\n") == number + 1
        assert out.rstrip().endswith(f": {told}")
    assert run("solve", path, "--explain", "--all")[0] == 2


def test_letters_of_boards_are_found_by_the_command(run, tmp_path):
    path = tmp_path / "boards.txt"
    path.write_text("...\n../\n...\n", encoding="utf-8")
    assert "a mirror at the edge" in run("generate", "--boards", path)[2]
    path.write_text("......\n../...\n......\n.o....\n...\\..\n......\n", encoding="utf-8")
    code, out, _ = run("generate", "--boards", path, "--json", "--solved")
    assert code == 0
    made = json.loads(out)
    assert made["pieces"] == {"/": 1, "\\": 1, "o": 1}
    assert made["solution"] == ["./..", "....", "o...", "..\\."]
    assert made["ends"] == sum(len(beam["places"]) for beam in made["beams"])
    (puzzle,) = parse_puzzles(made["puzzle"])
    assert Solver("strict", "cover").is_unique(puzzle)
    # No beam reaches the mirror in the middle: it may as well be left over.
    hidden = ".....\n..o..\n.o/o.\n..o..\n.....\n"
    path.write_text(f"{hidden}\n...\n...\n...\npieces: o\n", encoding="utf-8")
    code, out, err = run("generate", "--boards", path)
    assert (code, out) == (2, "")
    assert "board 1 is not the only one" in err
    assert f"{path}: board 2 is empty: expected pieces inside" in err


@pytest.mark.parametrize(
    "arguments",
    [
        [], ["solve"], ["generate", "--size", "99"],
        ["generate", "--count", "17"], ["generate", "--pieces", "x"], ["solve", "none.txt"],
        ["generate", "--count", "2", "--balls", "3"],
        ["generate", "--reflections", "999"], ["generate", "--boards", "x", "--ends", "3"],
        ["generate", "--boards", "x", "--number", "3"],
        ["generate", "--pieces", "/", "--count", "3"],
    ],
)  # fmt: skip
def test_wrong_arguments_are_told(run, arguments):
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize("arguments", [["--count", 9], ["--size", 9, "--count", 30]])
def test_making_puzzles_stops_in_time(run, arguments):
    run("generate", "--size", 3, "--count", 3)  # compiles
    with takes_at_most(6):
        code, _, err = run("generate", "--number", 999, "--seconds", 1, *arguments)
    assert code == 3
    assert "stopped" in err


def test_more_pieces_than_cells_are_refused(run, tmp_path):
    (tmp_path / "x.txt").write_text(".A.\nA/.\n...", encoding="utf-8")
    code, out, err = run("solve", tmp_path / "x.txt", "--pieces", "//")
    assert (code, out) == (2, "")
    assert "2 pieces for 1 cell; expected 0 to 1" in err
    (tmp_path / "x.txt").write_text(".A.\nA..\n.B.", encoding="utf-8")
    assert run("solve", tmp_path / "x.txt", "--pieces", "o")[0] == 1
    assert "o x 1" in run("draw", tmp_path / "x.txt", "--pieces", "o")[1]
    (tmp_path / "x.txt").write_text(".\x1b.\n\x1b/.\n...", encoding="utf-8")
    assert run("draw", tmp_path / "x.txt")[0] == 2


def test_help_imports_neither_numba_nor_numpy():
    code = (
        "import sys; from exactcover_puzzles import cli; import exactcover as xc\n"
        "for words in (['--help'], ['solve', '--help'], ['generate', '--pieces', 'x']):\n"
        "    xc.cli.run('puzzles', cli.main, ['reflect', *words])\n"
        "assert not {'numba', 'numpy', 'pysat'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
