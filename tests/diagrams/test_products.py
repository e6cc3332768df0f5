"""Diagrams with products, with cases, and with several edges of one option, against plain sets."""

from __future__ import annotations

import itertools
import random
import xml.etree.ElementTree as ET
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover.diagrams.export import variable_names
from exactcover.diagrams.graph import Graph
from exactcover.diagrams.zdd import ZDD
from exactcover.kernels.graphs.graphs import CASES, PRODUCT
from tests.diagrams.random_graphs import random_zdd
from tests.instances import dominoes, langford
from tests.interrupting import takes_at_most

seeds = st.integers(0, 2**32)


def check(zdd, family):
    """Every question about a diagram, answered by the set of its solutions."""
    names = zdd._model.option_names
    listed = list(zdd)
    bags = [solution._numbers for solution in listed]
    assert len(set(bags)) == len(bags) == zdd.count() == len(zdd)
    assert set(bags) == family
    assert bool(zdd) == bool(family)
    for place, solution in enumerate(listed):
        assert zdd.unrank(place) == solution
        assert zdd.rank(solution.options) == place
    assert zdd.option_counts() == {
        name: sum(k in bag for bag in bags) for k, name in enumerate(names)
    }
    assert zdd.sizes() == dict(sorted(Counter(map(len, bags)).items()))
    assert zdd.count_by_cost() == dict(sorted(Counter(each.cost for each in listed).items()))
    by_cost = sorted(listed, key=lambda solution: solution.cost)
    assert zdd.cheapest(len(bags) + 1) == by_cost
    assert zdd.cheapest(3) == by_cost[:3]
    assert zdd.dearest(len(bags)) == sorted(listed, key=lambda solution: -solution.cost)
    assert zdd.minimum() == (by_cost[0] if listed else None)
    assert all(drawn in listed for drawn in (zdd.sample(3, seed=1) if listed else []))


def part_of(zdd, family, draw):
    """Some solutions of a diagram, by options and by what was found so far."""
    for _ in range(draw.randint(0, 3)):
        option = draw.randrange(len(zdd._model.option_names))
        if draw.random() < 0.5:
            zdd = zdd.with_option(zdd._model.option_names[option])
            family = {bag for bag in family if option in bag}
        else:
            zdd = zdd.without_option(zdd._model.option_names[option])
            family = {bag for bag in family if option not in bag}
    return zdd, set(family)


@given(seeds, st.booleans())
def test_random_graphs_answer_as_sets_do(seed, repeat):
    check(*random_zdd(seed, repeat))


@given(seeds, st.booleans())
def test_parts_hold_the_solutions_with_or_without_an_option_in_the_same_order(seed, repeat):
    zdd, family = random_zdd(seed, repeat)
    part, kept = part_of(zdd, family, random.Random(seed))
    check(part, kept)
    assert [each for each in zdd if each._numbers in kept] == list(part)


@given(seeds, st.booleans())
def test_what_is_merged_can_be_merged_again(seed, repeat):
    zdd, family = random_zdd(seed, repeat)
    draw = random.Random(seed)
    known = [part_of(zdd, family, draw) for _ in range(3)]
    for _ in range(4):
        (one, ones), (two, twos) = draw.choices(known, k=2)
        operation = draw.choice("&|-")
        merged, truth = {
            "&": (one & two, ones & twos),
            "|": (one | two, ones | twos),
            "-": (one - two, ones - twos),
        }[operation]
        check(merged, truth)
        assert (one == two) == (ones == twos)
        known += [(merged, truth), part_of(merged, truth, draw)]


@pytest.mark.parametrize(
    "threshold", [("merge.FIRST_PLACES", 2), ("sums._SHORT", 0), ("sums._SLICE", 1)]
)
def test_small_rooms_and_other_ways_give_the_same(monkeypatch, threshold):
    monkeypatch.setattr(f"exactcover.diagrams.{threshold[0]}", threshold[1])
    for seed in range(40):
        zdd, family = random_zdd(seed, seed % 2 == 1)
        draw = random.Random(seed)
        (one, ones), (two, twos) = (part_of(zdd, family, draw) for _ in range(2))
        check(one | two, ones | twos)
        check((one | two) - (one & two), ones ^ twos)


def test_a_merge_that_needs_too_much_memory_is_given_up(monkeypatch):
    zdd = dominoes(6, 6).zdd()
    one, two = zdd.with_option(0), zdd.without_option(9)
    monkeypatch.setattr("exactcover.diagrams.merge.MEMORY", 0)
    monkeypatch.setattr("exactcover.diagrams.merge.FIRST_PLACES", 2)
    with pytest.raises(xc.DiagramTooLarge):
        one | two


