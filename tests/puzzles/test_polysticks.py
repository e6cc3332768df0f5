"""Polysticks: known counts, brute force over placements, and faults."""

from __future__ import annotations

import re
from functools import cache
from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import exactcover as xc
from exactcover_puzzles import Source, read
from exactcover_puzzles.polysticks import Polysticks, free


def the_puzzle(text):
    (puzzle,) = Polysticks.read(Source("it.txt", text), None)
    return puzzle


def test_the_numbers_of_pieces_are_known():
    """OEIS A019988."""
    assert [len(free(size)) for size in range(1, 7)] == [1, 2, 5, 16, 55, 222]


@pytest.mark.parametrize(
    ("gone", "solutions"), [("H", 72), ("J", 382), ("L", 607), ("N", 530), ("Y", 204), ("X", 0)]
)
def test_tetrasticks_cover_a_square_in_the_published_numbers_of_ways(gone, solutions):
    """D. E. Knuth, "Dancing Links" (2000): 72, 382, 607, 530 and 204."""
    puzzle = the_puzzle(f"pieces: tetrasticks without {gone}\nboard: 5x5\n")
    assert puzzle.symmetry.count().free == solutions


@cache
def crosses(one, other):
    """Whether two placements go straight on through one point, one across and one down."""
    points = product(range(0, 9, 2), repeat=2)
    return any(
        ({(r, c - 1), (r, c + 1)} <= {*a} and {(r - 1, c), (r + 1, c)} <= {*b})
        for r, c in points
        for a, b in ((one, other), (other, one))
    )


PIECES = [
    *("+-+-+", "+-+\n|\n+", "+-+", "+-+-+-+"),
    *("+-+-+\n  |\n  +", "+-+\n|\n+-+", "+-+\n  |\n  +-+"),
]


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.sampled_from(PIECES), min_size=2, max_size=5),
    st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=3),
)
def test_the_solutions_are_the_choices_of_placements_that_cover_all_and_never_cross(drawn, gone):
    rows = ["".join("-" if r % 2 == 0 and c % 2 else "|" if r % 2 and c % 2 == 0 else "+ "[r % 2]
                    for c in range(5)) for r in range(5)]  # fmt: skip
    board = [
        "".join(" " if (r, c) in gone and (r + c) % 2 else sign for c, sign in enumerate(row))
        for r, row in enumerate(rows)
    ]
    assume(all(map(str.strip, board)))  # an empty row would end the drawing
    pieces = "".join(f"piece p{k}:\n{piece}\n\n" for k, piece in enumerate(drawn))
    puzzle = the_puzzle("board:\n" + "\n".join(board) + f"\n\n{pieces}")
    free_of_points = {
        name: [edges for piece, edges in puzzle.problem.options if piece == name]
        for name in puzzle.pieces
    }
    expected = 0

    def place(names, used):
        nonlocal expected
        if not names:
            expected += sum(map(len, used)) == len(puzzle.board)
            return
        for edges in free_of_points[names[0]]:
            if not any({*edges} & {*each} or crosses(edges, each) for each in used):
                place(names[1:], [*used, edges])

    place([*puzzle.pieces], [])
    assert puzzle.problem.count() == expected


def test_two_straight_pieces_cross_nowhere():
    cross = "board:\n  +\n  |\n+-+-+\n  |\n  +\n\n"
    assert the_puzzle(cross + "piece a:\n+-+-+\n\npiece b:\n+-+-+\n").problem.count() == 0
    assert the_puzzle(cross + "piece a:\n+-+\n|\n+\n\npiece b:\n+-+\n|\n+\n").problem.count() == 4


def test_a_board_that_only_looks_symmetric_has_no_symmetry_by_half_an_edge():
    puzzle = the_puzzle("board:\n+-+\n  |\n  +\n\npiece a:\n+-+\n\npiece b:\n+-+\n")
    assert puzzle.symmetry.count().fixed == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "board: 2x2\npieces: tetrastick\n",
            "it.txt:2:9: 'tetrastick'.*mean 'tetrasticks'",
        ),
        ("board: 2x2\npieces: tetrasticks without Q\n", "'Q' is not one of the tetrasticks"),
        ("board: two\npieces: disticks\n", "a size such as 5x5"),
        ("board:\n+-+\n -\n\npieces: disticks\n", r"it.txt:3:2: '-'; expected ' ',"),
        ("board:\n+ +\n\npieces: disticks\n", "no edge"),
        ("board: 30x30\npieces: disticks\n", "1,860 edges; expected at most 1,000"),
        ("pieces: disticks\n", "no 'board:' or no pieces"),
        ("board: 1x1\npieces: tetrasticks\npiece X:\n+-+\n", "two pieces are called 'X'"),
    ],
)
def test_faults_are_placed(text, message):
    with pytest.raises(xc.FileFault, match=message):
        the_puzzle(text)


def test_a_wrong_number_of_edges_is_told(asked, tmp_path):
    path = tmp_path / "it.txt"
    path.write_text("board: 1x1\npieces: tristicks\n")
    code, out, _ = asked("polysticks", path)
    assert code == 1
    assert "the pieces have 15 edges and the board has 4" in out


def test_pictures_have_colours_that_all_programs_know():
    (puzzle,) = read("polysticks", "tristicks-2x2")
    inks = {*re.findall('stroke="([^"]*)"', puzzle.svg([puzzle.problem.first().options]))}
    assert len(inks) >= 5  # four pieces, and the board
    assert all(re.fullmatch("#[0-9a-f]{6}|none", ink) for ink in inks)
