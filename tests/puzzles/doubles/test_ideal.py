"""Puzzles with exactly two solutions: fast counts, searches and proofs."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest

from exactcover_puzzles.doubles.counter import SolutionCounter
from exactcover_puzzles.doubles.ideal import IdealSearch
from exactcover_puzzles.doubles.scrambles import coarsest
from exactcover_puzzles.doubles.shifted_lines import shifted_lines
from exactcover_puzzles.doubles.sides import Sides, alike_turned, duplicates, repeats
from exactcover_puzzles.doubles.two_solutions import DoubledPuzzle, proven
from tests.puzzles.doubles.scrambles import by_engine, perfect_scrambles


@pytest.mark.parametrize("size", [(3, 3), (4, 4), (3, 5)])
def test_doubled_puzzles_are_counted_as_the_engine_counts_them(size):
    sides = Sides(*size)
    counter, numbers = SolutionCounter(sides), set()
    for scramble in perfect_scrambles(sides):
        p = coarsest(scramble)
        solutions, alike = by_engine(sides, p), duplicates(p) or alike_turned(p)
        assert counter.verdict(scramble) == (0 if alike else min(solutions, 3))
        assert proven(DoubledPuzzle(scramble, "by hand")) == (solutions == 2)
        numbers.add(solutions)
    assert 2 in numbers
    assert len(numbers) > 1


def test_a_count_that_takes_too_long_is_given_up():
    scramble = next(IdealSearch(Sides(6, 6)).puzzles()).scramble
    assert SolutionCounter(scramble.sides, nodes=5).verdict(scramble) == -1


@pytest.mark.parametrize("size", [(9, 9), (13, 13), (9, 17), (21, 13)])
def test_lines_laid_out_anew_are_perfect_doubled(size):
    sides = Sides(*size)
    found = [shifted_lines(sides, seed) for seed in range(5)]
    assert all(scramble.is_perfect() for scramble in found)
    assert len(set(found)) > 1
    assert found[1] == shifted_lines(sides, 1)


@pytest.mark.parametrize(
    "size",
    [(3, 3), (5, 5), (6, 6), (7, 7), (9, 9), (11, 11), (17, 17), (2, 4), (4, 6), (5, 7), (9, 13)],
)
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


@pytest.mark.parametrize(("size", "total"), [((3, 4), 0), ((2, 2), 1), ((4, 4), 63)])
def test_small_boards_are_gone_through(size, total):
    """Whatever else has exactly two solutions has pieces alike."""
    search = IdealSearch(Sides(*size))
    assert len(list(search.puzzles())) == search.tried["exactly two solutions"]
    assert search.tried["perfect doubled scrambles"] == total


@pytest.mark.parametrize("apart", [False, True])
def test_apart_means_that_no_two_pieces_are_neighbours_again(apart):
    scramble = next(IdealSearch(Sides(8, 8), seed=1, apart=apart).puzzles()).scramble
    before, after = (
        {frozenset(two) for line in (*grid, *grid.T) for two in itertools.pairwise(line.tolist())}
        for grid in (np.arange(64).reshape(8, 8), np.reshape(scramble.pieces, (8, 8)))
    )
    assert len(before) == len(after) == 112
    assert scramble.common_neighbours() == len(before & after)
    assert (not before & after) == apart


def test_a_search_ends_when_it_is_told_to():
    search, goes_on = IdealSearch(Sides(26, 26)), itertools.chain([True] * 3, [False])
    assert list(search.puzzles(goes_on.__next__)) == []
    assert search.tried == Counter(tries=3)
