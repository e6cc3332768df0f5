"""The hexagonal grid: known numbers of polyhexes and of solutions, files, and pictures."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover_puzzles.polyform.file import FAMILIES, family, read_polyform_file, read_puzzle
from exactcover_puzzles.polyform.grids import HEXAGONAL
from exactcover_puzzles.polyform.outlines import outline
from exactcover_puzzles.polyform.polyforms import (
    Placement,
    PolyformPuzzle,
    canonical,
    free_polyforms,
    orientations,
)
from exactcover_puzzles.polyform.svg import solution_svg
from exactcover_puzzles.shared.shipped import shipped


def read(text):
    return read_polyform_file("p.txt", f"grid: hexagonal\n{text}")


# -- polyhexes -----------------------------------------------------------------------------------


def test_the_polyhexes_of_one_to_seven_cells_are_as_many_as_known():
    pieces = [free_polyforms(HEXAGONAL, size) for size in range(1, 8)]
    # OEIS A000228 (free), A006535 (one-sided) and A001207 (fixed).
    assert [len(each) for each in pieces] == [1, 1, 3, 7, 22, 82, 333]
    fixed = [sum(len(orientations(HEXAGONAL, piece)) for piece in each) for each in pieces]
    assert fixed == [1, 3, 11, 44, 186, 814, 3652]
    one_sided = [
        len(
            {
                orientations(HEXAGONAL, t, reflect=False)
                for p in each
                for t in orientations(HEXAGONAL, p)
            }
        )
        for each in pieces
    ]
    assert one_sided == [1, 1, 3, 10, 33, 147, 620]


def test_the_families_have_their_usual_names():
    names = [
        "monohexes",
        "dihexes",
        "trihexes",
        "tetrahexes",
        "pentahexes",
        "hexahexes",
        "heptahexes",
    ]
    assert [FAMILIES[name] for name in names] == [(HEXAGONAL, size) for size in range(1, 8)]
    assert list(family("monohexes")) == ["monohex"]
    assert list(family("trihexes")) == ["trihex 1", "trihex 2", "trihex 3"]


def test_the_seven_tetrahexes_have_the_names_that_gardner_gives():
    pieces = family("tetrahexes")
    assert set(pieces) == {"arch", "bar", "bee", "pistol", "propeller", "wave", "worm"}
    found = {canonical(HEXAGONAL, piece) for piece in pieces.values()}
    assert found == set(free_polyforms(HEXAGONAL, 4))
    # The propeller, the bee, the bar and the arch are the symmetric ones, with few orientations.
    numbers = {name: len(orientations(HEXAGONAL, piece)) for name, piece in pieces.items()}
    symmetric = {"propeller": 2, "bee": 3, "bar": 3, "arch": 6}
    assert numbers == {**symmetric, "wave": 6, "pistol": 12, "worm": 12}


# -- solutions -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "fixed", "free"),
    [
        # David Goodger, Polyform Puzzler.
        ("tetrahexes-4x7", 18, 9),
        ("tetrahexes-rows", 46, 23),
        ("polyhexes-ring", 26580, 6645),
        ("tetrahexes-wheel", 6, 1),
    ],
)
def test_the_shipped_boards_have_the_known_numbers_of_solutions(name, fixed, free):
    puzzle, title = read_puzzle(str(shipped("boards", name)))
    count = puzzle.symmetry.count()
    assert (count.fixed, count.free, count.stopped) == (fixed, free, None)
    assert title


def test_the_tetrahexes_do_not_form_a_triangle():
    # Martin Gardner, Mathematical Magic Show; 0 solutions in Polyform Puzzler, too.
    board = tuple((row, column) for row in range(7) for column in range(-row, row + 1, 2))
    puzzle = PolyformPuzzle(HEXAGONAL, board, family("tetrahexes"))
    assert len(puzzle.symmetries) == 6
    assert int(puzzle.problem.count()) == 0


# -- files ---------------------------------------------------------------------------------------


def test_a_drawing_has_cells_in_every_second_column():
    stated = read("board:\n # #\n# # #\n # #\n")
    assert stated.board == ((0, 2), (0, 4), (1, 1), (1, 3), (1, 5), (2, 2), (2, 4))
    assert stated.reflect is True
    # It may begin in any column, with dots or spaces for no cell.
    assert HEXAGONAL.to_origin(read("board:\n..#.#\n.#...#\n..#.#\n").board) == (
        *((0, 0), (0, 2), (1, -1), (1, 3), (2, 0), (2, 2)),
    )


@given(st.sets(st.tuples(st.integers(0, 5), st.integers(0, 6)), min_size=1))
def test_what_is_drawn_is_read_again(chosen):
    cells = {(row, 2 * column + row % 2) for row, column in chosen}
    lines = ["".join("#" if (row, x) in cells else "." for x in range(14)) for row in range(6)]
    assert set(read("board:\n" + "\n".join(lines)).board) == cells


@pytest.mark.parametrize(
    ("drawing", "place"),
    [("##\n", (3, 2)), ("# #\n# #\n", (4, 1)), (" #\n#\n#\n", (5, 1)), (".. #\n\t#\n", (4, 1))],
)
def test_a_cell_out_of_line_is_a_fault_with_its_place(drawing, place):
    with pytest.raises(xc.FileFault) as caught:
        read(f"board:\n{drawing}")
    assert (caught.value.line, caught.value.column) == place


def test_the_fault_says_where_cells_may_stand():
    with pytest.raises(xc.FileFault) as caught:
        read("board:\n# #\n##\n")
    assert "out of line" in caught.value.found
    assert "every second column" in caught.value.expected


def test_a_family_of_another_grid_is_a_fault():
    with pytest.raises(xc.FileFault, match="hexagonal grid"):
        read_polyform_file("p.txt", "grid: square\npieces: tetrahexes\n")


# -- pictures ------------------------------------------------------------------------------------


FLOWER = ((0, 2), (0, 4), (1, 1), (1, 3), (1, 5), (2, 2), (2, 4))


def test_the_outline_of_a_ring_has_a_hole():
    ring = [cell for cell in FLOWER if cell != (1, 3)]
    loops = outline(HEXAGONAL, ring)
    assert [len(loop) for loop in loops] == [18, 6]


def test_hexagons_are_regular_in_the_picture():
    wide, high = HEXAGONAL.unit
    corners = [(x * wide, y * high) for x, y in HEXAGONAL.corners((3, 5))]
    sides = {
        round((a - c) ** 2 + (b - d) ** 2, 9)
        for (a, b), (c, d) in zip(corners, [*corners[1:], corners[0]], strict=True)
    }
    assert sides == {1.0}
    assert solution_svg(HEXAGONAL, FLOWER, [Placement("A", FLOWER)]).count("<path") == 3
