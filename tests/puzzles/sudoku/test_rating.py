"""Ratings: no technique removes part of the solution, and each is found where it occurs."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import exactcover as xc
from exactcover_puzzles.sudoku import maker
from exactcover_puzzles.sudoku.lines import clues
from exactcover_puzzles.sudoku.model import Cage, Layout, usual
from exactcover_puzzles.sudoku.rating import TECHNIQUES, _Board, deductions, rating
from tests.puzzles.sudoku.test_sudoku import EASY
from tests.reasons.test_trace import HARDEST

NEVER = xc.Deadline(None)


def names(problem, mask):
    return {option for k, option in enumerate(problem.live_options) if mask >> k & 1}


@pytest.mark.slow
@settings(max_examples=12)
@given(st.sampled_from(maker.KINDS), st.integers(0, 10**6))
def test_no_step_loses_the_solution(kind, seed):
    made = maker.make(kind, 6, False, seed, NEVER)
    problem = made.layout.problem.given(*made.given)
    solution = set(problem.first())
    board = _Board(problem)
    before = board.live
    while not board.solved and (step := board.step()):
        assert {each.technique for each in step} <= {*TECHNIQUES}
        assert board.live < before  # each step does something
        before = board.live
        kept = names(problem, board.live | board.chosen) | set(made.given)
        assert kept >= solution
        assert names(problem, board.chosen) <= solution
    if board.solved:
        assert names(problem, board.chosen) | set(made.given) == solution


def technique(board):
    """What the easiest step is called; None if there is none."""
    return next((each.technique for each in board.step()), None)


def step_after_singles(problem, without):
    """The first step that is no single, where these options are forbidden."""
    return technique(_Board(problem.without(*without)))


def test_each_technique_is_found_where_it_is_the_easiest():
    empty = usual().problem
    row, others = range(9), range(2, 9)
    # In box 1 the digit 5 is left in row 1 alone.
    box = [(r, c, 5) for r in (1, 2) for c in range(3)]
    assert step_after_singles(empty, box) == "locked candidates"
    # Two places of row 1, in two boxes, with the digits 1 and 2.
    two = [(0, c, d) for c in (0, 8) for d in range(3, 10)]
    assert step_after_singles(empty, two) == "naked pair"
    # The digits 1 and 2 of row 1 in these places.
    rest = [(0, c, d) for c in row if c not in (0, 8) for d in (1, 2)]
    assert step_after_singles(empty, rest) == "hidden pair"
    # The digit 7 of the rows 1 and 9 in the columns 1 and 9.
    lines = [(r, c, 7) for r in (0, 8) for c in row if c not in (0, 8)]
    assert step_after_singles(empty, lines) == "X-wing"
    assert step_after_singles(empty, [(0, 0, d) for d in row if d > 1]) is None
    assert step_after_singles(empty, [(0, 0, d) for d in others]) is None
    assert step_after_singles(empty, [(0, 0, d) for d in (*others, 9)]) == "naked single"
    assert step_after_singles(empty, [(0, c, 1) for c in range(1, 9)]) == "hidden single"


def test_cages_take_part():
    places = ((0, 0), (0, 1))
    caged = Layout(9, usual().boxes, cages=(Cage(places, 17),)).problem
    assert technique(_Board(caged)) == "single combination"
    caged = Layout(9, usual().boxes, cages=(Cage(places, 10),)).problem
    # The sum 10 of two digits has no 5.
    board = _Board(caged)
    assert technique(board) == "locked in a cage"
    assert not {(0, 0, 5), (0, 1, 5)} & names(caged, board.live)


@pytest.mark.slow
def test_an_easy_sudoku_takes_singles_and_a_hard_one_an_assumption():
    easy = rating(usual().problem.given(*clues(EASY)))
    assert (easy.hardest, easy.depth) == ("hidden single", 0)
    assert sum(easy.steps.values()) == EASY.count(".")
    hardest = rating(usual().problem.given(*clues(HARDEST)))
    assert hardest.hardest is None
    assert hardest.depth == 2
    assert str(hardest).startswith("beyond these techniques; depth 2")


@pytest.mark.parametrize("kind", maker.KINDS)
def test_deductions_say_what_they_took_and_removed_and_lose_no_solution(kind):
    made = maker.make(kind, 6, False, 3, NEVER)
    problem = made.layout.problem.given(*made.given)
    solution = set(problem.first())
    taken, gone = set(made.given), set()
    for each in deductions(problem):
        assert each.taken or each.removed
        assert not gone.intersection((*each.taken, *each.removed))
        for item in each.items if each.taken else ():
            left = {o for o in problem.live_options if item in problem.items_of(o)}
            assert left - gone == set(each.taken)
        taken.update(each.taken)
        gone.update(each.removed)
    assert taken <= solution
    assert not gone & solution


def test_deductions_end_where_a_digit_has_no_place_left():
    empty = usual().problem
    dead = empty.without(*((r, c, 5) for r in (0, 1, 2) for c in range(3)))
    assert [*deductions(dead)] == []


def test_steps_are_counted_as_deductions():
    problem = usual().problem.given(*clues(HARDEST))
    told = Counter(each.technique for each in deductions(problem))
    assert told
    assert told == rating(problem).steps
