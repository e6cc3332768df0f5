"""Ready-made rules let pass what brute force lets pass, by every engine and in every question."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover.rules import chain
from tests.strategies import bags, brute_force, multiples, statements

NUMBERS = st.integers(-3, 3)
ALLOWED = st.one_of(
    st.integers(-2, 4),
    st.tuples(st.none() | st.integers(-3, 3), st.none() | st.integers(-3, 5)).filter(
        lambda pair: None in pair or pair[0] <= pair[1]
    ),
    st.frozensets(st.integers(-3, 5), min_size=1, max_size=4),
)


def allows(allowed, number):
    """Whether a number is allowed, by the words of the documentation."""
    if isinstance(allowed, frozenset):
        return number in allowed
    least, most = allowed if isinstance(allowed, tuple) else (allowed, allowed)
    return (least is None or number >= least) and (most is None or number <= most)


@st.composite
def conditions(draw, statement):
    """A ready-made rule for a problem, and the same rule as a function of a set of options."""
    options = range(len(statement.options))
    some = draw(st.lists(st.sampled_from(options), unique=True)) if options else []
    weights = {option: draw(NUMBERS) for option in some}
    other = {option: draw(NUMBERS) for option in options}
    allowed = draw(ALLOWED)

    def total(weights, chosen):
        return sum(weights.get(option, 0) for option in chosen)

    def connected(chosen):
        """Whether whoever is reached from one of them is all of them."""
        left = set(chosen) & set(some)
        found = [left.pop()] if left else []
        while found:
            one = found.pop()
            near = {other for other in left if {one, other} in edges}
            left -= near
            found += near
        return not left

    pairs = list(itertools.combinations(some, 2))
    chosen = draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    edges = [set(pair) for pair in chosen]
    neighbours = {option: [] for option in some}
    for one, beside in chosen:
        neighbours[one].append(beside)
    once = exact(statement)
    line = draw(st.lists(st.sampled_from(once), unique=True)) if once else []
    seed = draw(st.integers(0, 2**20))

    def step(state, item, option):
        state = hash((seed, state, line.index(item), option)) % 4
        return state or None

    def accept(state):
        return state != 1

    def read(chosen, step, state):
        for item in line:
            (option,) = (each for each in chosen if item in statement.options[each])
            state = step(state, item, option)
            if state is None:
                return None
        return state

    def look(option, item):
        return hash((seed, option, item)) % 2

    def runs(chosen):
        looks = [
            look(option, item)
            for item in line
            for option in chosen
            if item in statement.options[option]
        ]
        return all(len(list(same)) <= longest for _, same in itertools.groupby(looks))

    longest = draw(st.integers(1, 2))
    return draw(st.sampled_from([
        (xc.Times(some, allowed), lambda chosen: allows(allowed, len(set(chosen) & set(some)))),
        (xc.Total(weights, allowed), lambda chosen: allows(allowed, total(weights, chosen))),
        (xc.EqualTotals(weights, other),
         lambda chosen: total(weights, chosen) == total(other, chosen)),
        (xc.DifferentTotals(weights, other),
         lambda chosen: total(weights, chosen) != total(other, chosen)),
        (xc.Connected(neighbours), connected),
        (xc.Automaton(line, 2, step, accept),
         lambda chosen: accept(read(chosen, step, 2) or 1)),
        (xc.Runs(line, look, longest), runs),
    ]))  # fmt: skip


def exact(statement):
    """The primary items that are covered exactly once."""
    bounds = statement.bounds or [(1, 1)] * len(statement.primary)
    return [item for item, each in zip(statement.primary, bounds, strict=True) if each == (1, 1)]


@st.composite
def ruled(draw):
    """A statement, two rules for it, and its solutions that keep them, by brute force."""
    plain = draw(st.booleans())
    statement = draw(statements() if plain else multiples(repeat=False))
    rules = [draw(conditions(statement)) for _ in range(draw(st.integers(1, 2)))]
    every = map(tuple, map(sorted, brute_force(statement))) if plain else bags(statement)
    wanted = sorted(each for each in every if all(keeps(each) for _, keeps in rules))
    return statement, [rule for rule, _ in rules], wanted


@given(
    case=ruled(),
    engine=st.sampled_from(["auto", "reference", "bitset", "cells"]),
    at_once=st.booleans(),
)
def test_every_engine_finds_what_brute_force_finds(case, engine, at_once):
    statement, rules, wanted = case
    problem = statement.problem()
    if at_once:
        problem = problem.where(*rules)
    else:
        for rule in rules:
            problem = problem.where(rule)
    found = [each._numbers for each in problem.solutions(engine=engine)]
    assert sorted(found) == wanted
    assert problem.count(engine=engine) == len(wanted)


@given(case=ruled())
def test_every_question_knows_the_rules(case):
    statement, rules, wanted = case
    problem = statement.problem().where(*rules)
    assert bool(problem.first()) == bool(wanted)
    assert problem.count(method="diagram") == len(wanted)
    diagram = problem.zdd()
    assert sorted(each._numbers for each in diagram) == wanted
    assert all(diagram.unrank(diagram.rank(each)) == each for each in diagram)
    gathered = problem.gather(options=True, listed=None, workers=1)
    assert [each._numbers for each in gathered.listed] == wanted
    assert set(gathered.options) == {option for each in wanted for option in each}
    rows = [row[row >= 0].tolist() for chunk in problem.solutions().chunks() for row in chunk]
    assert sorted(map(tuple, rows)) == wanted
    for each in wanted[:3]:
        others = set(range(len(statement.options))) - set(each)
        assert problem.given(*each).without(*others).is_unique().verdict == "unique"
    judged = problem.where(lambda solution: len(solution) % 2 == 0)
    assert judged.count() == sum(len(each) % 2 == 0 for each in wanted)


@given(case=ruled())
def test_a_rule_judges_solutions_as_well(case):
    statement, rules, wanted = case
    listed = statement.problem().solutions()
    kept = [each._numbers for each in listed if all(rule(each) for rule in rules)]
    assert sorted(kept) == wanted
    assert statement.problem().where(complete=rules[0]).count() >= len(wanted)


@given(case=ruled())
def test_a_reason_names_rules_and_no_parts_of_them(case):
    statement, rules, wanted = case
    problem = statement.problem().where(*rules)
    why = problem.explain()
    assert (why is None) == bool(wanted)
    stated = statement.problem()
    assert problem.options == stated.options
    assert problem.primary + problem.secondary == stated.primary + stated.secondary
    if why is not None:
        assert set(why.items) <= {*stated.primary, *stated.secondary}
        named = [
            rule for rule, words in zip(rules, problem.rules, strict=True) if words in why.rules
        ]
        assert len(named) == len(why.rules)
        assert not stated.where(*named or [xc.Times([], 0)]).first()
    else:
        found = problem.ambiguity() if len(wanted) > 1 else None
        if found:
            assert set(found.shared + found.open + found.never) == set(stated.options)
            assert problem.given(*found.choice).is_unique().verdict == "unique"


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


@given(case=ruled(), data=st.data())
def test_the_cheapest_solutions_keep_the_rules(case, data):
    statement, rules, wanted = case
    costs = [data.draw(st.integers(-5, 5)) for _ in statement.options]
    problem = xc.Problem(
        statement.primary, statement.options, secondary=statement.secondary, costs=costs,
        multiplicity=dict(zip(statement.primary, statement.bounds, strict=False)),
    ).where(*rules)  # fmt: skip
    found = problem.minimize(k=None)
    expected = sorted(sum(costs[option] for option in each) for each in wanted)
    assert [each.cost for each in found.solutions] == expected if wanted else not found
    assert [each.cost for each in problem.solutions_by_cost()] == expected
