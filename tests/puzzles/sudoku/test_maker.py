"""Made sudokus have one solution and no redundant clue."""

from __future__ import annotations

import pytest

import exactcover as xc
from exactcover_puzzles.sudoku import maker
from exactcover_puzzles.sudoku.lines import clues
from exactcover_puzzles.sudoku.model import Layout

NEVER = xc.Deadline(None)


@pytest.mark.parametrize(
    ("kind", "side"),
    [("classic", 6), ("classic", 8), ("diagonal", 6), ("irregular", 7), ("samurai", 4)],
)
@pytest.mark.parametrize("symmetric", [False, True])
def test_no_clue_can_be_missed(kind, side, symmetric):
    made = maker.make(kind, side, symmetric, 3, NEVER)
    given, problem = set(made.given), made.layout.problem
    assert problem.given(*given).is_unique().verdict == "unique"
    assert set(problem.given(*given).first()) == set(made.solution)
    assert made.unjudged == 0
    places = {entry[:2] for entry in given}
    bottom, right = (max(place[k] for place in made.layout.places) for k in (0, 1))
    assert symmetric == (places == {(bottom - r, right - c) for r, c in places})
    for r, c, digit in given:
        group = {(r, c, digit)}
        if symmetric:
            group |= {entry for entry in given if entry[:2] == (bottom - r, right - c)}
        assert problem.given(*(given - group)).is_unique().verdict == "several"


@pytest.mark.parametrize("side", [4, 6, 9])
def test_the_cages_of_a_killer_sudoku_have_one_solution(side):
    made = maker.make("killer", side, False, 5, NEVER)
    digits = {(row, column): digit for row, column, digit in made.solution}
    caged = [place for cage in made.layout.cages for place in cage.places]
    assert sorted(caged) == sorted(digits)
    assert all(cage.total == sum(digits[p] for p in cage.places) for cage in made.layout.cages)
    assert made.layout.problem.is_unique().verdict == "unique"
    assert len(made.layout.cages) < side * side  # not all of them are clues


def test_irregular_boxes_are_connected_and_of_the_right_size():
    for seed in range(5):
        layout: Layout = maker.make("irregular", 6, False, seed, NEVER).layout
        assert sorted(place for box in layout.boxes for place in box) == list(layout.places)
        for box in layout.boxes:
            assert len(box) == 6
            reached = {box[0]}
            while more := {
                (r, c)
                for r, c in set(box) - reached
                if {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} & reached
            }:
                reached |= more
            assert reached == set(box)


@pytest.mark.slow
def test_the_same_seed_makes_the_same_puzzle_and_another_seed_another(asked):
    first, other = (maker.make("classic", 9, False, seed, NEVER).given for seed in (7, 8))
    printed = asked("sudoku", "--make", "--seed", 7)[1]
    assert clues(printed.strip()) == first != other


@pytest.mark.parametrize("kind", maker.KINDS)
def test_what_is_made_is_read_again(answers, tmp_path, kind):
    (made,) = answers("sudoku", "--make", "--kind", kind, "--size", 6)
    (tmp_path / "made").write_text(made["puzzle"])
    (found,) = answers("sudoku", tmp_path / "made")
    assert (found["rows"], found["verdict"]) == (made["solution"], "unique")
