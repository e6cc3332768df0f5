"""Regression tests of ready-made rules, each with the case that revealed a bug."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover.compile import compiles
from exactcover.rules import chain
from tests.instances import dominoes
from tests.interrupting import takes_at_most
from tests.rules.test_stateful import Apart


def strip(n, colours="bw"):
    return xc.Problem(range(n), {(c, k): [c] for c in range(n) for k in colours})


@given(
    line=st.lists(st.integers(0, 2), max_size=6),
    seed=st.integers(0, 1000),
    longest=st.integers(1, 3),
)
def test_items_may_be_read_several_times(line, seed, longest):
    """Beside each other as well: the chain's short cuts named one item twice in an option."""

    def step(state, item, option):
        return (3 * state + seed + item + ord(option[1])) % 4 or None

    def look(option, item):
        return (seed + ord(option[1]) * item) % 3

    row = strip(3)
    for rule in (xc.Automaton(line, 1, step), xc.Runs(line, look, longest)):
        ruled, wanted = row.where(rule), sum(map(rule, row.solutions()))
        for engine in ("reference", "bitset", "cells"):
            assert ruled.count(engine=engine) == wanted
        for option in range(ruled._model.compiled.n_options):
            items = [item for item, _ in ruled._model.compiled.option(option)]
            assert len(set(items)) == len(items)


@given(colours=st.lists(st.integers(0, 9), min_size=1, max_size=3), total=st.integers(0, 4))
def test_colours_that_are_numbers_stay_apart_from_those_of_rules(colours, total, tmp_path_factory):
    options = {
        (c, k): [c, xc.Coloured("s", colours[k % len(colours)])] for c in range(2) for k in range(3)
    }
    problem = xc.Problem(range(2), options, secondary=["s"])
    ruled = problem.where(xc.Total({name: name[1] for name in options}, total))
    path = tmp_path_factory.mktemp("files") / "ruled.json"
    xc.write(ruled, path)
    assert xc.read(path).count() == ruled.count()
    assert len(set(ruled._model.colour_names)) == len(ruled._model.colour_names)
    assert ruled.digest != problem.digest


