"""Steiner triple systems: their numbers from OEIS, and Kirkman's condition."""

from __future__ import annotations

import json
from itertools import combinations

import pytest

from exactcover_puzzles.steiner import Steiner
from tests.interrupting import interrupted


# OEIS A001201.
@pytest.mark.parametrize(("v", "number"), [(1, 1), (3, 1), (7, 30), (9, 840), (13, 1_197_504_000)])
def test_the_numbers_are_those_of_oeis(answers, v, number):
    (count,) = answers("steiner", v, "--count")
    assert count["solutions"] == number


def test_up_to_renaming_the_points_there_is_one_of_seven_points(answers):
    (count,) = answers("steiner", 7, "--count")
    assert count["free_solutions"] == 1
    assert Steiner(7).symmetry.order == 5_040


@pytest.mark.parametrize("v", [1, 2, 3, 4, 5, 6, 7, 8, 9])
def test_what_is_assumed_changes_no_count(v):
    puzzle = Steiner(v)
    count = puzzle.problem.count()
    assert puzzle.count(None, up_to_symmetry=False) == count
    assert bool(count) == (puzzle.misfit is None)


@pytest.mark.slow
def test_ctrl_c_amid_a_count_leaves_a_lower_bound_of_all_systems():
    code, out, err = interrupted("exactcover_puzzles", "steiner", "15", "--count", "--json")
    answer = json.loads(out)
    assert (code, answer["stopped"], answer["complete"]) == (130, "interrupt", False)
    assert answer["solutions"] > 0
    assert answer["solutions"] % (13 * 11 * 9 * 7 * 5 * 3) == 0
    assert "interrupted" in err


def test_kirkmans_condition_is_one_or_three_modulo_six():
    assert all((Steiner(v).misfit is None) == (v % 6 in (1, 3)) for v in range(1, 64))


def test_every_pair_is_in_one_triple_of_a_system(answers):
    for answer in answers("steiner", 9, "--limit", 50)[:-1]:
        pairs = [pair for triple in answer["triples"] for pair in combinations(triple, 2)]
        assert sorted(pairs) == list(combinations(range(1, 10), 2))
