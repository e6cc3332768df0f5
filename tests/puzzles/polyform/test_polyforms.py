"""Numbers and names of polyforms, and known counts of puzzles."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactcover_puzzles import read
from exactcover_puzzles.polyform.adapter import Polyform
from exactcover_puzzles.polyform.file import FAMILIES, family, read_puzzle
from exactcover_puzzles.polyform.grids import CUBIC, HEXAGONAL, SQUARE, TRIANGULAR
from exactcover_puzzles.polyform.haley import haley
from exactcover_puzzles.polyform.polyforms import (
    PolyformPuzzle,
    board_motions,
    canonical,
    free_polyforms,
    orientations,
)
from exactcover_puzzles.shared.cell_names import cell_name
from exactcover_puzzles.shared.shipped import shipped, shipped_names


def box(*sides):
    return tuple(product(*map(range, sides)))


# -- polyforms -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("grid", "free", "one_sided", "fixed"),
    [
        # OEIS A000105, A000988, A001168.
        (SQUARE, [1, 1, 2, 5, 12, 35, 108, 369, 1285, 4655], [1, 1, 2, 7, 18, 60, 196],
         [1, 2, 6, 19, 63, 216, 760]),
        # OEIS A000577, A006534, A001420.
        (TRIANGULAR, [1, 1, 1, 3, 4, 12, 24, 66, 160, 448], [1, 1, 1, 4, 6, 19, 43],
         [2, 3, 6, 14, 36, 94, 250]),
        # OEIS A000228, A006535, A001207.
        (HEXAGONAL, [1, 1, 3, 7, 22, 82, 333], [1, 1, 3, 10, 33, 147, 620],
         [1, 3, 11, 44, 186, 814, 3652]),
        # OEIS A038119, A000162, A001931.
        (CUBIC, [1, 1, 2, 7, 23, 112], [1, 1, 2, 8, 29, 166], [1, 3, 15, 86, 534, 3481]),
    ],
    ids=["square", "triangular", "hexagonal", "cubic"],
)  # fmt: skip
def test_the_polyforms_are_as_many_as_known(grid, free, one_sided, fixed):
    pieces = [free_polyforms(grid, size) for size in range(1, len(free) + 1)]
    assert [len(each) for each in pieces] == free
    hands = [
        {orientations(grid, turned, reflect=False)
         for piece in each for turned in orientations(grid, piece)}
        for each in pieces[: len(fixed)]
    ]  # fmt: skip
    assert [len(each) for each in hands] == one_sided
    assert [sum(map(len, each)) for each in hands] == fixed


def test_no_piece_is_of_no_cells():
    with pytest.raises(ValueError, match="size=0"):
        free_polyforms(SQUARE, 0)


@pytest.mark.parametrize("name", [name for name in shipped_names("pieces") if name in FAMILIES])
def test_the_traditional_names_cover_the_computed_pieces_one_to_one(name):
    grid, size = FAMILIES[name]
    pieces = family(name)
    assert {canonical(grid, piece) for piece in pieces.values()} == set(free_polyforms(grid, size))
    assert all(not piece[-1].isdigit() for piece in pieces)


def test_the_tetrahexes_have_the_names_that_gardner_gives():
    # The propeller, the bee, the bar and the arch are symmetric and have few orientations.
    assert {name: len(orientations(HEXAGONAL, cells))
            for name, cells in family("tetrahexes").items()} == {
        "propeller": 2, "bee": 3, "bar": 3, "arch": 6, "wave": 6, "pistol": 12, "worm": 12,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "names"),
    [
        ("pentiamonds", [f"pentiamond {k}" for k in range(1, 5)]), ("dominoes", ["domino"]),
        ("triamonds", ["triamond"]), ("monohexes", ["monohex"]), ("dicubes", ["dicube"]),
        ("trihexes", ["trihex 1", "trihex 2", "trihex 3"]),
        ("tricubes", ["I tricube", "V tricube"]),
    ],
)  # fmt: skip
def test_other_pieces_are_numbered_unless_they_are_alone(name, names):
    assert list(family(name)) == names


@pytest.mark.parametrize(
    ("grid", "board", "rotations", "motions"),
    [
        (SQUARE, box(3, 5), 2, 4), (SQUARE, box(4, 4), 4, 8), (SQUARE, box(1, 7), 2, 4),
        (CUBIC, box(3, 3, 3), 24, 48), (CUBIC, box(2, 3, 3), 8, 16), (CUBIC, box(2, 3, 4), 4, 8),
    ],
)  # fmt: skip
def test_boxes_have_the_symmetries_they_should(grid, board, rotations, motions):
    assert len(board_motions(grid, board, reflect=False)) == rotations
    assert len(board_motions(grid, board)) == motions


def test_cells_are_named_by_layer_row_and_column():
    assert (cell_name(0, 1, 2), cell_name(1, 2)) == ("L1r2c3", "r2c3")


# -- solutions -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "symmetries", "fixed", "free"),
    [
        ("haley", 6, 330, 55),
        ("hexiamonds-wheel", 6, 6, 1),
        ("l-tetrominoes-4x8", 4, 182, 55),
        ("pentomino-x-tripled", 8, 120, 15),
        ("pentominoes-3x20", 4, 8, 2),
        ("pentominoes-4x15", 4, 1472, 368),
        ("pentominoes-5x12", 4, 4040, 1010),
        ("pentominoes-6x10", 4, 9356, 2339),
        ("pentominoes-8x8-hole", 8, 520, 65),
        ("pentominoes-star", 8, 48, 6),
        ("t-tetrominoes-8x8", 8, 84, 15),
        # David Goodger, Polyform Puzzler.
        ("tetrahexes-4x7", 2, 18, 9),
        ("tetrahexes-rows", 2, 46, 23),
        ("polyhexes-ring", 4, 26580, 6645),
        ("tetrahexes-wheel", 6, 6, 1),
        ("soma", 48, 11520, 240),
        # Scott Kurowski, http://scottkurowski.com/BedlamCube/.
        pytest.param("bedlam", 24, 460464, 19186, marks=pytest.mark.slow),
        # C. J. Bouwkamp, The Cube-Y Problem, Cubism For Fun 25 (1990), lists them up to the 48
        # symmetries of the cube; no solution has a symmetry.
        pytest.param("y-pentacubes", 48, 60672, 1264, marks=pytest.mark.thorough),
        # No source is known for this number; no solution has a symmetry here, either.
        pytest.param("conway", 48, 27456, 572, marks=pytest.mark.thorough),
    ],
)
def test_the_shipped_boards_have_the_known_numbers_of_solutions(name, symmetries, fixed, free):
    puzzle, title = read_puzzle(str(shipped("boards", name)))
    count = Polyform(puzzle, title).count(None)
    assert (count.fixed, count.free, count.stopped) == (fixed, free, None)
    assert len(puzzle.symmetries) == symmetries
    assert title


@pytest.mark.parametrize(
    ("puzzle", "number"),
    [
        # Martin Gardner, Mathematical Magic Show; 0 solutions in Polyform Puzzler, too.
        (PolyformPuzzle(HEXAGONAL, tuple((row, column) for row in range(7)
                                         for column in range(-row, row + 1, 2)),
                        family("tetrahexes")), 0),
        # Slothouber and Graatsma's: blocks of 1 x 2 x 2 and cubes. Its only solution has six
        # symmetries, so it lies in 48 / 6 ways.
        (PolyformPuzzle(CUBIC, box(3, 3, 3), {"block": box(1, 2, 2), "cube": box(1, 1, 1)},
                        reflect=False, copies={"block": (6, 6), "cube": (3, 3)}), 8),
        # OEIS A030186: matchings of the 2 x n grid.
        (PolyformPuzzle(SQUARE, box(2, 3), {"domino": box(1, 2), "monomino": box(1, 1)},
                        use_all=False, copies={"domino": (0, 3), "monomino": (0, 6)}), 22),
        # OEIS A028420: dominoes with any number of holes.
        (PolyformPuzzle(SQUARE, box(4, 4), {"domino": box(1, 2)}, copies={"domino": (0, 16)},
                        holes=(0, 16)), 10012),
    ],
    ids=["tetrahexes", "Slothouber-Graatsma", "matchings", "monomers and dimers"],
)  # fmt: skip
def test_other_puzzles_have_the_known_numbers_of_solutions(puzzle, number):
    assert puzzle.problem.count() == number


@pytest.mark.parametrize(("lines", "board", "fixed", "free"), [
    # Tilings of an 8 x 8 board by tetrominoes.
    ("grid: square\nuse: any number\npieces: tetrominoes", "########\n" * 8,
     19_077_209_438, 2_384_735_766),
    # A hexagon of side 3 in lozenges: OEIS A008793, up to symmetry A066931.
    ("grid: triangular\npieces: 27*diamond", "..^v^v^v^..\n.^v^v^v^v^.\n^v^v^v^v^v^\n"
     "v^v^v^v^v^v\n.v^v^v^v^v.\n..v^v^v^v..\n", 980, 113),
    # A triangle of 12 x 13 / 2 hexagons in triangles of three, OEIS A334875.
    ("grid: hexagonal\npiece tri x 26:\n.#.\n#.#\n", "\n".join(
        "." * (11 - k) + ".".join("#" * (k + 1)) + "." * (11 - k) for k in range(12)), 12, 2),
], ids=["tetrominoes", "lozenges", "triangles"])  # fmt: skip
def test_pieces_of_which_any_number_fits_are_counted_up_to_symmetry(lines, board, fixed, free):
    (polyform,) = read("polyform", text=f"{lines}\n\nboard:\n{board}\n")
    puzzle = polyform.puzzle
    assert puzzle.any_number == {*puzzle.pieces}
    assert not puzzle.problem.multiplicity
    counted = polyform.count(None)
    assert (counted.fixed, counted.free, counted.stopped) == (fixed, free, None)


@given(st.integers(1, 3), st.integers(1, 4), st.integers(0, 6), st.integers(0, 2))
def test_pieces_that_are_not_counted_are_as_many_as_if_they_were(rows, columns, most, open_cells):
    pieces = {"I": box(1, 2), "L": ((0, 0), (0, 1), (1, 0))}
    board = box(rows, columns)
    copies = {"I": (0, most), "L": (0, 1)}
    holes = (0, min(open_cells, len(board) - 1))
    puzzle = PolyformPuzzle(SQUARE, board, pieces, use_all=False, copies=copies, holes=holes)
    counted = sum(
        Counter(each.piece for each in puzzle.placed(options)) <= Counter(I=most, L=1)
        for options in replace(puzzle, copies={"I": (0, 99), "L": (0, 99)}).problem.solutions()
    )
    assert puzzle.problem.count() == counted


def test_haleys_board_is_the_one_that_is_described():
    puzzle, _ = haley()
    rows = [(6, 8), (1, 9), (1, 12), (1, 12), (0, 11), (0, 11), (3, 11), (4, 6)]
    assert set(puzzle.board) == {
        (row, column) for row, (a, b) in enumerate(rows) for column in range(a, b + 1)
    }
    assert len(board_motions(TRIANGULAR, puzzle.board, reflect=False)) == 6  # no mirror symmetry


# -- solids --------------------------------------------------------------------------------------


def test_soma_has_480_solutions_up_to_turning_and_two_pieces_that_are_mirror_images():
    puzzle, _ = read_puzzle(str(shipped("boards", "soma")))
    mirror = CUBIC.motions[CUBIC.n_rotations]
    assert puzzle.piece_images(mirror) == {**{name: name for name in "VLTZP"}, "A": "B", "B": "A"}
    turned = replace(puzzle, rotations_only=True)
    assert (len(turned.symmetries), turned.rotations) == (24, 24)
    assert turned.symmetry.count().free == 480


def test_reflections_are_symmetries_only_if_each_piece_has_a_mirror_image_of_its_own():
    left = ((0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 1, 0))
    right = CUBIC.to_origin(map(CUBIC.motions[CUBIC.n_rotations], left))
    pieces = {"l1": left, "r1": right, "l2": left, "r2": right}
    puzzle = PolyformPuzzle(CUBIC, box(4, 2, 2), pieces, reflect=False)
    mirror = CUBIC.motions[CUBIC.n_rotations]
    assert puzzle.piece_images(mirror) == {"l1": "r1", "l2": "r2", "r1": "l1", "r2": "l2"}
    assert puzzle.symmetry.count().fixed == puzzle.problem.count()
    fewer = PolyformPuzzle(CUBIC, box(4, 2, 2), {**pieces, "r3": right}, reflect=False)
    assert fewer.piece_images(mirror) is None
    assert len(fewer.symmetries) == puzzle.rotations == 8
