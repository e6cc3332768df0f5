"""Puzzles as text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover_puzzles.reflect.file import format_puzzle, parse_pieces, parse_puzzles
from exactcover_puzzles.reflect.puzzle import Puzzle
from tests.puzzles.reflect.boards import any_board


@given(any_board, st.sets(st.integers(0, 23)))
def test_puzzles_read_back(board, shown):
    puzzle = Puzzle.of_board(board, {place for place in shown if place < 4 * board.n})
    (again,) = parse_puzzles(format_puzzle(puzzle))
    assert (again.letters, again.pieces, again.n) == (puzzle.letters, puzzle.pieces, puzzle.n)
    (solved,) = parse_puzzles(format_puzzle(puzzle, solution=board) + "\n\n# the end\n")
    assert solved.letters == puzzle.letters
    if any(board.cells):
        assert solved == puzzle


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there is no puzzle"),
        (".A.\nA..\n...", "no piece to place"),
        (".A.\nA/\n...", "2 characters; expected 3"),
        ("xA.\nA/.\n...", "in a corner"),
        (".A.\nAx.\n...", "'x' in the board"),
        (".A.\nA\\.\n...", "is no solution"),
        (".AA\nA..\n...\npieces: /", "in a corner"),
        (".A.\nA.A\n...\npieces: /", "3 times"),
        (".A.\nA..\n...\npieces: /x", "'x' is no piece"),
        (".A.\nA..\n...\npieces: //", "2 pieces for 1 cell"),
        ("..\n..", "2 lines; expected n"),
    ],
)
def test_what_is_no_puzzle_is_told(text, message):
    with pytest.raises(xc.FileFault, match=message):
        list(parse_puzzles(text))


def test_pieces_are_listed_as_text():
    assert parse_pieces(" //\\ oo ") == (2, 1, 2)
    assert parse_pieces("") == (0, 0, 0)
