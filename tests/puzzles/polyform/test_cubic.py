"""The cubic grid: known numbers of polycubes and of solutions, and files with layers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover_puzzles.polyform.file import FAMILIES, family, read_polyform_file, read_puzzle
from exactcover_puzzles.polyform.grids import CUBIC, SQUARE
from exactcover_puzzles.polyform.polyforms import (
    Placement,
    PolyformPuzzle,
    board_motions,
    free_polyforms,
    orientations,
)
from exactcover_puzzles.shared.cell_names import cell_name
from exactcover_puzzles.shared.shipped import shipped


def read(text):
    return read_polyform_file("p.txt", f"grid: cubic\n{text}")


def fault_of(text):
    with pytest.raises(xc.FileFault) as caught:
        read(text)
    return caught.value


def box(layers, rows, columns):
    return tuple((z, y, x) for z in range(layers) for y in range(rows) for x in range(columns))


# -- polycubes -----------------------------------------------------------------------------------


def test_the_polycubes_of_one_to_six_cells_are_as_many_as_known():
    pieces = [free_polyforms(CUBIC, size) for size in range(1, 7)]
    # OEIS A038119: a piece and its mirror image are one.
    assert [len(each) for each in pieces] == [1, 1, 2, 7, 23, 112]
    # OEIS A000162: they are two. A001931: fixed.
    both = [
        {
            orientations(CUBIC, turned, reflect=False)
            for piece in each
            for turned in orientations(CUBIC, piece)
        }
        for each in pieces
    ]
    assert [len(each) for each in both] == [1, 1, 2, 8, 29, 166]
    assert [sum(map(len, each)) for each in both] == [1, 3, 15, 86, 534, 3481]


def test_a_family_has_both_hands_of_a_piece_unless_that_is_stated():
    # No turn in space makes a solid piece its mirror image, so this is the default.
    assert len(read("pieces: tetracubes\n").pieces) == len(family("tetracubes")) == 8
    assert len(read("reflect: yes\npieces: tetracubes\n").pieces) == 7
    assert len(read("pieces: pentacubes\n").pieces) == 29
    assert not read("pieces: tetracubes\n").reflect
    assert not read("pieces: tetracubes\nreflect: no\n").reflect


def test_the_families_have_their_usual_names():
    names = ["monocubes", "dicubes", "tricubes", "tetracubes", "pentacubes", "hexacubes"]
    assert [FAMILIES[name] for name in names] == [(CUBIC, size) for size in range(1, 7)]
    assert list(family("dicubes")) == ["dicube"]
    assert list(family("tricubes")) == ["I tricube", "V tricube"]


@pytest.mark.parametrize(
    ("board", "rotations", "motions"),
    [(box(3, 3, 3), 24, 48), (box(2, 3, 3), 8, 16), (box(2, 3, 4), 4, 8), (box(1, 1, 1), 24, 48)],
)
def test_boxes_have_the_symmetries_they_should(board, rotations, motions):
    assert len(board_motions(CUBIC, board, reflect=False)) == rotations
    assert len(board_motions(CUBIC, board)) == motions


# -- solutions -----------------------------------------------------------------------------------


def test_soma_has_240_solutions_and_480_up_to_turning_alone():
    puzzle, title = read_puzzle(str(shipped("boards", "soma")))
    assert title == "Soma cube"
    assert len(puzzle.symmetries) == 48
    count = puzzle.symmetry.count()
    assert (count.free, count.fixed, count.stopped) == (240, 11520, None)
    turns = [
        {cell: motion(cell) for cell in puzzle.board}
        for motion in board_motions(CUBIC, puzzle.board, reflect=False)
    ]
    assert int(puzzle.problem.symmetry(*turns).count()) == 480


def test_soma_has_as_many_when_all_solutions_are_listed_and_compared():
    puzzle, _ = read_puzzle(str(shipped("boards", "soma")))
    solutions = {frozenset(solution.options) for solution in puzzle.problem.solutions()}
    assert len(solutions) == 11520
    orbits = 0
    while solutions:
        first = next(iter(solutions))
        orbits += 1
        for number, motion in enumerate(board_motions(CUBIC, puzzle.board)):
            images = puzzle.mirror_images if number >= CUBIC.n_rotations else {}
            image = frozenset(
                Placement(images.get(name, name), tuple(sorted(map(motion, cells))))
                for name, cells in first
            )
            solutions.discard(image)
        assert first not in solutions
    assert orbits == 240


def test_the_pieces_a_and_b_of_soma_are_mirror_images_and_the_others_their_own():
    puzzle, _ = read_puzzle(str(shipped("boards", "soma")))
    assert puzzle.mirror_images == {**{name: name for name in "VLTZP"}, "A": "B", "B": "A"}
    # Without one of the two, reflections are no symmetries.
    without = PolyformPuzzle(
        CUBIC,
        puzzle.board,
        {name: cells for name, cells in puzzle.pieces.items() if name != "B"},
        reflect=False,
    )
    assert without.mirror_images is None
    assert len(without.symmetries) == 24


def test_alike_pieces_have_alike_mirror_images_each_its_own():
    left, right = ((0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 1, 0)), None
    right = CUBIC.to_origin(map(CUBIC.motions[CUBIC.n_rotations], left))
    pieces = {"l1": left, "r1": right, "l2": left, "r2": right}
    puzzle = PolyformPuzzle(CUBIC, box(4, 2, 2), pieces, reflect=False)
    assert puzzle.mirror_images == {"l1": "r1", "l2": "r2", "r1": "l1", "r2": "l2"}
    assert puzzle.symmetry.count().fixed == int(puzzle.problem.count())
    fewer = PolyformPuzzle(CUBIC, box(4, 2, 2), {**pieces, "r3": right}, reflect=False)
    assert fewer.mirror_images is None


@pytest.mark.slow
def test_bedlam_has_19186_solutions_up_to_turning():
    # Scott Kurowski, http://scottkurowski.com/BedlamCube/.
    puzzle, _ = read_puzzle(str(shipped("boards", "bedlam")))
    assert len(puzzle.symmetries) == 24
    count = puzzle.symmetry.count()
    assert (count.free, count.fixed) == (19186, 460464)


def test_the_pieces_of_bedlam_have_the_known_numbers_of_orientations():
    puzzle, _ = read_puzzle(str(shipped("boards", "bedlam")))
    numbers = sorted(map(len, puzzle.orientations.values()))
    assert numbers == [3, *[12] * 5, *[24] * 7]
    assert sum(map(len, puzzle.pieces.values())) == 64


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "fixed", "free"),
    [
        # C. J. Bouwkamp, The Cube-Y Problem, Cubism For Fun 25 (1990), lists them up to the 48
        # symmetries of the cube; no solution has a symmetry.
        ("y-pentacubes", 60672, 1264),
        # No source is known for this number; no solution has a symmetry here, either.
        ("conway", 27456, 572),
    ],
)
def test_cubes_of_edge_5_have_as_many_solutions_as_known(name, fixed, free):
    puzzle, _ = read_puzzle(str(shipped("boards", name)))
    assert len(puzzle.symmetries) == 48
    count = puzzle.symmetry.count()
    assert (count.fixed, count.free) == (fixed, free)


def test_slothouber_graatsma_has_one_solution():
    # The little sister of Conway's puzzle: six blocks of 1 x 2 x 2 and three cubes in 3 x 3 x 3.
    puzzle = PolyformPuzzle(
        CUBIC,
        box(3, 3, 3),
        {"block": box(1, 2, 2), "cube": box(1, 1, 1)},
        reflect=False,
        copies={"block": (6, 6), "cube": (3, 3)},
    )
    assert puzzle.symmetry.count().free == 1


# -- files ---------------------------------------------------------------------------------------


def test_layers_stand_below_each_other_with_lines_of_hyphens_between():
    stated = read("board:\n##\n#.\n---\n#\n.#\n")
    assert stated.board == ((0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 0, 0), (1, 1, 1))


def test_a_layer_may_be_without_cells_if_it_has_a_line():
    stated = read("piece A:\n#\n -- \n.\n-----\n.#\npiece B:\n#\n")
    assert stated.pieces == {"A": ((0, 0, 0), (2, 0, 1)), "B": ((0, 0, 0),)}


@given(st.sets(st.tuples(*[st.integers(0, 3)] * 3), min_size=1))
def test_what_is_drawn_is_read_again(cells):
    layers = [
        "\n".join("".join("#" if (z, y, x) in cells else "." for x in range(4)) for y in range(4))
        for z in range(4)
    ]
    assert set(read("board:\n" + "\n---\n".join(layers) + "\n").board) == cells


def test_cells_are_named_by_layer_row_and_column():
    assert cell_name(0, 1, 2) == "L1r2c3"
    assert cell_name(1, 2) == "r2c3"


def test_a_flat_solid_is_the_puzzle_of_the_plane():
    # Turning a flat piece over is a turn in space.
    flat = PolyformPuzzle(SQUARE, tuple(cell[1:] for cell in box(1, 4, 5)), family("pentominoes"))
    solid = PolyformPuzzle(
        CUBIC,
        box(1, 4, 5),
        {name: tuple((0, *cell) for cell in cells) for name, cells in flat.pieces.items()},
        reflect=False,
    )
    assert len(solid.placements) == len(flat.placements)
    assert {placed.cells for placed in solid.placements} == {
        tuple((0, *cell) for cell in placed.cells) for placed in flat.placements
    }
