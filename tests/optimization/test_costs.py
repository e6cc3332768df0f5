"""Costs: the cheapest and the dearest solutions, exactly, and proven to be so."""

from __future__ import annotations

import random
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from types import SimpleNamespace
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover.optimization.branch_and_bound import Optimization
from exactcover.optimization.deepening import Search
from exactcover.optimization.linear_program import LinearProgram, Relaxation
from tests.interrupting import OUT_OF_TIME
from tests.strategies import bags, brute_force, multiples, statements

whole = st.integers(-20, 20)
#: Costs of every kind that is summed exactly: small, negative, broken, and far beyond 64 bits.
exact = st.one_of(
    whole,
    st.fractions(min_value=-5, max_value=5, max_denominator=9),
    st.integers(-(10**30), 10**30),
)


def with_costs(statement, costs):
    return xc.Problem(
        statement.primary,
        statement.options,
        secondary=statement.secondary,
        multiplicity=dict(zip(statement.primary, statement.bounds, strict=False)),
        repeat=statement.repeat,
        costs=dict(enumerate(costs)),
    )


@st.composite
def costly(draw, costs=exact):
    """A statement, plain or with multiplicities, its costs, and all its solutions with theirs."""
    multiple = draw(st.booleans())
    statement = draw(multiples() if multiple else statements(most_options=9))
    each = [draw(costs) for _ in statement.options]
    truth = bags(statement) if multiple else map(tuple, map(sorted, brute_force(statement)))
    priced = sorted((sum(each[option] for option in options), options) for options in truth)
    return with_costs(statement, each), priced


def queens(n, seed):
    draw = random.Random(seed)
    squares = [(r, c) for r in range(n) for c in range(n)]
    return xc.Problem(
        [f"{kind}{k}" for kind in "rc" for k in range(n)],
        {(r, c): [f"r{r}", f"c{c}", f"a{r + c}", f"b{r - c}"] for r, c in squares},
        secondary=[f"a{k}" for k in range(2 * n - 1)] + [f"b{k}" for k in range(1 - n, n)],
        costs={square: draw.randint(0, 999) for square in squares},
    )


def assignment(n, seed, most):
    draw = random.Random(seed)
    costs = [[draw.randint(1, most) for _ in range(n)] for _ in range(n)]
    problem = xc.Problem(
        [(kind, k) for kind in ("worker", "task") for k in range(n)],
        {(w, t): [("worker", w), ("task", t)] for w in range(n) for t in range(n)},
        costs={(w, t): costs[w][t] for w in range(n) for t in range(n)},
    )
    return problem, costs


def packing(items, sets, seed):
    draw = random.Random(seed)
    options = {k: draw.sample(range(items), draw.randint(3, 8)) for k in range(sets)}
    return xc.Problem(
        range(items),
        options,
        multiplicity=dict.fromkeys(range(items), (0, 1)),
        costs={k: draw.randint(1, 100) for k in options},
    )


# -- against brute force -------------------------------------------------------------------------


@given(costly(), st.booleans(), st.booleans())
def test_the_cheapest_and_the_dearest_are_those_of_brute_force(case, dearest, reduce):
    problem, truth = case
    answer = problem.maximize(reduce=reduce) if dearest else problem.minimize(reduce=reduce)
    if not truth:
        assert isinstance(answer, xc.Impossible)
        assert answer.reason
        return
    best = truth[-1 if dearest else 0][0]
    assert answer.complete
    assert answer.cost == answer.bound == best
    assert answer.gap == 0
    assert answer.solution.cost == best
    assert (best, answer.solution._numbers) in truth


@given(costly(), st.integers(1, 6), st.booleans())
def test_the_k_best_are_those_of_brute_force(case, k, dearest):
    problem, truth = case
    answer = problem.maximize(k) if dearest else problem.minimize(k)
    if not truth:
        assert not answer
        return
    expected = [cost for cost, _ in (truth[::-1] if dearest else truth)][:k]
    assert list(answer.costs) == expected
    found = [solution._numbers for solution in answer.solutions]
    assert len(set(found)) == len(found)
    assert {(s.cost, s._numbers) for s in answer.solutions} <= set(truth)


@given(costly(), st.data())
def test_all_within_a_bound_are_those_of_brute_force(case, data):
    problem, truth = case
    costs = [cost for cost, _ in truth]
    within = data.draw(st.one_of(exact, st.sampled_from(costs)) if costs else exact)
    for dearest in (False, True):
        if dearest:
            answer = problem.maximize(None, within=within)
            expected = [each for each in truth if each[0] >= within]
        else:
            answer = problem.minimize(None, within=within)
            expected = [each for each in truth if each[0] <= within]
        if isinstance(answer, xc.Impossible):
            assert not truth
            continue
        assert answer.complete
        assert {(s.cost, s._numbers) for s in answer.solutions} == set(expected)
        assert list(answer.costs) == sorted(answer.costs, reverse=dearest)
        some = (problem.maximize if dearest else problem.minimize)(2, within=within)
        assert len(some.solutions) == min(2, len(expected))


