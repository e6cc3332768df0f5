"""Propagation removes only what it may, all that its rules allow, and says why."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover.arrays import compiled, core
from exactcover.engines.reference import ReferenceSearch
from exactcover.propagation import propagator
from exactcover.propagation import reduce as reduction_module
from exactcover.propagation.propagator import Propagator
from tests.instances import langford, path_of_dominoes, pentominoes
from tests.strategies import Statement, bags, brute_force, multiples, statements


def clash(statement: Statement, one: int, other: int) -> bool:
    """Whether two different options cannot be chosen together."""
    first, second = statement.options[one], statement.options[other]
    shared = first.keys() & second.keys()
    return any(
        item in statement.primary or first[item] is None or first[item] != second[item]
        for item in shared
    )


def closure(statement: Statement) -> set[int] | None:
    """The options left by the rule as the issue states it, played naively; None if impossible."""
    primary = set(statement.primary)
    live = {k for k, option in enumerate(statement.options) if primary & option.keys()}
    while True:
        options_of = {
            item: {k for k in live if item in statement.options[k]} for item in statement.primary
        }
        if not all(options_of.values()):
            return None
        starving = {
            k
            for k in live
            for item, rivals in options_of.items()
            if item not in statement.options[k]
            and all(clash(statement, k, rival) for rival in rivals)
        }
        if not starving:
            return live
        live -= starving


@given(statements(most_options=14), st.booleans())
def test_exactly_the_options_of_the_naive_fixed_point_are_left(statement, kernels):
    reduction = reduction_module.reduce_statement(statement.problem()._statement, kernels=kernels)
    assert reduction.complete
    left = closure(statement)
    if left is None:
        assert reduction.impossible is not None
        assert not brute_force(statement)
    else:
        assert reduction.impossible is None
        choosable = {k for k, flag in enumerate(statement.problem()._model.choosable) if flag}
        assert set(reduction.removed) == choosable - left


@given(statements(most_options=14))
def test_plain_python_and_the_compiled_loops_agree_and_can_take_turns(statement):
    problem = statement.problem()
    alone = reduction_module.reduce_statement(problem._statement, kernels=False)
    state = Propagator(problem._model.compiled, problem._statement.live(), ())
    status = 1
    for turn in range(10_000):
        status, _ = state.run(2, 5, compiled=turn > 20)
        if status != 1:
            break
    assert status != 1
    if alone.impossible is None:
        assert state.left() == (alone._live, alone._settled)
        assert state.forced == alone._in_order
    else:
        assert status == 2


@given(statements(most_options=14), st.integers(0, 3))
def test_playing_the_rules_by_words_leaves_the_same_options(statement, n_given):
    problem = statement.problem()
    choosable = [k for k, flag in enumerate(problem._model.choosable) if flag]
    problem = problem.given(*choosable[:n_given])
    alone = reduction_module.reduce_statement(problem._statement, kernels=False)
    live, forced = problem._statement.live(), problem._statement.given
    state = Propagator(problem._model.compiled, live, forced)
    status = 1
    while status == 1:
        status, _ = state.run_by_words(2, 10**9)
    if alone.impossible is None:
        assert status == 0
        assert sorted(state.forced) == list(alone._taken)
        assert state.left() == (alone._live, alone._settled)
        names = problem._model.item_names
        for option, (item, rival) in enumerate(zip(state.why_item, state.why_option, strict=True)):
            if item >= 0 and rival < 0:
                assert names[item] in statement.primary
                assert names[item] not in statement.options[option]
    else:
        assert status in (2, 3)


@pytest.mark.parametrize("problem", [pentominoes(6, 10), pentominoes(4, 15)])
def test_by_words_or_along_the_nodes_a_large_problem_is_reduced_alike(problem, monkeypatch):
    by_words = problem.reduce()
    monkeypatch.setattr(propagator, "_MOST_LOOKS", 0)
    along = problem.given().reduce()  # which remembers nothing
    assert set(by_words.removed) == set(along.removed)
    assert by_words.work < along.work


@given(statements(most_options=14))
def test_what_is_forced_is_in_every_solution_and_what_is_removed_in_none(statement):
    reduction = statement.problem().reduce()
    truth = brute_force(statement)
    for solution in truth:
        assert set(reduction.forced) <= solution
        assert not set(reduction.removed) & solution
    if reduction.impossible is not None:
        assert not truth
    else:
        assert statement.problem().reduced().count(reduce=False) == len(truth)


@given(statements(most_options=14))
def test_each_reason_is_true_of_the_option_it_is_given_for(statement):
    reduction = statement.problem().reduce()
    for option, reason in reduction.removed.items():
        if reason.clashes:
            assert reason.option in reduction.forced
            assert clash(statement, option, reason.option)
            assert reason.item in statement.options[option]
            assert not reason.never
            assert "which is forced" in str(reason)
        else:
            assert reason.item in statement.primary
            assert reason.item not in statement.options[option]
            assert str(reason) == f"would leave item {reason.item!r} without any option"


@pytest.mark.parametrize("kernels", [True, False])
def test_an_item_without_options_is_told_whether_it_ever_had_any(kernels):
    def reason(problem):
        reduction = reduction_module.reduce_statement(problem._statement, kernels=kernels)
        return reduction.impossible.reason

    assert reason(xc.Problem("ab", {1: "a"})) == "item 'b' is in no option"
    both = xc.Problem("a", {1: "a"}).given(1).without(1)
    assert reason(both) == "option 1 is given and forbidden"
    triangle = xc.Problem("abc", {1: "ab", 2: "bc", 3: "ac"})
    assert reason(triangle).startswith("propagation leaves no option for item ")
    path = xc.Problem("abc", {1: "ab", 2: "bc", 3: "c"})
    for stated in (path.given(2), path.without(1)):
        assert reason(stated) == "what is given and forbidden leaves no option for item 'a'"


def test_what_propagation_removed_is_not_called_forbidden():
    # B is forbidden. Then A is forced, and C, which clashes with A, is all that r has.
    problem = xc.Problem("pqr", {"A": "pq", "B": "p", "C": "qr"})
    assert problem.without("B").first().reason == "propagation leaves no option for item 'r'"
    assert problem.given("A").first().reason == (
        "what is given and forbidden leaves no option for item 'r'"
    )


def test_a_chain_of_forced_moves_takes_linear_work():
    short = path_of_dominoes(1_000).reduce()
    long = path_of_dominoes(10_000).reduce()
    assert len(long.forced) == 5_000
    assert long.left == 0
    assert long.work < 12 * short.work


def test_propagation_reports_in_words():
    reduction = xc.Problem("abc", {1: "ab", 2: "bc", 3: "c"}).reduce()
    assert str(reduction) == "1 option removed, 2 forced, 0 left to choose among"
    assert reduction.forced == (1, 3)
    assert str(reduction.removed[2]) == ("clashes on item 'b' with option 1, which is forced")
    impossible = xc.Problem("abc", {1: "ab", 2: "bc"}).reduce()
    assert impossible.impossible.item in "ac"
    assert str(impossible).startswith("impossible: ")


def solutions_left(reduction) -> list[frozenset[int]]:
    """The solutions of what propagation left, by the plain engine, in numbers of the problem."""
    if reduction.impossible is not None:
        return []
    search, numbers = ReferenceSearch(reduction.core.compiled), reduction.core.options
    found = search.collect(10**9, 10**9)
    return [frozenset((*reduction._taken, *[numbers[k] for k in options])) for options in found]


#: How propagation is played: in plain Python, or compiled along the nodes or by words; the last of
#: these and ``large`` make small problems take the ways of large ones.
FORMS = {
    "plain": {"kernels": False},
    "plain, large": {"kernels": False, "large": True},
    "along the nodes": {"kernels": True, "large": True, "looks": 0},
    "by words": {"kernels": True, "large": True},
    "handed over to the compiled loops": {"kernels": True, "plain_work": 3},
}


@contextmanager
def played(form: str) -> Iterator[bool]:
    """Small problems take one of :data:`FORMS`, in steps of a few nodes; whether it is compiled."""
    ways = FORMS[form]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reduction_module, "_PLAIN_STEP", 2)
        patch.setattr(reduction_module, "_COMPILED_STEP", 2)
        patch.setattr(reduction_module, "_PLAIN_WORK", ways.get("plain_work", 10**9))
        if ways.get("large"):
            patch.setattr(compiled, "SMALL_ENTRIES", -1)
        if "looks" in ways:
            patch.setattr(propagator, "_MOST_LOOKS", ways["looks"])
        yield bool(ways["kernels"])


@pytest.mark.parametrize("form", FORMS)
@given(statements(most_options=10), st.integers(0, 3))
def test_stopped_after_any_amount_of_work_it_leaves_the_solutions_of_the_problem(
    form, statement, n_given
):
    problem = statement.problem()
    choosable = [k for k, flag in enumerate(problem._model.choosable) if flag]
    chosen = choosable[::-1][:n_given]
    problem = problem.given(*chosen)
    truth = {solution for solution in brute_force(statement) if set(chosen) <= solution}
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
            assert set(reduction.forced) <= solution
            assert not set(reduction.removed) & solution
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
@given(statements(most_options=10), st.integers(0, 3))
def test_interrupted_at_any_tick_it_leaves_nothing_that_is_used_afterwards(
    form, statement, n_given
):
    problem = statement.problem()
    choosable = [k for k, flag in enumerate(problem._model.choosable) if flag]
    problem = problem.given(*choosable[:n_given])
    truth = {one for one in brute_force(statement) if set(choosable[:n_given]) <= one}
    with played(form) as kernels:
        for left in interrupted(problem, kernels):
            found = left.solutions(engine="auto" if kernels else "reference")
            assert {frozenset(each.options) for each in found} == truth


@pytest.mark.parametrize("form", FORMS)
@given(multiples(), st.integers(0, 2))
def test_with_multiplicities_an_interrupt_leaves_nothing_that_is_used_afterwards(
    form, statement, n_given
):
    problem = statement.problem()
    choosable = [k for k, flag in enumerate(problem._model.choosable) if flag]
    problem = problem.given(*choosable[:n_given])
    truth = {bag for bag in bags(statement) if set(choosable[:n_given]) <= set(bag)}
    with played(form) as kernels:
        for left in interrupted(problem, kernels):
            found = left.solutions(engine="auto" if kernels else "reference")
            assert {each.options for each in found} == truth


def starves(core: compiled.Compiled, option: int) -> bool:
    """Whether choosing an option once more leaves some item fewer options than it needs."""
    options = [dict(core.option(number)) for number in range(core.n_options)]
    full = [item >= core.n_primary or core.high[item] == 1 for item in range(core.n_items)]
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
    for item, low in enumerate(core.low):
        needed = low - (item in options[option])
        if sum(item in other for other in after) < (min(needed, 1) if core.repeat else needed):
            return True
    return False


@given(multiples())
def test_with_multiplicities_nothing_is_left_that_would_starve_an_item(statement):
    reductions = []
    for form in FORMS:
        with played(form) as kernels:
            reduction = reduction_module.reduce_statement(
                statement.problem()._statement, kernels=kernels
            )
            reductions.append(reduction)
            assert reduction.complete
            assert (reduction.impossible is None) == (reductions[0].impossible is None)
            if reduction.impossible is None and reduction.core.compiled.multiple:
                left = reduction.core.compiled
                assert not any(starves(left, option) for option in range(left.n_options))
                assert left.low == reductions[0].core.compiled.low
                assert reduction.core.options == reductions[0].core.options


def test_with_multiplicities_the_reason_says_whether_too_few_options_would_be_left():
    options = {1: "ab", 2: "ac", 3: "a", 4: "bcd", 5: "d", 6: "d"}
    reduction = xc.Problem("abcd", options, multiplicity={"a": 2, "d": (0, 2)}).reduce()
    assert str(reduction.removed[4]) == "would leave item 'a' with too few options"
    one = xc.Problem("abcd", options, multiplicity={"a": (1, 2), "d": (0, 2)}).without(3).reduce()
    assert str(one.removed[4]) == "would leave item 'a' without any option"


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
    monkeypatch.setattr(propagator, "_MOST_LOOKS", 0)
    monkeypatch.setattr(reduction_module, "_WORK_PER_ENTRY", 2)
    monkeypatch.setattr(reduction_module, "_PLAIN_WORK", 2)
    reduction = pentominoes(6, 10).given().reduce()
    assert not reduction.complete
    assert "stopped at the bound" in str(reduction)
    monkeypatch.undo()
    whole = pentominoes(6, 10).given().reduce()
    assert set(reduction.removed) < set(whole.removed)


def steps_of(problem, monkeypatch, **more):
    """The reduction, and its steps: how much work each was allowed, and whether it was compiled."""
    steps = []

    def run(state, rules, work_limit, *, compiled):
        if rules:
            steps.append((work_limit, compiled))
        return step(state, rules, work_limit, compiled=compiled)

    with monkeypatch.context() as patch:
        step = Propagator.run
        patch.setattr(Propagator, "run", run)
        patch.setattr(reduction_module, "_PLAIN_STEP", 100)
        patch.setattr(reduction_module, "_COMPILED_STEP", 1_000)
        patch.setattr(reduction_module, "_PLAIN_WORK", 250)
        return reduction_module.reduce_statement(problem._statement, **more), steps


def test_a_small_problem_is_propagated_in_plain_python_first_and_compiled_when_it_takes_long(
    monkeypatch,
):
    path = path_of_dominoes(100)
    assert path._model.compiled.small
    reduction, steps = steps_of(path, monkeypatch)
    assert reduction.complete
    plain = [step for step in steps if not step[1]]
    assert 1 < len(plain) < 4
    assert steps == [(100, False)] * len(plain) + [(1_000, True)] * (len(steps) - len(plain))
    assert len(steps) > len(plain)
    alone, steps = steps_of(path, monkeypatch, kernels=False)
    assert set(steps) == {(100, False)}
    assert alone._in_order == reduction._in_order


def test_no_step_goes_far_beyond_the_bound_on_the_work(monkeypatch):
    path = path_of_dominoes(100)
    reduction, steps = steps_of(path, monkeypatch, kernels=False, most_work=230)
    assert not reduction.complete
    assert steps[0] == (100, False)
    assert all(0 < limit <= 100 for limit, _ in steps)
    assert steps[-1][0] < 100
    reduction, steps = steps_of(path, monkeypatch, most_work=50)
    assert not reduction.complete
    assert steps[0] == (50, False)


def test_without_the_compiled_loops_less_work_is_done(monkeypatch):
    monkeypatch.setattr(reduction_module, "_MOST_PLAIN_WORK", 150)
    alone, _ = steps_of(path_of_dominoes(100), monkeypatch, kernels=False)
    assert not alone.complete
    with_them, _ = steps_of(path_of_dominoes(100), monkeypatch)
    assert with_them.complete


def test_a_large_problem_is_compiled_from_the_first_step(monkeypatch):
    monkeypatch.setattr(compiled, "SMALL_ENTRIES", 10)
    _, steps = steps_of(path_of_dominoes(100), monkeypatch)
    assert steps[0] == (1_000, True)
    assert all(in_kernel for _, in_kernel in steps)


@given(statements(most_options=8))
def test_what_is_answered_does_not_depend_on_what_was_asked_before(statement):
    def asked(problem: xc.Problem, engines: list[str]) -> list[xc.Solution]:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(reduction_module, "_MOST_PLAIN_WORK", 5)
            patch.setattr(reduction_module, "_PLAIN_WORK", 5)
            for engine in engines[:-1]:
                problem.count(engine=engine)
            return list(problem.solutions(engine=engines[-1]))

    for last in ("reference", "auto"):
        alone = asked(statement.problem(), [last])
        assert asked(statement.problem(), ["reference", "auto", last]) == alone
        assert asked(statement.problem(), ["auto", "reference", last]) == alone


@given(st.one_of(statements(), multiples()))
def test_what_is_left_to_search_holds_nothing_that_is_forced(statement):
    reduction = statement.problem().reduce()
    if reduction.impossible is None:
        left = {reduction._model.option_names[number] for number in reduction.core.options}
        assert not left & set(reduction.removed)
        if not reduction.core.compiled.multiple:  # there one may be taken and taken again
            assert not left & set(reduction.forced)
            assert len(left) == reduction.left


def test_the_count_is_the_same_with_and_without_propagation():
    for problem in (langford(8), pentominoes(3, 20)):
        assert problem.count(reduce=True) == problem.count(reduce=False)


def test_the_reduced_problem_keeps_the_names():
    problem = langford(3)
    reduced = problem.reduced()
    assert list(reduced.solutions()) == list(problem.solutions())


@pytest.mark.parametrize("kernels", [True, False])
def test_given_options_are_taken_before_the_rules_are_played(kernels):
    problem = xc.Problem("abcd", {1: "ab", 2: "cd", 3: "bc", 4: "a", 5: "d"}).given(3)
    reduction = reduction_module.reduce_statement(problem._statement, kernels=kernels)
    assert reduction.forced[0] == 3
    assert set(reduction.forced) == {3, 4, 5}
    only_given = reduction_module.reduce_statement(problem._statement, rules=0, kernels=kernels)
    assert only_given.forced == (3,)
    assert set(only_given.removed) == {1, 2}


@given(statements(most_options=14), st.randoms(use_true_random=False))
def test_both_ways_to_make_a_core_make_the_same(statement, random):
    problem = statement.problem()
    whole = problem._model.compiled
    live = bytearray(flag and random.random() < 0.8 for flag in problem._statement.live())
    settled = bytearray(random.random() < 0.2 for _ in range(whole.n_items))
    for least_uses in (1, 2):
        by_loops = core._cut(whole, live, settled, least_uses)
        by_numpy = core._cut_with_numpy(whole, live, settled, least_uses)
        assert by_loops.options == by_numpy.options
        assert by_loops.items == by_numpy.items
        for field in ("n_primary", "n_items", "starts", "items", "colours"):
            assert getattr(by_loops.compiled, field) == getattr(by_numpy.compiled, field)
