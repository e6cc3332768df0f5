"""How many solutions have which cost, by a diagram."""

from __future__ import annotations

import json
from decimal import Decimal
from fractions import Fraction
from math import comb

import pytest

import exactcover as xc
from exactcover.cli import main as cli
from tests.interrupting import takes_at_most


def choices(n, costs, **more):
    """n independent choices between the same two options."""
    options = {(k, c): [k] for k in range(n) for c in range(2)}
    return xc.Problem(range(n), options, costs=lambda name: costs[name[1]], **more)


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
    with pytest.raises(xc.DiagramTooLarge, match="2 MB"):
        powers.count_by_cost(memory="2MB")
    with takes_at_most(5), pytest.raises(xc.SearchStopped, match="seconds"):
        powers.count_by_cost(seconds=0.2)


def test_costs_are_of_the_kind_that_was_stated():
    (cost,) = choices(1, [Decimal("0.5")] * 2).count_by_cost()
    assert isinstance(cost, Decimal)
    found = choices(3, [0.1, 0.3], inexact=True).count_by_cost()
    assert all(isinstance(cost, float) for cost in found)
    assert sum(found.values()) == 8
    # The sums of these floats differ, and round to the same float.
    near = xc.Problem("ab", {1: "a", 2: "b", 3: "ab"}, costs=[0.1, 0.2, 0.1 + 0.2], inexact=True)
    assert near.count_by_cost() == {0.1 + 0.2: 2}


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


@pytest.mark.parametrize("more", ["--limit 2", "--method listing", "--workers 2"])
def test_arguments_of_a_search_are_refused(capsys, more):
    with pytest.raises(SystemExit):
        cli.main(["count", "--by-cost", *more.split(), "no-file"])
    assert f"{more.split()[0]} does not go with --by-cost" in capsys.readouterr().err
