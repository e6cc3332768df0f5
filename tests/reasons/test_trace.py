"""Steps that a person can follow: each is sound, and they go as far as the rules allow."""

from __future__ import annotations

import pytest

import exactcover as xc
from exactcover_puzzles.sudoku.lines import clues
from exactcover_puzzles.sudoku.model import usual
from tests.instances import langford, path_of_dominoes, pentominoes, queens


def test_steps_say_what_they_take_and_what_that_removes():
    trace = path_of_dominoes(6).trace()
    assert trace.outcome == "solved"
    assert [step.option for step in trace.steps] == [0, 2, 4]
    assert trace.steps[0].removed == (1,)
    assert path_of_dominoes(5).trace().outcome == "impossible"
    problem = xc.Problem("ab", {1: "a", 2: "ab", 3: "b"}, multiplicity={"a": 2})
    assert problem.trace().steps[1].removed == (3,)
    assert problem.difficulty() == 0
    few = xc.Problem("abc", {1: "ac", 2: "ab", 3: "b", 4: "c"}, multiplicity={"b": 2, "c": (0, 1)})
    assert few.trace().steps[0].option == 2
    free = xc.Problem("ab", {1: "a", 2: "b"}, multiplicity={"b": (0, 1)})
    assert (free.trace().outcome, free.trace().left, free.difficulty()) == ("open", 1, None)


def test_what_is_given_comes_first():
    trace = queens(6).given((0, 1), (1, 3)).trace()
    assert [step.action for step in trace.steps[:2]] == ["given", "given"]
    assert trace.outcome == "solved"
    clash = queens(6).given((0, 1), (1, 2)).trace()
    assert clash.outcome == "impossible"
    assert queens(6).given((0, 1), (1, 2)).difficulty() == 0


def test_difficulties_of_known_problems():
    assert langford(5).difficulty() == 2  # there is none
    assert langford(3).difficulty() is None  # and its mirror image
    assert queens(8).given((0, 0)).difficulty() is None  # four solutions
    assert queens(8).given((0, 0), (1, 4)).difficulty() == 1
    trace = langford(7).trace()
    assert (trace.outcome, 0 < trace.left <= len(langford(7).options)) == ("open", True)
    with pytest.raises(xc.SearchStopped):
        pentominoes(6, 10).difficulty(seconds=0)


#: The first one of Project Euler, problem 96; one that singles do not solve (P. Norvig); and one
#: that was called the hardest (A. Inkala, 2010).
EASY = "003020600900305001001806400008102900700000008006708200002609500800203009005010300"
HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
HARDEST = "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97.."


@pytest.mark.slow
def test_sudokus_are_followed():
    problem = usual().problem
    easy = problem.given(*clues(EASY))
    trace = easy.trace()
    assert trace.outcome == "solved"
    assert {step.action for step in trace.steps} == {"given", "take"}
    assert easy.difficulty() == 0
    assert len(trace.steps) == 81
    hard = problem.given(*clues(HARD)).trace()
    assert hard.outcome == "solved"
    assert "remove" in {step.action for step in hard.steps}
    hardest = problem.given(*clues(HARDEST))
    assert hardest.trace().outcome == "open"
    assert hardest.difficulty() == 2


def test_time_that_is_over_leaves_the_steps_so_far():
    assert pentominoes(6, 10).trace(seconds=0).outcome == "stopped"
    with pytest.raises(xc.BudgetError):
        pentominoes(6, 10).trace(seconds=-1)


def test_given_options_that_clash_are_told_by_the_step_that_does_not_go():
    problem = xc.Problem("ab", {"A": "ax", "B": "bx", "C": "b"}, secondary="x").given("A", "B")
    trace = problem.trace()
    assert (trace.outcome, trace.stuck_at) == ("impossible", "x")
