"""Puzzle files drawn as text: they are read correctly and quickly.

Faults, and answers of commands, stand in ``tests/golden/puzzles/polyform.txt``.
"""

from __future__ import annotations

import re
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover_puzzles.polyform.adapter import Polyform
from exactcover_puzzles.polyform.file import (
    FAMILIES,
    LARGEST_BOARD,
    family,
    piece_called,
    puzzle_of,
    read_polyform_file,
)
from exactcover_puzzles.polyform.grids import CUBIC, GRIDS, HEXAGONAL, SQUARE, TRIANGULAR
from exactcover_puzzles.polyform.polyforms import canonical, free_polyforms, orientations
from exactcover_puzzles.polyform.words import item_words, option_words
from exactcover_puzzles.shared.shipped import shipped
from exactcover_puzzles.shared.source import Source
from tests.interrupting import takes_at_most

#: Two dominoes on four cells: horizontally or vertically.
DOMINOES = "board:\n##\n##\n\npiece A:\n##\n\npiece B:\n##\n"
LINE = "board:\n###\n\npiece A:\n##\n"
SQUARES = "board:\n##\n##\n\npiece A x 2:\n#\n\npiece B x 2:\n#\n"
CHESS = "board:\nbwbw\nwbwb\n\n"
PIECES = "piece A:\nbw\n\npiece B:\nwb\n\npiece C:\n##\n\npiece D:\n##\n"
FOUR = "board:\n####\n####\n####\n####\n\n"
#: Of its cells two more have one colour.
SIX = "board:\n.###\n####\n####\n###.\n\n"


def read(text, grid="square"):
    return read_polyform_file("p.txt", f"grid: {grid}\n{text}")


def puzzle(text, grid="square"):
    return puzzle_of(Source("p.txt", f"grid: {grid}\n{text}"))[0]


def board(grid, drawing):
    return read(f"board:\n{drawing}", grid).board


def pieces(text, grid="square"):
    stated = read(text, grid)
    copies = dict.fromkeys(stated.pieces, "") | {
        name: f" x {least}-{most}" for name, (least, most) in stated.copies.items()
    }
    named = ", ".join(f"{name}{copies[name]}" for name in stated.pieces)
    return f"{len(copies)}: {named}; {stated.title!r}, {stated.reflect=}, {stated.use_all=}"


def counts(text):
    """The numbers of solutions: as they stand, and up to symmetry."""
    each = puzzle(text)
    return each.misfit or (int(each.problem.count()), each.symmetry.count().free)


def alike(text):
    return puzzle(text).alike, len(puzzle(text).symmetries)


def called(text):
    problem = puzzle(text).problem
    items = [item_words(item) for item in (*problem.primary, *problem.secondary)]
    return ", ".join(map(option_words, problem.options)) + "; " + ", ".join(items)


def parity(text, grid="square"):
    return " ".join(Polyform(puzzle(text, grid)).notes())


def test_files_are_read_as_they_were(answered):
    answered("sentences/polyform.txt", globals())


@given(st.sampled_from(list(GRIDS.values())), st.data())
def test_what_is_drawn_is_read_again(grid, data):
    layers, rows, columns = range(3 if grid is CUBIC else 1), range(4), range(6)
    places = [each for each in product(layers, rows, columns) if grid is not HEXAGONAL
              or sum(each) % 2 == 0]  # fmt: skip
    chosen = data.draw(st.sets(st.sampled_from(places), min_size=1))

    def mark(cell):
        marks = "^v" if grid is TRIANGULAR else "##"
        return marks[sum(cell) % 2] if cell in chosen else "."

    drawn = [
        "".join("".join(mark((z, y, x)) for x in columns) + "\n" for y in rows) for z in layers
    ]
    size = len(grid.origin)
    assert set(board(grid.name, "---\n".join(drawn))) == {cell[-size:] for cell in chosen}


