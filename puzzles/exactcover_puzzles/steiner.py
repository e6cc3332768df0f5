"""Steiner triple systems: triples of v points so that any two points are in exactly one triple.

    123 145 167 246 257 347 356     (v = 7, the Fano plane)

Legend: *points* are 1 to v. Items are pairs of points. An option is a triple (a, b, c), a < b < c,
and covers its three pairs.

Sources: T. P. Kirkman, 1847 (there are systems if and only if v is 1 or 3 modulo 6); the numbers of
systems are OEIS A001201, up to renaming the points A030129.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from itertools import combinations, product
from math import prod
from typing import Any

import exactcover as xc

from .shared.adapter import Options
from .shared.motions import symmetry_of_options
from .shared.numbered import NumberedPuzzle
from .shared.parts import Assuming
from .shared.screen import Screen
from .shared.squares import drawing_of
from .shared.svg_page import INK, Drawing


class Steiner(Assuming, NumberedPuzzle):
    """Choose triples of N points so that each pair of points is in exactly one triple."""

    first_words = ("9",)
    most, number_is, titled = 63, "the number of points", "Steiner triple systems of order {n}"
    items_called = "pairs"
    options_called = ("triple", "triples")
    up_to = "up to renaming the points"

    def __init__(self, n: int):
        super().__init__(n)
        # Renaming the other points makes the triples of point 1 123, 145, 167, …, and there are so
        # many ways to put these points into pairs.
        self.assumed, self.times = (
            [(1, a, a + 1) for a in range(2, n, 2)],
            prod(range(n - 2, 0, -2)),
        )

    @cached_property
    def problem(self) -> xc.Problem:
        points = range(1, self.n + 1)
        triples = {triple: list(combinations(triple, 2)) for triple in combinations(points, 3)}
        return xc.Problem(list(combinations(points, 2)), triples)

    @cached_property
    def symmetry(self) -> xc.Symmetry | None:
        """All permutations of up to 7 points. (The library lists a group, and 9! is too many.)"""
        if not 3 < self.n <= 7:
            return None
        swap = {1: 2, 2: 1}
        turn = {a: a % self.n + 1 for a in range(1, self.n + 1)}
        return symmetry_of_options(
            self.problem,
            lambda triple: tuple(sorted(swap.get(a, a) for a in triple)),
            lambda triple: tuple(sorted(turn[a] for a in triple)),
        )

    @property
    def misfit(self) -> str | None:
        """Kirkman's condition."""
        v, pairs = self.n, self.n * (self.n - 1) // 2
        if v % 2 == 0:
            return (
                f"a point is in {xc.text.counted(v - 1, 'pair')}, of which a triple has two or none"
            )
        return f"a triple has three pairs, and 3 does not divide {pairs}" if pairs % 3 else None

    def text(self, options: Options, screen: Screen) -> str:
        """The triples by their first points, a line for each."""
        firsts = range(1, self.n - 1)
        lines = (["-".join(map(str, o)) for o in options if o[0] == first] for first in firsts)
        return "\n".join(" ".join(line) for line in lines if line)

    def as_json(self, options: Options) -> Mapping[str, Any]:
        return {"triples": options}

    def drawing(self, options: Options) -> Drawing:
        """The incidence matrix: a row for each point, a column for each triple."""
        marked = {(a - 1, k): INK for k, triple in enumerate(options) for a in triple}
        cells = product(range(self.n), range(len(options)))
        return drawing_of(dict.fromkeys(cells, 0), fills=marked)

    def item_called(self, item: Any) -> str:
        return f"the pair {item[0]}-{item[1]}"

    def option_called(self, option: Any) -> str:
        return "-".join(map(str, option))
