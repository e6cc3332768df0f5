"""Properties of every grid; a new grid in ``GRIDS`` is tested automatically."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactcover_puzzles.polyform.grids import CUBIC, GRIDS, HEXAGONAL, SQUARE, TRIANGULAR
from exactcover_puzzles.polyform.polyforms import board_motions, canonical

ALL = list(GRIDS.values())
EACH = pytest.mark.parametrize("grid", ALL, ids=list(GRIDS))


def near(grid):
    """The cells that two steps reach from the origin."""
    reached = {grid.origin}
    for _ in range(2):
        reached |= {other for cell in reached for other in grid.neighbours(cell)}
    return sorted(reached)


@st.composite
def grids_and_pieces(draw):
    grid = draw(st.sampled_from(ALL))
    return grid, draw(st.sets(st.sampled_from(near(grid)), min_size=1, max_size=6))


def shifts(grid):
    """Some vectors that are shifts of the grid."""
    vectors = itertools.product(range(-3, 4), repeat=len(grid.origin))
    return [vector for vector in vectors if sum(vector) % grid.parity == 0]


def centre(grid, cell):
    if grid is CUBIC:
        return cell
    points = grid.corners(cell)
    sums = map(sum, zip(*points, strict=True))
    return tuple(each * unit / len(points) for each, unit in zip(sums, grid.unit, strict=True))


@pytest.mark.parametrize(
    ("grid", "neighbours", "motions"),
    [(SQUARE, 4, 8), (TRIANGULAR, 3, 12), (HEXAGONAL, 6, 12), (CUBIC, 6, 48)],
)
def test_a_cell_has_as_many_neighbours_and_a_grid_as_many_motions_as_known(
    grid, neighbours, motions
):
    assert {len(set(grid.neighbours(cell))) for cell in near(grid)} == {neighbours}
    assert len(grid.motions) == motions
    assert grid.n_rotations == motions // 2


@EACH
def test_neighbours_see_each_other_and_stand_equally_far_from_each_other(grid):
    distances = set()
    for cell in near(grid):
        assert list(grid.neighbours(cell)) == sorted(grid.neighbours(cell)) or grid is TRIANGULAR
        for other in grid.neighbours(cell):
            assert cell in grid.neighbours(other)
            distances.add(round(math.dist(centre(grid, cell), centre(grid, other)), 9))
    assert len(distances) == 1


@EACH
def test_motions_keep_distances_and_form_a_group_with_the_identity_first(grid):
    probe = near(grid)
    spots = [centre(grid, cell) for cell in probe]
    images = []
    for motion in grid.motions:
        moved = [motion(cell) for cell in probe]
        images.append(tuple(moved))
        there = [centre(grid, cell) for cell in moved]
        for (a, b), (c, d) in zip(
            itertools.combinations(spots, 2), itertools.combinations(there, 2), strict=True
        ):
            assert math.dist(a, b) == pytest.approx(math.dist(c, d))
    assert images[0] == tuple(probe)
    assert len(set(images)) == len(grid.motions)
    for first, second in itertools.product(grid.motions, repeat=2):
        assert tuple(second(first(cell)) for cell in probe) in images


@EACH
def test_rotations_keep_left_and_right_and_reflections_exchange_them(grid):
    # By the sign of a determinant of steps away from a cell.
    size = len(grid.origin)
    cells = [grid.origin, *grid.neighbours(grid.origin)]
    start = [centre(grid, cell) for cell in cells]
    chosen = next(
        each
        for each in itertools.combinations(range(1, len(cells)), size)
        if abs(determinant([difference(start[k], start[0]) for k in each])) > 0.1
    )
    hand = determinant([difference(start[k], start[0]) for k in chosen])
    for number, motion in enumerate(grid.motions):
        moved = [centre(grid, motion(cell)) for cell in cells]
        image = determinant([difference(moved[k], moved[0]) for k in chosen])
        assert image == pytest.approx(hand if number < grid.n_rotations else -hand)


def difference(a, b):
    return [x - y for x, y in zip(a, b, strict=True)]


def determinant(rows):
    if len(rows) == 1:
        return rows[0][0]
    return sum(
        (-1) ** k * x * determinant([[*row[:k], *row[k + 1 :]] for row in rows[1:]])
        for k, x in enumerate(rows[0])
    )


@given(grids_and_pieces(), st.data())
def test_to_origin_forgets_shifts_and_nothing_else(case, data):
    grid, piece = case
    shift = data.draw(st.sampled_from(shifts(grid)))
    at_origin = grid.to_origin(piece)
    assert grid.to_origin(grid.shifted(piece, *shift)) == at_origin == grid.to_origin(at_origin)
    back = difference(min(piece), at_origin[0])
    assert grid.shifted(at_origin, *back) == tuple(sorted(piece))
    assert grid.kind(at_origin[0]) == grid.kind(min(piece))


@given(grids_and_pieces(), st.data())
def test_a_piece_moved_is_the_same_free_piece(case, data):
    grid, piece = case
    motion = data.draw(st.sampled_from(grid.motions))
    assert canonical(grid, map(motion, piece)) == canonical(grid, piece)


@given(grids_and_pieces())
def test_the_motions_of_a_board_are_those_that_carry_it_into_itself(case):
    grid, board = case
    motions = board_motions(grid, board)
    assert motions[0](min(board)) == min(board)
    assert all(set(map(motion, board)) == set(board) for motion in motions)
    at_origin = grid.to_origin(board)
    expected = [grid.to_origin(map(motion, board)) == at_origin for motion in grid.motions]
    assert len(motions) == sum(expected)
    assert len(board_motions(grid, board, reflect=False)) == sum(expected[: grid.n_rotations])
