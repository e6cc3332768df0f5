"""Costs: the cheapest and the dearest solutions, exact and proven."""

from __future__ import annotations

import itertools
import random
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from types import SimpleNamespace

import pytest

import exactcover as xc
from exactcover.optimization.branch_and_bound import Optimization
from exactcover.optimization.deepening import Search
from exactcover.optimization.linear_program import LinearProgram, UnitRows
from tests import instances


def with_costs(statement, costs):
    return statement.problem(costs=dict(enumerate(costs)))


def queens(n, seed):
    draw = random.Random(seed)
    return instances.queens(n, costs=[draw.randint(0, 999) for _ in range(n * n)])


def assignment(n, seed, most):
    draw = random.Random(seed)
    costs = [[draw.randint(1, most) for _ in range(n)] for _ in range(n)]
    return instances.rooks(n, costs=[*itertools.chain(*costs)]), costs


def packing(items, sets, seed):
    draw = random.Random(seed)
    options = {k: draw.sample(range(items), draw.randint(3, 8)) for k in range(sets)}
    costs = {k: draw.randint(1, 100) for k in options}
    return xc.Problem(range(items), options, multiplicity=(0, 1), costs=costs)


@pytest.mark.slow
@pytest.mark.parametrize("most", [1_000, 10**6])
def test_an_assignment_of_200_by_200_is_solved_to_optimality(most):
    optimize = pytest.importorskip("scipy.optimize")
    problem, costs = assignment(200, most, most)
    for maximize, ask in ((False, problem.minimize), (True, problem.maximize)):
        rows, columns = optimize.linear_sum_assignment(costs, maximize=maximize)
        answer = ask()
        assert answer.complete
        assert answer.cost == sum(costs[r][c] for r, c in zip(rows, columns, strict=True))


def test_a_packing_is_decided_item_by_item():
    draw = random.Random(1)
    sets = {k: draw.sample(range(60), draw.randint(2, 6)) for k in range(600)}
    worth = {k: draw.randint(5, 60) for k in sets}
    best = xc.Problem(range(60), sets, multiplicity=(0, 1), costs=worth).maximize(nodes=50_000)
    assert best.complete
    chosen = [item for name in best.solution for item in sets[name]]
    assert len(chosen) == len(set(chosen))
    # The same as the exact covers with a set of its own, worth nothing, for each item.
    for item in range(60):
        sets["open", item], worth["open", item] = [item], 0
    assert xc.Problem(range(60), sets, costs=worth).maximize().cost == best.cost


@pytest.mark.parametrize("n", [16, 20])
def test_queens_with_random_costs_are_proven_and_their_three_best_agree(n):
    problem = queens(n, 1)
    best = problem.minimize(3)
    assert best.complete
    assert len(best.solutions) == 3
    assert best.cost == problem.minimize().cost
    within = problem.minimize(None, within=best.costs[-1])
    assert within.costs[:3] == best.costs
    assert all(cost == best.costs[-1] for cost in within.costs[3:])


# -- costs as they are stated --------------------------------------------------------------------


def test_costs_come_back_exactly_as_what_they_were_stated_as():
    options = {"A": "a", "B": "b", "C": "ab"}

    def best(costs, **more):
        return xc.Problem("ab", options, costs=costs, **more).minimize(2).costs

    mixed = {"A": Fraction(1, 3), "B": Decimal("0.1"), "C": 1}
    assert best(mixed) == (Fraction(13, 30), 1)
    in_options = [xc.Option(name, items, mixed[name]) for name, items in options.items()]
    assert xc.Problem("ab", in_options).minimize(2).costs == best(mixed)
    decimals = best([Decimal("1.10"), Decimal("1.1"), 3])
    assert list(map(str, decimals)) == ["2.2", "3"]
    floats = best({"A": 0.1, "C": 0.25}, inexact=True)
    assert floats == (0.1, 0.25)
    assert isinstance(floats[0], float)
    # Whole sums stay whole beyond what a float holds.
    assert best([2**60 + 1, 1.0, 2**61], inexact=True) == (2**60 + 2, 2**61)
    assert best([Decimal("1E+309"), 0, 10**310]) == (10**309, 10**310)
    assert best({}) == (0, 0)


@pytest.mark.parametrize(
    "cost",
    [
        0.1, float("nan"), float("inf"), Decimal("sNaN"), "3", True, 10**1000 + 1,
        Fraction(1, 10**1000 + 1), Decimal("1E-99999999"), Decimal("1E+99999999"),
    ],
    ids=lambda value: str(value)[:20],
)  # fmt: skip
def test_a_cost_that_is_no_number_or_too_long_is_a_fault(cost):
    with pytest.raises(xc.BadCost, match="option 'A': "):
        xc.Problem("a", {"A": "a"}, costs={"A": cost}).minimize()
    with pytest.raises(xc.BudgetError):
        xc.Problem("a", {"A": "a"}, costs={"A": 1}).minimize(within=cost)


