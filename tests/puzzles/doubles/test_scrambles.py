"""The algebra of jigsaws and their scrambles: V, T, p, σ and μ."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactcover_puzzles.doubles import (
    double,
    perfect,
    scrambles,
    shifted_lines,
    sides,
    symmetries,
)  # fmt: skip
from exactcover_puzzles.doubles.scrambles import Scramble, coarsest, scramble_of, with_second
from exactcover_puzzles.doubles.sides import Sides, duplicates, pieces_of, repeats
from exactcover_puzzles.jigsaw.file import format_jigsaw, parse_jigsaw
from exactcover_puzzles.jigsaw.pieces import Placed, turned
from tests.puzzles.doubles.scrambles import doubled, matrix, random_scramble, random_vector

boards = st.builds(Sides, st.integers(1, 6), st.integers(1, 6))
seeds = st.integers(0, 10**6)


def test_what_is_wrong_is_refused_in_words(answered):
    modules = (double, perfect, scrambles, shifted_lines, sides, symmetries)
    answered("sentences/doubles.txt", {k: v for each in modules for k, v in vars(each).items()})


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
    p = random_vector(sides, 5, draw.random())
    assert not (v @ p).any()
    assert sides.verify(p)
    p[draw.randrange(len(p))] += draw.choice([-1, 1])
    assert not sides.verify(p)
    assert (v @ p).any()


@given(boards, seeds)
def test_t_is_a_permutation_matrix_in_blocks_of_turns(sides, seed):
    scramble = random_scramble(sides, seed)
    t = matrix(scramble)
    # R1 of the notebook on puzzles with two solutions (see double.py), which turns pieces
    # counter-clockwise: a block is a power of it by minus the quarters clockwise.
    counter_clockwise = np.array([[0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1], [1, 0, 0, 0]])
    n = sides.n_pieces
    truth = np.zeros((n, 4, n, 4), int)
    for place, (piece, turn) in enumerate(zip(scramble.pieces, scramble.turns, strict=True)):
        truth[place, :, piece] = np.linalg.matrix_power(counter_clockwise, -turn % 4)
    assert (t == truth.reshape(4 * n, 4 * n)).all()
    p = np.arange(sides.n_sides)
    assert (scramble.apply(p) == t @ p).all()
    sigma = np.eye(sides.n_sides, dtype=int)[sides.facing]
    assert (t.T @ sigma @ t == np.eye(sides.n_sides, dtype=int)[scramble.facing]).all()
    again = sum(scramble.facing[one] == other for one, other in sides.seams.tolist())
    assert scramble.similarity() == again


@pytest.mark.parametrize("turn", range(4))
def test_a_scramble_turns_clockwise_as_files_do(turn):
    scramble = Scramble(Sides(3, 3), range(9), [0, 0, 0, 0, turn, 0, 0, 0, 0])
    p = np.arange(36)
    middle = scramble.apply(p)[16:20].tolist()
    if turn == 1:
        assert middle == [19, 16, 17, 18]  # what was at the left is on top
    assert tuple(middle) == turned((16, 17, 18, 19), turn)
    assert with_second(scramble).second[4] == Placed(4, turn)


@given(boards, seeds)
def test_second_solutions_are_written_and_read_back(sides, seed):
    scramble = random_scramble(sides, seed)
    text = format_jigsaw(doubled(scramble, "by the way"))
    again = parse_jigsaw(text)
    assert scramble_of(again) == scramble
    assert format_jigsaw(again) == text


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
