"""The census: boards, distinct boards, and those that their beams tell."""

from __future__ import annotations

import itertools
import json
from collections import Counter

import numpy as np
import pytest

import exactcover as xc
from results.reflect.census import CensusRow, CensusWork, burnside, census_row, rows_of
from results.reflect.packed import beams, boards_of, multisets, pack, packed_pieces, unpack
from results.reflect.symmetries import symmetries
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


def canonical(number):
    """The least of the eight images of a board."""
    return min(pack(symmetry.moved(unpack(number))) for symmetry in symmetries())


@pytest.mark.slow
@pytest.mark.parametrize("pieces", KNOWN)
def test_the_known_rows_of_the_census(pieces):
    row = census_row(pieces)
    assert (row.boards, row.distinct, row.clear) == KNOWN[pieces]
    assert row.clear <= row.unique <= row.distinct


@pytest.mark.parametrize("pieces", [0, 1, 2, pytest.param(3, marks=pytest.mark.slow)])
def test_the_census_is_what_its_definition_says(pieces):
    numbers = np.concatenate([boards_of(multiset) for multiset in multisets(pieces)])
    ends, kinds = beams(numbers).tolist(), packed_pieces(numbers).tolist()
    same = Counter(zip(kinds, ends, strict=True))
    ambiguous = {end for (_, end), number in same.items() if number > 1}
    least = list(map(canonical, numbers.tolist()))
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
        min(symmetry.moved(board) for symmetry in symmetries())
        for board in all_boards(n, (pieces,) * 3)
        if sum(board.pieces) == pieces
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


def test_boards_are_counted_by_the_command(run, tmp_path):
    assert run("count", 2)[1] == "1,080 boards, 162 up to the eight symmetries\n"
    assert json.loads(run("count", 3, "--size", 3, "--json")[1]) == {
        "boards": 2268,
        "distinct": burnside(3, 3),
    }
    journal = tmp_path / "census"
    code, out, _ = run("census", "--most", 3, "--journal", journal)
    assert code == 0
    assert out.splitlines()[-1].split() == ["3", "15,120", "1,971", "1,541", "1,541"]
    # It goes on from the rows that are there.
    assert run("census", "--most", 3, "--journal", journal)[1] == out
    code, _, err = run("census", "--most", 2, "--journal", journal)
    assert code == 2
    assert "of 0 to 3 pieces" in err
    assert "of 0 to 2 pieces" in err
    assert run("census", "--least", 12, "--most", 12, "--seconds", 0)[0] == 3


@pytest.mark.parametrize(
    "arguments",
    [
        ["count", "17"], ["count", "x"], ["census", "--most", "17"], ["index"],
        ["census", "--least", "3", "--most", "2"], ["census", "--journal", "/nonexist/j"],
        ["census", "--workers", "0"], ["look-up", "nowhere", "none.txt"], ["look-up", "nowhere"],
    ],
)  # fmt: skip
def test_wrong_arguments_are_told(run, arguments):
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1


def test_the_census_is_divided_and_goes_on_from_its_journal(tmp_path):
    work, journal = CensusWork(0, 4), tmp_path / "journal"
    truth = [census_row(pieces) for pieces in range(5)]
    assert rows_of(xc.divide(work, workers=2)) == truth
    sessions = 0
    while True:
        found = xc.divide(work, workers=1, journal=journal, nodes=1)
        assert set(rows_of(found)) <= set(truth)
        sessions += 1
        if found.count.complete:
            break
    assert sessions > 1
    assert rows_of(found) == truth


def test_a_census_that_is_stopped_within_a_row_has_not_counted_it():
    found = xc.divide(CensusWork(12, 12), workers=1, seconds=0)
    assert (found.count, found.count.stopped, rows_of(found)) == (0, "seconds", [])


def test_a_row_of_the_census_that_is_stopped_is_done_later():
    below = CensusWork(3, 3).below((), False)
    assert below.run(1, lambda: True).count == 0
    assert [prefix for prefix, _ in below.open_prefixes()] == [(3,)]
    assert below.run(1, lambda: False).count == 15_120
    assert below.done
