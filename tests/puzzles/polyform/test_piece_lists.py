"""What ``pieces:`` chooses, how many copies there are, and what is wrong with a list."""

from __future__ import annotations

import pytest

import exactcover as xc
from exactcover_puzzles.polyform.file import (
    FAMILIES,
    family,
    piece_called,
    read_polyform_file,
    read_puzzle,
)
from exactcover_puzzles.polyform.grids import SQUARE, TRIANGULAR
from exactcover_puzzles.polyform.polyforms import canonical, free_polyforms, orientations
from exactcover_puzzles.shared.shipped import shipped

LETTERS = "FILNPTUVWXYZ"


def read(text: str):
    return read_polyform_file("p.txt", f"grid: square\n{text}\n")


def fault_of(text: str) -> xc.FileFault:
    with pytest.raises(xc.FileFault) as caught:
        read(text)
    return caught.value


def puzzle_of(tmp_path, text: str):
    path = tmp_path / "p.txt"
    path.write_text(text, encoding="utf-8")
    return read_puzzle(str(path))[0]


# -- names -----------------------------------------------------------------------------------------


def test_without_takes_out_what_the_rest_of_its_line_names():
    assert "".join(read("pieces: pentominoes without X, I").pieces) == "FLNPTUVWYZ"
    assert "".join(read("pieces: pentominoes without X I").pieces) == "FLNPTUVWYZ"
    stated = read("pieces: pentominoes, tetrominoes without T tetromino, X\npieces: X")
    assert len(stated.pieces) == 12 + 5 - 2 + 1


def test_a_piece_is_called_by_its_letter_where_no_other_has_it():
    stated = read("pieces: tetrominoes without T, S\ncolour red: I, O tetromino")
    assert list(stated.pieces) == ["I tetromino", "L tetromino", "O tetromino"]
    assert "T" not in read("pieces: pentominoes, tetrominoes without T").pieces
    assert "no piece is called 'I'" in fault_of("pieces: trominoes, tetrominoes without I").found


def test_letters_stand_with_spaces_or_commas():
    for text in ("F L 2*P", "F, L, 2*P", "F L, 2 * P", " F  L ,2*P"):
        stated = read(f"pieces: {text}")
        assert list(stated.pieces) == ["F", "L", "P"]
        assert stated.copies == {"P": (2, 2)}


def test_a_piece_is_called_what_the_file_calls_it():
    stated = read("pieces: 8*L tetromino, X pentomino, heptomino 7, T, domino")
    assert list(stated.pieces) == ["L tetromino", "X pentomino", "heptomino 7", "T", "domino"]
    assert stated.copies == {"L tetromino": (8, 8)}
    assert canonical(SQUARE, stated.pieces["heptomino 7"]) == free_polyforms(SQUARE, 7)[6]
    assert canonical(SQUARE, stated.pieces["T"]) == canonical(SQUARE, family("pentominoes")["T"])


def test_copies_before_a_family_are_those_of_each_piece():
    stated = read("pieces: 0-2*trominoes, 3*domino")
    assert stated.copies == {"I tromino": (0, 2), "V tromino": (0, 2), "domino": (3, 3)}


def test_the_names_of_tetrominoes_are_the_five_free_ones_and_seven_that_are_not_turned_over():
    cells = {letter: piece_called(SQUARE, f"{letter} tetromino") for letter in "IOTSZLJ"}
    assert {canonical(SQUARE, each) for each in cells.values()} == set(free_polyforms(SQUARE, 4))
    one_sided = {orientations(SQUARE, each, reflect=False) for each in cells.values()}
    assert len(one_sided) == 7  # OEIS A000988
    assert canonical(SQUARE, cells["S"]) == canonical(SQUARE, cells["Z"])
    assert canonical(SQUARE, cells["L"]) == canonical(SQUARE, cells["J"])


@pytest.mark.parametrize(
    ("grid", "plural", "singular"),
    [(SQUARE, "pentominoes", "pentomino"), (TRIANGULAR, "hexiamonds", "hexiamond")],
)
def test_traditional_names_go_alone_or_with_the_kind_and_numbers_are_names_too(
    grid, plural, singular
):
    pieces = family(plural)
    numbered = free_polyforms(grid, FAMILIES[plural][1])
    for name, cells in pieces.items():
        assert piece_called(grid, name) == cells
        assert piece_called(grid, f"{name} {singular}") == cells
    for number, cells in enumerate(numbered, 1):
        assert piece_called(grid, f"{singular} {number}") == cells
    assert piece_called(grid, f"{singular} {len(numbered) + 1}") is None


def test_every_numbered_piece_has_its_number_as_a_name():
    for plural in ("hexominoes", "heptiamonds"):
        for name, cells in family(plural).items():
            assert piece_called(FAMILIES[plural][0], name) == cells


def test_a_piece_that_is_not_turned_over_has_a_mirror_image_of_its_own():
    stated = read("reflect: no\npieces: F, F', heptomino 5, heptomino 5'")
    assert list(stated.pieces) == ["F", "F'", "heptomino 5", "heptomino 5'"]
    hands = {orientations(SQUARE, cells, reflect=False) for cells in stated.pieces.values()}
    assert len(hands) == 4
    assert "no piece and no family is called" in fault_of("reflect: no\npieces: X'").found
    assert "no piece and no family is called" in fault_of("pieces: F'").found


def test_names_that_a_grid_adds_are_no_names_of_its_families():
    drawn = shipped("pieces", "square-names")
    names = read_polyform_file(str(drawn), drawn.read_text(encoding="utf-8")).pieces
    assert not any(name in family(plural) for plural in ("trominoes", "tetrominoes")
                   for name in names)  # fmt: skip


# -- copies of drawn pieces ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "name", "copies"),
    [
        ("piece L x 8", "L", (8, 8)),
        ("piece L x 2-4", "L", (2, 4)),
        ("piece  two words  x  0 - 4 ", "two words", (0, 4)),
        ("piece x x 1", "x", (1, 1)),
        ("piece 2 x 3 x 1", "2 x 3", (1, 1)),
        ("piece box 2", "box 2", None),
        ("piece x-ray", "x-ray", None),
        ("piece 3x3", "3x3", None),
    ],
)
def test_copies_of_a_drawn_piece_stand_behind_its_name(key, name, copies):
    stated = read(f"{key}:\n##\n#")
    assert list(stated.pieces) == [name]
    assert stated.copies.get(name) == copies


def test_any_pieces_may_be_left_out_with_use_any(tmp_path):
    board = "board:\n###\n###\n"
    puzzle = puzzle_of(tmp_path, f"grid: square\nuse: any\npieces: 3*domino, 6*monomino\n{board}")
    assert puzzle.bounds == {"domino": (0, 3), "monomino": (0, 6)}
    # OEIS A030186: matchings of the 2 x n grid.
    assert puzzle.problem.count() == 22


# -- faults ----------------------------------------------------------------------------------------
