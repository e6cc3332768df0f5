"""``--show``: statements on cells and colours are true, and "no solution" means none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactcover_puzzles.polyform.grids import CUBIC, GRIDS, HEXAGONAL, SQUARE, TRIANGULAR
from exactcover_puzzles.polyform.parity import (
    difference,
    differences_of_pieces,
    number_needed,
    parity_in_words,
    parity_misfit,
)
from exactcover_puzzles.polyform.polyforms import PolyformPuzzle, free_polyforms, orientations


@pytest.mark.parametrize("grid", GRIDS.values(), ids=lambda grid: grid.name)
def test_the_difference_of_a_piece_is_that_of_a_colouring_by_hand(grid):
    for piece in free_polyforms(grid, 4):
        colour = {piece[0]: 0}
        waiting, proper = [piece[0]], True
        for cell in waiting:
            for near in set(grid.neighbours(cell)) & set(piece):
                if near not in colour:
                    colour[near] = 1 - colour[cell]
                    waiting.append(near)
                proper = proper and colour[near] != colour[cell]
        expected = abs(len(piece) - 2 * sum(colour.values()))
        assert difference(grid, piece) == (None if grid is HEXAGONAL else expected)
        assert proper or grid is HEXAGONAL
        turned = {difference(grid, each) for each in orientations(grid, piece)}
        assert len(turned) == 1


@given(
    grid=st.sampled_from([SQUARE, TRIANGULAR, CUBIC]),
    kinds=st.lists(
        st.tuples(st.integers(1, 4), st.integers(0, 2), st.integers(0, 3)), min_size=1, max_size=4
    ),
    exact=st.booleans(),
    data=st.data(),
)
def test_what_is_said_of_colours_is_true_of_every_solution(grid, kinds, exact, data):
    pieces, copies = {}, {}
    for name, (size, low, more) in zip("ABCD", kinds, strict=False):
        pieces[name] = data.draw(st.sampled_from(free_polyforms(grid, size)))
        copies[name] = (low + 1, low + 1) if exact else (low, max(low + more, 1))
    board = data.draw(st.sampled_from(free_polyforms(grid, data.draw(st.integers(3, 7)))))
    puzzle = PolyformPuzzle(grid, board, pieces, copies=copies)
    needed, made = number_needed(puzzle), differences_of_pieces(puzzle)
    said = "there is no solution" in parity_in_words(puzzle)
    assert (parity_misfit(puzzle) is not None) == said
    exact = all(low == high for low, high in copies.values())
    assert said == (difference(grid, board) not in made if exact else not needed.possible)
    for solution in puzzle.problem.solutions(200) if puzzle.misfit is None else ():
        assert not said
        used = [placed.piece for placed in puzzle.placed(solution.options)]
        if needed and needed.names:
            assert sum(used.count(name) for name in needed.names) % 2 == needed.odd
