"""Diagrams and their parts."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress
from importlib.util import find_spec

import exactcover as xc
from exactcover.arrays.compiled import Compiled
from exactcover.common.ask import Ask
from exactcover.common.crew import crew
from exactcover.diagrams.build import timed_diagram
from exactcover.diagrams.dense import DenseBuild, suits
from exactcover.diagrams.elimination import Tree, best_tree, path
from exactcover.diagrams.graph import Graph
from exactcover.diagrams.strategies import STRATEGIES
from exactcover.diagrams.tables import TableBuild
from exactcover.diagrams.zdd import ZDD
from exactcover.propagation.reduce import reduction_of
from tests.diagrams.random_trees import any_tree

from ..brute_force import Bag, Case, Truth
from .arguments import an_order, folder
from .checks import Names, holds, refuses, same


def a_tree(compiled: Compiled, draw: random.Random) -> Tree:
    """A path or a tree along which items are settled: a good one, or a random one."""
    good = best_tree(compiled, draw.choice([100, 10**6])) if draw.random() < 0.2 else None
    tree = good or any_tree(compiled, draw)
    # In an odd order a long chain has very many states.
    return tree if tree.states < 12 else path(compiled, range(compiled.n_primary), "a path")


def by_tables(problem: xc.Problem, draw: random.Random, edges: bool) -> xc.ZDD | int:
    """The diagram by tables of states, or the count alone."""
    reduction = reduction_of(problem._statement, draw.random() < 0.8, True, lambda: None)
    if reduction.impossible is not None:
        return ZDD(problem._statement, Graph.without_edges(-1), (), "nothing") if edges else 0
    compiled = reduction.core.compiled
    tree = a_tree(compiled, draw)
    dense = not edges and tree.is_path and suits(compiled) and draw.random() < 0.5
    most = draw.choice([1, 2, 5, 10**6])
    with crew(draw.choice([1, 2])) as helping:
        build = (
            DenseBuild(compiled, tree, 2**30, helping)
            if dense
            else TableBuild(compiled, tree, 2**30, edges, crew=helping)
        )
        while not build.done:
            build.run(most)
    if isinstance(build, DenseBuild) or not edges:
        return build.count()
    rows = reduction.stated_rows()
    return ZDD(problem._statement, build.graph().renamed(rows.options), rows.taken, build.name)


def tables(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    """A count along a path or a tree."""
    same(by_tables(problem, draw, edges=False), len(truth), "count by tables")


def a_diagram(problem: xc.Problem, truth: Truth, draw: random.Random) -> xc.ZDD:
    """A diagram in one of the ways to build it, where a limit does not rule that out."""
    kind = draw.random()
    with suppress(xc.DiagramTooLarge):
        if kind < 0.5:
            return by_tables(problem, draw, edges=True)
        if kind < 0.65:
            ask = Ask(order="auto", memory=4 * 10**9)
            return timed_diagram(problem._statement, ask, (draw.choice(STRATEGIES),))[0]
    if kind < 0.8:
        return problem.zdd(order=an_order(truth.case, draw))
    return problem.zdd(memory=draw.choice(["4GB", "2MB", "1MB"]))


def zdd(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    made = a_diagram(problem, truth, draw)
    same(made.count(), len(truth), f"count of the diagram by {made.method}")
    same(len(made), len(truth), "its len")
    same(bool(made), bool(truth.bags), "its bool")
    check_walk(made, truth.bags, truth.case, draw)
    for _ in range(2):
        check_parts(problem, made, truth.bags, truth.case, draw)


def check_walk(made: xc.ZDD, bags: list[Bag], case: Case, draw: random.Random) -> None:
    """Everything that a diagram tells of these solutions."""
    names = Names(case)
    found = names.bags(made)
    same(sorted(found), sorted(bags), f"solutions of the diagram by {made.method}")
    if found:
        place = draw.randrange(len(found))
        same(names.bag(made.unrank(place)), found[place], "unrank")
        same(names.bag(made.unrank(place - len(found))), found[place], "unrank from the end")
        same(made.rank(names.of(draw.sample(found[place], len(found[place])))), place, "rank")
        for drawn in made.sample(2, seed=draw.randint(0, 9)):
            holds(names.bag(drawn) in bags, "a sample is no solution")
    for number in (len(found), -len(found) - 1):
        refuses(IndexError, made.unrank, number)
    other = tuple(sorted(draw.sample(range(len(case.options)), min(2, len(case.options)))))
    if other not in bags:
        refuses(ValueError, made.rank, names.of(other))
    times = {name: sum(k in bag for bag in bags) for k, name in enumerate(case.names)}
    same(made.option_counts(), times, "option_counts")
    same(made.sizes(), dict(sorted(Counter(map(len, bags)).items())), "sizes")
    k, costs = draw.randint(0, len(bags) + 1), sorted(map(case.cost, bags))
    same(made.count_by_cost(), dict(Counter(map(case.given_back, costs))), "count_by_cost")
    cheapest, dearest = made.cheapest(k), made.dearest(k)
    same([case.cost(names.bag(each)) for each in cheapest], costs[:k], f"cheapest({k})")
    same([case.cost(names.bag(each)) for each in dearest], costs[::-1][:k], f"dearest({k})")
    for some in (cheapest, dearest):
        holds(len(set(names.bags(some))) == len(some), "one of the best comes twice")
        holds(set(names.bags(some)) <= set(bags), "one of the best is no solution")
    for best, cost in ((made.minimum(), costs[:1]), (made.maximum(), costs[-1:])):
        same([] if best is None else [case.cost(names.bag(best))], cost, "minimum or maximum")


def check_parts(
    problem: xc.Problem, made: xc.ZDD, bags: list[Bag], case: Case, draw: random.Random
) -> None:
    """Parts of a diagram, what two of them have in common, and files."""
    parts = [a_part(made, bags, case, draw) for _ in range(2)]
    order = Names(case).bags(made)
    (one, ones), (two, twos) = parts
    merged = {
        "&": (one & two, [bag for bag in ones if bag in twos]),
        "|": (one | two, [bag for bag in bags if bag in ones or bag in twos]),
        "-": (one - two, [bag for bag in ones if bag not in twos]),
    }
    for number, (part, kept) in enumerate((parts[0], draw.choice(list(merged.values())))):
        same(part.count(), len(kept), "count of a part")
        check_walk(part, kept, case, draw)
        if number == 0 or not made._graph.multiplies:
            same(Names(case).bags(part), [bag for bag in order if bag in kept], "order of a part")
    same(one == two, set(ones) == set(twos), "==")
    holds((one & two) == (two & one), "& is not commutative")
    if draw.random() < 0.15:
        with folder() as where:
            one.save(where / "zdd")
            loaded = problem.given().load_zdd(where / "zdd")
        check_walk(loaded, ones, case, draw)
        same((loaded & two).count(), len(merged["&"][1]), "& of a loaded diagram")
    if draw.random() < 0.05 and not case.repeat and find_spec("dd"):
        function = one.to_dd()
        names = len(case.names)
        same(int(function.count(nvars=names)) if names else int(function == function.bdd.true),
             len(ones), "to_dd().count()")  # fmt: skip
    if draw.random() < 0.05:
        one.to_dot()
        if one.n_nodes <= 100 and one.n_edges <= 100:
            one.to_svg()


def a_part(
    made: xc.ZDD, bags: list[Bag], case: Case, draw: random.Random
) -> tuple[xc.ZDD, list[Bag]]:
    """A part of a diagram, by some options."""
    for _ in range(draw.randint(0, 2) if case.names else 0):
        option = draw.randrange(len(case.names))
        if draw.random() < 0.5:
            made = made.with_option(case.names[option])
            bags = [bag for bag in bags if option in bag]
        else:
            made = made.without_option(case.names[option])
            bags = [bag for bag in bags if option not in bag]
    return made, bags