@given(costly(costs=whole), st.integers(0, 20))
def test_a_stopped_search_claims_no_more_than_it_proved(case, nodes):
    problem, truth = case
    for answer, sign in ((problem.minimize(nodes=nodes), 1), (problem.maximize(nodes=nodes), -1)):
        if isinstance(answer, xc.Impossible):
            assert not truth
            continue
        if not truth:
            assert answer.stopped == "nodes"
            continue
        best = truth[0 if sign == 1 else -1][0]
        assert sign * answer.bound <= sign * best
        if answer.complete:
            assert answer.cost == best
        else:
            assert answer.stopped == "nodes"
            assert answer.cost is None or sign * answer.cost >= sign * best
            assert answer.gap is None or answer.gap == abs(answer.cost - answer.bound)


# -- known answers -------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("most", [1_000, 10**6])
def test_an_assignment_of_200_by_200_is_solved_to_optimality(most):
    optimize = pytest.importorskip("scipy.optimize")
    problem, costs = assignment(200, most, most)
    rows, columns = optimize.linear_sum_assignment(costs)
    answer = problem.minimize()
    assert answer.complete
    assert answer.cost == sum(costs[r][c] for r, c in zip(rows, columns, strict=True))
    rows, columns = optimize.linear_sum_assignment(costs, maximize=True)
    assert problem.maximize().cost == sum(costs[r][c] for r, c in zip(rows, columns, strict=True))


def test_a_packing_is_decided_item_by_item():
    draw = random.Random(1)
    sets = {k: draw.sample(range(60), draw.randint(2, 6)) for k in range(600)}
    worth = {k: draw.randint(5, 60) for k in sets}
    problem = xc.Problem(
        range(60), sets, multiplicity=dict.fromkeys(range(60), (0, 1)), costs=worth
    )
    best = problem.maximize(nodes=50_000)
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


def test_eight_queens_by_listing_them_all():
    problem = queens(8, 5)
    listed = sorted(solution.cost for solution in problem.solutions())
    assert list(problem.minimize(92).costs) == listed
    assert problem.minimize(200).costs == tuple(listed)
    assert problem.maximize().cost == listed[-1]


# -- costs as they are stated --------------------------------------------------------------------


def test_costs_come_back_exactly_as_whole_numbers_or_fractions():
    options = {"A": "a", "B": "b", "C": "ab"}
    costs = {"A": Fraction(1, 3), "B": Decimal("0.1"), "C": 1}
    problem = xc.Problem("ab", options, costs=costs)
    answer = problem.minimize(2)
    assert answer.costs == (Fraction(13, 30), 1)
    assert isinstance(answer.costs[1], int)
    assert problem.costs == {"A": Fraction(1, 3), "B": Fraction(1, 10), "C": 1}
    in_options = [xc.Option(name, items, costs[name]) for name, items in options.items()]
    assert xc.Problem("ab", in_options).minimize().cost == Fraction(13, 30)


def test_floats_are_refused_unless_they_will_do():
    options = {"A": "a", "B": "a"}
    refused = xc.Problem("a", options, costs={"A": 0.1})
    with pytest.raises(xc.BadCost, match=r"option 'A': 0\.1; expected .* inexact=True"):
        refused.minimize()
    allowed = xc.Problem("a", options, costs={"A": 0.1, "B": 0.25}, inexact=True)
    assert allowed.minimize(2).costs == (0.1, 0.25)
    assert isinstance(allowed.minimize().cost, float)
    with pytest.raises(xc.BudgetError, match=r"within=0\.5"):
        xc.Problem("a", options, costs={"A": 1}).minimize(within=0.5)


@pytest.mark.parametrize(
    ("cost", "expected"),
    [
        (float("nan"), "finite"),
        (float("inf"), "finite"),
        (Decimal("NaN"), "finite"),
        ("3", "a whole number"),
        (True, "a whole number"),
        (1j, "a whole number"),
    ],
)
def test_a_cost_that_is_no_number_is_a_fault(cost, expected):
    problem = xc.Problem("a", {"A": "a"}, costs={"A": cost}, inexact=True)
    with pytest.raises(xc.BadCost, match=f"option 'A': .*expected {expected}|finite"):
        problem.minimize()


