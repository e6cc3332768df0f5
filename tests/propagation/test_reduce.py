"""Propagation is sound, removes all that its rules allow, and gives reasons."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover.arrays import compiled
from exactcover.engines.reference import ReferenceSearch
from exactcover.propagation import reduce as reduction_module
from exactcover.propagation.propagator import Propagator
from tests.instances import path_of_dominoes, pentominoes, queens
from tests.strategies import Statement, bags, multiples, statements


def clash(statement: Statement, one: int, other: int) -> bool:
    """Whether two different options cannot be chosen together."""
    first, second = statement.options[one], statement.options[other]
    shared = first.keys() & second.keys()
    return any(
        item in statement.primary or first[item] is None or first[item] != second[item]
        for item in shared
    )


#: How propagation is played: in plain Python, or compiled; ``large`` makes small problems take the
#: ways of large ones.
FORMS = {
    "plain": {"kernels": False},
    "plain, large": {"kernels": False, "large": True},
    "compiled": {"kernels": True, "large": True},
    "handed over to the compiled loops": {"kernels": True, "plain_work": 3},
}


@contextmanager
def played(form: str) -> Iterator[bool]:
    """Small problems take one of :data:`FORMS`, in steps of a few nodes; whether it is compiled."""
    ways = FORMS[form]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Propagator, "_plain_work", 0)
        patch.setattr(reduction_module, "_PLAIN_STEP", 2)
        patch.setattr(reduction_module, "_COMPILED_STEP", 2)
        patch.setattr(reduction_module, "PLAIN_WORK", ways.get("plain_work", 10**9))
        if ways.get("large"):
            patch.setattr(compiled, "SMALL_ENTRIES", -1)
        yield bool(ways["kernels"])


@pytest.mark.parametrize("problem", [pentominoes(6, 10), pentominoes(4, 15)])
def test_compiled_or_in_plain_python_a_large_problem_is_reduced_alike(problem):
    compiled = problem.reduce()
    plain = reduction_module.reduce_statement(problem._statement, kernels=False)
    assert compiled.removed == plain.removed
    assert len(compiled.removed) > 100
    assert compiled.work == plain.work


@pytest.mark.compiled
def test_after_many_small_problems_the_next_is_compiled_and_answered_alike(monkeypatch):
    answers = []
    for work in (0, 10**9):
        monkeypatch.setattr(Propagator, "_plain_work", work)
        problem = queens(6)
        problem = problem.given(problem.options[1])
        found = problem.reduce()
        answers.append((found.removed, found.forced, found.work, problem.trace()))
        assert (Propagator._plain_work == work) is (work > 0)
    assert answers[0] == answers[1]


@given(statements(most_options=14))
def test_each_reason_is_true_of_the_option_it_is_given_for(statement):
    reduction = statement.problem().reduce()
    for option, reason in reduction.removed.items():
        if reason.clashes:
            assert reason.option in reduction.forced
            assert clash(statement, option, reason.option)
            assert reason.item in statement.options[option]
            assert not reason.never
        else:
            assert reason.item in statement.primary
            assert reason.item not in statement.options[option]


def test_a_chain_of_forced_moves_takes_linear_work():
    short = path_of_dominoes(1_000).reduce()
    long = path_of_dominoes(10_000).reduce()
    assert len(long.forced) == 5_000
    assert long.left == 0
    assert long.work < 12 * short.work


def solutions_left(reduction) -> list[tuple[int, ...]]:
    """The solutions of what propagation left, by the plain engine, in numbers of the problem."""
    if reduction.impossible is not None:
        return []
    search, numbers = ReferenceSearch(reduction.core.compiled), reduction.core.options
    found = search.collect(10**9, 10**9)
    return [tuple(sorted((*reduction._taken, *(numbers[k] for k in each)))) for each in found]


def given_some(statement: Statement, number: int) -> tuple[xc.Problem, set[tuple[int, ...]]]:
    """The problem with its last options given, and its solutions."""
    problem = statement.problem()
    chosen = [k for k, flag in enumerate(problem._model.choosable) if flag][::-1][:number]
    truth = {bag for bag in bags(statement) if set(chosen) <= set(bag)}
    return problem.given(*chosen), truth


@pytest.mark.parametrize("form", FORMS)
@given(statements(most_options=10), st.integers(0, 3))
def test_stopped_after_any_amount_of_work_it_leaves_the_solutions_of_the_problem(
    form, statement, n_given
):
    problem, truth = given_some(statement, n_given)
    complete, most_work = False, 0
    while not complete:
        with played(form) as kernels:
            reduction = reduction_module.reduce_statement(
                problem._statement, kernels=kernels, most_work=most_work
            )
            left = solutions_left(reduction)
        assert set(left) == truth
        assert len(left) == len(truth)
        for solution in truth:
            assert set(reduction.forced) <= set(solution)
            assert not set(reduction.removed) & set(solution)
        complete, most_work = reduction.complete, most_work + 1


def interrupted(problem: xc.Problem, kernels: bool) -> Iterator[xc.Problem]:
    """The problem after its propagation was interrupted at the first tick, at the second, ..."""
    for ticks in itertools.count():
        forgetful = problem.given()
        until = iter(range(ticks))

        def tick(until=until) -> None:
            if next(until, None) is None:
                raise KeyboardInterrupt

        try:
            reduction_module.reduction_of(forgetful._statement, True, kernels, tick)
        except KeyboardInterrupt:
            yield forgetful
        else:
            return


@pytest.mark.parametrize("form", FORMS)
@given(statements(most_options=10) | multiples(), st.integers(0, 3))
def test_interrupted_at_any_tick_it_leaves_nothing_that_is_used_afterwards(
    form, statement, n_given
):
    problem, truth = given_some(statement, n_given)
    with played(form) as kernels:
        for left in interrupted(problem, kernels):
            found = left.solutions(engine="auto" if kernels else "reference")
            assert {tuple(sorted(each)) for each in found} == truth


def starves(core: compiled.Compiled, option: int) -> bool:
    """Whether choosing an option once more leaves some item fewer options than it needs."""
    options = [dict(core.option(number)) for number in range(core.n_options)]
    low, high = (core.low, core.high) if core.multiple else ([1] * core.n_primary,) * 2
    full = [item >= core.n_primary or high[item] == 1 for item in range(core.n_items)]
    after = [
        other
        for number, other in enumerate(options)
        if (core.repeat or number != option)
        and not any(
            full[item] and (other[item] == 0 or other[item] != colour)
            for item, colour in options[option].items()
            if item in other
        )
    ]
    for item, least in enumerate(low):
        needed = least - (item in options[option])
        if sum(item in other for other in after) < (min(needed, 1) if core.repeat else needed):
            return True
    return False


@given(statements(most_options=14) | multiples())
def test_nothing_is_left_that_would_starve_an_item_and_all_forms_leave_the_same(statement):
    reductions = []
    for form in FORMS:
        with played(form) as kernels:
            reduction = reduction_module.reduce_statement(
                statement.problem()._statement, kernels=kernels
            )
        reductions.append(reduction)
        assert reduction.complete
        assert (reduction.impossible is None) == (reductions[0].impossible is None)
        if reduction.impossible is not None:
            assert not bags(statement)
            continue
        left, first = reduction.core.compiled, reductions[0].core.compiled
        assert not any(starves(left, option) for option in range(left.n_options))
        assert (left.low, reduction.core.options) == (first.low, reductions[0].core.options)
        assert sorted(reduction.forced) == sorted(reductions[0].forced)


def test_all_given_options_are_taken_however_low_the_bound_on_the_work():
    groups = range(4)
    items = [(group, k) for group in groups for k in range(3)]
    options = {(group, copy): [(group, k) for k in range(3)] for group in groups for copy in "ABCD"}
    problem = xc.Problem(items, options).given(*((group, "B") for group in groups))
    for form in FORMS:
        with played(form) as kernels:
            reduction = reduction_module.reduce_statement(
                problem._statement, kernels=kernels, most_work=0
            )
        assert len(reduction.forced) == len(groups)
        assert reduction.left == 0
    assert problem.count(engine="reference") == 1


def test_the_large_problem_that_stopped_between_two_steps_is_counted_right(monkeypatch):
    # 202 items that a secondary item lets be covered in 203 ways; a chain that forces one option
    # after the other and doubles the work; Y, covered once, in 501 options; and 500 free items. So
    # 203 x 64 solutions. The bound on the work was met when Y was covered and its rivals were live.
    m, chain, rivals, long = 202, 6, 500, 118
    primary = [f"x{j}" for j in range(m)] + [f"h{k}" for k in range(chain + 1)] + ["Y"]
    primary += [f"z{j}" for j in range(rivals)] + [f"q{j}" for j in range(long)]
    options = [o for j in range(m) for o in ((f"x{j}", "D"), (f"x{j}",))]
    options += [(f"h{k - 1}", f"s{k}") for k in range(1, chain + 1)]
    options += [o for k in range(1, chain + 1) for o in [(f"h{k}", f"s{k}")] * 2] + [("Y", "h0")]
    options += [o for j in range(rivals) for o in (("Y", f"z{j}"), (f"z{j}",))]
    options += [tuple(f"q{j}" for j in range(long))]
    secondary = ["D"] + [f"s{k}" for k in range(1, chain + 1)]
    problem = xc.Problem(primary, options, secondary=secondary)
    assert not problem.reduce().complete
    assert problem.count() == problem.count(reduce=False) == (m + 1) * 2**chain


def test_stopping_at_the_bound_on_the_work_is_said(monkeypatch):
    monkeypatch.setattr(reduction_module, "_WORK_PER_ENTRY", 2)
    monkeypatch.setattr(reduction_module, "PLAIN_WORK", 2)
    reduction = pentominoes(6, 10).given().reduce()
    assert not reduction.complete
    assert "stopped at the bound" in str(reduction)
    monkeypatch.undo()
    assert set(reduction.removed) < set(pentominoes(6, 10).given().reduce().removed)


@pytest.mark.parametrize("kernels", [True, False])
def test_given_options_are_taken_before_the_rules_are_played(kernels):
    problem = xc.Problem("abcd", {1: "ab", 2: "cd", 3: "bc", 4: "a", 5: "d"}).given(3)
    reduction = reduction_module.reduce_statement(problem._statement, kernels=kernels)
    assert reduction.forced[0] == 3
    assert set(reduction.forced) == {3, 4, 5}
    only_given = reduction_module.reduce_statement(problem._statement, rules=0, kernels=kernels)
    assert only_given.forced == (3,)
    assert set(only_given.removed) == {1, 2}
