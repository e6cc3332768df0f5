"""The algebra of jigsaws and their scrambles: V, T, p, σ and μ."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactcover_puzzles.doubles.scrambles import Scramble, coarsest, with_second
from exactcover_puzzles.doubles.sides import Sides, duplicates, pieces_of, repeats
from exactcover_puzzles.jigsaw.pieces import Placed, turned
from tests.puzzles.doubles.scrambles import matrix, random_scramble

boards = st.builds(Sides, st.integers(1, 6), st.integers(1, 6))
seeds = st.integers(0, 10**6)


def solved_vector(sides, draw):
    p = np.zeros(sides.n_sides, np.int64)
    for one, other in sides.seams.tolist():
        p[one] = draw.choice([-1, 1]) * draw.randint(1, 5)
        p[other] = -p[one]
    return p


@given(boards)
def test_v_is_symmetric_with_ones_on_the_diagonal_and_at_the_seams(sides):
    v = sides.verification_matrix()
    assert (v == v.T).all()
    assert (np.diag(v) == 1).all()
    assert v.sum() == sides.n_sides + 2 * len(sides.seams)
    columns, rows = sides.columns, sides.rows
    assert len(sides.seams) == 2 * columns * rows - columns - rows
    assert (sides.facing[sides.facing] == np.arange(sides.n_sides)).all()
    assert (sides.border == (sides.facing == np.arange(sides.n_sides))).all()


def test_facing_sides_of_a_small_board_by_hand():
    sides = Sides(2, 1)
    # Left, top, right, bottom of piece 0, then of piece 1: right of 0 meets left of 1.
    assert sides.facing.tolist() == [0, 1, 4, 3, 2, 5, 6, 7]
    assert sides.seams.tolist() == [[2, 4]]
    assert Sides(1, 2).seams.tolist() == [[3, 5]]


@given(boards, st.randoms())
def test_vp_is_zero_for_solved_puzzles_alone(sides, draw):
    v = sides.verification_matrix().astype(np.int64)
    p = solved_vector(sides, draw)
    assert not (v @ p).any()
    assert sides.verify(p)
    p[draw.randrange(len(p))] += draw.choice([-1, 1])
    assert (v @ p).any()
    assert not sides.verify(p)


@given(boards, seeds)
def test_t_is_a_permutation_matrix_in_blocks_of_turns(sides, seed):
    scramble = random_scramble(sides, seed)
    t = matrix(scramble)
    assert (t.sum(0) == 1).all()
    assert (t.sum(1) == 1).all()
    # R1 of the notebook on puzzles with two solutions (see double.py), which turns pieces
    # counter-clockwise: a block is a power of it by minus the quarters clockwise.
    counter_clockwise = np.array([[0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1], [1, 0, 0, 0]])
    n = sides.n_pieces
    for place, piece in itertools.product(range(n), range(n)):
        block = t[4 * place : 4 * place + 4, 4 * piece : 4 * piece + 4]
        if scramble.pieces[place] == piece:
            turn = np.linalg.matrix_power(counter_clockwise, -scramble.turns[place] % 4)
            assert (block == turn).all()
        else:
            assert not block.any()
    p = np.arange(sides.n_sides)
    assert (scramble.apply(p) == t @ p).all()


@pytest.mark.parametrize("turn", range(4))
def test_a_scramble_turns_clockwise_as_files_do(turn):
    sides = Sides(3, 3)
    scramble = Scramble(sides, range(9), [0, 0, 0, 0, turn, 0, 0, 0, 0])
    p = np.arange(36)
    middle = scramble.apply(p)[16:20].tolist()
    if turn == 1:
        assert middle == [19, 16, 17, 18]  # what was at the left is on top
    assert tuple(middle) == turned((16, 17, 18, 19), turn)
    (placed,) = with_second(scramble).second[4:5]
    assert placed == Placed(4, turn)


@given(boards, seeds)
def test_what_faces_what_afterwards_is_t_sigma_t_inverse(sides, seed):
    scramble = random_scramble(sides, seed)
    t = matrix(scramble)
    sigma = np.eye(sides.n_sides, dtype=int)[sides.facing]
    assert (t.T @ sigma @ t == np.eye(sides.n_sides, dtype=int)[scramble.facing]).all()
    again = sum(scramble.facing[one] == other for one, other in sides.seams.tolist())
    assert scramble.similarity() == again


@given(boards, seeds)
def test_the_coarsest_puzzle_is_solved_and_every_other_one_is_made_of_its_shapes(sides, seed):
    scramble = random_scramble(sides, seed)
    p = coarsest(scramble)
    assert sides.verify(p)
    assert scramble.verify(p)
    assert ((p == 0) == sides.border).all()
    # The matrices' null space has a dimension for each shape, so no finer puzzle is solved.
    v = sides.verification_matrix().astype(float)
    stacked = np.concatenate([v, v @ matrix(scramble)])
    null = sides.n_sides - np.linalg.matrix_rank(stacked)
    assert null == len(repeats(p))


def test_repeats_and_duplicates_of_a_puzzle():
    sides = Sides(2, 2)
    p = np.zeros(16, np.int64)
    for tab, blank in ((2, 4), (7, 13), (12, 10), (9, 3)):  # all the way round
        p[tab], p[blank] = 1, -1
    assert sides.verify(p)
    assert repeats(p) == {1: 4}
    assert pieces_of(p)[0] == (0, 0, 1, -1)
    assert duplicates(p) == [[0, 1, 2, 3]]


@pytest.mark.parametrize(
    ("pieces", "turns", "message"),
    [
        ([0, 0, 2, 3], [0] * 4, "each of 0 to 3 once"),
        ([0, 1, 2], [0] * 3, "each of 0 to 3 once"),
        ([0, 1, 2, 3], [0, 1, 0, 0], "does not fit the border at place 1 with 1 turns"),
        ([0, 1, 2, 3], [0, 4, 0, 0], "each from 0 to 3"),
        ([1, 0, 2, 3], [0] * 4, "does not fit the border at place 0"),
    ],
)
def test_what_is_no_scramble_is_refused(pieces, turns, message):
    with pytest.raises(ValueError, match=message):
        Scramble(Sides(2, 2), pieces, turns)


def test_vectors_and_boards_of_other_sizes_are_refused():
    sides = Sides(2, 2)
    with pytest.raises(ValueError, match="has 16 whole numbers"):
        sides.verify([0] * 15)
    with pytest.raises(ValueError, match="has 16 whole numbers"):
        random_scramble(sides, 1).apply([0.5] * 16)
    with pytest.raises(ValueError, match="expected at least 1 x 1"):
        Sides(0, 3)