def test_costs_for_no_option_or_stated_twice_are_faults():
    unknown = xc.Problem("a", {"Ann": "a"}, costs={"Anne": 1})
    assert "perhaps 'Ann'" in str(unknown.check().faults[0])
    twice = xc.Problem("a", [xc.Option("A", "a", 1)], costs={"A": 2})
    assert "1 and 2; expected it once" in str(twice.check().faults[0])
    with pytest.raises(TypeError, match="expected one for each, or a mapping, option -> cost"):
        xc.Problem("a", {"A": "a"}, costs=[1, 2])


@pytest.mark.parametrize("wrong", [{"k": 0}, {"k": -1}, {"k": 1.5}, {"within": "x"}])
def test_questions_that_make_no_sense_are_refused(wrong):
    with pytest.raises(xc.BudgetError):
        xc.Problem("a", {"A": "a"}, costs={"A": 1}).minimize(**wrong)


@given(multiples(), st.integers(1, 6), st.data())
def test_items_that_may_stay_open_are_packed_as_brute_force_does(statement, k, data):
    multiplicity = {item: (0, data.draw(st.integers(1, 3))) for item in statement.primary}
    options = statement.options
    worth = {name: data.draw(st.integers(0, 20)) for name in range(len(options))}
    problem = xc.Problem(
        statement.primary,
        options,
        secondary=statement.secondary,
        multiplicity=multiplicity,
        repeat=statement.repeat,
        costs=worth,
    )
    listed = sorted((solution.cost for solution in problem.solutions()), reverse=True)
    best = problem.maximize(k)
    assert best.complete
    assert list(best.costs) == listed[:k]


def test_decimals_come_back_as_decimals_and_costs_may_be_a_list():
    problem = xc.Problem("ab", ["a", "b", "ab"], costs=[Decimal("1.10"), Decimal("1.1"), 3])
    assert str(problem.minimize().cost) == "2.2"
    assert problem.minimize(2).costs == (Decimal("2.2"), 3)
    assert problem.minimize(2, nodes=0).gap is None
    assert problem.costs == {0: Decimal("1.1"), 1: Decimal("1.1"), 2: 3}


def test_all_solutions_by_their_costs():
    problem = xc.Problem("ab", ["a", "b", "ab"], costs=[1, 5, 2])
    assert problem.minimize(None).costs == (2, 6)


def test_with_floats_whole_sums_stay_whole_beyond_what_a_float_holds():
    problem = xc.Problem("ab", ["a", "b"], costs=[2**60 + 1, 1.0], inexact=True)
    assert problem.minimize().cost == 2**60 + 2
    assert xc.Problem("a", ["a"], costs=[2**53 + 1], inexact=True).costs == {0: 2**53 + 1}


@pytest.mark.parametrize(
    ("cost", "expected"),
    [
        (10**1000 + 1, "no more than 1,000 digits"),
        (10**5000, "no more than 1,000 digits"),
        (Fraction(1, 10**1000 + 1), "no more than 1,000 digits"),
        (Decimal("1E-99999999"), "no more than 1,000 digits"),
        (Decimal("1E+99999999"), "no more than 1,000 digits"),
        (Decimal("sNaN"), "finite"),
        (float("inf"), "finite"),
    ],
    ids=["digits", "many digits", "denominator", "tiny", "huge", "sNaN", "inf"],
)
def test_a_cost_too_long_to_be_summed_and_written_is_a_fault(cost, expected):
    problem = xc.Problem("a", {"A": "a"}, costs={"A": cost})
    with pytest.raises(xc.BadCost, match=expected):
        problem.minimize()
    with pytest.raises(xc.BudgetError, match=expected):
        xc.Problem("a", {"A": "a"}, costs={"A": 1}).minimize(within=cost)


def test_costs_without_a_common_denominator_of_reasonable_size_are_a_fault():
    costs = [Fraction(1, 10**600 + 1), Fraction(1, 10**600 + 3)]
    (fault,) = xc.Problem("ab", ["a", "b"], costs=costs).check().faults
    assert "no more than 1,000 digits in the common denominator" in str(fault)


def test_large_decimals_are_costs_like_any_other():
    problem = xc.Problem("a", {"A": "a"}, costs={"A": Decimal("1E+309")})
    assert problem.minimize().cost == 10**309


def test_where_a_table_of_clashes_is_too_large_the_linear_programs_prove_the_answer(monkeypatch):
    problem = queens(8, 3)
    costs = problem.minimize(5).costs
    monkeypatch.setattr("exactcover.engines.choose._TABLE_BYTES_ASKED", 100)
    assert problem.minimize(5).costs == costs
    assert problem.minimize(5).complete


