"""How nodes of the tree are divided: few nodes where measuring pays, and nothing lost by a stop."""

from __future__ import annotations

from contextlib import suppress

import numpy as np
import pytest

from benchmarks.crews import crews
from exactcover.arrays.compiled import Compiled
from exactcover.optimization.branching import Branching
from exactcover.optimization.linear_program import LARGEST, LinearProgram, UnitRows
from exactcover.optimization.tree import Tree
from tests import instances


def planted(problem, tick=lambda: None, measures=True):
    """A tree for ever cheaper solutions, its linear program, and the costs of those found."""
    compiled: Compiled = problem._model.compiled
    costs = problem._model.costs.scaled(range(compiled.n_options), 1)
    relaxation = UnitRows(compiled, costs)
    program, found = LinearProgram(relaxation), []
    assert program.solve(lambda: None, None)

    def take(options):
        found.append(sum(costs[option] for option in options))
        return True

    def wanted():
        return relaxation.in_units(min(found) - 1) if found else LARGEST

    return Tree(compiled, program, take, wanted, tick, measures), program, found


def costly_queens(n, seed):
    draw = np.random.default_rng(seed)
    return instances.queens(n, costs=draw.integers(0, 999, n * n).tolist())


@pytest.mark.parametrize("measures", [True, False])
def test_a_tree_alone_finds_the_cheapest_solution_and_ends(measures):
    for n, seed in [(6, 0), (8, 1), (10, 2)]:
        problem = costly_queens(n, seed)
        tree, _, found = planted(problem, measures=measures)
        tree.run(100_000)
        assert tree.done
        assert min(found) == problem.minimize().cost


def test_measured_decisions_make_a_smaller_tree():
    problem, nodes = crews(200, 4_000, 3, cities=3, bases=2).problem(), []
    for measures in (True, False):
        tree, _, found = planted(problem, measures=measures)
        tree.run(20_000)
        assert tree.done
        nodes.append((min(found), tree.nodes))
    (cost, few), (other, many) = nodes
    assert cost == other
    assert 2 * few < many


class Stop(Exception):
    """A tick that ends a search."""


def test_a_stop_within_a_measurement_leaves_the_bounds_of_the_node():
    left = [10**9]

    def tick():
        left[0] -= 1
        if left[0] == 0:
            raise Stop

    problem = costly_queens(9, 3)
    _, program, _ = planted(problem)
    branching = Branching(problem._model.compiled, program)
    lower, upper = program.lower.copy(), program.upper.copy()
    for ticks in range(1, 9):
        left[0] = ticks
        with pytest.raises(Stop):
            branching.choose(LARGEST, True, tick)
        assert (program.lower == lower).all()
        assert (program.upper == upper).all()


def test_a_search_that_is_stopped_at_each_tick_finds_the_same():
    problem, stops = costly_queens(8, 4), [0]

    def tick():
        stops[0] += 1
        if stops[0] % 7 == 0:
            raise Stop

    tree, _, found = planted(problem, tick)
    while not tree.done:
        with suppress(Stop):
            tree.run(1)
    assert stops[0] > 50
    assert min(found) == problem.minimize().cost
