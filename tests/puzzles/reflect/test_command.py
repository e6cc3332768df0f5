"""The command `puzzles reflect`: its additions to the questions of all kinds."""

from __future__ import annotations

import re

import pytest

from exactcover_puzzles import read
from exactcover_puzzles.reflect.solver import Solver
from tests.interrupting import interrupted, takes_at_most


def test_puzzles_that_are_made_have_one_solution_in_the_strict_reading(asked, answers, tmp_path):
    path = tmp_path / "three.txt"
    making = ["--number", 3, "--of", 4, "--seed", 7]
    path.write_text(asked("reflect", "--make", 4, *making)[1], encoding="utf-8")
    made = answers("reflect", "--make", 4, *making, "--solved")
    assert [each["number"] for each in made] == [1, 2, 3]
    for engine in ("auto", "cells"):
        found = answers("reflect", path, "--reading", "strict", "--engine", engine)
        assert [each["rows"] for each in found] == [each["solution"] for each in made]
        assert {each["verdict"] for each in found} == {"unique"}
    for each in made:
        assert sum(each["pieces"].values()) == 4
        assert each["ends"] == sum(len(beam["places"]) for beam in each["beams"])
        (puzzle,) = read("reflect", text=each["text"])
        assert puzzle.puzzle.board.rows() == each["solution"]
    assert asked("reflect", path, "--pieces", "o", "--count")[0] == 1


def test_boards_are_left_with_the_fewest_letters(asked, answers, tmp_path):
    path = tmp_path / "boards.txt"
    path.write_text("......\n../...\n......\n.o....\n...\\..\n......\n", encoding="utf-8")
    (made,) = answers("reflect", path, "--fewest", "--solved")
    assert made["solution"] == ["./..", "....", "o...", "..\\."]
    (puzzle,) = read("reflect", text=made["text"])
    assert Solver("strict", "cover").is_unique(puzzle.puzzle)
    # No beam reaches the mirror in the middle: it may as well be left over.
    hidden = ".....\n..o..\n.o/o.\n..o..\n.....\n"
    path.write_text(f"{hidden}\n...\n...\n...\npieces: o\n", encoding="utf-8")
    code, out, err = asked("reflect", path, "--fewest")
    assert (code, out.strip()) == (2, "")
    assert "board 1 is not the only board with its beams" in err
    assert f"{path}: board 2 is empty" in err


@pytest.mark.parametrize("arguments", [["4", "--of", 9], ["9", "--of", 30]])
def test_making_puzzles_stops_in_time(asked, arguments):
    asked("reflect", "--make", 3, "--of", 3)  # compiles
    with takes_at_most(6):
        code, _, err = asked("reflect", "--make", *arguments, "--number", 999, "--seconds", 1)
    assert code == 3
    assert "stopped" in err


def test_a_count_that_is_interrupted_tells_how_many_it_found(tmp_path):
    rows = "........\n" * 8
    (tmp_path / "open.txt").write_text(f"{rows}pieces: ////////\\\\\\\\oooo\n", encoding="utf-8")
    code, out, err = interrupted(
        "exactcover_puzzles", "reflect", str(tmp_path / "open.txt"), "--count"
    )
    assert code == 130
    assert re.search("^at least [0-9,]+ solutions", out, re.M)
    assert "interrupted" in err


def test_what_is_made_is_drawn_too(asked, tmp_path):
    picture = tmp_path / "it.svg"
    assert asked("reflect", "--make", 3, "--of", 2, "--solved", "--svg", picture)[0] == 0
    assert "<svg" in picture.read_text(encoding="utf-8")
