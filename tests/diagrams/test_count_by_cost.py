"""How many solutions have which cost, by a diagram."""

from __future__ import annotations

import json
from collections import Counter
from decimal import Decimal
from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover.cli import main as cli
from exactcover.diagrams.sums import _coefficients
from tests.instances import dominoes
from tests.interrupting import takes_at_most
from tests.optimization.test_costs import costly
from tests.optimization.test_penalties import soft_problems


def choices(n, costs, **more):
    """n independent choices between the same two options."""
    options = {(k, c): [k] for k in range(n) for c in range(2)}
    return xc.Problem(range(n), options, costs=lambda name: costs[name[1]], **more)


@given(costly())
def test_the_counts_are_those_of_brute_force(case):
    problem, truth = case
    found = problem.count_by_cost()
    assert found == Counter(cost for cost, _ in truth)
    assert list(found) == sorted(found)
    assert found == problem.zdd().count_by_cost(memory=2**20)


@given(costly(st.sampled_from([0, 0, 1, 2, 10**12])), st.data())
def test_parts_of_a_diagram_are_counted_by_cost_too(case, data):
    problem, truth = case
    if not problem.options:
        return
    option = data.draw(st.sampled_from(problem.options))
    part = problem.zdd().with_option(option)
    assert part.count_by_cost() == Counter(cost for cost, own in truth if option in own)


@given(soft_problems())
def test_penalties_are_part_of_a_cost(case):
    problem, truth = case
    assert problem.count_by_cost() == Counter(cost for cost, _, _ in truth)


def test_large_counts_are_exact():
    n = 300
    found = choices(n, [0, 5]).count_by_cost()
    assert found == {5 * k: comb(n, k) for k in range(n + 1)}
    assert choices(n, [Fraction(-1, 3), Fraction(1, 3)]).count_by_cost() == {
        Fraction(2 * k - n, 3): comb(n, k) for k in range(n + 1)
    }


def test_sums_far_apart_take_little_memory():
    found = choices(60, [10**40, -(10**40) + 1]).count_by_cost(memory="10MB")
    assert len(found) == 61
    assert sum(found.values()) == 2**60


def test_costs_with_too_many_sums_are_refused_with_advice():
    powers = xc.Problem(
        range(40),
        {(k, c): [k] for k in range(40) for c in range(2)},
        costs=lambda name: name[1] * 3 ** name[0],
    )
    with pytest.raises(xc.DiagramTooLarge, match=r"by cost needs more than 2 MB, .* round the"):
        powers.count_by_cost(memory="2MB")
    with takes_at_most(5), pytest.raises(xc.SearchStopped, match="seconds"):
        powers.count_by_cost(seconds=0.2)
    with pytest.raises(xc.BudgetError, match="memory"):
        powers.zdd().count_by_cost(memory="much")


def test_costs_are_of_the_kind_that_was_stated():
    (cost,) = choices(1, [Decimal("0.5")] * 2).count_by_cost()
    assert isinstance(cost, Decimal)
    found = choices(3, [0.1, 0.3], inexact=True).count_by_cost()
    assert all(isinstance(cost, float) for cost in found)
    assert sum(found.values()) == 8
    # The sums of these floats differ, and round to the same float.
    near = xc.Problem("ab", {1: "a", 2: "b", 3: "ab"}, costs=[0.1, 0.2, 0.1 + 0.2], inexact=True)
    assert near.count_by_cost() == {0.1 + 0.2: 2}


def test_without_costs_all_solutions_cost_nothing():
    problem = dominoes(8, 8)
    assert problem.count_by_cost() == {0: 12_988_816}
    assert xc.Problem([], {}).count_by_cost() == {0: 1}
    assert xc.Problem(["p"], {}).count_by_cost() == {}


@pytest.mark.parametrize("width", [1, 5, 8, 13, 64])
def test_packed_coefficients_come_apart_again(width):
    numbers = [k % 2**width for k in (1, 0, 7, 2**width - 1, 12345, 1)]
    packed = sum(number << (width * k) for k, number in enumerate(numbers))
    assert dict(_coefficients(packed, width)) == dict(enumerate(numbers))


def run(capsys, *arguments):
    code = cli.main(list(arguments))
    return code, *capsys.readouterr()


def test_the_command_prints_a_line_for_each_cost(capsys, tmp_path):
    path = str(tmp_path / "costs.dlx")
    xc.write(choices(3, [Fraction(1, 2), 2]), path)
    assert run(capsys, "count", "--by-cost", path)[:2] == (0, "1.5\t1\n3\t3\n4.5\t3\n6\t1\n")
    code, out, _ = run(capsys, "count", "--by-cost", "--json", path)
    assert code == 0
    assert json.loads(out) == {"count": 8, "costs": [["1.5", 1], [3, 3], ["4.5", 3], [6, 1]]}
    xc.write(xc.Problem("ab", {1: "a"}), path)
    code, out, said = run(capsys, "count", "--by-cost", path)
    assert (code, out) == (1, "")
    assert "no solution" in said


@pytest.mark.parametrize(
    "more", ["--limit 2", "--method listing", "--engine cells", "--nodes 9", "--workers 2"]
)
def test_arguments_of_a_search_are_refused(capsys, more):
    with pytest.raises(SystemExit):
        cli.main(["count", "--by-cost", *more.split(), "no-file"])
    assert f"{more.split()[0]} does not go with --by-cost" in capsys.readouterr().err
