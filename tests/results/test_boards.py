"""Symmetries of boards of Reflect, and boards packed into numbers."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from results.reflect.packed import beams, boards_of, pack, packed_pieces, unpack
from results.reflect.symmetries import symmetries
from tests.puzzles.reflect.boards import any_board, boards


@given(any_board)
def test_beams_move_with_the_board(board):
    for symmetry in symmetries():
        moved = symmetry.moved(board)
        for place, end in enumerate(board.beams):
            assert moved.beams[symmetry.edge(board.n, place)] == symmetry.edge(board.n, end)


def test_symmetries_are_those_of_the_square():
    every = {tuple(symmetry.edge(4, place) for place in range(16)) for symmetry in symmetries()}
    assert len(every) == 8
    assert {tuple(one[place] for place in other) for one in every for other in every} == every


@given(st.lists(boards(4), min_size=1, max_size=20))
def test_packed_boards_are_the_boards(some):
    numbers = np.array([pack(board) for board in some], np.uint32)
    assert [unpack(number) for number in numbers.tolist()] == some
    ends = [sum(end << 4 * place for place, end in enumerate(board.beams)) for board in some]
    assert beams(numbers).tolist() == ends
    kinds = [a + 32 * b + 1024 * c for a, b, c in (board.pieces for board in some)]
    assert packed_pieces(numbers).tolist() == kinds


def test_boards_of_some_pieces_are_all_of_them():
    found = boards_of((2, 1, 1))
    assert len(set(found.tolist())) == len(found) == 16 * 15 * 14 * 13 // 2
    assert set(packed_pieces(found).tolist()) == {2 + 32 + 1024}
    assert len(boards_of((17, 0, 0))) == 0
