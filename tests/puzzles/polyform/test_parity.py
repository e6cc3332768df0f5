"""``--show``: what is said of cells and colours is true, and no solution means none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover_puzzles import cli
from exactcover_puzzles.polyform.grids import CUBIC, GRIDS, HEXAGONAL, SQUARE, TRIANGULAR
from exactcover_puzzles.polyform.parity import (
    cells_in_words,
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
    assert (parity_misfit(puzzle) is not None) == said
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
    for question in ([], ["--count"], ["--all"], ["--unique"]):
        assert xc.cli.run("puzzles", cli.main, ["polyform", str(path), *question]) == 1
        out = capsys.readouterr().out
        assert "the board has 10 cells of one colour and 10 of the other, and the pieces" in out
    assert xc.cli.run("puzzles", cli.main, ["polyform", str(path), "--explain"]) == 1
    assert "an odd number of times in all" in capsys.readouterr().out


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


# -- copies that may be left out -----------------------------------------------------------------

T, DOMINO = ((0, 0), (0, 1), (0, 2), (1, 1)), ((0, 0), (0, 1))
X = ((0, 1), (1, 0), (1, 1), (1, 2), (2, 1))
FOUR = tuple((r, c) for r in range(4) for c in range(4))


@given(
    grid=st.sampled_from([SQUARE, TRIANGULAR, CUBIC]),
    kinds=st.lists(
        st.tuples(st.integers(1, 4), st.integers(0, 2), st.integers(0, 3)), min_size=1, max_size=3
    ),
    data=st.data(),
)
def test_every_solution_has_the_number_of_pieces_that_is_needed(grid, kinds, data):
    pieces = {
        str(k): data.draw(st.sampled_from(free_polyforms(grid, size)))
        for k, (size, _, _) in enumerate(kinds)
    }
    copies = {str(k): (low, max(low + more, 1)) for k, (_, low, more) in enumerate(kinds)}
    board = data.draw(st.sampled_from(free_polyforms(grid, data.draw(st.integers(3, 7)))))
    puzzle = PolyformPuzzle(grid, board, pieces, copies=copies)
    needed = number_needed(puzzle)
    if all(low == high for low, high in puzzle.bounds.values()):
        assert needed is None
        return
    for solution in puzzle.problem.solutions(200):
        assert needed.possible
        used = [placed.piece for placed in puzzle.placed(solution.options)]
        if needed.names:
            assert sum(used.count(name) for name in needed.names) % 2 == needed.odd


@pytest.mark.parametrize(
    ("board", "copies", "words"),
    [
        (FOUR, {"T": (0, 4), "D": (0, 8)}, "A solution has an even number of these pieces."),
        (FOUR[1:-1], {"T": (0, 3), "D": (0, 7)}, "A solution has an odd number of these pieces."),
        (FOUR, {"T": (1, 1), "D": (0, 8)}, "cannot make the difference of 0: there is no solution"),
        (FOUR[1:-1], {"D": (0, 7)}, "cannot make the difference of 2: there is no solution"),
        (FOUR[1:-1], {"T": (1, 1), "D": (0, 8)}, "T covers 3 and 1."),
        (
            FOUR[1:-1],
            {"T": (0, 3), "X": (0, 2), "D": (0, 7)},
            "A solution has an even number of copies of X.",
        ),
    ],
)
def test_whether_an_odd_number_of_uneven_pieces_is_needed(board, copies, words):
    forms = {"T": T, "X": X, "D": DOMINO}
    pieces = {name: forms[name] for name in copies}
    puzzle = PolyformPuzzle(SQUARE, board, pieces, copies=copies)
    text = parity_in_words(puzzle)
    assert words in text
    assert ("there is no solution" in text) == ("no solution" in words)
    if "no solution" in words:
        assert not puzzle.problem.count()
    if "A solution" not in words:
        assert "A solution" not in text


def test_nothing_is_needed_where_cells_may_stay_open():
    puzzle = PolyformPuzzle(SQUARE, FOUR, {"T": T}, copies={"T": (0, 4)}, holes=(0, 16))
    assert number_needed(puzzle) is None


def test_the_number_needed_is_shown(tmp_path, capsys):
    path = tmp_path / "t.txt"
    path.write_text(
        "grid: square\nboard:\n.###\n####\n####\n###.\n\npiece T x 0-3:\n###\n.#.\n\n"
        "piece domino x 0-7:\n##\n"
    )
    assert xc.cli.run("puzzles", cli.main, ["polyform", str(path), "--show"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "T covers 3 and 1. A solution has an odd number of these pieces." in out
