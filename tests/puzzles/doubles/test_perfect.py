"""Perfect doubled scrambles: all of them, by definition and by search."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactcover_puzzles.doubles.perfect import PerfectSearch
from exactcover_puzzles.doubles.scrambles import all_scrambles, coarsest
from exactcover_puzzles.doubles.sides import Sides, duplicates, pieces_of, repeats
from exactcover_puzzles.doubles.symmetries import MOTIONS, Symmetry, motion
from tests.paths import ROOT
from tests.puzzles.doubles.scrambles import matrix, perfect_scrambles

#: Columns, rows: how many of the first and of the second class.
KNOWN = {
    (1, 2): (0, 0), (2, 2): (1, 0), (2, 4): (1, 2), (4, 2): (1, 2), (3, 3): (7, 0), (3, 4): (0, 0),
    (2, 6): (23, 10), (3, 5): (45, 20), (5, 3): (45, 20), (4, 4): (63, 0), (2, 8): (363, 102),
    (6, 5): (0, 0),
}  # fmt: skip
LARGER = {(3, 7): (887, 332), (4, 6): (2789, 536), (5, 5): (16_915, 0)}
#: Half a minute, and most of an hour on a core of its own.
LARGEST = {(3, 9): (29_021, 6_164), (5, 7): (9_957_215, 2_086_004)}


@pytest.mark.parametrize("size", [(1, 1), (1, 3), (2, 2), (2, 3), (2, 4), (3, 3), (5, 1)])
def test_the_search_finds_those_that_the_definition_does(size):
    sides = Sides(*size)
    perfect = {scramble for scramble in all_scrambles(sides) if scramble.is_perfect()}
    for corner in range(1 if 1 in size else 2):
        place = sides.columns - 1 if corner else 0
        found = list(perfect_scrambles(sides, corner))
        assert len(found) == len(set(found))
        assert set(found) == {each for each in perfect if each.pieces[place] == 0}


@pytest.mark.parametrize(
    ("size", "known"),
    [
        *KNOWN.items(),
        *(pytest.param(*each, marks=pytest.mark.slow) for each in LARGER.items()),
        *(pytest.param(*each, marks=pytest.mark.thorough) for each in LARGEST.items()),
    ],
)
def test_known_counts_of_perfect_doubled_scrambles(size, known):
    sides, found = Sides(*size), [0, 0]
    for corner in range(sides.n_classes):
        search = PerfectSearch(sides, corner)
        while not search.done:
            found[corner] += len(search.run(10_000_000)[0])
    assert tuple(found) == known


def test_the_page_has_the_numbers_that_are_tested_here():
    page = (ROOT / "docs" / "explanation" / "doubled-jigsaws.md").read_text(encoding="utf-8")
    known = {**KNOWN, **LARGER, **LARGEST}
    assert "Of 5 × 7 there are {:,} and {:,} ".format(*known[5, 7]) in page
    (table,) = re.findall(r"^board +first class.*?\n\n", page, re.M | re.S)
    for columns, rows, first, second in re.findall(
        r"^(\d) x (\d) +([0-9,]+) {,15}([0-9,]*) ", table, re.M
    ):
        assert (first, second or "0") == tuple(map("{:,}".format, known[int(columns), int(rows)]))


@pytest.mark.parametrize("size", [(3, 3), (4, 4), (3, 5), (2, 6)])
def test_each_is_perfect_and_uses_every_shape_twice(size):
    sides = Sides(*size)
    for scramble in perfect_scrambles(sides):
        assert scramble.is_perfect()
        assert scramble.pieces[0] == 0
        p = coarsest(scramble)
        assert sides.verify(p)
        assert scramble.verify(p)
        assert set(repeats(p).values()) == {2}


@given(st.integers(1, 500), st.integers(1, 40))
def test_slices_and_random_order_find_the_same(nodes, most):
    sides = Sides(3, 5)
    truth = set(perfect_scrambles(sides))
    search = PerfectSearch(sides, seed=nodes)
    found = []
    while not search.done:
        before = search.nodes
        found += search.scrambles(nodes, most)
        assert search.nodes - before <= nodes
    assert len(found) == len(truth)
    assert set(found) == truth


HALF, UPRIGHT, LEVEL = (
    Symmetry(name) for name in ("half turn", "top-bottom mirror", "left-right mirror")
)
QUARTER, DIAGONAL = Symmetry("quarter turn"), Symmetry("diagonal mirror")
AGAINST = Symmetry("quarter turn", "quarter turn back")
CROSSED = Symmetry("top-bottom mirror", "left-right mirror")
INVOLUTION = Symmetry("identity", inverse=True)
MIXED = Symmetry("diagonal mirror", "top-bottom mirror", inverse=True)

#: How many scrambles of 3 x 3, of 4 x 4, of 3 x 5 and of 2 x 6 have symmetries.
SYMMETRIC = {
    (HALF,): (7, 39, 21, 15),
    (LEVEL,): (1, 2, 11, 0),
    (UPRIGHT,): (1, 2, 17, 0),
    (HALF, UPRIGHT): (1, 2, 7, 0),
    (CROSSED,): (2, 1, 0, 5),
    (INVOLUTION,): (5, 31, 23, 7),
    (HALF, INVOLUTION): (5, 23, 11, 5),
    (DIAGONAL,): (5, 29),
    (QUARTER,): (1, 0),
    (HALF, DIAGONAL): (5, 21),
    (AGAINST,): (0, 1),
    (AGAINST, DIAGONAL, INVOLUTION): (0, 1),
    (Symmetry("quarter turn", inverse=True),): (1, 0),
    (MIXED,): (0, 0),
}


@pytest.mark.parametrize("symmetries", SYMMETRIC, ids=lambda some: ", ".join(map(str, some)))
def test_symmetric_scrambles_are_those_that_have_the_symmetries(symmetries):
    for size, known in zip([(3, 3), (4, 4), (3, 5), (2, 6)], SYMMETRIC[symmetries], strict=False):
        sides = Sides(*size)
        found = list(perfect_scrambles(sides, symmetries=symmetries))
        assert set(found) == {
            scramble
            for scramble in perfect_scrambles(sides)
            if all(symmetry.holds(scramble) for symmetry in symmetries)
        }
        assert len(found) == len(set(found)) == known


def test_a_symmetry_holds_as_the_matrices_say():
    sides = Sides(4, 4)
    held = 0
    for scramble in perfect_scrambles(sides):
        t = matrix(scramble)
        for symmetry in (HALF, DIAGONAL, AGAINST, INVOLUTION, Symmetry("half turn", inverse=True)):
            # g and h as matrices: row x has its one in column g(x).
            g, h = (np.eye(sides.n_sides, dtype=int)[image] for image in symmetry.motions(sides))
            after = t.T if symmetry.inverse else t
            held += symmetry.holds(scramble)
            assert symmetry.holds(scramble) == np.array_equal(g @ after, t @ h)
    assert held


@pytest.mark.parametrize("size", [(3, 3), (4, 4), (3, 5), (4, 6)])
def test_distinct_scrambles_are_those_whose_puzzles_have_no_pieces_alike(size):
    sides = Sides(*size)
    truth = set()
    for scramble in perfect_scrambles(sides):
        p = coarsest(scramble)
        turning = any(piece in {piece[k:] + piece[:k] for k in (1, 2, 3)} for piece in pieces_of(p))
        if not duplicates(p) and not turning:
            truth.add(scramble)
    found = list(perfect_scrambles(sides, distinct=True))
    assert set(found) == truth
    assert len(found) == len(truth)


@pytest.mark.parametrize("name", MOTIONS)
def test_a_symmetry_maps_seams_to_seams(name):
    sides = Sides(4, 4)
    image = motion(sides, name)
    assert (image[sides.facing] == sides.facing[image]).all()
