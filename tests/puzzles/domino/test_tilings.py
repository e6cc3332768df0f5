"""Domino tilings: known counts, tilings by hand, and faults of files."""

from __future__ import annotations

import json

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from exactcover_puzzles.domino.tilings import Domino

REGIONS = st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=2)


def tilings(cells):
    """All tilings, by the first cell that is open."""
    if not cells:
        return [frozenset()]
    r, c = first = min(cells)
    found = []
    for other in ((r, c + 1), (r + 1, c)):
        if other in cells:
            rest = tilings(cells - {first, other})
            found += [tiling | {frozenset((first, other))} for tiling in rest]
    return found


def images(tiling, cells, turns=range(4)):
    """The tiling turned and reflected, where the cells come back to their places."""
    found = set()
    for flip in (False, True):
        pairs = [[(r, -c) if flip else (r, c) for r, c in pair] for pair in tiling]
        for _ in turns:
            pairs = [[(c, -r) for r, c in pair] for pair in pairs]
            top, left = (min(cell[k] for pair in pairs for cell in pair) for k in (0, 1))
            origin = [min(cell[k] for cell in cells) for k in (0, 1)]
            moved = frozenset(
                frozenset((r - top + origin[0], c - left + origin[1]) for r, c in pair)
                for pair in pairs
            )
            if {cell for pair in moved for cell in pair} == set(cells):
                found.add(moved)
    return found


@pytest.mark.parametrize(
    ("region", "solutions"),
    [
        ("8x8", 12_988_816),  # OEIS A004003
        ("6x6", 6_728),  # the same
        ("7x8", 1_292_697),  # OEIS A099390
        ("2x10", 89),  # Fibonacci numbers, OEIS A000045
        ("aztec4", 2**10),  # Elkies, Kuperberg, Larsen and Propp: 2^(n(n+1)/2)
        ("aztec6", 2**21),
    ],
)
def test_known_regions_have_the_known_number_of_tilings(asked, region, solutions):
    code, answer, _ = asked("domino", region, "--count", "--fixed", "--json")
    assert (code, json.loads(answer)["solutions"]) == (0, solutions)


@given(REGIONS)
def test_the_tilings_are_those_found_by_hand_also_up_to_symmetry(cells):
    expected = tilings(frozenset(cells))
    puzzle = Domino(sorted(cells), "", {})
    if puzzle.misfit is not None:
        assert not expected
        return
    found = {frozenset(map(frozenset, options)) for options in puzzle.problem.solutions()}
    assert found == set(expected)
    assume(expected and puzzle.symmetry is not None)
    orbits = {frozenset(images(tiling, cells)) for tiling in expected}
    assert puzzle.count(None).free == len(orbits)
