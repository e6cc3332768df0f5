"""Reflect as a kind of puzzle: its solutions are boards, each once, in every question."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import exactcover as xc
from exactcover_puzzles import read
from exactcover_puzzles.reflect.adapter import Reflect
from exactcover_puzzles.reflect.board import Board
from exactcover_puzzles.reflect.file import EXAMPLE
from exactcover_puzzles.reflect.puzzle import STRICT, Puzzle
from exactcover_puzzles.reflect.solver import Solver
from exactcover_puzzles.shared.screen import Screen

from .boards import all_boards, boards_of_few_pieces

#: A loop that no edge sees, of four mirrors around nothing.
LOOP = Board.of_rows(["/\\.", "\\/.", "..."])


@st.composite
def puzzles(draw):
    """A puzzle of a small board, with some of its beams shown."""
    board = draw(boards_of_few_pieces())
    shown = draw(st.sets(st.integers(0, 4 * board.n - 1)))
    return Puzzle.of_board(board, shown)


class TestSolutions:
    @given(puzzles())
    @settings(max_examples=40, deadline=None)
    def test_each_board_is_one_solution(self, puzzle):
        kind = Reflect(puzzle)
        expected = {
            board for board in all_boards(puzzle.n, puzzle.pieces) if puzzle.is_solved_by(board)
        }
        boards = [kind._cover.board_of(options) for options in kind.solutions(None)]
        assert len(boards) == len(expected)
        assert {*boards} == expected
        assert kind.count(None) == len(expected)
        for options in kind.solutions(3):
            assert kind.problem.given(*options).count() == 1

    @given(puzzles(), st.randoms(use_true_random=False))
    @settings(max_examples=40, deadline=None)
    def test_contents_that_are_given_leave_the_boards_that_have_them(self, puzzle, draw):
        kind = Reflect(puzzle)
        cell = divmod(draw.randrange(puzzle.n**2), puzzle.n)
        option = ("holds", cell, draw.randrange(4))
        all_of_them = [*kind.solutions(None)]
        expected = [each for each in all_of_them if option in each]
        problem = kind.problem.given(option)
        found = [*kind.solutions_with(problem, None)]
        assert sorted(map(sorted, found)) == sorted(map(sorted, expected))
        assert (kind.why_not(problem) is None) == bool(expected)

    def test_a_loop_that_no_edge_sees_does_not_make_a_board_several(self):
        kind = Reflect(Puzzle.of_board(LOOP))
        assert len([*kind.problem.solutions()]) > 1
        boards = [kind._cover.board_of(each) for each in kind.solutions(None)]
        assert boards.count(LOOP) == 1
        assert len({*boards}) == len(boards) == kind.count(None)

    def test_a_count_with_a_limit_says_so(self):
        kind = Reflect(Puzzle(3, ("",) * 12, (1, 1, 0)))
        assert (kind.count(None), kind.count(5)) == (72, 5)
        assert kind.count(5).stopped == "limit"

    def test_an_impossible_puzzle_says_which_beams_cannot_be_together(self):
        text = ".A..\nA...\n...B\n..B.\npieces: /\n"
        (kind,) = read("reflect", text=text)
        assert kind.count(None).impossible is not None
        why = kind.why_not(kind.problem)
        assert why.words == (
            "with these pieces the beams A and B cannot be together"
            " (without any one of them the others can)"
        )
        assert {*why.items} == {("ends", "A"), ("ends", "B")}

    def test_what_makes_it_unique_is_contents_of_cells(self):
        kind = Reflect(Puzzle(2, ("",) * 8, (1, 0, 0)))
        found = kind.ambiguity(kind.problem)
        assert (int(found.solutions), len(found.choice), found.smallest) == (4, 1, True)
        only = kind.problem.given(*found.choice)
        assert len([*kind.solutions_with(only, None)]) == 1
        wrong = kind.problem.given(("holds", (0, 0), 2))
        assert isinstance(kind.ambiguity(wrong), xc.Impossible)


class TestMaking:
    @pytest.mark.parametrize("seed", [1, 2])
    def test_what_is_made_has_one_solution_even_with_pieces_left_over(self, seed):
        wishes = {name: wish.usual for name, wish in Reflect.wishes.items()}
        text = Reflect.made(wishes, seed, 60)
        assert text == Reflect.made(wishes, seed, 60)
        (kind,) = read("reflect", text=text)
        assert Solver(STRICT).is_unique(kind.puzzle)
        assert sum(kind.puzzle.pieces) == wishes["pieces"]

    def test_more_pieces_than_cells_are_refused(self):
        with pytest.raises(ValueError, match="5 pieces for 4 cells"):
            Reflect.made({"size": 2, "pieces": 5, "reflections": 0}, 1, 1)


class TestInWords:
    def test_items_and_options_are_called_as_people_call_them(self):
        (kind,) = read("reflect", text=EXAMPLE)
        called = {kind.item_called(item) for item in kind.problem.primary}
        assert {"each mirror /", "the beam E", "r1c1", "the upper side of r1c1"} <= called
        assert {kind.item_called(item) for item in kind.problem.secondary}
        assert kind.option_called(("holds", (0, 1), 3)) == "ball at r1c2"
        assert kind.option_called(("joins", (0, 1), 0, 3, "-")) == ("no beam that is shown at r1c2")
        assert kind.option_called(("ends", (0, 1), 3, "E")) == "the beam E at r1c2"

    def test_a_solution_is_drawn_and_printed(self):
        (kind,) = read("reflect", text=EXAMPLE)
        (options,) = kind.solutions(2)
        assert kind.as_json(options) == {"rows": ["....", ".../", "../.", "o\\./"]}
        assert kind.text(options, Screen()).count("╱") == 3
        assert kind.svg([options]).count("<circle") == 1
        assert kind.svg([()]).count("× ") == 4  # the title, and how many of each piece

    def test_beams_are_seen_with_what_lies_on_the_board(self):
        board = Board.of_rows(["/.", ".o"])
        kind = Reflect(Puzzle.of_board(board))
        marks = kind.view().seen([("holds", (0, 0), 1), ("holds", (1, 1), 3)])
        assert len(marks) == sum(1 for letter in kind.puzzle.letters if letter)
        # A beam from above the mirror leaves to the left, and its way turns once.
        assert (0.5, 0.0, 0.5, 0.34) in [
            tuple(round(x, 2) for x in line) for line in marks[0].lines
        ]


def test_a_random_board_is_a_solution_of_its_own_puzzle():
    draw = random.Random(5)
    for _ in range(20):
        board = Board(4, tuple(draw.randrange(4) for _ in range(16)))
        kind = Reflect(Puzzle.of_board(board))
        options = kind._cover.options_of(board)
        assert kind.problem.given(*options).count() == 1
        assert kind._cover.board_of(options) == board