def test_costs_of_no_option_stated_twice_or_without_a_common_denominator_are_faults():
    rest = [Fraction(1, 10**600 + 1), Fraction(1, 10**600 + 3)]
    for problem in (
        xc.Problem("a", {"Ann": "a"}, costs={"Anne": 1}),
        xc.Problem("a", [xc.Option("A", "a", 1)], costs={"A": 2}),
        xc.Problem("ab", ["a", "b"], costs=rest),
    ):
        assert isinstance(problem.check().faults[0], xc.BadCost)


def test_nothing_so_cheap_is_an_answer_and_not_an_impossibility():
    allowed = xc.Problem("ab", ["a", "b", "ab"], costs=[1, 2, 5], inexact=True)
    assert allowed.minimize(within=4.5).cost == 3
    answer = xc.Problem("a", {"A": "a"}, costs={"A": 5}).minimize(within=4)
    assert not answer
    assert answer.complete
    assert (answer.solutions, answer.cost, answer.gap, answer.bound) == ((), None, None, 5)


# -- stopping ------------------------------------------------------------------------------------


def test_a_budget_ends_the_search_with_what_is_known():
    problem = queens(60, 1)
    for budget in ({"nodes": 2_000}, {"seconds": 1.0}):
        answer = problem.minimize(**budget)
        assert answer.stopped == next(iter(budget))
        assert not answer.complete
        assert answer.bound > 0
        assert answer.cost is None or answer.gap == answer.cost - answer.bound
    assert problem.minimize(seconds=0).stopped == "seconds"


def test_ctrl_c_gives_the_best_so_far():
    def press(progress):
        if progress.bound:  # before, nothing is known
            raise KeyboardInterrupt

    with pytest.raises(xc.Interrupted) as caught:
        queens(40, 1).minimize(progress=press, seconds=20)
    assert caught.value.partial.stopped == "interrupt"
    assert caught.value.partial.bound > 0


def test_a_packing_has_a_solution_from_the_first_node_on_and_a_good_one_soon():
    problem = packing(200, 1_000, 1)
    assert problem.maximize(nodes=1).cost == 0
    late = problem.maximize(seconds=0)
    assert (late.cost, late.stopped) == (0, "seconds")
    for nodes in (500, 5_000):
        best = problem.maximize(nodes=nodes)
        assert best.stopped == "nodes"
        assert best.nodes == nodes
        assert 2_500 < best.cost <= best.bound < 4_000
        chosen = [item for name in best.solution for item in problem.items_of(name)]
        assert len(chosen) == len(set(chosen))
        assert best.cost == sum(problem.costs[name] for name in best.solution)


def test_ctrl_c_while_a_better_solution_is_noted_loses_none():
    class Pressed(list):
        def pop(self):
            raise KeyboardInterrupt

    problem = xc.Problem("a", ["a", "a"])
    search = Optimization(problem._model.compiled, [3, 2], 1, None, lambda: None)
    search.take((0,))
    search.best = Pressed(search.best)
    with suppress(KeyboardInterrupt):
        search.take((1,))
    assert search.best[0] == (2, (1,))


def test_the_bound_keeps_what_the_steps_before_a_stop_have_proved():
    problem = packing(60, 300, 1)
    compiled = problem._model.compiled
    costs = problem._model.costs.scaled(range(compiled.n_options), -1)
    relaxation = UnitRows(compiled, costs)
    program = LinearProgram(relaxation)
    bounds = []
    for _ in range(20):
        program.solve(lambda: None, None, pivots=2)
        bounds.append(program.prove())
    assert bounds[0] < bounds[-1] <= relaxation.in_units(-problem.maximize().cost)


@pytest.mark.parametrize("ask", [queens(30, 1).minimize, packing(200, 1_000, 1).maximize])
def test_a_budget_of_seconds_is_kept_where_nodes_are_slow(ask, monkeypatch):
    clock, run = [0.0], Search.run

    def slow(search, budget, nodes):
        before = search.nodes
        found = run(search, budget, nodes)
        clock[0] += 0.01 * (search.nodes - before)
        return found

    fake = SimpleNamespace(monotonic=lambda: clock[0])
    monkeypatch.setattr(Search, "run", slow)
    for module in ("common.deadline", "optimization.optimum", "optimization.branch_and_bound",
                   "optimization.deepening"):  # fmt: skip
        monkeypatch.setattr(f"exactcover.{module}.time", fake)
    answer = ask(seconds=0.5)
    assert answer.stopped == "seconds"
    assert clock[0] < 1
