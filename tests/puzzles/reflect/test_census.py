"""The census: boards, distinct boards, and those that their beams tell."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest

from exactcover_puzzles.reflect.board import symmetries
from exactcover_puzzles.reflect.four.census import CensusRow, burnside, census_row
from exactcover_puzzles.reflect.four.packed import (
    beams,
    boards_of,
    canonical,
    packed_pieces,
)
from tests.puzzles.reflect.boards import all_boards

#: Boards, distinct boards, and those that T. White's program finds distinct and unique.
KNOWN = {
    1: (48, 9, 9),
    2: (1080, 162, 149),
    3: (15120, 1971, 1541),
    4: (147420, 18822, 11047),
    5: (1061424, 133569, 49346),
    6: (5837832, 732618, 135210),
    7: (25019280, 3132675, 216008),
}


@pytest.mark.slow
@pytest.mark.parametrize("pieces", KNOWN)
def test_the_known_rows_of_the_census(pieces):
    row = census_row(pieces)
    assert (row.boards, row.distinct, row.clear) == KNOWN[pieces]
    assert row.distinct == burnside(4, pieces)
    assert row.clear <= row.unique <= row.distinct


@pytest.mark.parametrize("pieces", range(4))
def test_the_census_is_what_its_definition_says(pieces):
    numbers = np.concatenate(
        [
            boards_of((a, b, pieces - a - b))
            for a in range(pieces + 1)
            for b in range(pieces - a + 1)
        ]
    )
    ends, kinds = beams(numbers).tolist(), packed_pieces(numbers).tolist()
    same = Counter(zip(kinds, ends, strict=True))
    ambiguous = {end for (_, end), number in same.items() if number > 1}
    least = canonical(numbers).tolist()
    unique, clear = set(), set()
    for number, kind, end in zip(least, kinds, ends, strict=True):
        if same[kind, end] == 1:
            unique.add(number)
            if end not in ambiguous:
                clear.add(number)
    row = census_row(pieces)
    assert row == CensusRow(pieces, len(numbers), len(set(least)), len(unique), len(clear))


@pytest.mark.slow
@pytest.mark.parametrize(("n", "pieces"), [(1, 1), (2, 2), (3, 2), (3, 3)])
def test_burnside_counts_orbits(n, pieces):
    found = {
        board.canonical for board in all_boards(n, (pieces,) * 3) if sum(board.pieces) == pieces
    }
    assert burnside(n, pieces) == len(found)


#: What a whole census finds: distinct boards, those that are unique, and those that are clear.
CENSUS = {
    8: (10567476, 439238, 208634),
    14: (71790462, 68809, 14671),
    16: (5398083, 6584, 2115),
}


@pytest.mark.slow
@pytest.mark.parametrize("pieces", [8, pytest.param(14, marks=pytest.mark.thorough), 16])
def test_further_rows_of_the_census(pieces):
    row = census_row(pieces)
    assert (row.distinct, row.unique, row.clear) == CENSUS[pieces]
    assert row.distinct == burnside(4, pieces)


def test_distinct_boards_of_all_pieces_by_burnside_at_once():
    fixed = 0
    for symmetry in symmetries():
        # A cycle holds one of four contents; of two, alternately mirrored ones, if they are
        # exchanged: nothing, a ball, or mirrors in turn where the cycle is of even length.
        seen, choices = set(), 1
        for cell in itertools.product(range(4), repeat=2):
            length = 0
            while cell not in seen:
                seen.add(cell)
                cell = symmetry.cell(4, *cell)
                length += 1
            if length:
                choices *= 2 if symmetry.swaps and length % 2 else 4
        fixed += choices
    assert sum(burnside(4, pieces) for pieces in range(17)) == fixed // 8
