"""Random graphs with products and with several edges of one option, and what they hold."""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass, field

import numpy as np

import exactcover as xc
from exactcover.diagrams.graph import Graph
from exactcover.diagrams.zdd import ZDD
from exactcover.kernels.graphs.graphs import PRODUCT
from tests.fuzz.brute_force import Bag, Case
from tests.fuzz.generator import problem_of

Family = frozenset[Bag]


def union(bags: tuple[Bag, ...]) -> Bag:
    return tuple(sorted(itertools.chain.from_iterable(bags)))


@dataclass
class Maker:
    """Makes nodes at random, and knows the solutions of each."""

    draw: random.Random
    repeat: bool
    edges: list[list[tuple[int, int]]] = field(default_factory=lambda: [[]])
    families: list[Family] = field(default_factory=lambda: [frozenset({()})])
    #: Nodes made of these options, to be used again.
    pool: dict[tuple[int, ...], list[int]] = field(default_factory=dict)

    def node(self, options: tuple[int, ...], depth: int) -> int:
        """A node whose solutions have some of these options."""
        draw = self.draw
        if options and draw.random() < 0.3 and options in self.pool:
            return draw.choice(self.pool[options])
        if not options or depth == 0:
            return 0
        if len(options) > 1 and draw.random() < 0.4:
            node = self.product(options, depth)
        else:
            node = self.choice(options, depth)
        self.pool.setdefault(options, []).append(node)
        return node

    def product(self, options: tuple[int, ...], depth: int) -> int:
        cut = sorted(self.draw.sample(range(1, len(options)), min(len(options) - 1, 2)))
        mixed = self.draw.sample(options, len(options))
        parts = [mixed[a:b] for a, b in itertools.pairwise([0, *cut, len(options)])]
        children = [self.node(tuple(sorted(part)), depth - 1) for part in parts]
        children = [child for child in children if child]
        if len(children) < 2:
            return self.choice(options, depth)
        families = itertools.product(*(self.families[child] for child in children))
        return self.added([(PRODUCT, child) for child in children], frozenset(map(union, families)))

    def choice(self, options: tuple[int, ...], depth: int) -> int:
        edges: list[tuple[int, int]] = []
        found: set[Bag] = set()
        left = options
        for option in [*self.draw.sample(options, min(len(options), self.draw.randint(1, 2))), -1]:
            after = tuple(each for each in left if each != option)
            for _ in range(self.draw.randint(option >= 0, 3)):
                again = self.repeat and option >= 0 and self.draw.random() < 0.4
                child = self.node(left if again else after, depth - 1)
                own = (option,) if option >= 0 else ()
                family = {union((bag, own)) for bag in self.families[child]}
                if found.isdisjoint(family):
                    edges.append((option, child))
                    found |= family
            left = after
        return self.added(edges, frozenset(found))

    def added(self, edges: list[tuple[int, int]], family: Family) -> int:
        self.edges.append(edges)
        self.families.append(family)
        return len(self.edges) - 1


def random_zdd(seed: int, repeat: bool = False) -> tuple[xc.Problem, ZDD, list[Bag], Case]:
    """A problem, a diagram of a random graph about it, and its solutions."""
    draw = random.Random(seed)
    maker, options = Maker(draw, repeat), range(7)
    root = maker.node(tuple(options), 4)
    begin = np.cumsum([0, *map(len, maker.edges)])
    pairs = np.array([pair for here in maker.edges for pair in here], np.int32).reshape(-1, 2)
    option, child = (np.ascontiguousarray(column) for column in pairs.T)
    graph = Graph(begin, option, child, root).trimmed()
    unit = draw.choice([1, 1, 10**6, 10**25])
    case = Case(
        ("a",), (), ((("a", None),),) * len(options), tuple(options),
        {"a": (0, 9 if repeat else None)}, repeat,
        {option: unit * draw.randint(-2, 2) for option in options},
    )  # fmt: skip
    problem = problem_of(case)
    return problem, ZDD(problem._statement, graph), sorted(maker.families[root]), case