@pytest.mark.parametrize(
    ("grid", "plural", "singular"),
    [(SQUARE, "pentominoes", "pentomino"), (TRIANGULAR, "hexiamonds", "hexiamond"),
     (SQUARE, "hexominoes", "hexomino")],
)  # fmt: skip
def test_a_piece_has_its_name_alone_or_with_its_kind_and_a_number(grid, plural, singular):
    free = free_polyforms(grid, FAMILIES[plural][1])
    for name, cells in family(plural).items():
        assert piece_called(grid, name) == cells
        assert piece_called(grid, f"{name} {singular}") == (None if " " in name else cells)
    numbered = [piece_called(grid, f"{singular} {number}") for number in range(1, len(free) + 2)]
    assert numbered == [*free, None]


def test_the_names_of_tetrominoes_are_the_five_free_ones_and_seven_that_are_not_turned_over():
    cells = {letter: piece_called(SQUARE, f"{letter} tetromino") for letter in "IOTSZLJ"}
    assert {canonical(SQUARE, each) for each in cells.values()} == set(free_polyforms(SQUARE, 4))
    one_sided = {orientations(SQUARE, each, reflect=False) for each in cells.values()}
    assert len(one_sided) == 7  # OEIS A000988
    assert canonical(SQUARE, cells["S"]) == canonical(SQUARE, cells["Z"])
    assert canonical(SQUARE, cells["L"]) == canonical(SQUARE, cells["J"])


def test_names_that_a_grid_adds_are_no_names_of_its_families():
    drawn = shipped("pieces", "square-names")
    names = read_polyform_file(str(drawn), drawn.read_text(encoding="utf-8")).pieces
    assert not {*names} & {*family("trominoes"), *family("tetrominoes")}


@given(
    st.text("grid: squaretnlopx#^v.\n", max_size=120)
    | st.lists(
        st.tuples(
            st.sampled_from(["given: ", "forbidden: ", "holes: ", "optional: ", "touching: ",
                             "colour red: ", "piece A x 2"]),
            st.lists(
                st.sampled_from(["A", "B", " on ", " open", "r1c1", "r1c2", "r2c1", " ", ",", "1",
                                 "-", "different", "red", "x", "é"]),
                max_size=8,
            ).map("".join),
        ).map("".join),
        max_size=4,
    ).map(lambda lines: "\n".join(["grid: square", *lines, DOMINOES]))
)  # fmt: skip
def test_any_text_is_read_or_refused_with_a_place(text):
    try:
        each, _ = puzzle_of(Source("p.txt", text))
    except xc.FileFault as fault:
        assert fault.line <= text.count("\n") + 1  # noqa: PT017
        assert fault.line or fault.found.startswith("no ")  # noqa: PT017
    else:
        each.problem.require_sound()
        assert set(each.given) <= set(each.problem.options)


