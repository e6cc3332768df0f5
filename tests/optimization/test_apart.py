"""Problems that fall apart: the cheapest solutions of the whole are those of its parts."""

from __future__ import annotations

import itertools
import random
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover.optimization import branch_and_bound
from exactcover.optimization.apart import cheapest_of_all
from exactcover.optimization.linear_program import LinearProgram
from tests.interrupting import takes_at_most
from tests.strategies import Statement, bags, multiples, statements


def apart(parts):
    """Several statements as one, no two of which have a common item."""
    bounds = [part.bounds or ((1, 1),) * len(part.primary) for part in parts]
    return Statement(
        tuple(f"{k}{item}" for k, part in enumerate(parts) for item in part.primary),
        tuple(f"{k}{item}" for k, part in enumerate(parts) for item in part.secondary),
        tuple(
            {f"{k}{item}": colour for item, colour in option.items()}
            for k, part in enumerate(parts)
            for option in part.options
        ),
        tuple(itertools.chain(*bounds)),
        any(part.repeat for part in parts),
    )


def partitions(parts, items=40, options=400):
    """Random sets with costs on each of some groups of items, of which each has a partition."""
    draw = random.Random(1)
    groups = []
    for part in range(parts):
        order = draw.sample(range(items), items)
        sets = [order[k : k + 4] for k in range(0, items, 4)]
        sets += [draw.sample(range(items), draw.randint(2, 5)) for _ in range(options - len(sets))]
        costs = [len(each) * draw.randint(50, 150) for each in sets]
        groups.append(
            [
                ([(part, item) for item in each], cost)
                for each, cost in zip(sets, costs, strict=True)
            ]
        )
    return groups


def stated(groups):
    """A problem of groups of (items, cost), in any order."""
    options = list(itertools.chain(*groups))
    random.Random(2).shuffle(options)
    items = sorted({item for each, _ in options for item in each})
    return xc.Problem(items, [each for each, _ in options], costs=[cost for _, cost in options])


@given(
    parts=st.one_of(
        st.lists(statements(most_primary=4, most_secondary=2, most_options=5), max_size=3),
        st.lists(multiples(most_options=5, repeat=False), max_size=2),
        st.lists(multiples(most_options=5, repeat=True), max_size=2),
    ),
    k=st.sampled_from([1, 1, 2, 5, 100]),
    within=st.none() | st.integers(-10, 30),
    costs=st.lists(st.integers(-5, 9), min_size=15, max_size=15),
    reduce=st.booleans(),
    ties=st.booleans(),
)
def test_the_cheapest_solutions_are_those_of_the_brute_force(parts, k, within, costs, reduce, ties):
    whole = apart(parts)
    problem = whole.problem(costs=costs[: len(whole.options)])
    found = sorted(sum(costs[option] for option in bag) for bag in bags(whole))
    with (
        # As if the linear program never chose whole numbers.
        patch.object(branch_and_bound, "NEAR", -1.0),
        patch.object(LinearProgram, "in_whole_numbers", lambda program: None),
    ):
        answer = problem.minimize(k, within=within, reduce=reduce, ties=ties)
        in_order = [each.cost for each in problem.solutions_by_cost()]
    assert in_order == found
    allowed = [cost for cost in found if within is None or cost <= within]
    last = allowed[:k][-1] if allowed else None
    wanted = [cost for cost in allowed if cost <= last] if ties else allowed[:k]
    assert list(getattr(answer, "costs", [])) == wanted
    if found:
        assert answer.complete
        assert len({tuple(sorted(each.options)) for each in answer.solutions}) == len(wanted)


@pytest.mark.parametrize("workers", [None, 2])
@pytest.mark.parametrize("parts", [4, 30])
def test_many_parts_take_hardly_longer_than_each_alone(parts, workers):
    groups = partitions(parts)
    with takes_at_most(4):
        answer = stated(groups).minimize(workers=workers)
    assert answer.complete
    assert answer.cost == sum(stated([group]).minimize().cost for group in groups)


def test_a_part_without_a_solution_ends_the_search():
    triangle = [
        ([(3, 0), (3, 1)], 1),
        ([(3, 1), (3, 2)], 1),
        ([(3, 0), (3, 2)], 1),
    ]
    assert not stated([*partitions(3), triangle]).minimize(reduce=False)


def test_parts_are_searched_within_a_budget_and_from_a_journal(tmp_path):
    problem = stated(partitions(6))
    best, bounds = problem.minimize(), []
    assert problem.minimize(nodes=best.nodes // 2).stopped == "nodes"
    for nodes in (2_000, 5_000, None):
        answer = problem.minimize(nodes=nodes, workers=2, journal=tmp_path / "journal")
        bounds.append(answer.bound)
    assert answer.complete
    assert bounds == sorted(bounds)
    assert (answer.cost, bounds[-1]) == (best.cost, best.cost)


def test_the_cheapest_sums_come_in_order():
    lists = [[(1, (0,)), (4, (1,))], [(0, (2,)), (1, (3,)), (9, (4,))]]
    assert cheapest_of_all(lists, 4, None) == [(1, (0, 2)), (2, (0, 3)), (4, (1, 2)), (5, (1, 3))]
    assert len(cheapest_of_all(lists, None, None)) == 6
    assert [cost for cost, _ in cheapest_of_all(lists, None, 5)] == [1, 2, 4, 5]
    assert cheapest_of_all([*lists, []], 1, None) == []
