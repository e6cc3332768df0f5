"""Puzzles with two solutions and repeated shapes: drawn at random, counted, judged."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactcover_puzzles.doubles.counter import SolutionCounter
from exactcover_puzzles.doubles.double import DoubleSearch
from exactcover_puzzles.doubles.scrambles import Scramble, all_scrambles, coarsest
from exactcover_puzzles.doubles.sides import Sides, alike_turned, duplicates, repeats
from exactcover_puzzles.doubles.two_solutions import proven
from tests.puzzles.doubles.scrambles import by_engine, random_scramble


@given(
    st.builds(Sides, st.integers(2, 6), st.integers(2, 6)), st.integers(2, 12), st.integers(0, 999)
)
def test_what_is_drawn_has_no_seam_again_and_repeats_no_shape_too_often(sides, most, seed):
    search = DoubleSearch(sides, most, seed)
    pieces, turns = search.draw(40)
    for row in range(min(len(pieces), 20)):
        scramble = Scramble(sides, pieces[row].tolist(), turns[row].tolist())
        assert scramble.similarity() == 0
        assert max(repeats(coarsest(scramble)).values()) <= most
    assert search.tried["candidates"] == len(pieces) + (
        search.tried["a shape repeated too often"]
        + search.tried["no piece left without repeating a seam"]
    )


def test_every_scramble_without_a_seam_again_may_be_drawn():
    sides = Sides(3, 3)
    truth = {scramble for scramble in all_scrambles(sides) if scramble.similarity() == 0}
    search = DoubleSearch(sides, 12, 1)
    found = set()
    for _ in range(200):
        drawn = (each.tolist() for each in search.draw(100))
        found |= {Scramble(sides, *both) for both in zip(*drawn, strict=True)}
    assert found == truth != set()


@given(st.builds(Sides, st.integers(2, 5), st.integers(2, 5)), st.integers(0, 10**6))
def test_scrambles_are_judged_as_the_engine_counts(sides, seed):
    scramble = random_scramble(sides, seed)
    pieces = np.array([scramble.pieces], np.int32)
    turns = np.array([scramble.turns], np.int32)
    (verdict,) = SolutionCounter(sides).judge(pieces, turns).tolist()
    p = coarsest(scramble)
    assert verdict == (0 if duplicates(p) or alike_turned(p) else by_engine(sides, p, 3))


@pytest.mark.parametrize(
    ("size", "most"), [((5, 5), 10), ((6, 6), 10), ((4, 5), 8), ((8, 8), 2), ((5, 6), 4)]
)
def test_a_puzzle_with_two_solutions_is_made_and_proven(size, most):
    sides = Sides(*size)
    puzzle = next(DoubleSearch(sides, most, seed=3).puzzles())
    assert max(repeats(puzzle.p).values()) <= most
    assert not duplicates(puzzle.p)
    assert puzzle.scramble.similarity() == 0
    assert proven(puzzle, engine="bitset", perfect=False) is True
    assert proven(puzzle, engine="cells", perfect=False) is True


def test_one_search_makes_many_different_puzzles():
    search, again = (DoubleSearch(Sides(5, 5), 10, seed=3) for _ in range(2))
    puzzles = list(itertools.islice(search.puzzles(), 50))
    assert len({puzzle.scramble for puzzle in puzzles}) == 50
    assert next(again.puzzles()).scramble == puzzles[0].scramble
    assert search.tried["exactly two solutions"] >= 50
    # A piece that looks the same when it is turned could make a seam a seam again.
    assert not any(alike_turned(puzzle.p) for puzzle in puzzles)


@pytest.mark.parametrize("size", [(2, 2), (2, 3), (3, 3), (2, 4)])
def test_small_boards_are_gone_through(size):
    sides = Sides(*size)
    found = set()
    for scramble in all_scrambles(sides):
        p = coarsest(scramble)
        if scramble.similarity() or duplicates(p) or alike_turned(p):
            continue
        if by_engine(sides, p, 3) == 2:
            found.add(scramble)
    assert {puzzle.scramble for puzzle in DoubleSearch(sides, 12).puzzles()} == found
