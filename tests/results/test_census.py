"""The census: boards, distinct boards, and those that their beams tell."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import exactcover as xc
from results.reflect.census import CensusRow, CensusWork, burnside, census_row, rows_of
from results.reflect.packed import beams, boards_of, multisets, pack, packed_pieces, unpack
from results.reflect.symmetries import symmetries
from tests.puzzles.reflect.boards import all_boards

#: Distinct boards and those that are clear, up to 7 by T. White's program, then by the census; and
#: how many are unique.
KNOWN = {
    1: (9, 9),
    2: (162, 149),
    3: (1971, 1541),
    4: (18822, 11047),
    5: (133569, 49346),
    6: (732618, 135210),
    7: (3132675, 216008),
    8: (10567476, 208634, 439238),
    14: (71790462, 14671, 68809),
    16: (5398083, 2115, 6584),
}


@pytest.mark.slow
@pytest.mark.parametrize(
    "pieces", [pytest.param(each, marks=[pytest.mark.thorough] * (each == 14)) for each in KNOWN]
)
def test_the_known_rows_of_the_census(pieces):
    row, known = census_row(pieces), KNOWN[pieces]
    assert (row.distinct, row.clear, row.unique)[: len(known)] == known
    assert row.clear <= row.unique <= row.distinct


@pytest.mark.parametrize("pieces", KNOWN)
def test_burnside_counts_distinct_boards(pieces):
    assert burnside(4, pieces) == KNOWN[pieces][0]


@pytest.mark.slow
@pytest.mark.parametrize(("n", "pieces"), [(1, 1), (2, 2), (3, 2), (3, 3)])
def test_burnside_counts_orbits(n, pieces):
    found = {
        min(symmetry.moved(board) for symmetry in symmetries())
        for board in all_boards(n, (pieces,) * 3)
        if sum(board.pieces) == pieces
    }
    assert burnside(n, pieces) == len(found)


@pytest.mark.parametrize("pieces", [0, 1, 2, pytest.param(3, marks=pytest.mark.slow)])
def test_the_census_is_what_its_definition_says(pieces):
    numbers = np.concatenate([boards_of(multiset) for multiset in multisets(pieces)])
    ends, kinds = beams(numbers).tolist(), packed_pieces(numbers).tolist()
    same = Counter(zip(kinds, ends, strict=True))
    ambiguous = {end for (_, end), number in same.items() if number > 1}
    least, unique, clear = set(), set(), set()
    for board, kind, end in zip(map(unpack, numbers.tolist()), kinds, ends, strict=True):
        images = tuple(sorted(pack(symmetry.moved(board)) for symmetry in symmetries()))
        least.add(images[0])
        if same[kind, end] == 1:
            unique.add(images[0])
            if end not in ambiguous:
                clear.add(images[0])
    row = census_row(pieces)
    assert row == CensusRow(pieces, len(numbers), len(least), len(unique), len(clear))


def test_the_census_is_divided_and_goes_on_from_its_journal(tmp_path):
    work, journal = CensusWork(0, 4), tmp_path / "journal"
    truth = [census_row(pieces) for pieces in range(5)]
    assert rows_of(xc.divide(work, workers=2)) == truth
    sessions = [xc.divide(work, workers=1, journal=journal, nodes=1)]
    while not sessions[-1].count.complete:
        assert set(rows_of(sessions[-1])) <= set(truth)
        sessions.append(xc.divide(work, workers=1, journal=journal, nodes=1))
    assert len(sessions) > 1
    assert rows_of(sessions[-1]) == truth


def test_a_row_of_the_census_that_is_stopped_is_not_counted_and_done_later():
    found = xc.divide(CensusWork(12, 12), workers=1, seconds=0)
    assert (found.count, found.count.stopped, rows_of(found)) == (0, "seconds", [])
    below = CensusWork(3, 3).below((), False)
    assert below.run(1, lambda: True).count == 0
    assert [prefix for prefix, _ in below.open_prefixes()] == [(3,)]
    assert below.run(1, lambda: False).count == 15_120
    assert below.done
