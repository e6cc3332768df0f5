"""Reflect as a kind of puzzle: its solutions are boards, each once, in every question."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import exactcover as xc
from exactcover_puzzles import read
from exactcover_puzzles.reflect.adapter import Reflect
from exactcover_puzzles.reflect.board import Board
from exactcover_puzzles.reflect.cover import CoverSolver
from exactcover_puzzles.reflect.file import EXAMPLE
from exactcover_puzzles.reflect.puzzle import READINGS, STRICT, BeamPuzzle
from exactcover_puzzles.reflect.solver import Solver
from exactcover_puzzles.shared.screen import Screen

from .boards import all_boards, any_board, boards_of_few_pieces


@given(any_board)
def test_beams_are_symmetric_and_paths_reverse(board):
    for place, end in enumerate(board.beams):
        assert board.beams[end] == place
        assert board.path(place) == board.path(end)[::-1]
        assert board.reflections(place) == board.reflections(end)


def test_a_board_by_hand():
    board = Board.of_rows([".o", "\\."])
    # The upper left beam goes down to the mirror, and out to the right.
    assert board.path(0) == [(0, 0), (1, 0), (1, 1)]
    assert board.beams == (3, 1, 2, 0, 4, 6, 5, 7)
    assert (board.pieces, board.rows()) == ((0, 1, 1), [".o", "\\."])
    for wrong in (["..", "."], ["x."]):
        with pytest.raises(ValueError, match="expected"):
            Board.of_rows(wrong)


@given(boards_of_few_pieces(), st.sets(st.integers(0, 11)), st.sampled_from(READINGS), st.randoms())
# A beam that goes round and round, and a loop of four mirrors that no edge sees.
@example(Board(2, (1, 2, 2, 1)), {0, 1}, "all", None)
@example(Board.of_rows(["/\\.", "\\/.", "..."]), set(range(12)), "all", None)
@example(Board(3, (0, 0, 0, 3, 0, 0, 0, 0, 1)), {3, 4, 5}, "strict", None)
def test_each_board_that_solves_a_puzzle_is_one_solution(board, shown, reading, draw):
    puzzle = BeamPuzzle.of_board(board, {place for place in shown if place < 4 * board.n})
    expected = {
        other for other in all_boards(board.n, board.pieces) if puzzle.is_solved_by(other, reading)
    }
    assert board in expected
    kind = Reflect(puzzle, reading)
    solutions = [*kind.solutions(None)]
    by_cover = [*CoverSolver(puzzle, reading).boards()]
    boards = [kind._cover.board_of(options) for options in solutions]
    assert len(boards) == len(by_cover) == len(expected) == kind.count(None)
    assert {*boards} == {*by_cover} == expected
    for options in solutions[:3]:
        assert kind.problem.given(*options).count() == 1
    if draw:
        # Contents that are given leave the boards that have them.
        option = "holds", divmod(draw.randrange(puzzle.n**2), puzzle.n), draw.randrange(4)
        problem = kind.problem.given(option)
        found = [*kind.solutions_with(problem, None)]
        having = [each for each in solutions if option in each]
        assert sorted(map(sorted, found)) == sorted(map(sorted, having))
        assert (kind.why_not(problem) is None) == bool(having)


def test_a_count_with_a_limit_says_so():
    kind = Reflect(BeamPuzzle(3, ("",) * 12, (1, 1, 0)))
    assert (kind.count(None), kind.count(5)) == (72, 5)
    assert kind.count(5).stopped == "limit"


def test_an_impossible_puzzle_says_which_beams_cannot_be_together():
    (kind,) = read("reflect", text=".A..\nA...\n...B\n..B.\npieces: /\n")
    assert kind.count(None).impossible is not None
    assert {*kind.why_not(kind.problem).items} == {("ends", "A"), ("ends", "B")}


def test_what_makes_it_unique_is_contents_of_cells():
    kind = Reflect(BeamPuzzle(2, ("",) * 8, (1, 0, 0)))
    found = kind.ambiguity(kind.problem)
    assert (int(found.solutions), len(found.choice), found.smallest) == (4, 1, True)
    only = kind.problem.given(*found.choice)
    assert len([*kind.solutions_with(only, None)]) == 1
    wrong = kind.problem.given(("holds", (0, 0), 2))
    assert isinstance(kind.ambiguity(wrong), xc.Impossible)


@pytest.mark.parametrize("seed", [1, 2])
def test_what_is_made_has_one_solution_even_with_pieces_left_over(seed):
    wishes = {name: wish.usual for name, wish in Reflect.wishes.items()}
    text = Reflect.made(wishes, seed, 60)
    assert text == Reflect.made(wishes, seed, 60)
    (kind,) = read("reflect", text=text)
    assert Solver(STRICT).is_unique(kind.puzzle)
    assert sum(kind.puzzle.pieces) == wishes["pieces"]
    with pytest.raises(ValueError, match="5 pieces for 4 cells"):
        Reflect.made({"size": 2, "pieces": 5, "reflections": 0}, seed, 1)


def test_items_and_options_are_called_as_people_call_them():
    (kind,) = read("reflect", text=EXAMPLE)
    called = {kind.item_called(item) for item in kind.problem.primary}
    assert {"each mirror /", "the beam E", "r1c1", "the upper side of r1c1"} <= called
    assert {kind.item_called(item) for item in kind.problem.secondary}
    assert kind.option_called(("holds", (0, 1), 3)) == "ball at r1c2"
    assert kind.option_called(("joins", (0, 1), 0, 3, "-")) == "no shown beam at r1c2"
    assert kind.option_called(("ends", (0, 1), 3, "E")) == "the beam E at r1c2"


def test_beams_are_seen_with_what_lies_on_the_board():
    kind = Reflect(BeamPuzzle.of_board(Board.of_rows(["/.", ".o"])))
    marks = kind.view().seen([("holds", (0, 0), 1), ("holds", (1, 1), 3)])
    assert len(marks) == sum(1 for letter in kind.puzzle.letters if letter)
    # A beam from above the mirror leaves to the left, and its way turns once.
    rounded = [tuple(round(x, 2) for x in line) for line in marks[0].lines]
    assert (0.5, 0.0, 0.5, 0.34) in rounded


def test_a_board_is_drawn_as_it_was(golden):
    board = Board.of_rows(["....", ".\\./", "o./.", "../\\"])
    kind = Reflect(BeamPuzzle.of_board(board, [0, 1, 2]))
    kind.title = "<&>"
    options = kind._cover.options_of(board)
    screens = Screen(), Screen(ascii=True), Screen(colour=True)
    golden("pictures/reflect.txt", "\n\n".join(kind.text(options, each) for each in screens))
    golden("pictures/reflect.svg", kind.svg([options]))
    golden("pictures/reflect-unsolved.svg", kind.svg([()]))
