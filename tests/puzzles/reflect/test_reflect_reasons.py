"""Why a Reflect puzzle has no solution, or several."""

from __future__ import annotations

import dataclasses
import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover_puzzles.reflect.board import Board
from exactcover_puzzles.reflect.puzzle import READINGS, BeamPuzzle
from exactcover_puzzles.reflect.reasons import conflict, hints
from exactcover_puzzles.reflect.solver import Solver


@st.composite
def small_puzzles(draw):
    """Puzzles of 2 x 2 and 3 x 3 with letters and pieces of all kinds, most without a solution."""
    n = draw(st.sampled_from([2, 3]))
    places = draw(st.permutations(range(4 * n)))
    ends = draw(st.lists(st.sampled_from([1, 2]), min_size=1, max_size=4))
    letters = [""] * (4 * n)
    left = iter(places)
    for letter, number in zip("ABCD", ends, strict=False):
        for _ in range(number):
            letters[next(left)] = letter
    pieces = draw(st.tuples(*[st.integers(0, 1)] * 3))
    return BeamPuzzle(n, tuple(letters), pieces)


def solutions(puzzle, reading):
    """By trying all boards."""
    n = puzzle.n
    used = sum(puzzle.pieces)
    boards = (Board(n, cells) for cells in itertools.product(range(4), repeat=n * n)
              if sum(map(bool, cells)) <= used)  # fmt: skip
    return [board for board in boards if puzzle.is_solved_by(board, reading)]


def with_letters(puzzle, letters):
    shown = tuple(each if each in letters else "" for each in puzzle.letters)
    return dataclasses.replace(puzzle, letters=shown)


@pytest.mark.parametrize("engine", ["cover", "sat"])
@given(small_puzzles().filter(lambda puzzle: puzzle.n == 2), st.sampled_from(READINGS))
def test_beams_that_are_named_cannot_be_together_and_with_one_less_they_can(
    engine, puzzle, reading
):
    if engine == "sat":
        pytest.importorskip("pysat")
    solver = Solver(reading, engine)
    truth = solutions(puzzle, reading)
    found = hints(puzzle, solver, xc.Deadline())
    assert (found.solutions, found.complete) == (len(truth), True)
    if truth:
        return
    why = conflict(puzzle, solver, xc.Deadline())
    assert why.irreducible
    assert solutions(with_letters(puzzle, why.letters), reading) == []
    for letter in why.letters:
        rest = set(why.letters) - {letter}
        assert solutions(with_letters(puzzle, rest), reading)


@given(small_puzzles())
def test_hints_leave_one_solution_and_fewer_do_not(puzzle):
    truth = [
        {(row, column, content) for row, line in enumerate(board.rows())
         for column, content in enumerate(line)}
        for board in Solver("all", "cover").boards(puzzle)
    ]  # fmt: skip
    found = hints(puzzle, Solver("all", "cover"), xc.Deadline())
    assert found.solutions == len(truth)
    if not truth:
        return
    assert set(found.shared) == set.intersection(*truth)
    assert found.smallest
    assert sum(set(found.choice) <= each for each in truth) == 1
    contents = sorted(set.union(*truth))
    for fewer in itertools.combinations(contents, max(0, len(found.choice) - 1)):
        assert not found.choice or sum(set(fewer) <= each for each in truth) != 1
