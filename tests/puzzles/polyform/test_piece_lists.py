"""What ``pieces:`` chooses, how many copies there are, and what is wrong with a list."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

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


@pytest.mark.parametrize(
    ("text", "place", "found"),
    [
        ("pieces:", (2, 8), "called ''"),
        ("pieces: F,, L", (2, 11), "called ''"),
        ("pieces: F, L,", (2, 14), "called ''"),
        ("pieces: F Q L", (2, 11), "'Q'"),
        ("pieces: F, 2*Q", (2, 12), "'Q'"),
        ("pieces: 2*", (2, 9), "called ''"),
        ("pieces: heptomino 109", (2, 9), "'heptomino 109'"),
        ("pieces: heptomino 0", (2, 9), "'heptomino 0'"),
        ("pieces: hexagon", (2, 9), "'hexagon'"),
        ("pieces: 2*hexiamonds", (2, 11), "triangular grid"),
        ("pieces: 0*F", (2, 9), "'0'"),
        ("pieces: 3-2*F", (2, 9), "'3-2'"),
        ("pieces: 100001*F", (2, 9), "'100001'"),
        (f"pieces: {'9' * 5000}*F", (2, 9), "'9999"),
        ("pieces: -1*F", (2, 9), "called '-1*F'"),
        ("pieces: F, L, F", (2, 15), "chosen twice"),
        ("pieces: pentominoes, X", (2, 22), "chosen twice"),
        ("pieces: F\npieces: L, F", (3, 1), "two pieces are called 'F'"),
        ("pieces: without X", (2, 9), "called ''"),
        ("pieces: pentominoes without", (2, 28), "no piece"),
        ("pieces: pentominoes without Q", (2, 29), "'Q'"),
        ("pieces: pentominoes without X, X", (2, 32), "'X' is taken out twice"),
        ("pieces: F L without P", (2, 21), "'P'"),
        ("piece F:\n#\npieces: pentominoes", (4, 1), "also the name of a drawn piece"),
        ("piece F x 0:\n#", (2, 11), "'0'"),
        ("piece F x 4-2:\n#", (2, 11), "'4-2'"),
        ("piece F x 2-:\n#", (2, 11), "'2-'"),
        ("piece F x 1000000:\n#", (2, 11), "'1000000'"),
        ("piece F:\n#\npiece F x 2:\n#", (4, 1), "two pieces are called 'F'"),
        ("piece x 2:\n#", (2, 1), "without a name"),
    ],
)
def test_a_wrong_list_gets_the_place_and_what_was_expected(text, place, found):
    fault = fault_of(text)
    assert (fault.line, fault.column) == place, str(fault)
    assert found in fault.found
    assert fault.expected
    assert len(str(fault)) < 300


def test_a_range_that_use_any_contradicts_is_refused(tmp_path):
    text = "grid: square\nuse: any\nboard:\n###\npiece A x 1-3:\n#\n"
    with pytest.raises(xc.FileFault, match="expected 0-3, or 'use: all'") as caught:
        puzzle_of(tmp_path, text)
    assert (caught.value.line, caught.value.column) == (5, 1)


@given(st.text("pieces: FLX,2*-without tetromino'", max_size=60))
def test_any_list_is_read_or_refused_with_a_place(text):
    try:
        read(f"pieces: {text}")
    except xc.FileFault as fault:
        assert fault.line == 2  # noqa: PT017
        assert 1 <= fault.column <= len(text) + 9  # noqa: PT017


@pytest.mark.parametrize(
    "text",
    [
        "pieces: " + "Q " * 500_000,
        "pieces: " + "F, " * 300_000,
        "pieces: " + "2*" * 500_000,
        "pieces: pentominoes without " + "X" * 1_000_000,
        "pieces: " + "without " * 100_000,
        "piece A x " + "1 " * 500_000 + ":\n#",
    ],
)
def test_a_megabyte_of_nonsense_is_refused_at_once(text):
    begun = time.perf_counter()
    assert len(str(fault_of(text))) < 400
    assert time.perf_counter() - begun < 2
