"""Outlines, inner edges, colours and short labels, apart from any picture."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from exactcover_puzzles.polyform.grids import SQUARE, TRIANGULAR
from exactcover_puzzles.polyform.outlines import (
    colour_numbers,
    inner_edges,
    outline,
    parts,
    short_labels,
)
from tests.puzzles.polyform.partitions import neighbouring_pieces, partitions


@given(partitions(uncovered=False))
def test_outlines_keep_to_walls_and_inner_edges_to_the_rest(case):
    grid, board, _ = case
    n_sides = sum(len(grid.corners(cell)) for cell in board)
    n_walls = sum(near not in board for cell in board for near in grid.neighbours(cell))
    assert n_sides == n_walls + 2 * len(inner_edges(grid, board))
    for loop in outline(grid, board):
        steps = list(zip(loop, [*loop[1:], loop[0]], strict=True))
        ways = [(bx - ax, by - ay) for (ax, ay), (bx, by) in steps]
        for (ux, uy), (vx, vy) in zip(ways, [*ways[1:], ways[0]], strict=True):
            assert ux * vy != uy * vx, "a point where the loop does not bend"


def test_cells_that_touch_in_a_point_have_loops_of_their_own():
    assert outline(SQUARE, [(0, 0), (1, 1)]) == [
        [(0, 0), (1, 0), (1, 1), (0, 1)],
        [(1, 1), (2, 1), (2, 2), (1, 2)],
    ]
    # Three triangles around a point, with gaps between them.
    assert len(outline(TRIANGULAR, [(0, 0), (1, -1), (1, 1)])) == 3
    assert len(outline(TRIANGULAR, [(0, -1), (0, 1), (1, 0)])) == 3


def test_parts_are_connected_by_edges():
    assert parts(SQUARE, [(1, 1), (0, 0), (0, 3), (0, 1)]) == [((0, 0), (0, 1), (1, 1)), ((0, 3),)]


@given(partitions(most=8, names=st.integers(0, 10**6).map(str)))
def test_six_colours_are_enough_for_connected_pieces(case):
    names = [piece for piece, _ in case[2]]
    pairs = neighbouring_pieces(*case)
    numbers = colour_numbers(names, pairs, 6)
    assert set(numbers) == set(names)
    assert set(numbers.values()) <= set(range(6))
    assert all(numbers[one] != numbers[other] for one, other in pairs)


def test_more_colours_are_given_when_all_pieces_touch():
    names = "ABCDEFGH"
    numbers = colour_numbers(names, itertools.permutations(names, 2), 6)
    assert sorted(numbers.values()) == list(range(8))


@given(st.data(), st.integers(3, 40))
def test_two_colours_are_enough_for_a_tree(data, n):
    names = data.draw(st.permutations(range(n)))
    pairs = [
        (f"{names[k]:02}", f"{names[data.draw(st.integers(0, k - 1))]:02}") for k in range(1, n)
    ]
    numbers = colour_numbers([f"{k:02}" for k in range(n)], pairs, 2)
    assert set(numbers.values()) == {0, 1}
    assert all(numbers[one] != numbers[other] for one, other in pairs)


def test_colours_are_shared_evenly():
    numbers = colour_numbers([f"piece {k}" for k in range(24)], [], 12)
    assert sorted(numbers.values()) == sorted([*range(12)] * 2)


def test_names_are_ordered_by_their_numbers():
    names = ["b", "a 11", "a 010", "a 9", "a", "10", "9"]
    ordered = ["9", "10", "a", "a 9", "a 010", "a 11", "b"]
    assert list(short_labels(names)) == ordered
    for n_colours in (3, 6):
        assert list(colour_numbers(names, [], n_colours)) == ordered


def test_labels_run_out_only_after_thousands():
    labels = short_labels(f"piece number {k}" for k in range(10_000))
    assert sum(label != "??" for label in labels.values()) == 62 + 62**2
    assert len(set(labels.values())) == 62 + 62**2 + 1
