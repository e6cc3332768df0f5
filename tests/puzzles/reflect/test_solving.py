"""Puzzles are solved by exact cover and by SAT."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from exactcover_puzzles.reflect.board import Board
from exactcover_puzzles.reflect.cover import CoverSolver
from exactcover_puzzles.reflect.file import parse_puzzles
from exactcover_puzzles.reflect.puzzle import READINGS, BeamPuzzle
from exactcover_puzzles.reflect.sat import SatSolver
from exactcover_puzzles.reflect.solver import Solver
from tests.paths import SHARED
from tests.puzzles.reflect.boards import boards

REFLECT = SHARED / "reflect"


@given(data=st.data())
def test_sat_finds_the_boards_that_exact_cover_finds(sat_solvers, data):
    """One SAT solver answers for all puzzles of its size, and forgets what it found."""
    n = data.draw(st.integers(1, 4), "n")
    board = data.draw(boards(n), "board")
    ends = sorted({min(pair) for pair in enumerate(board.beams)})
    # Few solutions, or it takes long.
    assume(sum(board.pieces) <= 6)
    shown = data.draw(st.sets(st.sampled_from(ends), min_size=len(ends) * 2 // 3), "shown")
    reading = data.draw(st.sampled_from(READINGS), "reading")
    puzzle = BeamPuzzle.of_board(board, shown)
    found = list(sat_solvers(n, reading).boards(puzzle, 300))
    assert len(found) == len(set(found))
    assert all(puzzle.is_solved_by(each, reading) for each in found)
    if len(found) < 300:
        assert set(found) == set(CoverSolver(puzzle, reading).boards())


@pytest.fixture(scope="module")
def sat_solvers():
    return cache(SatSolver)


def test_a_search_by_sat_is_stopped_and_told():
    puzzle = BeamPuzzle.of_board(Board(6, (0, 1, 2, 0, 3, 0) * 6), [])
    for reading in READINGS:
        solver = Solver(reading, "sat")
        assert len(list(solver.boards(puzzle, 3))) == 3
        assert solver.stopped == "limit"
        assert list(solver.boards(puzzle, seconds=0.0)) == []
        assert solver.stopped == "seconds"
        assert solver.is_unique(puzzle, nodes=0) is None
    with pytest.raises(ValueError, match="expected 4 x 4"):
        list(SatSolver(4).boards(puzzle))
    for wrong in ({"reading": "none"}, {"engine": "none"}):
        with pytest.raises(ValueError, match="expected one of"):
            Solver(**wrong)


def test_exact_cover_goes_on_where_sat_found_many(monkeypatch):
    monkeypatch.setattr("exactcover_puzzles.reflect.solver._MANY", 10)
    puzzle = BeamPuzzle.of_board(Board.of_rows(["...", "./.", "..o"]), [0])
    found = list(Solver().boards(puzzle))
    assert len(found) > 20
    assert len(found) == len(set(found))
    assert set(found) == set(CoverSolver(puzzle).boards())


@pytest.mark.slow
@pytest.mark.skipif(not REFLECT.is_dir(), reason="needs the shared puzzles")
def test_the_daily_puzzles_have_the_solution_in_their_file():
    files = sorted(REFLECT.glob("puzzle*.txt"))
    assert len(files) == 59
    for file in files:
        (puzzle,) = parse_puzzles(file.read_text(encoding="utf-8"))
        for reading in ("all", "strict"):
            assert list(CoverSolver(puzzle, reading).boards()) == [puzzle.board], file