#: Ready-made rules for a problem with options ``o``, whose numbers are ``k``, and items ``i``.
RULES = {
    "Times": lambda o, k, i: xc.Times([o[0], o[3], o[4]], {0, 2}),
    "Total": lambda o, k, i: xc.Total({o[0]: 1, o[1]: 2, o[2]: 3, o[3]: 4}, {3, 5}),
    "Equal": lambda o, k, i: xc.EqualTotals({o[0]: 1, o[1]: 2}, {o[3]: 1, o[4]: 2}),
    "Runs": lambda o, k, i: xc.Runs(i, lambda option, item: k[option] % 2, 1),
    "Automaton": lambda o, k, i: xc.Automaton(i, 1, lambda s, _, one: (s + k[one]) % 3 or None),
    "Connected": lambda o, k, i: xc.Connected({o[0]: [o[3]], o[3]: [o[0]], o[4]: []}),
}


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_names_that_rules_add_are_never_a_users(rule, tmp_path):
    path = tmp_path / "ruled.json"

    def made(options, items, colours=(0, 0, 1)):
        problem = xc.Problem(
            items,
            {o: [items[k // 3], xc.Coloured("s", colours[k % 3])] for k, o in enumerate(options)},
            secondary="s",
        )
        number = {name: k for k, name in enumerate(options)}
        ruled = problem.where(rule(options, number, items))
        return ruled, sorted(sorted(map(number.get, each)) for each in ruled.solutions())

    plain, wanted = made(range(6), "ab")
    xc.write(plain, path)
    whole = xc.read(path)
    of_items = [name for name in (*whole.primary, *whole.secondary) if "rule" in str(name)]
    of_options = [name for name in whole.options if "rule" in str(name)]
    for name in (*of_items, *of_options):
        with pytest.raises(xc.DistinctFault):
            plain.count(distinct=[name])
        with pytest.raises(xc.UnknownOption):
            plain.given(name)
    more = [f"more {k}" for k in range(6)]
    for names, others in ((of_items, of_options), (of_options, of_items)):
        options, items = [*names, *more][:6], [*others, *more[::-1]][:2]
        ruled, found = made(options, items, ["colour 1", "colour 1", "colour 2"])
        assert found == wanted
        for k, name in enumerate(options):
            assert ruled.count(distinct=[name]) == len({k in each for each in found})
            assert ruled.given(name).count() == sum(k in each for each in found)
        again, _ = made(options, items, ["colour 1", "colour 1", "colour 2"])
        assert pickle.loads(pickle.dumps(ruled)) == ruled == again
        assert ruled.digest == again.digest != plain.digest
        xc.write(ruled, path)
        assert xc.read(path).count() == len(found)


def test_generators_that_are_found_can_be_stated():
    """They named items of rules, which no generator may name."""
    rules = [xc.Times([(c, "b") for c in pair], (1, 2)) for pair in ((0, 1), (2, 3))]
    group = strip(4).where(*rules).symmetry(detect=True)
    assert strip(4).where(*rules).symmetry(*group.generators).order == group.order == 8


def test_a_set_of_one_number_goes_with_a_penalty():
    options = {"A": ["a"], "B": ["a"], "C": ["a"]}
    counts = {
        int(xc.Problem(["a"], options, multiplicity={"a": stated}, penalties={"a": 5}).count())
        for stated in (2, (2, 2), {2}, range(2, 3))
    }
    assert counts == {7}
    gaps = xc.Problem(["a"], options, multiplicity={"a": {0, 2}}, penalties={"a": 5})
    assert isinstance(gaps.check().faults[0], xc.BadPenalty)


def test_ranges_are_not_written_out():
    with takes_at_most(5):
        assert strip(2).where(xc.Times([(0, "b")], range(10**15))).count() == 4
        assert strip(2).where(xc.Total({(0, "b"): 1}, range(10**15))).count() == 4
        assert xc.Problem("a", ["a", "a"], multiplicity={"a": range(10**9)}).count() == 4


@pytest.mark.parametrize("allowed", [2**31, (2**31, None), {10**12}, (-5, -1), -1])
def test_a_number_that_is_never_reached_leaves_no_solution(allowed):
    assert strip(2).where(xc.Times([(0, "b")], allowed)).count() == 0


def test_a_rule_does_not_change_with_its_arguments():
    allowed, weights = {1}, {(0, "b"): 1}
    times, total = xc.Times([(0, "b")], allowed), xc.Total(weights, 1)
    allowed.add(0)
    weights.clear()
    problem = strip(1)
    for rule in (times, total):
        assert problem.where(rule).count() == sum(map(rule, problem.solutions())) == 1


def test_many_places_take_little_time():
    """They were looked through for each of them."""
    problem = strip(20_000)
    with takes_at_most(10):
        problem.where(xc.Total({(c, "b"): 1 for c in range(20_000)}, (None, 1)))
        problem.where(xc.Connected({(c, "b"): [] for c in range(2_000)}))


@pytest.mark.parametrize("states", [50_000, 0])
@pytest.mark.parametrize("most", [0, {0, 2}])
def test_a_reason_names_the_bounds_that_its_rule_has_used(most, states, monkeypatch):
    """Edges at one vertex are neighbours, so the rule leaves out how often it may not be met."""
    monkeypatch.setattr(chain, "_MOST_ALONE", states)
    stated = xc.Problem("ab", {"x": "a", "y": "ab"}, multiplicity={"a": 2, "b": most})
    why = stated.where(xc.Connected({"y": []})).explain()
    assert "a" in why.items
    assert "b" in why.items or "the multiplicity of 'b'" in why.rules
    assert why.problem.count() == 0
    assert len(set(why.rules)) == len(why.rules)


@pytest.mark.parametrize("pairs", [{"a": ["x"], "b": ["c"]}, [("x", "a"), ("b", "c")]])
def test_an_option_whose_only_neighbour_cannot_be_chosen_keeps_the_rule(pairs):
    """``x`` has no primary item. ``a``, named beside it alone, was forgotten."""
    options = {"a": ["p"], "b": ["q"], "c": ["p"], "x": ["s"]}
    problem = xc.Problem("pq", options, secondary="s")
    assert [set(each) for each in problem.where(xc.Connected(pairs)).solutions()] == [{"b", "c"}]


def judge(solution):
    return len(solution) == 2


def test_a_problem_with_functions_is_copied_and_pickled():
    ruled = strip(2).where(judge)
    assert pickle.loads(pickle.dumps(ruled)).count() == copy.deepcopy(ruled).count() == 4
    if compiles():
        ruled = dominoes(3, 4).where(**Apart([(0, 3)]).by_kernels())
        assert copy.deepcopy(ruled).count() == ruled.count()