@pytest.mark.parametrize(
    "line",
    [
        "given: " + "A on r1c1 r1c2, " * 60_000, "given: A on " + "r1c1 " * 200_000,
        "given: " + "A on " * 200_000, "forbidden: " + "x" * 1_000_000,
        "optional: " + "r1c1," * 200_000, "holes: " + "1" * 1_000_000,
        "touching: different\ncolour red: " + "A " * 500_000,
        "\n".join(f"colour {k}: A" for k in range(50_000)) + "\ntouching: different",
        "pieces: " + "Q " * 500_000, "pieces: " + "F, " * 300_000, "pieces: " + "2*" * 500_000,
        "pieces: pentominoes without " + "X" * 1_000_000, "pieces: " + "without " * 100_000,
        "piece A x " + "1 " * 500_000 + ":\n#", f"pieces: {'9' * 5000}*F",
        "piece C:\n" + "#" * (LARGEST_BOARD + 1),
    ],
    ids=lambda line: line[:24],
)  # fmt: skip
def test_a_megabyte_of_nonsense_is_refused_at_once(line):
    with takes_at_most(3), pytest.raises(xc.FileFault) as caught:
        puzzle(f"{line}\n{DOMINOES}")
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(("lines", "expected"), [
    # Dominoes on 8 x 8 (Kasteleyn 1961), the two ways to lie as pieces of their own.
    ("turn: no\nuse: any number", 12_988_816),
    ("use: any number\nturn: half for H, V", 12_988_816),
    ("turn: no for H\nturn: no for V\nuse: any number", 12_988_816),
    # Turned, V would lie where H does, but a quarter turn makes no H of it.
    ("turn: no for H\nuse: any number\nforbidden: H on r1c1 r1c2", None),
])  # fmt: skip
def test_pieces_that_are_not_turned_lie_as_they_are_drawn(lines, expected):
    drawn = "piece H:\n##\n\npiece V:\n#\n#\n\nboard:\n" + "########\n" * 8
    each = puzzle(f"{lines}\n{drawn}")
    assert len(each.orientations["H"]) == 1
    if expected is None:
        assert len(each.orientations["V"]) == 2
        assert len(each.symmetries) == 1
    else:
        count = each.symmetry.count()
        # OEIS A004003; a quarter turn of the board exchanges H and V, as if they were one piece.
        free = 1_629_189
        assert (count.fixed, count.free, len(each.symmetries)) == (expected, free, 8)
        same = puzzle("use: any number\npieces: domino\nboard:\n" + "########\n" * 8)
        assert same.symmetry.count().free == free


@pytest.mark.parametrize(("lines", "place"), [
    ("turn: third\n", "2:7: 'turn: third'; expected yes or half or no, or for some pieces"),
    ("turn: no\nturn: half\n", "3:7: 'turn:' is stated twice for all pieces; expected it once"),
    ("turn: no\nreflect: yes\n", "3:10: 'reflect: yes' with 'turn: no'"),
    ("turn: no\nreflect: yes for F\n", "3:18: 'F' may be turned over, but not turned"),
    ("turn: no for F, G\n", "2:17: no piece is called 'G'"),
    ("turn: no for\n", "2:13: no piece"),
    ("reflect: no for F\nreflect: yes for F\n", "3:18: 'F' is already 'no'; expected it once"),
    ("symmetry: none\n", "2:11: 'symmetry: none'; expected all or rotations"),
])  # fmt: skip
def test_contradictions_of_turn_and_reflect_are_named_with_their_place(lines, place):
    with pytest.raises(xc.FileFault, match=re.escape(f"some.txt:{place}")):
        puzzle_of(Source("some.txt", f"grid: square\n{lines}pieces: F\nboard:\n###\n##\n"))


@pytest.mark.parametrize(("grid", "cells", "yes", "half", "flipped"), [
    (SQUARE, [(0, 0), (0, 1), (0, 2), (1, 0)], 4, 2, 4),
    (HEXAGONAL, [(0, 0), (0, 2), (0, 4), (1, 1)], 6, 2, 4),
    (TRIANGULAR, [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0)], 6, 2, 4),
    (CUBIC, [(0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 1, 0)], 12, 4, 8),
])  # fmt: skip
def test_half_turns_keep_rows_rows(grid, cells, yes, half, flipped):
    assert len(orientations(grid, cells, reflect=False)) == yes
    assert len(orientations(grid, cells, reflect=False, turn="half")) == half
    assert len(orientations(grid, cells, turn="half")) == flipped
    assert orientations(grid, cells, turn="no", reflect=False) == (grid.to_origin(cells),)
    for turn, reflect in product(("yes", "half", "no"), (True, False)):
        reached = waiting = [grid.to_origin(cells)]
        for each in waiting:
            for motion in grid.hand_motions(turn, reflect).values():
                image = grid.to_origin(map(motion, each))
                reached += [image] * (image not in reached)
        by_hand = tuple(sorted(reached))
        assert by_hand == orientations(grid, cells, turn=turn, reflect=reflect and turn != "no")
