"""``--show``: what is said of cells and colours is true, and no solution means none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from puzzles import cli
from puzzles.polyform.grids import CUBIC, GRIDS, HEXAGONAL, SQUARE, TRIANGULAR
from puzzles.polyform.parity import (
    cells_in_words,
    difference,
    differences_of_pieces,
    parity_in_words,
)
from puzzles.polyform.polyforms import PolyformPuzzle, free_polyforms, orientations


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
    sizes=st.lists(st.integers(1, 4), min_size=1, max_size=4),
    data=st.data(),
)
def test_where_the_pieces_cannot_make_the_difference_there_is_no_solution(grid, sizes, data):
    pieces = {
        str(k): data.draw(st.sampled_from(free_polyforms(grid, size)))
        for k, size in enumerate(sizes)
    }
    board = data.draw(st.sampled_from(free_polyforms(grid, min(6, sum(sizes)))))
    puzzle = PolyformPuzzle(grid, board, pieces)
    made = differences_of_pieces(puzzle)
    said = "there is no solution" in parity_in_words(puzzle)
    assert said == (difference(grid, board) not in made)
    if said:
        assert not puzzle.problem.count()


def test_the_five_tetrominoes_fill_no_rectangle_and_the_words_say_why(tmp_path, capsys):
    path = tmp_path / "five.txt"
    path.write_text("grid: square\npieces: tetrominoes\nboard:\n#####\n#####\n#####\n#####\n")
    assert xc.cli.run("puzzles", cli.main, ["polyform", str(path), "--show"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "The pieces have 20 cells, as many as the board." in out
    assert "the board has 10 cells of one colour and 10 of the other." in out
    assert "covers 3 and 1." in out
    assert "The pieces cannot make the difference of 0: there is no solution." in out


def test_cells_are_compared_in_words():
    domino = ((0, 0), (0, 1))
    board = tuple((0, k) for k in range(5))
    assert "1 fewer than the board" in cells_in_words(
        PolyformPuzzle(SQUARE, board, {"A": domino, "B": domino})
    )
    assert "1 more than the board" in cells_in_words(
        PolyformPuzzle(SQUARE, board, {"A": domino, "B": domino, "C": domino})
    )
    assert "0 to 4 cells, and the board has 5" in cells_in_words(
        PolyformPuzzle(SQUARE, board, {"A": domino, "B": domino}, use_all=False)
    )
    assert parity_in_words(PolyformPuzzle(HEXAGONAL, ((0, 0),), {"A": ((0, 0),)})) is None