def test_products_cases_and_equal_labels_are_among_the_random_graphs():
    kinds = Counter()
    for seed in range(60):
        zdd, family = random_zdd(seed, seed % 2 == 1)
        draw = random.Random(seed)
        (one, _), (two, _) = (part_of(zdd, family, draw) for _ in range(2))
        for graph in (zdd._graph, (one | two)._graph, (zdd - (one & two))._graph):
            for node in range(1, graph.n_nodes):
                labels = [option for option, _ in graph.edges(node)]
                kinds["product"] += labels[0] == PRODUCT
                kinds["cases"] += labels[0] == CASES
                kinds["equal"] += labels[0] > PRODUCT and len(set(labels)) < len(labels)
    assert min(kinds["product"], kinds["cases"], kinds["equal"]) > 20


@given(seeds, st.booleans())
def test_no_other_bag_of_options_has_a_rank(seed, repeat):
    zdd, family = random_zdd(seed, repeat, options=5)
    draw = random.Random(seed)
    for _ in range(20):
        bag = tuple(sorted(draw.choices(range(5), k=draw.randint(0, 5))))
        if not repeat:
            bag = tuple(sorted(set(bag)))
        names = [f"option {k}" for k in bag]
        if bag in family:
            assert zdd.unrank(zdd.rank(names))._numbers == bag
        else:
            with pytest.raises(ValueError, match="is no solution"):
                zdd.rank(names)


@given(seeds)
def test_sums_of_any_size_are_the_same_by_every_way(seed):
    zdd, family = random_zdd(seed)
    for unit in (1, 10**6, 10**25):
        costs = [unit * draw for draw in random.Random(seed).sample(range(-9, 9), 7)]
        statement = xc.Problem(
            "a", {f"option {k}": "a" for k in range(7)}, multiplicity={"a": (0, None)}, costs=costs
        )._statement
        costly = ZDD(statement, zdd._graph)
        by_bag = {bag: sum(costs[k] for k in bag) for bag in family}
        assert costly.count_by_cost() == dict(sorted(Counter(by_bag.values()).items()))
        listed = list(costly)
        assert costly.cheapest(9) == sorted(listed, key=lambda each: each.cost)[:9]
        assert costly.dearest(9) == sorted(listed, key=lambda each: -each.cost)[:9]


@given(seeds, st.booleans())
def test_a_part_with_products_is_loaded_as_it_was_saved(tmp_path_factory, seed, repeat):
    path = tmp_path_factory.getbasetemp() / "products.zdd"
    zdd, family = random_zdd(seed, repeat)
    draw = random.Random(seed)
    (one, ones), (two, twos) = (part_of(zdd, family, draw) for _ in range(2))
    merged = one | two
    merged.save(path)
    loaded = ZDD._load(zdd._statement, path)
    assert list(loaded) == list(merged)
    assert loaded == merged
    check(loaded - one, twos - ones)
    check(zdd - loaded, set(family) - ones - twos)


@given(seeds)
def test_a_part_with_wrong_places_is_refused(tmp_path_factory, seed):
    path = tmp_path_factory.getbasetemp() / "products.zdd"
    zdd, family = random_zdd(seed)
    draw = random.Random(seed)
    (one, _), (two, _) = (part_of(zdd, family, draw) for _ in range(2))
    merged = one | two
    graph = merged._graph
    if merged._origin is graph or graph.root < 1:
        return
    wrong = graph.places.copy()
    wrong[draw.randrange(len(wrong))] += draw.choice([-1, 1])
    merged._graph = Graph(*graph.arrays, graph.root, wrong)
    merged.save(path)
    with pytest.raises(xc.FileFault, match="no part of what it was filtered out of"):
        ZDD._load(zdd._statement, path)


@given(seeds)
def test_other_programs_get_the_joined_sets(seed):
    pytest.importorskip("dd")
    pytest.importorskip("graphillion")
    zdd, family = random_zdd(seed)
    draw = random.Random(seed)
    (one, ones), (two, twos) = (part_of(zdd, family, draw) for _ in range(2))
    names = zdd._model.option_names
    texts = variable_names(names)
    for diagram, bags in ((zdd, set(family)), (one | two, ones | twos)):
        truth = {frozenset(bag) for bag in bags}
        function = diagram.to_dd()
        found = function.bdd.pick_iter(function, care_vars=texts)
        assert {
            frozenset(k for k, text in enumerate(texts) if each[text]) for each in found
        } == truth
        sets = diagram.to_graphillion()
        assert {frozenset(map(names.index, each)) for each in sets} == truth
        assert sets.len() == len(truth)


# -- what is built from problems -------------------------------------------------------------------


def apart(*problems):
    """The diagram of problems beside each other, as a product of their diagrams."""
    items = [(number, item) for number, each in enumerate(problems) for item in each.primary]
    options = [
        [(number, item) for item in each.items_of(option)]
        for number, each in enumerate(problems)
        for option in each.options
    ]
    edges, roots, before = [[]], [], 0
    for each in problems:
        graph, first = each.zdd()._graph, len(edges) - 1
        for node in range(1, graph.n_nodes):
            edges.append(
                [
                    (option if option < 0 else option + before, child and child + first)
                    for option, child in graph.edges(node)
                ]
            )
        roots.append(len(edges) - 1)
        before += len(each.options)
    edges.append([(PRODUCT, root) for root in roots])
    option, child = np.array([edge for each in edges for edge in each], np.int32).T
    begin = np.cumsum([0, *map(len, edges)])
    graph = Graph(begin, option.copy(), child.copy(), len(edges) - 1)
    costs = [each.costs[option] for each in problems for option in each.options if each.costs]
    problem = xc.Problem(items, options, costs=costs or None)
    return ZDD(problem._statement, graph, (), "a product")


