"""Dominosa: counts over all grids, layouts by hand, and faults of files."""

from __future__ import annotations

import json
from itertools import pairwise, product
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactcover_puzzles.domino.dominosa import Dominosa
from tests.puzzles.domino.test_tilings import tilings


def layouts(numbers):
    """All tilings whose dominoes differ, as sets of pairs of cells."""
    found = set()
    for tiling in tilings(frozenset(numbers)):
        dominoes = {tuple(sorted(numbers[cell] for cell in pair)) for pair in tiling}
        if len(dominoes) == len(tiling):
            found.add(tiling)
    return found


@pytest.mark.parametrize(("rows", "columns", "in_all"), [(1, 2, 1), (2, 3, 3), (1, 6, 1)])
def test_all_grids_together_have_each_layout_of_the_set_once(rows, columns, in_all):
    # Tilings of the rectangle (OEIS A099390) times the orders of the dominoes, times two for each
    # domino with two different numbers.
    cells = list(product(range(rows), range(columns)))
    dominoes = len(cells) // 2
    largest = {1: 0, 3: 1}[dominoes]
    solutions = sum(
        int(Dominosa(dict(zip(cells, numbers, strict=True))).problem.count())
        for numbers in product(range(largest + 1), repeat=len(cells))
    )
    assert solutions == in_all * factorial(dominoes) * 2 ** (dominoes - largest - 1)


@given(st.permutations([n for n in range(3) for _ in range(4)]), st.sampled_from([(3, 4), (2, 6)]))
def test_the_layouts_are_those_found_by_hand(numbers, size):
    cells = product(*map(range, size))
    grid = dict(zip(cells, numbers, strict=True))
    found = Dominosa(grid).problem.solutions()
    assert {frozenset(map(frozenset, options)) for options in found} == layouts(grid)


@pytest.mark.parametrize("name", ["double-three", "double-six"])
def test_the_shipped_grids_have_one_layout(asked, name):
    code, answer, _ = asked("dominosa", name, "--json")
    found = json.loads(answer)
    dominoes = [tuple(each["numbers"]) for each in found["dominoes"]]
    assert (code, found["verdict"]) == (0, "unique")
    assert len(set(dominoes)) == len(dominoes) in (10, 28)
    for each in found["dominoes"]:
        assert sum(abs(a - b) for a, b in zip(*each["cells"], strict=True)) == 1


def test_a_number_that_occurs_too_often_is_named(asked, tmp_path):
    path = tmp_path / "it.txt"
    path.write_text("grid:\n0 0 0\n0 1 1\n")
    code, answer, _ = asked("dominosa", path)
    assert code == 1
    assert "0 occurs 4 times, and 3 times in the set" in answer


def test_the_reason_for_no_solution_is_in_words(asked, tmp_path):
    # Both 0-0 and 2-2 fit nowhere, although each number occurs four times.
    path = tmp_path / "it.txt"
    path.write_text("grid:\n0 1 0 1\n2 0 2 0\n1 2 1 2\n")
    assert all(len(set(pair)) == 2 for row in ("0101", "2020", "1212") for pair in pairwise(row))
    code, answer, _ = asked("dominosa", path, "--explain")
    assert code == 1
    assert "no domino covers the domino 0-0" in answer


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("grid:\n0 1 x\n", "2:5: 'x'; expected a number, or '.'"),
        ("grid:\n0 1 1\n", "2:1: 3 numbers; expected those of a set: 2, 6, 12, 20, 30, 42, 56"),
        ("grid:\n. .\n", "2:1: 0 numbers; expected those of a set"),
        ("grid:\n0 1 1\n1 0 9\n", "3:5: 9; expected from 0 to 1"),
        (f"grid:\n0 {'1' * 5000}\n", f"2:3: {'1' * 20}; expected from 0 to 0"),
    ],
)
def test_a_fault_of_a_file_is_one_line_with_its_place(asked, tmp_path, text, fault):
    path = tmp_path / "it.txt"
    path.write_text(text)
    code, answer, remark = asked("dominosa", path)
    assert (code, answer) == (2, "")
    assert f"it.txt:{fault}" in remark
    assert remark.count("\n") == 1
