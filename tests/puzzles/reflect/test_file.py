"""Puzzles as text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from exactcover_puzzles.reflect.file import format_puzzle, parse_puzzles
from exactcover_puzzles.reflect.puzzle import BeamPuzzle
from tests.puzzles.reflect.boards import any_board


@given(any_board, st.sets(st.integers(0, 23)))
def test_puzzles_read_back(board, shown):
    puzzle = BeamPuzzle.of_board(board, {place for place in shown if place < 4 * board.n})
    (again,) = parse_puzzles(format_puzzle(puzzle))
    assert (again.letters, again.pieces, again.n) == (puzzle.letters, puzzle.pieces, puzzle.n)
    (solved,) = parse_puzzles(format_puzzle(puzzle, solution=board) + "\n\n# the end\n")
    assert solved.letters == puzzle.letters
    if any(board.cells):
        assert solved == puzzle