def test_what_falls_apart_stays_apart():
    together = apart(dominoes(6, 6), langford(7), dominoes(6, 6))
    alone = [dominoes(6, 6).zdd(), langford(7).zdd()]
    assert together.count() == 6728 * 52 * 6728
    assert together.n_nodes < 2 * alone[0].n_nodes + 20 * alone[1].n_nodes
    assert sum(option == PRODUCT for option in together._graph.option) >= 3
    last = together.count() - 1
    assert together.rank(together.unrank(last)) == last


def test_the_last_child_of_a_product_changes_first():
    zdd = apart(dominoes(2, 2), dominoes(2, 3))
    counts = Counter(next(option for option in each.options if option < 4) for each in zdd)
    assert sorted(counts.values()) == [3, 3]
    firsts = [frozenset(each.options) & set(range(4)) for each in zdd]
    assert firsts == [firsts[0]] * 3 + [firsts[3]] * 3


def test_samples_of_a_product_are_uniform():
    zdd = apart(dominoes(2, 3), dominoes(4, 3), dominoes(2, 2))
    assert zdd.count() == 3 * 11 * 2
    observed = Counter(each._numbers for each in zdd.sample(6_600, seed=3))
    assert len(observed) == 66
    # 65 degrees of freedom: 106 is exceeded once in a thousand times; the seed is fixed.
    assert sum((number - 100) ** 2 / 100 for number in observed.values()) < 106


def test_difference_of_products_stays_small():
    zdd = apart(*[dominoes(4, 4)] * 6)
    first = zdd.unrank(zdd.count() // 3)
    part = zdd
    for option in first.options[::8]:
        part = part - part.with_option(option).with_option(first.options[1])
    assert part.count() < zdd.count()
    assert part.n_nodes < 60 * zdd.n_nodes
    assert (zdd - part) | part == zdd
    assert not part & (zdd - part)


def test_counts_by_cost_of_a_product_are_convolved():
    options = {(k, c): [k] for k in range(40) for c in range(2)}
    costs = [
        {name: name[1] for name in options},
        {name: name[1] * (name[0] + 1) for name in options},
    ]
    alone = [xc.Problem(range(40), options, costs=each).count_by_cost() for each in costs]
    expected = Counter()
    for (one, often), (other, as_often) in itertools.product(*(each.items() for each in alone)):
        expected[one + other] += often * as_often
    zdd = apart(*(xc.Problem(range(40), options, costs=each) for each in costs))
    assert zdd._graph.multiplies
    assert zdd.count_by_cost() == expected
    assert zdd.count_by_cost(memory="1MB") == expected


def test_pictures_show_products_and_cases():
    zdd = apart(dominoes(2, 2), dominoes(2, 2))
    options = list(zdd.option_counts())
    either = zdd.with_option(options[0]).with_option(options[4]) | zdd.without_option(options[0])
    assert CASES in either._graph.option
    space = "{http://www.w3.org/2000/svg}"
    texts = [each.text for each in ET.fromstring(either.to_svg()).findall(f"{space}text")]
    assert "×" in texts
    assert "∪" in texts
    dot = either.to_dot()
    assert dot.count("->") == either.n_edges
    assert 'label="×"' in dot
    assert 'label="∪"' in dot


@pytest.mark.compiled
def test_graphs_of_many_levels_are_walked_without_recursion():
    # A product of two chains, each with a fork at its end.
    length = 30_000
    edges = []
    for chain in range(2):
        first = chain * length
        edges += [[(first, 0), (first + 1, 0)]]
        edges += [[(first + k, len(edges) + k - 2)] for k in range(2, length)]
    edges += [[(PRODUCT, length - 1), (PRODUCT, len(edges))]]
    begin = np.cumsum([0, 0, *map(len, edges)])
    pairs = np.array([pair for here in edges for pair in here], np.int32)
    option, child = (np.ascontiguousarray(column) for column in pairs.T)
    graph = Graph(begin, option, child, len(edges))
    problem = xc.Problem(
        "a",
        dict.fromkeys(range(2 * length), "a"),
        multiplicity={"a": (0, None)},
        costs=range(2 * length),
    )
    zdd = ZDD(problem._statement, graph)
    with takes_at_most(20):
        assert zdd.count() == 4
        assert [zdd.rank(zdd.unrank(place)) for place in range(4)] == [0, 1, 2, 3]
        assert zdd.cheapest(4) == list(zdd)
        assert zdd.sizes() == {2 * (length - 1): 4}
        one, two = zdd.with_option(0), zdd.without_option(length)
        assert ((one & two).count(), (one | two).count(), (one - two).count()) == (1, 3, 1)
        assert zdd.option_counts()[2] == 4