def test_without_costs_every_solution_is_as_good():
    problem = xc.Problem("ab", {"A": "a", "B": "b", "C": "ab"})
    answer = problem.minimize(5)
    assert answer.costs == (0, 0)
    assert problem.costs == {}
    assert problem.first().cost == 0


def test_nothing_so_cheap_is_an_answer_and_not_an_impossibility():
    problem = xc.Problem("a", {"A": "a"}, costs={"A": 5})
    answer = problem.minimize(within=4)
    assert not answer
    assert answer.complete
    assert (answer.solutions, answer.cost, answer.gap) == ((), None, None)
    assert str(answer) == "no solution within the bound"


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
    assert "bound" in str(problem.minimize(nodes=1))


def test_ctrl_c_gives_the_best_so_far():
    problem = queens(40, 1)
    seen = []

    def press(progress):
        seen.append(progress)
        if progress.bound:  # before, nothing is known
            raise KeyboardInterrupt

    with pytest.raises(xc.Interrupted) as caught:
        problem.minimize(progress=press, seconds=20)
    assert seen
    assert caught.value.partial.stopped == "interrupt"
    assert caught.value.partial.bound > 0
    with pytest.raises(TypeError):
        problem.minimize(progress=3)


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


@given(costly(costs=whole), st.sampled_from([1, 3, None]), st.booleans())
def test_wherever_it_is_stopped_the_best_so_far_is_given_and_the_bound_holds(case, k, interrupt):
    problem, truth = case
    best = min((cost for cost, _ in truth), default=0)
    for last in range(100):
        ticks = iter(range(last))

        def tick(deadline, ticks=ticks):
            if next(ticks, None) is None:
                raise KeyboardInterrupt if interrupt else OUT_OF_TIME

        stopped = "interrupt" if interrupt else "seconds"
        with patch.object(xc.Deadline, "tick", tick):
            try:
                answer = problem.minimize(k)
            except xc.Interrupted as interruption:
                answer = interruption.partial
        if isinstance(answer, xc.Impossible):
            assert not truth
            break
        assert {(s.cost, s._numbers) for s in answer.solutions} <= set(truth)
        assert list(answer.costs) == sorted(answer.costs)
        assert not truth or answer.bound <= best
        if answer.complete:
            assert list(answer.costs) == [cost for cost, _ in truth][:k]
            break
        assert answer.stopped == stopped


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
    problem, costs = assignment(30, 1, 1_000)
    relaxation = Relaxation(problem._model.compiled, [cost for row in costs for cost in row])
    program = LinearProgram(relaxation)
    bounds = []
    for _ in range(20):
        program.solve(lambda: None, None, pivots=2)
        bounds.append(program.prove())
    assert bounds[0] < bounds[-1] <= relaxation.in_units(problem.minimize().cost)


@pytest.mark.parametrize("ask", [queens(30, 1).minimize, packing(200, 1_000, 1).maximize])
def test_a_budget_of_seconds_is_kept_where_nodes_are_slow(ask):
    clock, run = [0.0], Search.run

    def slow(search, budget, nodes):
        before = search.nodes
        found = run(search, budget, nodes)
        clock[0] += 0.01 * (search.nodes - before)
        return found

    fake = SimpleNamespace(monotonic=lambda: clock[0])
    with (
        patch.object(Search, "run", slow),
        patch("exactcover.common.deadline.time", fake),
        patch("exactcover.optimization.optimum.time", fake),
        patch("exactcover.optimization.branch_and_bound.time", fake),
        patch("exactcover.optimization.deepening.time", fake),
    ):
        answer = ask(seconds=0.5)
    assert answer.stopped == "seconds"
    assert clock[0] < 1


def test_nothing_within_a_bound_found_while_looking_for_any_is_proven():
    problem = xc.Problem("ab", ["a", "b", "ab"], costs=[1, 5, 2])
    cheap = problem.minimize(within=1)
    assert (cheap.complete, cheap.solutions, cheap.bound) == (True, (), 2)
    dear = problem.maximize(within=7)
    assert (dear.complete, dear.solutions, dear.bound) == (True, (), 6)


def test_a_bound_on_the_cost_may_be_a_float_where_costs_may():
    options, costs = {"A": [1], "B": [2], "C": [1, 2]}, {"A": 1, "B": 2, "C": 5}
    allowed = xc.Problem([1, 2], options, costs=costs, inexact=True)
    assert allowed.minimize(within=4.5).cost == 3
    assert not allowed.minimize(within=0.33)
    with pytest.raises(xc.BudgetError, match=r"within=0\.33.*inexact=True, if floats will do"):
        xc.Problem([1, 2], options, costs=costs).minimize(within=0.33)
