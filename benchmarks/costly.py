"""Optimization instances, sets with costs: plain data, the same for every program.

Partitions cover every item once, packings at most once, coverings at least once. The random ones
are made from a seed, and each has a solution.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

import exactcover as xc

__all__ = [
    "Costly", "assignment", "costly_dominoes", "random_covering", "random_packing",
    "random_partition",
]  # fmt: skip


@dataclass(frozen=True)
class Costly:
    """Options over items 0 to ``n_items`` - 1, their costs, and how often items are covered."""

    n_items: int
    options: list[list[int]]
    costs: list[int]
    low: int = 1
    #: None: any number of times.
    high: int | None = 1
    #: Whether the costs are values, of which the most is wanted.
    maximize: bool = False
    #: ``low`` and ``high`` of each item, where they differ.
    bounds: list[tuple[int, int | None]] | None = None

    @property
    def each(self) -> list[tuple[int, int | None]]:
        """How often each item is covered, at least and at most."""
        return self.bounds or [(self.low, self.high)] * self.n_items

    def problem(self) -> xc.Problem:
        """The instance as this project's Problem, with options 0, 1, …"""
        named, bounds = dict(enumerate(self.options)), dict(enumerate(self.each))
        return xc.Problem(range(self.n_items), named, multiplicity=bounds, costs=self.costs)

    def cost(self, chosen: list[int]) -> int | None:
        """The cost of these options; None if they are not a solution."""
        times = [0] * self.n_items
        for option in chosen:
            for item in self.options[option]:
                times[item] += 1
        fits = len(set(chosen)) == len(chosen) and all(
            low <= number and (high is None or number <= high)
            for number, (low, high) in zip(times, self.each, strict=True)
        )
        return sum(self.costs[option] for option in chosen) if fits else None


def _sets(draw: random.Random, items: int, number: int, most: int) -> list[list[int]]:
    """Random sets of 2 to ``most`` items."""
    return [sorted(draw.sample(range(items), draw.randint(2, most))) for _ in range(number)]


def _parts(draw: random.Random, items: int, most: int) -> list[list[int]]:
    """A random partition of the items into parts of 2 to ``most``; one may have a single item."""
    order = draw.sample(range(items), items)
    parts = []
    while order:
        size = draw.randint(2, most)
        parts.append(sorted(order[:size]))
        del order[:size]
    return parts


def _priced(draw: random.Random, options: list[list[int]]) -> list[int]:
    """Costs that grow with the size, give or take a half."""
    return [len(option) * draw.randint(50, 150) for option in options]


def random_partition(items: int, options: int, seed: int, most: int = 6) -> Costly:
    """Random options of 2 to ``most`` items, a hidden partition among them."""
    draw = random.Random(seed)
    sets = _parts(draw, items, most)
    sets += _sets(draw, items, options - len(sets), most)
    draw.shuffle(sets)
    return Costly(items, sets, _priced(draw, sets))


def random_packing(items: int, options: int, seed: int, most: int = 6) -> Costly:
    """Random options of 2 to ``most`` items; no item is covered twice.

    Their values are from 50 to 150, whatever their size. Values that grow with the size make such a
    packing much harder: nearly every option is worth as much for each item as any other.
    """
    draw = random.Random(seed)
    sets = _sets(draw, items, options, most)
    values = [draw.randint(50, 150) for _ in sets]
    return Costly(items, sets, values, low=0, maximize=True)


def random_covering(items: int, options: int, seed: int, most: int = 8) -> Costly:
    """Random options of 2 to ``most`` items, of which every item needs one or more."""
    draw = random.Random(seed)
    sets = _parts(draw, items, most)
    sets += _sets(draw, items, options - len(sets), most)
    draw.shuffle(sets)
    return Costly(items, sets, _priced(draw, sets), high=None)


def assignment(n: int, seed: int, most: int) -> Costly:
    """Workers to tasks, n of each, at random costs from 1 to ``most``."""
    draw = random.Random(seed)
    pairs = [[worker, n + task] for worker in range(n) for task in range(n)]
    return Costly(2 * n, pairs, [draw.randint(1, most) for _ in pairs])


def costly_dominoes(side: int, seed: int, most: int = 1_000) -> Costly:
    """Tilings of a square board by dominoes, each place at a random cost from 1 to ``most``."""
    draw = random.Random(seed)
    cells = [row * side + column for row in range(side) for column in range(side)]
    places = [[cell, cell + 1] for cell in cells if (cell + 1) % side]
    places += [[cell, cell + side] for cell in cells[: -side or None]]
    return Costly(side * side, places, [draw.randint(1, most) for _ in places])
