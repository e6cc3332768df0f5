"""What the compiled engines for multiplicities share: where they begin, and what they leave.

At a node on the path some options have been tried and given up, one is being tried, and the rest is
still to do. The rest are the solutions that contain what was chosen above, and neither the options
tried nor the one being tried: one prefix that leaves these out, whatever the node branches on.

Two kinds of node are different. Where no item needs any more, what was chosen above is a solution,
which has been found, and would be found again. So the options that may be added are listed there,
each with those before it left out. And where nothing was tried yet, the one prefix would be the
node itself. There an option is taken that covers what needs it, and the solutions are split into
those with and those without it, so that each node visited brings the search nearer to its end.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from ...arrays.compiled import UNLIMITED, Compiled
from ...arrays.views import deferred_flags, node_arrays, option_of_nodes, primary_lengths
from ...kernels.array_types import Int64s
from ..kernel_search import KernelSearch
from ..prefix import Levels, OpenPrefixes

__all__ = ["MultipleSearch"]


class MultipleSearch(KernelSearch):
    """A compiled search with multiplicities; the attributes are named as the kernels name them."""

    #: The module of the kernel, whose constants name the places of ``control``.
    kernels: ClassVar[Any]
    path: Int64s
    given_mark: Int64s

    def __init__(self, compiled: Compiled, prefix: Sequence[int], n_levels: int):
        self.compiled = compiled
        #: The prefix, with the options that are left out.
        self.entries = tuple(map(int, prefix))
        self.prefix = tuple(entry for entry in self.entries if entry >= 0)
        self.low, self.high = np.array(compiled.low, np.int64), np.array(compiled.high, np.int64)
        self.repeat, self.order = compiled.repeat, compiled.branching
        self.deferred = deferred_flags(compiled)
        self.n_levels = n_levels
        # Given up once on a path, if it may not be repeated; else once at each level.
        self.given_up = np.zeros(compiled.n_options + n_levels + 1, np.int64)
        self.control = np.zeros(self.kernels.CONTROL, np.int64)

    def open_prefixes(self) -> OpenPrefixes:
        """What is left of the search: prefixes whose subtrees, in order, are still to visit."""
        if self.done:
            return OpenPrefixes()
        kernels = self.kernels
        depth, visited = int(self.control[kernels.DEPTH]), bool(self.control[kernels.VISITED])
        path = self.path[:depth].tolist()
        # Where the node at the end has not been visited, its mark is not set yet.
        marks = [*self.given_mark[: depth + visited].tolist(), int(self.control[kernels.GIVEN_UP])]
        given_up = self.given_up[: marks[-1]].tolist()
        above = _Above(self.compiled)
        for entry in self.entries:
            above.add(entry)
        levels: Levels = []
        for level in range(depth + visited):
            tried = given_up[marks[level] : marks[level + 1]] + path[level : level + 1]
            out = tuple(~option for option in tried)
            length = len(above.entries)
            # Prefixes further down have the option at work instead of the last one left out.
            kept = len(out) - 1 if level < depth else 0
            if above.lacking and tried:
                levels.append((2, [(length + kept, out[kept:])]))
            elif above.lacking:
                option = above.cover()
                tails = [] if option is None else [(option,), (~option,)]
                levels.append((2, [(length, tail) for tail in tails]))
            else:
                rest = [option for option in above.live() if option not in tried]
                here = [(length + kept, (*out[kept:], option)) for option in rest[:1]]
                pairs = enumerate(itertools.pairwise(rest), length + len(out))
                here += [(k, (~before, option)) for k, (before, option) in pairs]
                levels.append((len(rest) + 1, here))
            if level < depth:
                for entry in (*out[:-1], path[level]):
                    above.add(entry)
        if not visited:
            levels.append((1, [(len(above.entries), ())]))
        return OpenPrefixes.below(above.entries, levels)


class _Above:
    """A prefix that grows, and what may be added to it."""

    def __init__(self, compiled: Compiled):
        self.entries: list[int] = []
        self._compiled = compiled
        starts, self._items, self._colours = node_arrays(compiled)
        self._option_of = option_of_nodes(starts)
        self._low = compiled.low
        most = np.ones(compiled.n_items, np.int64)
        most[: compiled.n_primary] = compiled.high
        most[most >= UNLIMITED] = np.iinfo(np.int64).max
        self._most = most
        #: How often each item is covered, and its colour; options that may not be taken any more.
        self._covered, self._colour_of = np.zeros((2, compiled.n_items), np.int64)
        self._gone = primary_lengths(compiled) == 0
        #: How many items are not covered as often as they must be.
        self.lacking = sum(low > 0 for low in compiled.low)

    def add(self, entry: int) -> None:
        """Choose an option, or leave it out (~option). O(its length)."""
        self.entries.append(entry)
        if entry < 0 or not self._compiled.repeat:
            self._gone[max(entry, ~entry)] = True
        for item, colour in self._compiled.option(entry) if entry >= 0 else ():
            self._covered[item] += 1
            if item < self._compiled.n_primary:
                self.lacking -= int(self._covered[item]) == self._low[item]
            elif colour:
                self._colour_of[item] = colour

    def cover(self) -> int | None:
        """An option that may be added, of the first item that lacks one; None if none may."""
        covered = self._covered[: self._compiled.n_primary].tolist()
        item = next(k for k, times in enumerate(covered) if times < self._low[k])
        options = (option for option in self.live() if item in dict(self._compiled.option(option)))
        return next(options, None)

    def live(self) -> list[int]:
        """The options that may be added. O(nodes of the problem)."""
        closed, colours = self._covered >= self._most, self._colours
        agree = (colours > 0) & (self._colour_of[self._items] == colours)
        live = ~self._gone
        live[self._option_of[closed[self._items] & ~agree]] = False
        return np.flatnonzero(live).tolist()
