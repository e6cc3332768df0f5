"""What is played is the puzzle itself: nothing is given away, and no solution is missing."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactcover_puzzles import Puzzle, read
from exactcover_puzzles.jigsaw.file import format_jigsaw
from exactcover_puzzles.jigsaw.maker import make_jigsaw
from exactcover_puzzles.page.desk import Laid
from exactcover_puzzles.picture.maker import format_puzzle, make_puzzle
from exactcover_puzzles.registry import KINDS, kind
from exactcover_puzzles.shared.screen import Screen
from exactcover_puzzles.shared.shipped import shipped
from exactcover_puzzles.sudoku.adapter import Sudoku

SQUARES = "grid: square\nborder: a\ntiles: macmahon a b\nboard:\n###\n###\n"
HEXAGONS = shipped("matching", "drive-ya-nuts").read_text(encoding="utf-8")


#: Kinds with a view; others are shown as text or as a drawing.
KINDS_WITH_BOARD = [name for name in KINDS if kind(name).view is not Puzzle.view]


def example(name):
    """A small puzzle of a kind."""
    of = kind(name)
    return (read(name, text=of.example) if of.example else read(name, *of.first_words))[0]


def covered(puzzle, options):
    """The places that options cover, in order, and the marks on them."""
    view = puzzle.view()
    marks = [view.mark(option) for option in Laid(puzzle).to_whole(options)]
    return view, sorted(place for mark in marks for place in mark.places), marks


@pytest.mark.parametrize("name", KINDS_WITH_BOARD)
def test_marks_of_a_solution_lie_beside_each_other_and_are_of_the_pieces(name):
    puzzle = example(name)
    solution = next(puzzle.solutions(1))
    view, places, marks = covered(puzzle, solution)
    if not view.painted:  # lines of a nonogram cross
        assert len(places) == len({*places})
    for piece in view.pieces:
        number = sum(mark.piece == piece.name for mark in marks)
        assert piece.least <= number <= piece.most
    for mark in marks:
        if mark.picture is not None:
            assert 0 <= mark.picture < len(view.pictures)


@pytest.mark.parametrize("name", KINDS_WITH_BOARD)
def test_a_solution_that_is_saved_is_the_one_that_was_shown(name):
    puzzle = example(name)
    solution = next(puzzle.solutions(1))
    played = Laid(puzzle).to_whole(solution)
    assert {*played} <= {*Laid(puzzle).whole.options}
    again = Laid(puzzle).from_whole(played)
    assert puzzle.svg([again]) == puzzle.svg([solution])
    assert puzzle.text(again, Screen()) == puzzle.text(solution, Screen())


@pytest.mark.parametrize("name", KINDS_WITH_BOARD)
def test_motions_of_a_hand_are_permutations_of_the_ways_a_piece_lies(name):
    for piece in example(name).view().pieces:
        assert len(piece.shapes) == len(piece.outlines)
        if piece.pictures:
            assert len(piece.pictures) == len(piece.shapes)
        for move in piece.moves.values():
            assert sorted(move) == [*range(len(piece.shapes))]


class TestJigsaws:
    @given(st.integers(0, 10**6), st.sampled_from(["frame", "none", "torus"]), st.booleans())
    @settings(max_examples=20, deadline=None)
    def test_what_is_played_has_all_solutions(self, seed, border, turn):
        made = make_jigsaw(3, 2, 3, seed, border=border, turn=turn)
        (puzzle,) = read("jigsaw", text=format_jigsaw(made))
        assert Laid(puzzle).whole.count() == puzzle.count(None, False)
        for solution in puzzle.solutions(3):
            assert Laid(puzzle).whole.given(*Laid(puzzle).to_whole(solution)).count() == 1

    def test_pieces_may_be_put_where_propagation_knows_better(self):
        (puzzle,) = read("jigsaw", "six-by-five")
        # Its propagation leaves fewer candidates than people may try.
        assert len(Laid(puzzle).whole.options) > len(puzzle.problem.options)
        assert len(puzzle.view().places) == 30

    def test_a_frame_keeps_flat_sides_outside(self):
        (puzzle,) = read("jigsaw", "six-by-five")
        corner = [option for option in Laid(puzzle).whole.options if option[0] == 0]
        assert len(corner) == 4  # each of four corner pieces in one way

    def test_the_largest_ones_are_shown_and_not_played(self):
        (puzzle,) = read("jigsaw", "ideal-22x22")
        assert puzzle.view() is None

    def test_a_contradiction_is_shown_and_not_played(self):
        text = "size: 2x1\nborder: frame\n\n1 1 1 1\n1 1 1 1\n"
        (puzzle,) = read("jigsaw", text=text)
        assert puzzle.view() is None
        assert puzzle.misfit

    def test_items_and_options_are_called_as_people_call_them(self):
        (puzzle,) = read("jigsaw", text=kind("jigsaw").example)
        called = {puzzle.item_called(item) for item in Laid(puzzle).whole.primary}
        assert {"cell r1c1", "piece 1"} <= called
        assert "seam r1c1-r1c2" in {
            puzzle.item_called(item) for item in Laid(puzzle).whole.secondary
        }
        assert puzzle.option_called((0, 4)) == "piece 2 at r1c1"


@given(st.integers(0, 10**6))
@settings(max_examples=10, deadline=None)
def test_a_picture_that_is_played_has_all_solutions(seed):
    made, _ = make_puzzle(2, 2, 3, seed, turn=True, ink=0.5, twins=1)
    (puzzle,) = read("picture", text=format_puzzle(made))
    assert Laid(puzzle).whole.count() == puzzle.count(None)
    view, places, _ = covered(puzzle, next(puzzle.solutions(1)))
    assert places == [*range(len(view.places))]


@pytest.mark.parametrize(
    ("text", "order"), [(kind("matching").example, 6), (SQUARES, 4), (HEXAGONS, 6)]
)
def test_tiles_come_round_when_they_are_turned(text, order):
    (puzzle,) = read("matching", text=text)
    for piece in puzzle.view().pieces:
        for shape in range(len(piece.shapes)):
            turned = shape
            for _ in range(order):
                turned = piece.moves["turn"][turned]
            assert turned == shape


def test_cages_have_dashed_lines_and_their_sums():
    text = Sudoku.made({"kind": "killer", "size": 4, "symmetric": "no"}, 3, 60)
    (puzzle,) = read("sudoku", text=text)
    view = puzzle.view()
    sums = [cage.total for cage in puzzle.layout.cages]
    assert sorted(int(place.note) for place in view.places if place.note) == sorted(sums)
    assert len(view.dashes) >= 4 * len(sums)
    _, places, _ = covered(puzzle, next(puzzle.solutions(1)))
    assert places == [*range(16)]
