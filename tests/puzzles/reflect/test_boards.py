"""Boards, their beams and symmetries, also packed into numbers."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactcover_puzzles.reflect.board import Board, symmetries
from exactcover_puzzles.reflect.four.packed import (
    beams,
    boards_of,
    canonical,
    pack,
    packed_beams,
    packed_pieces,
    unpack,
)
from tests.puzzles.reflect.boards import any_board, boards


@given(any_board)
def test_beams_are_symmetric_and_paths_reverse(board):
    for place, end in enumerate(board.beams):
        assert board.beams[end] == place
        assert board.path(place) == board.path(end)[::-1]
        assert board.reflections(place) == board.reflections(end)


@given(any_board)
def test_beams_move_with_the_board(board):
    for symmetry in symmetries():
        moved = board.moved(symmetry)
        for place, end in enumerate(board.beams):
            assert moved.beams[symmetry.edge(board.n, place)] == symmetry.edge(board.n, end)
        assert moved.canonical == board.canonical


@given(any_board)
def test_symmetries_are_the_dihedral_group(board):
    every = symmetries()
    assert len(set(every)) == 8
    assert len({board.moved(symmetry) for symmetry in every}) in (1, 2, 4, 8)
    for one, other in itertools.product(every, repeat=2):
        both = one.then(other)
        assert both in every
        assert board.moved(one).moved(other) == board.moved(both)
    quarter, mirror = every[1], every[4]
    assert mirror.then(mirror) == quarter.then(quarter).then(quarter).then(quarter) == every[0]
    assert mirror.then(quarter).then(mirror).then(quarter) == every[0]


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


@given(st.lists(boards(4), min_size=1, max_size=20))
def test_packed_boards_are_the_boards(some):
    numbers = np.array([pack(board) for board in some], np.uint32)
    assert [unpack(number) for number in numbers.tolist()] == some
    assert beams(numbers).tolist() == [packed_beams(board.beams) for board in some]
    least = [min(pack(board.moved(symmetry)) for symmetry in symmetries()) for board in some]
    assert canonical(numbers).tolist() == least
    kinds = [a + 32 * b + 1024 * c for a, b, c in (board.pieces for board in some)]
    assert packed_pieces(numbers).tolist() == kinds


def test_boards_of_some_pieces_are_all_of_them():
    found = boards_of((2, 1, 1))
    assert len(set(found.tolist())) == len(found) == 16 * 15 * 14 * 13 // 2
    assert set(packed_pieces(found).tolist()) == {2 + 32 + 1024}
    assert len(boards_of((17, 0, 0))) == 0
