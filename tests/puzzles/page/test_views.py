"""The user plays the puzzle itself: nothing is given away, and no solution is missing."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactcover_puzzles import read
from exactcover_puzzles.jigsaw.file import format_jigsaw
from exactcover_puzzles.jigsaw.maker import make_jigsaw
from exactcover_puzzles.page.recent import Shown
from exactcover_puzzles.picture.maker import format_puzzle, make_puzzle
from exactcover_puzzles.registry import KINDS, kind
from exactcover_puzzles.shared.screen import Screen
from exactcover_puzzles.shared.shipped import shipped
from exactcover_puzzles.sudoku.adapter import Sudoku

SQUARES = "grid: square\nborder: a\ntiles: macmahon a b\nboard:\n###\n###\n"
HEXAGONS = shipped("matching", "drive-ya-nuts").read_text(encoding="utf-8")


def covered(puzzle, options):
    """The places that options cover, in order, and the marks on them."""
    view = puzzle.view()
    marks = [view.mark(option) for option in Shown(puzzle).to_whole(options)]
    return view, sorted(place for mark in marks for place in mark.places), marks


@pytest.mark.parametrize("name", KINDS)
def test_a_solution_is_shown_and_saved_as_it_is(name):
    of = kind(name)
    puzzle = (read(name, text=of.example) if of.example else read(name, *of.first_words))[0]
    solution = next(puzzle.solutions(1))
    played = Shown(puzzle).to_whole(solution)
    assert {*played} <= {*Shown(puzzle).whole.options}
    again = Shown(puzzle).from_whole(played)
    assert puzzle.svg([again]) == puzzle.svg([solution])
    assert puzzle.text(again, Screen()) == puzzle.text(solution, Screen())
    if puzzle.view() is None:  # it is shown as text or as a drawing
        return
    view, places, marks = covered(puzzle, solution)
    if not view.painted:  # lines of a nonogram cross
        assert len(places) == len({*places})
    for mark in marks:
        assert mark.picture is None or 0 <= mark.picture < len(view.pictures)
    for piece in view.pieces:
        assert piece.least <= sum(mark.piece == piece.name for mark in marks) <= piece.most
        # The motions of a hand are permutations of the ways in which it lies.
        assert len(piece.shapes) == len(piece.outlines) == len(piece.pictures or piece.shapes)
        for move in piece.moves.values():
            assert sorted(move) == [*range(len(piece.shapes))]


class TestJigsaws:
    @given(st.integers(0, 10**6), st.sampled_from(["frame", "none", "torus"]), st.booleans())
    @settings(max_examples=20, deadline=None)
    def test_what_is_played_has_all_solutions(self, seed, border, turn):
        made = make_jigsaw(3, 2, 3, seed, border=border, turn=turn)
        (puzzle,) = read("jigsaw", text=format_jigsaw(made))
        assert Shown(puzzle).whole.count() == puzzle.count(None, False)
        for solution in puzzle.solutions(3):
            assert Shown(puzzle).whole.given(*Shown(puzzle).to_whole(solution)).count() == 1

    def test_pieces_may_be_put_where_propagation_knows_better_and_a_frame_has_flat_sides(self):
        (puzzle,) = read("jigsaw", "six-by-five")
        options = Shown(puzzle).whole.options
        assert len(options) > len(puzzle.problem.options)
        assert len(puzzle.view().places) == 30
        corners = [option for option in options if option[0] == 0]
        assert len(corners) == 4  # each of four corner pieces in one way

    def test_the_largest_ones_and_contradictions_are_shown_and_not_played(self):
        (large,) = read("jigsaw", "ideal-22x22")
        (wrong,) = read("jigsaw", text="size: 2x1\nborder: frame\n\n1 1 1 1\n1 1 1 1\n")
        assert large.view() is wrong.view() is None
        assert wrong.misfit

    def test_items_and_options_are_called_as_people_call_them(self):
        (puzzle,) = read("jigsaw", text=kind("jigsaw").example)
        whole = Shown(puzzle).whole
        called = {puzzle.item_called(item) for item in (*whole.primary, *whole.secondary)}
        assert {"cell r1c1", "piece 1", "seam r1c1-r1c2"} <= called
        assert puzzle.option_called((0, 4)) == "piece 2 at r1c1"


@given(st.integers(0, 10**6))
@settings(max_examples=10, deadline=None)
def test_a_picture_that_is_played_has_all_solutions(seed):
    made, _ = make_puzzle(2, 2, 3, seed, turn=True, ink=0.5, twins=1)
    (puzzle,) = read("picture", text=format_puzzle(made))
    assert Shown(puzzle).whole.count() == puzzle.count(None)
    view, places, _ = covered(puzzle, next(puzzle.solutions(1)))
    assert places == [*range(len(view.places))]


@pytest.mark.parametrize(
    ("text", "order"), [(kind("matching").example, 6), (SQUARES, 4), (HEXAGONS, 6)]
)
def test_tiles_come_round_when_they_are_turned(text, order):
    (puzzle,) = read("matching", text=text)
    for piece in puzzle.view().pieces:
        shapes = turned = [*range(len(piece.shapes))]
        for _ in range(order):
            turned = [piece.moves["turn"][shape] for shape in turned]
        assert turned == shapes


def test_cages_have_dashed_lines_and_their_sums():
    text = Sudoku.made({"kind": "killer", "size": 4, "symmetric": "no"}, 3, 60)
    (puzzle,) = read("sudoku", text=text)
    view, places, _ = covered(puzzle, next(puzzle.solutions(1)))
    sums = [cage.total for cage in puzzle.layout.cages]
    assert sorted(int(place.note) for place in view.places if place.note) == sorted(sums)
    assert len(view.dashes) >= 4 * len(sums)
    assert places == [*range(16)]


def test_edges_have_two_corners_and_no_two_places_are_at_the_same_point():
    for name in ("slitherlink", "polysticks"):
        (puzzle,) = read(name, text=kind(name).example)
        places = puzzle.view().places
        assert (
            len({place.at for place in places})
            == len({place.name for place in places})
            == len(places)
        )
        edges = [place for place in places if len(place.corners) == 2]
        assert len(edges) == {"slitherlink": 40, "polysticks": 60}[name]


def test_pieces_of_edges_lie_as_their_options_say():
    (puzzle,) = read("polysticks", "tristicks-2x2")
    view = puzzle.view()
    number = {place.at: k for k, place in enumerate(view.places)}
    shapes = {piece.name: piece.shapes for piece in view.pieces}
    for option in puzzle.problem.options:
        mark = view.mark(option)
        first = view.places[mark.places[0]].at
        moved = [
            tuple(
                number.get((y + first[0] - shape[0][0], x + first[1] - shape[0][1]))
                for y, x in shape
            )
            for shape in shapes[mark.piece]
            if (sum(first) - sum(shape[0])) % view.parity == 0
        ]
        assert mark.places in moved
