"""Boards and their beams."""

from __future__ import annotations

import pytest
from hypothesis import given

from exactcover_puzzles.reflect.board import Board
from tests.puzzles.reflect.boards import any_board


@given(any_board)
def test_beams_are_symmetric_and_paths_reverse(board):
    for place, end in enumerate(board.beams):
        assert board.beams[end] == place
        assert board.path(place) == board.path(end)[::-1]
        assert board.reflections(place) == board.reflections(end)


def test_a_board_by_hand():
    board = Board.of_rows([".o", "\\."])
    # The upper left beam goes down to the mirror, and out to the right.
    assert board.path(0) == [(0, 0), (1, 0), (1, 1)]
    assert board.beams == (3, 1, 2, 0, 4, 6, 5, 7)
    assert board.pieces == (0, 1, 1)
    assert board.rows() == [".o", "\\."]
    for wrong in (["..", "."], ["x."]):
        with pytest.raises(ValueError, match="expected"):
            Board.of_rows(wrong)
