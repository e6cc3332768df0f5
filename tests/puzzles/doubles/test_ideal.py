"""Puzzles with exactly two solutions: counted quickly, found, and proven."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactcover_puzzles.doubles.fits import FitCounter
from exactcover_puzzles.doubles.ideal import IdealSearch
from exactcover_puzzles.doubles.lines import shifted_lines, suits_lines
from exactcover_puzzles.doubles.scrambles import coarsest
from exactcover_puzzles.doubles.sides import Sides, duplicates, pieces_of, repeats
from exactcover_puzzles.doubles.two_solutions import DoubledPuzzle, proven
from exactcover_puzzles.jigsaw.counting import JigsawSearch
from exactcover_puzzles.jigsaw.pieces import Jigsaw
from tests.puzzles.doubles.scrambles import perfect_scrambles


def by_engine(sides, p, limit=None):
    return JigsawSearch(Jigsaw(sides.columns, sides.rows, pieces_of(p))).count(limit).free


def random_vector(sides, shapes, seed):
    draw = random.Random(seed)
    p = np.zeros(sides.n_sides, np.int64)
    for one, other in sides.seams.tolist():
        p[one] = draw.choice([-1, 1]) * draw.randint(1, shapes)
        p[other] = -p[one]
    return p


# -- counting by what fits ---------------------------------------------------------------------


@given(
    st.builds(Sides, st.integers(1, 5), st.integers(1, 5)),
    st.integers(2, 12),
    st.integers(0, 10**6),
    st.integers(1, 4),
)
def test_solutions_are_counted_as_the_engine_counts_them(sides, shapes, seed, limit):
    p = random_vector(sides, shapes, seed)
    counter = FitCounter(sides)
    if sides.n_pieces == 1 or not counter.suits(p):
        return
    truth = by_engine(sides, p, 2000)
    if truth < 2000:
        assert counter.count(p, 2000) == truth
    assert counter.count(p, limit) == min(limit, truth)


@pytest.mark.parametrize("size", [(3, 3), (4, 4), (3, 5)])
def test_doubled_puzzles_are_counted_as_the_engine_counts_them(size):
    sides = Sides(*size)
    counter = FitCounter(sides)
    for scramble in perfect_scrambles(sides):
        p = coarsest(sides, [scramble])
        if counter.suits(p):
            assert counter.count(p, 1000) == by_engine(sides, p)


def test_what_cannot_be_counted_is_refused():
    sides = Sides(3, 3)
    counter = FitCounter(sides)
    # Not solved, with more shapes than seams: there is room for all of them.
    p = np.where(sides.border, 0, np.arange(1, sides.n_sides + 1))
    assert counter.count(p, 3) == 0
    for wrong, limit, message in [
        (np.roll(p, 1), 3, "do not keep to the border"),
        (p, 0, "expected a number from 1"),
        (p, 10**30, "expected a number from 1"),
        (p[:-1], 3, "36 whole numbers"),
    ]:
        with pytest.raises(ValueError, match=message):
            counter.count(wrong, limit)
    for pieces, turns, message in [
        ([[1000] * 9], [[0] * 9], "each of 0 to 8 once"),
        ([[0] * 5], [[0] * 5], "rows of 9 pieces"),
        ([range(9)], [[4] * 9], "a turn is a number from 0 to 3"),
    ]:
        with pytest.raises(ValueError, match=message):
            counter.judge(pieces, turns)
    assert counter.judge([range(9)], [[0] * 9]).tolist() == [1]


def test_a_count_that_takes_too_long_is_given_up():
    sides = Sides(6, 6)
    p = random_vector(sides, 2, 1)
    assert FitCounter(sides, nodes=50).count(p, 10**6) is None


# -- rows and columns laid out anew ----------------------------------------------------------------


@pytest.mark.parametrize("size", [(9, 9), (13, 13), (9, 17), (21, 13)])
def test_lines_laid_out_anew_are_perfect_doubled(size):
    sides = Sides(*size)
    for seed in range(5):
        scramble = shifted_lines(sides, seed)
        assert scramble.is_perfect()
        assert set(repeats(coarsest(sides, [scramble])).values()) == {2}
    assert shifted_lines(sides, 1) == shifted_lines(sides, 1)
    assert shifted_lines(sides, 1) != shifted_lines(sides, 2)


def test_lines_of_other_lengths_are_refused():
    for size in ((5, 5), (9, 11), (8, 8)):
        assert not suits_lines(Sides(*size))
        with pytest.raises(ValueError, match="must be 9, 13, 17"):
            shifted_lines(Sides(*size), 1)


# -- ideal puzzles ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "size",
    [(3, 3), (5, 5), (6, 6), (7, 7), (9, 9), (11, 11), (13, 13), (17, 17), (21, 21),
     (2, 4), (4, 6), (5, 7), (9, 13)],
)  # fmt: skip
def test_an_ideal_puzzle_is_found_and_proven_by_two_engines(size):
    sides = Sides(*size)
    search = IdealSearch(sides, seed=1)
    puzzle = next(search.puzzles())
    assert proven(puzzle, engine="bitset") is True
    assert proven(puzzle, engine="cells") is True
    assert not duplicates(puzzle.p)
    assert set(repeats(puzzle.p).values()) == {2}
    assert puzzle.scramble.similarity() == 0
    assert search.tried["exactly two solutions"] == 1
    again = next(IdealSearch(sides, seed=1).puzzles())
    assert again.scramble == puzzle.scramble


def test_a_search_ends_where_there_is_none():
    assert list(IdealSearch(Sides(3, 4)).puzzles()) == []
    # Small boards are gone through: whatever else has exactly two solutions has pieces alike.
    for size in ((2, 2), (4, 4)):
        search = IdealSearch(Sides(*size))
        found = list(search.puzzles())
        total = sum(1 for _ in perfect_scrambles(Sides(*size)))
        assert search.tried["perfect doubled scrambles"] == total
        assert len(found) == search.tried["exactly two solutions"]
    tries = iter([True] * 3)
    search = IdealSearch(Sides(26, 26))
    assert list(search.puzzles(lambda: next(tries, False))) == []
    assert search.tried["tries"] == 3


def test_a_puzzle_with_a_third_solution_is_not_proven():
    sides = Sides(4, 4)
    counter = FitCounter(sides)
    verdicts = Counter()
    for scramble in perfect_scrambles(sides):
        p = coarsest(sides, [scramble])
        solutions = by_engine(sides, p)
        if counter.suits(p):
            assert counter.count(p, 1000) == solutions
        assert proven(DoubledPuzzle(scramble, p, "by hand")) == (solutions == 2)
        verdicts[min(3, solutions)] += 1
    assert verdicts[2]
    assert verdicts[3]


@pytest.mark.parametrize(("shapes", "least"), [(2, 3), (4, 2), (20, 1)])
def test_a_third_solution_is_counted_by_what_fits(shapes, least):
    sides = Sides(3, 3)
    counter = FitCounter(sides)
    numbers = set()
    for seed in range(60):
        p = random_vector(sides, shapes, seed)
        if counter.suits(p):
            numbers.add(by_engine(sides, p, 30))
            assert counter.count(p, 30) == by_engine(sides, p, 30)
            assert counter.count(p, 3) == min(3, by_engine(sides, p, 30))
    assert max(numbers) >= least
