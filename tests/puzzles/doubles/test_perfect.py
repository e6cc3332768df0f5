"""Perfect doubled scrambles: all of them, by definition and by search."""

from __future__ import annotations

import itertools
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
from tests.puzzles.doubles.scrambles import inverse, matrix, perfect_scrambles

#: Columns, rows: how many of the first and of the second class.
KNOWN = {
    (2, 2): (1, None),
    (2, 4): (1, 2),
    (4, 2): (1, 2),
    (3, 3): (7, None),
    (2, 6): (23, 10),
    (3, 5): (45, 20),
    (5, 3): (45, 20),
    (4, 4): (63, None),
    (2, 8): (363, 102),
    (3, 7): (887, 332),
    (4, 6): (2789, 536),
    (5, 5): (16_915, None),
}
#: Larger boards, which take long; docs/explanation/doubled-jigsaws.md has these numbers too.
LARGER = {(3, 9): (29_021, 6_164), (5, 7): (9_957_215, 2_086_004)}


@pytest.mark.parametrize("size", [(1, 1), (1, 3), (2, 2), (2, 3), (2, 4), (3, 3), (5, 1)])
def test_the_search_finds_those_that_the_definition_does(size):
    sides = Sides(*size)
    perfect = {scramble for scramble in all_scrambles(sides) if scramble.is_perfect()}
    corners = 1 if 1 in size else 2
    for corner in range(corners):
        place = sides.columns - 1 if corner else 0
        found = list(perfect_scrambles(sides, corner))
        assert len(found) == len(set(found))
        truth = {scramble for scramble in perfect if scramble.pieces[place] == 0}
        assert set(found) == truth


@pytest.mark.slow
@pytest.mark.parametrize("size", KNOWN)
def test_known_counts_of_perfect_doubled_scrambles(size):
    sides = Sides(*size)
    first, second = KNOWN[size]
    assert sum(1 for _ in perfect_scrambles(sides)) == first
    if second is not None:
        assert sum(1 for _ in perfect_scrambles(sides, corner=1)) == second


@pytest.mark.thorough
@pytest.mark.parametrize("corner", [0, 1], ids=["upper-left", "upper-right"])
@pytest.mark.parametrize("size", LARGER, ids=lambda size: f"{size[0]}x{size[1]}")
def test_known_counts_of_larger_boards(size, corner):
    """3 x 9 takes half a minute; 5 x 7 most of an hour on a core of its own."""
    search = PerfectSearch(Sides(*size), corner)
    found = 0
    while not search.done:
        found += len(search.run(10_000_000)[0])
    assert found == LARGER[size][corner]


def test_the_page_has_the_numbers_that_are_tested_here():
    page = ROOT / "docs" / "explanation" / "doubled-jigsaws.md"
    complete = page.read_text(encoding="utf-8")
    stated = re.search(r"Of 5 × 7 there are (\S+) and (\S+) ", complete)
    assert stated.groups() == tuple(f"{number:,}" for number in LARGER[5, 7])
    (table,) = re.findall(r"^board +first class.*?\n\n", complete, re.M | re.S)
    told = re.findall(r"^(\d) x (\d) +([0-9,]+) +([0-9,]+) ", table, re.M)
    assert len(told) == 8
    for columns, rows, first, second in told:
        known = {**KNOWN, **LARGER}[int(columns), int(rows)]
        assert first == f"{known[0]:,}"
        assert known[1] is None or second == f"{known[1]:,}"


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
        # The inverse is perfect as well.
        assert inverse(scramble).is_perfect()


def test_there_is_none_where_columns_and_rows_are_odd_together():
    for size in ((2, 3), (3, 4), (1, 2), (6, 5)):
        assert list(perfect_scrambles(Sides(*size))) == []


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


#: Symmetries of every board, and those that only square ones have.
OF_ALL = [
    [HALF], [LEVEL], [UPRIGHT], [HALF, UPRIGHT], [CROSSED], [INVOLUTION], [HALF, INVOLUTION],
]  # fmt: skip
OF_SQUARES = [
    [DIAGONAL], [QUARTER], [HALF, DIAGONAL], [AGAINST], [AGAINST, DIAGONAL, INVOLUTION],
    [Symmetry("quarter turn", inverse=True)],
    [Symmetry("diagonal mirror", "top-bottom mirror", inverse=True)],
]  # fmt: skip


