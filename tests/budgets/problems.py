"""Problems that are each hard in one way, and large enough to last."""

from __future__ import annotations

import random
from itertools import combinations

import exactcover as xc

__all__ = ["HARD"]


def _with_costs(items, options, **more):
    named = {f"option {number}": option for number, option in enumerate(options)}
    return xc.Problem(items, named, costs=[k % 17 + 1 for k in range(len(named))], **more)


def within_an_endgame():
    """The root itself belongs to the endgame of ``bitset``, with 3 ** 20 solutions."""
    return _with_costs(range(20), [[k] for k in range(20) for _ in range(3)])


def many_solutions():
    """3 ** 40 solutions, whose last levels are endgames."""
    return _with_costs(range(40), [[k] for k in range(40) for _ in range(3)])


def pigeons():
    """Thirteen pigeons and twelve holes."""
    options = [[f"pigeon {p}", f"hole {h}"] for p in range(13) for h in range(12)]
    pigeons = [f"pigeon {p}" for p in range(13)]
    return _with_costs(pigeons, options, secondary=[f"hole {h}" for h in range(12)])


def permanent():
    """All permutations of 14."""
    return _with_costs(range(28), [[k, 14 + j] for k in range(14) for j in range(14)])


def long_preparation():
    """Dominoes on a strip of 2 x 20,000: each option that goes takes others with it."""
    cells = [(row, column) for column in range(20_000) for row in range(2)]
    known = set(cells)
    pairs = [(cell, (cell[0] + down, cell[1] + 1 - down)) for cell in cells for down in (0, 1)]
    return _with_costs(cells, [pair for pair in pairs if pair[1] in known])


def large_multiplicities():
    """Two items that are covered up to a million times."""
    options = [[0], [0], [1], [0, 1], [0, 1]]
    return _with_costs(range(2), options, multiplicity=(500_000, 1_000_000), repeat=True)


def wide_diagram():
    """Random triples: 300 items, 20,000 options, and no order of a small frontier."""
    draw = random.Random(1)
    return _with_costs(range(300), [draw.sample(range(300), 3) for _ in range(20_000)])


def many_options():
    """300,000 random options."""
    draw = random.Random(2)
    return _with_costs(range(2_000), [draw.sample(range(2_000), 4) for _ in range(300_000)])


def large_group():
    """All triples of 63: the symmetric group of 63."""
    return xc.Problem(range(63), {triple: triple for triple in combinations(range(63), 3)})


def lines_of_a_space():
    """The 63 points and 651 lines of PG(5, 2): its group has 10^10 elements and more."""
    lines = {tuple(sorted((a, b, a ^ b))) for a, b in combinations(range(1, 64), 2)}
    return xc.Problem(range(1, 64), {line: line for line in sorted(lines)})


HARD = {
    function.__name__.replace("_", " "): function
    for function in (
        within_an_endgame, many_solutions, pigeons, permanent, long_preparation,
        large_multiplicities, wide_diagram, many_options, large_group, lines_of_a_space,
    )
}  # fmt: skip
