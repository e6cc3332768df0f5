"""``puzzles polyform --vary``: boards that differ by a few cells, against trying everything."""

from __future__ import annotations

import dataclasses
import json
from itertools import combinations

import pytest

import exactcover as xc
from exactcover_puzzles import cli
from exactcover_puzzles.polyform.adapter import Polyform
from exactcover_puzzles.polyform.grids import SQUARE, TRIANGULAR
from exactcover_puzzles.polyform.outlines import parts
from exactcover_puzzles.polyform.polyforms import PolyformPuzzle, canonical, free_polyforms
from exactcover_puzzles.polyform.vary import variations

FILE = "grid: square\ntitle: Two by four\npieces: trominoes\n\nboard:\n####\n####\n\npiece D:\n##\n"


def rectangle(rows, columns):
    return tuple((row, column) for row in range(rows) for column in range(columns))


@pytest.mark.parametrize(("rows", "columns", "n"), [(1, 3, 1), (2, 2, 1), (2, 3, 1), (1, 4, 2)])
def test_variations_are_the_free_polyominoes_that_share_all_but_so_many_cells(rows, columns, n):
    board = rectangle(rows, columns)
    size = len(board)
    near = {
        canonical(SQUARE, piece)
        for piece in free_polyforms(SQUARE, size)
        for rest in combinations(board, size - n)
        if fits(rest, piece)
    }
    found = list(variations(SQUARE, board, n))
    forms = [canonical(SQUARE, each) for each in found]
    assert len(set(forms)) == len(forms)
    assert set(forms) == near - {canonical(SQUARE, board)}


def fits(rest, piece):
    """Whether some motion and shift of a piece covers these cells."""
    for motion in SQUARE.motions:
        cells = [motion(cell) for cell in piece]
        for r, c in cells:
            shift = rest[0][0] - r, rest[0][1] - c
            if {(y + shift[0], x + shift[1]) for y, x in cells} >= set(rest):
                return True
    return False


def test_variations_of_triangles_stay_in_one_piece():
    board = TRIANGULAR.to_origin([(0, 0), (0, 1), (0, 2), (1, 2)])
    found = list(variations(TRIANGULAR, board, 1))
    assert found
    assert all(len(parts(TRIANGULAR, each)) == 1 for each in found)


def test_cells_of_which_something_is_said_stay_and_motions_play_no_part_then():
    board = rectangle(2, 3)
    found = list(variations(SQUARE, board, 1, frozenset({(0, 0)})))
    assert all((0, 0) in each for each in found)
    assert len(found) == len(set(found)) > len(list(variations(SQUARE, board, 1)))


@pytest.fixture
def ask(tmp_path, capsys):
    path = tmp_path / "board.txt"
    path.write_text(FILE)

    def asked(*arguments):
        code = xc.cli.run("puzzles", cli.main, ["polyform", str(path), *arguments])
        return code, *capsys.readouterr()

    return asked


def test_the_boards_with_exactly_one_solution_are_those_that_a_count_says(ask):
    code, out, _ = ask("--vary", "1", "--json")
    assert code == 0
    *unique, numbers = map(json.loads, out.splitlines())
    drawn = [tuple(map(tuple, each["board"])) for each in unique]
    pieces = {f"t{k}": piece for k, piece in enumerate(free_polyforms(SQUARE, 3))}
    puzzle = PolyformPuzzle(SQUARE, rectangle(2, 4), {**pieces, "D": ((0, 0), (0, 1))})
    counts = {}
    for board in variations(SQUARE, puzzle.board, 1):
        count = Polyform(dataclasses.replace(puzzle, board=board)).count(None)
        counts[board] = count.free if isinstance(count, xc.OrbitCount) else int(count)
    assert drawn == [board for board, count in counts.items() if count == 1]
    assert numbers["unique"] == len(drawn) > 0
    assert numbers["impossible"] == list(counts.values()).count(0)
    assert numbers["several"] == sum(count > 1 for count in counts.values())
    assert (numbers["undecided"], numbers["complete"]) == (0, True)


def test_pictures_and_numbers_are_printed_and_a_budget_says_so(ask):
    code, out, _ = ask("--vary", "1")
    assert code == 0
    assert "\n1\n" in out
    assert "┌" in out
    assert "with exactly one solution up to symmetry" in out.splitlines()[-1]
    code, out, err = ask("--vary", "1", "--seconds", "0")
    assert code == 3
    assert "so far, 0 boards" in out
    assert "stopped by the budget of seconds" in err
    code, out, _ = ask("--vary", "1", "--nodes", "0")
    assert "not decided" in out


@pytest.mark.parametrize("other", [["--count"], ["--limit", "3"], ["--svg", "x.svg"]])
def test_it_goes_with_no_other_question(ask, other):
    code, out, err = ask("--vary", "1", *other)
    assert (code, out, err.count("\n")) == (2, "", 1)