#: How many scrambles have them, by size; none where no number stands.
SYMMETRIC = {
    "half turn": {(3, 3): 7, (4, 4): 39, (3, 5): 21, (2, 6): 15},
    "left-right mirror": {(3, 3): 1, (4, 4): 2, (3, 5): 11},
    "top-bottom mirror": {(3, 3): 1, (4, 4): 2, (3, 5): 17},
    "half turn, top-bottom mirror": {(3, 3): 1, (4, 4): 2, (3, 5): 7},
    "top-bottom mirror to left-right mirror": {(3, 3): 2, (4, 4): 1, (2, 6): 5},
    "its own inverse": {(3, 3): 5, (4, 4): 31, (3, 5): 23, (2, 6): 7},
    "half turn, its own inverse": {(3, 3): 5, (4, 4): 23, (3, 5): 11, (2, 6): 5},
    "diagonal mirror": {(3, 3): 5, (4, 4): 29},
    "quarter turn": {(3, 3): 1},
    "half turn, diagonal mirror": {(3, 3): 5, (4, 4): 21},
    "quarter turn to quarter turn back": {(4, 4): 1},
    "quarter turn to quarter turn back, diagonal mirror, its own inverse": {(4, 4): 1},
    "quarter turn, to the inverse": {(3, 3): 1},
    "diagonal mirror to top-bottom mirror, to the inverse": {},
}


def said(symmetries):
    return ", ".join(map(str, symmetries))


def symmetric(sides, symmetries):
    """Of all perfect doubled scrambles those that have the symmetries."""
    return {
        scramble
        for scramble in perfect_scrambles(sides)
        if all(symmetry.holds(scramble) for symmetry in symmetries)
    }


@pytest.mark.parametrize(
    ("size", "symmetries"),
    [
        *itertools.product([(3, 3), (4, 4), (3, 5), (2, 6)], OF_ALL),
        *itertools.product([(3, 3), (4, 4)], OF_SQUARES),
    ],
    ids=lambda value: said(value) if isinstance(value, list) else str(value),
)
def test_symmetric_scrambles_are_those_that_have_the_symmetries(size, symmetries):
    sides = Sides(*size)
    truth = symmetric(sides, symmetries)
    search = PerfectSearch(sides, symmetries=symmetries)
    found = []
    while not search.done:
        found += search.scrambles(1000)
    assert set(found) == truth
    assert len(found) == len(truth) == SYMMETRIC[said(symmetries)].get(size, 0)


@pytest.mark.parametrize("size", [(3, 5), (2, 6)], ids=str)
@pytest.mark.parametrize("symmetries", OF_SQUARES, ids=said)
def test_symmetries_of_squares_are_refused_for_other_boards(size, symmetries):
    width, height = size
    with pytest.raises(ValueError, match=rf"{width} x {height} has no (quarter|diagonal)"):
        PerfectSearch(Sides(*size), symmetries=symmetries)


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
    search = PerfectSearch(sides, distinct=True)
    found = []
    while not search.done:
        found += search.scrambles(1000)
    assert set(found) == truth
    assert len(found) == len(truth)


@pytest.mark.parametrize("size", [(4, 4), (3, 5)])
def test_a_symmetry_maps_seams_to_seams(size):
    sides = Sides(*size)
    for name in MOTIONS:
        if size == (3, 5) and ("quarter" in name or "diagonal" in name):
            with pytest.raises(ValueError, match="has no"):
                motion(sides, name)
            continue
        image = motion(sides, name)
        assert (image[sides.facing] == sides.facing[image]).all()


def test_what_a_search_cannot_be_asked_for_is_refused():
    with pytest.raises(ValueError, match="expected one of"):
        PerfectSearch(Sides(4, 4), symmetries=[Symmetry("rotation")])
    with pytest.raises(ValueError, match="two turns or two mirrors"):
        PerfectSearch(Sides(4, 4), symmetries=[Symmetry("half turn", "diagonal mirror")])
    with pytest.raises(ValueError, match="corner=1"):
        PerfectSearch(Sides(1, 3), corner=1)
    with pytest.raises(ValueError, match="corner=2"):
        PerfectSearch(Sides(3, 3), corner=2)
