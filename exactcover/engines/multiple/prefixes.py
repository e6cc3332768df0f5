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
        compiled, kernels = self.compiled, self.kernels
        depth, visited = int(self.control[kernels.DEPTH]), bool(self.control[kernels.VISITED])
        path = self.path[:depth].tolist()
        # Where the node at the end has not been visited, its mark is not set yet.
        marks = [*self.given_mark[: depth + visited].tolist(), int(self.control[kernels.GIVEN_UP])]
        above = list(self.entries)
        covered = _covered(compiled, above)
        levels: Levels = []
        for level in range(depth + visited):
            tried = (
                self.given_up[marks[level] : marks[level + 1]].tolist() + path[level : level + 1]
            )
            out = tuple(~option for option in tried)
            # Prefixes further down have the option at work instead of the last one left out.
            kept = len(out) - 1 if level < depth else 0
            needy = np.flatnonzero(covered[: compiled.n_primary] < np.asarray(compiled.low))
            if len(needy) and tried:
                levels.append((2, [(len(above) + kept, out[kept:])]))
            elif len(needy):
                option = _cover(compiled, above, int(needy[0]))
                tails = [] if option is None else [(option,), (~option,)]
                levels.append((2, [(len(above), tail) for tail in tails]))
            else:
                rest = [option for option in _live(compiled, above) if option not in tried]
                here = [(len(above) + kept, (*out[kept:], option)) for option in rest[:1]]
                pairs = enumerate(itertools.pairwise(rest), len(above) + len(out))
                here += [(k, (~before, option)) for k, (before, option) in pairs]
                levels.append((len(rest) + 1, here))
            if level < depth:
                above += [*out[:-1], path[level]]
                covered[_items(compiled, path[level])] += 1
        if not visited:
            levels.append((1, [(len(above), ())]))
        return OpenPrefixes.below(above, levels)


def _items(compiled: Compiled, option: int) -> Any:
    """The items of an option."""
    starts, items, _ = node_arrays(compiled)
    return items[starts[option] : starts[option + 1]]


def _covered(compiled: Compiled, entries: Sequence[int]) -> Int64s:
    """How often each item is covered by the options of a prefix."""
    covered = np.zeros(compiled.n_items, np.int64)
    for entry in entries:
        if entry >= 0:
            covered[_items(compiled, entry)] += 1
    return covered


def _cover(compiled: Compiled, entries: Sequence[int], item: int) -> int | None:
    """An option that covers an item and may be added to those of a prefix; None if none may."""
    live = _live(compiled, entries)
    return next((option for option in live if item in _items(compiled, option)), None)


def _live(compiled: Compiled, entries: Sequence[int]) -> list[int]:
    """The options that may be added to those of a prefix."""
    starts, items, colours = node_arrays(compiled)
    most = np.ones(compiled.n_items, np.int64)
    most[: compiled.n_primary] = compiled.high
    most[most >= UNLIMITED] = np.iinfo(np.int64).max
    closed = _covered(compiled, entries) >= most
    colour_of = np.zeros(compiled.n_items, np.int64)
    live = primary_lengths(compiled) > 0
    for entry in entries:
        if entry >= 0:
            nodes = slice(int(starts[entry]), int(starts[entry + 1]))
            colour_of[items[nodes]] = colours[nodes]
        if entry < 0 or not compiled.repeat:
            live[entry if entry >= 0 else ~entry] = False
    clashing = closed[items] & ~((colours > 0) & (colour_of[items] == colours))
    live[option_of_nodes(starts)[clashing]] = False
    return np.flatnonzero(live).tolist()
