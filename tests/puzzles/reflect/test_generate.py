"""Made puzzles have one solution and no redundant beam."""

from __future__ import annotations

import itertools
import random

import pytest

import exactcover as xc
from exactcover_puzzles.reflect.board import Board
from exactcover_puzzles.reflect.fewest import fewest_beams
from exactcover_puzzles.reflect.generate import Wish, puzzle_of, puzzles, unique_board
from exactcover_puzzles.reflect.puzzle import READINGS, BeamPuzzle
from exactcover_puzzles.reflect.solver import Solver


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("balls", [0, 2])
def test_puzzles_that_are_made_have_one_solution_and_no_beam_too_many(index, seed, balls):
    made = puzzles(Wish(number=4, balls=balls, reflections=2), seed)
    for puzzle in itertools.islice(made, 2):
        assert puzzle.pieces[2] == balls
        for reading in READINGS:
            assert list(index.boards(puzzle, reading)) == [puzzle.board]
            for engine in ("cover", "sat"):
                assert Solver(reading, engine).is_unique(puzzle)
        assert max(puzzle.board.reflections(place) for place in puzzle.beams) >= 2
        for place, end in puzzle.beams.items():
            fewer = BeamPuzzle.of_board(puzzle.board, set(puzzle.beams) - {place, end})
            assert len(list(index.boards(fewer, "strict"))) > 1
    again = next(puzzles(Wish(number=4, balls=balls, reflections=2), seed))
    assert again == next(puzzles(Wish(number=4, balls=balls, reflections=2), seed))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_the_fewest_beams_are_the_fewest(index, seed):
    puzzle = next(puzzles(Wish(number=3), seed))
    board = puzzle.board
    ends = sorted({min(pair) for pair in enumerate(board.beams)})
    for reading in READINGS:
        fewest = fewest_beams(board, Solver(reading))
        assert list(index.boards(BeamPuzzle.of_board(board, fewest), reading)) == [board]
        for shown in itertools.combinations(ends, len(fewest) - 1):
            assert len(list(index.boards(BeamPuzzle.of_board(board, shown), reading))) > 1


@pytest.mark.parametrize(("n", "number", "reading"), [(5, 4, "strict"), (7, 6, "all")])
def test_a_larger_puzzle_is_made_and_no_beam_can_be_left_out(n, number, reading):
    wish = Wish(n=n, number=number, balls=1, reading=reading)
    puzzle = next(puzzles(wish, 1, Solver(reading, "sat")))
    assert puzzle.board.pieces == puzzle.pieces
    assert sum(puzzle.pieces) == number
    solver = Solver(reading)
    assert solver.is_unique(puzzle)
    for place, end in puzzle.beams.items():
        fewer = BeamPuzzle.of_board(puzzle.board, set(puzzle.beams) - {place, end})
        assert solver.is_unique(fewer) is False


def test_the_fewest_beams_of_larger_boards_are_the_fewest():
    solver = Solver("fewer", "sat")
    board = unique_board(Wish(n=5, number=4, balls=1), solver, random.Random(2), xc.Deadline())
    shown = fewest_beams(board, solver)
    ends = [place for place, _ in board.beam_ends()]
    assert solver.is_unique(BeamPuzzle.of_board(board, shown))
    for fewer in itertools.combinations(ends, len(shown) - 1):
        assert not solver.is_unique(BeamPuzzle.of_board(board, fewer))


def test_a_search_that_was_cut_short_tells_no_beams():
    board = Board(3, (0, 3, 1, 1, 3, 1, 0, 1, 0))
    for nodes in (1, 30, 33):
        shown = fewest_beams(board, Solver("strict", "cover"), nodes=nodes)
        assert shown is None


def test_a_board_that_its_beams_do_not_tell_has_no_puzzle():
    # No beam reaches the mirror amid the balls.
    board = Board.of_rows([".o..", "o/o.", ".o..", "...."])
    for reading in READINGS:
        solver = Solver(reading)
        assert solver.is_unique(BeamPuzzle.of_board(board)) is False
        assert fewest_beams(board, solver) is None
        assert puzzle_of(board, solver, xc.Deadline()) is None
