"""Puzzles with exactly two solutions: counted quickly, found, and proven."""

from __future__ import annotations

from collections import Counter

import pytest

from exactcover_puzzles.doubles.fits import FitCounter
from exactcover_puzzles.doubles.ideal import IdealSearch
from exactcover_puzzles.doubles.lines import shifted_lines, suits_lines
from exactcover_puzzles.doubles.scrambles import coarsest
from exactcover_puzzles.doubles.sides import Sides, alike_turned, duplicates, pieces_of, repeats
from exactcover_puzzles.doubles.two_solutions import DoubledPuzzle, proven
from exactcover_puzzles.jigsaw.counting import JigsawSearch
from exactcover_puzzles.jigsaw.pieces import Jigsaw
from tests.puzzles.doubles.scrambles import perfect_scrambles


def by_engine(sides, p, limit=None):
    return JigsawSearch(Jigsaw(sides.columns, sides.rows, pieces_of(p))).count(limit).free


# -- counting by what fits ---------------------------------------------------------------------


@pytest.mark.parametrize("size", [(3, 3), (4, 4), (3, 5)])
def test_doubled_puzzles_are_counted_as_the_engine_counts_them(size):
    sides = Sides(*size)
    counter = FitCounter(sides)
    for scramble in perfect_scrambles(sides):
        p = coarsest(scramble)
        alike = duplicates(p) or alike_turned(p)
        assert counter.verdict(scramble) == (0 if alike else by_engine(sides, p, 3))


def test_a_count_that_takes_too_long_is_given_up():
    scramble = next(IdealSearch(Sides(6, 6)).puzzles()).scramble
    assert FitCounter(scramble.sides, nodes=5).verdict(scramble) == -1


# -- rows and columns laid out anew ----------------------------------------------------------------


@pytest.mark.parametrize("size", [(9, 9), (13, 13), (9, 17), (21, 13)])
def test_lines_laid_out_anew_are_perfect_doubled(size):
    sides = Sides(*size)
    for seed in range(5):
        scramble = shifted_lines(sides, seed)
        assert scramble.is_perfect()
        assert set(repeats(coarsest(scramble)).values()) == {2}
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
    verdicts = Counter()
    for scramble in perfect_scrambles(sides):
        solutions = by_engine(sides, coarsest(scramble))
        assert proven(DoubledPuzzle(scramble, "by hand")) == (solutions == 2)
        verdicts[min(3, solutions)] += 1
    assert verdicts[2]
    assert verdicts[3]
