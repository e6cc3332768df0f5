"""Programs whose options lie between two rows are solved as networks, in whole numbers."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment, linprog

import exactcover as xc
from benchmarks.costly import assignment, costly_dominoes
from exactcover.optimization.linear_program import LinearProgram, UnitRows
from exactcover.optimization.network import network_basis

FREE = st.tuples(st.integers(0, 2), st.integers(0, 2)).map(lambda b: (b[0], b[0] + b[1] or 1))


def program_of(problem):
    compiled = problem._model.compiled
    relaxation = UnitRows(compiled, problem._model.costs.scaled(range(compiled.n_options), 1))
    return relaxation, LinearProgram(relaxation)


@st.composite
def networks(draw):
    """Options of one row or two, one of either side, and how often rows are covered."""
    left, right = ([f"{side}{k}" for k in range(draw(st.integers(1, 5)))] for side in "lr")
    ends = st.tuples(st.sampled_from([None, *left]), st.sampled_from([None, *right]))
    arcs = draw(st.lists(ends.filter(any), min_size=1, max_size=20))
    bounds = {row: draw(st.just((1, 1)) | FREE) for row in left + right}
    costs = draw(st.lists(st.integers(-9, 30), min_size=len(arcs), max_size=len(arcs)))
    options = {k: [row for row in arc if row] for k, arc in enumerate(arcs)}
    repeat = draw(st.booleans())
    return xc.Problem(left + right, options, multiplicity=bounds, costs=costs, repeat=repeat)


@given(networks())
def test_its_optimum_is_that_of_another_solver(problem):
    relaxation, program = program_of(problem)
    n, m = program.n_options, program.n_rows
    matrix = np.zeros((m, n))
    for option in range(n):
        first, last = relaxation.starts[option : option + 2]
        np.add.at(matrix[:, option], relaxation.rows[first:last], 1)
    low, high = relaxation.low, np.minimum(relaxation.high, 10**6)
    costs = problem._model.costs.scaled(range(n), 1)
    other = linprog(costs, np.vstack([matrix, -matrix]), np.append(high, -low),
                    bounds=list(zip([0] * n, relaxation.times.tolist(), strict=True)))  # fmt: skip
    feasible = program.solve(lambda: None, None)
    assert feasible == other.success
    if feasible:
        assert program.pivots == 0 or not any(costs)
        assert relaxation.in_costs(program.prove()) == round(other.fun)
        chosen = program.in_whole_numbers()
        assert sum(costs[option] for option in chosen) == round(other.fun)
    answer = problem.minimize()
    assert (answer.cost if answer else None) == (round(other.fun) if other.success else None)


def test_an_odd_cycle_is_no_network():
    triangle = xc.Problem("abc", {"ab": "ab", "bc": "bc", "ca": "ca"}, costs=[1, 2, 3])
    relaxation, program = program_of(triangle)
    assert network_basis(program.program, relaxation.cost, lambda: None) is None
    assert not triangle.minimize()


def test_an_assignment_costs_what_the_hungarian_method_says():
    instance = assignment(60, 1, 1_000)
    costs = np.array(instance.costs).reshape(60, 60)
    least = costs[linear_sum_assignment(costs)].sum()
    answer = instance.problem().minimize()
    assert (answer.cost, answer.bound) == (least, least)


def test_tilings_of_a_large_board_are_proven_without_a_search():
    instance = costly_dominoes(60, 1)
    answer = instance.problem().minimize(seconds=20)
    assert answer.complete
    assert instance.cost(list(answer.solution)) == answer.cost
