"""What is left of a search with multiplicities that was given up halfway.

At a node on the path some options have been tried and given up, one is being tried, and the rest is
still to do. The rest are the solutions that contain what was chosen above, and neither the options
tried nor the one being tried: one prefix that leaves these out, whatever the node branches on. Only
where no item needs any more it is otherwise: there what was chosen above is a solution itself,
which has been found, and would be found again. So the options that may be added are listed there,
each with those before it left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from ..compiled import UNLIMITED, Compiled
from .kernel_search import KernelSearch
from .prefix import OpenPrefix
from .tables import node_arrays, primary_lengths

__all__ = ["MultipleSearch", "left_below"]


class MultipleSearch(KernelSearch):
    """What the compiled engines for multiplicities share: what is left when they are given up."""

    #: The module of the kernel, whose constants name the places of ``control``.
    kernels: ClassVar[Any]
    compiled: Compiled
    #: The prefix, with the options that are left out.
    entries: tuple[int, ...]
    #: As the kernels describe them.
    path: Any
    given_up: Any
    given_mark: Any

    @property
    def divisible(self) -> bool:
        """Whether it can be given up where it stands: always."""
        return True

    def open_prefixes(self) -> list[OpenPrefix]:
        """What is left of the search: prefixes whose subtrees, in order, are still to visit."""
        if self.done:
            return []
        return left_below(
            self.compiled,
            self.entries,
            self.path[: self.control[self.kernels.DEPTH]].tolist(),
            bool(self.control[self.kernels.VISITED]),
            self.given_up[: self.control[self.kernels.GIVEN_UP]].tolist(),
            self.given_mark.tolist(),
        )


def left_below(
    compiled: Compiled,
    entries: Sequence[int],
    path: Sequence[int],
    visited: bool,
    given_up: Sequence[int],
    marks: Sequence[int],
) -> list[OpenPrefix]:
    """The open prefixes of a search below the prefix ``entries``, in the order of the search.

    ``path``: the options chosen; ``visited``: whether the node below them has been visited;
    ``given_up[marks[d]:marks[d + 1]]``: the options tried at level *d* before, at the last level up
    to the end.
    """
    left: list[OpenPrefix] = []
    above, share = tuple(entries), 1.0
    depth = len(path)
    for level in range(depth + visited):
        # Where the node below has not been visited, its mark is not set yet.
        last = level == depth or (level == depth - 1 and not visited)
        tried = list(given_up[marks[level] : None if last else marks[level + 1]])
        if level < depth:
            tried.append(path[level])
        out = tuple(~option for option in tried)
        here: list[OpenPrefix] = []
        if _needs_more(compiled, above):
            share /= 2
            here.append(OpenPrefix((*above, *out), share))
        else:
            rest = [option for option in _live(compiled, above) if option not in tried]
            share /= len(rest) + 1
            for k, option in enumerate(rest):
                before = tuple(~other for other in rest[:k])
                here.append(OpenPrefix((*above, *out, *before, option), share))
        left[:0] = here
        if level < depth:
            above = (*above, *out[:-1], path[level])
    return left if visited else [OpenPrefix(above, share), *left]


def _covered(compiled: Compiled, entries: Sequence[int]) -> Any:
    """How often each item is covered by the options of a prefix."""
    starts, items, _ = node_arrays(compiled)
    covered = np.zeros(compiled.n_items, np.int64)
    for entry in entries:
        if entry >= 0:
            covered[items[starts[entry] : starts[entry + 1]]] += 1
    return covered


def _needs_more(compiled: Compiled, entries: Sequence[int]) -> bool:
    """Whether some item must still be covered below a prefix."""
    covered = _covered(compiled, entries)[: compiled.n_primary]
    return bool((covered < np.array(compiled.low, np.int64)).any())


def _live(compiled: Compiled, entries: Sequence[int]) -> list[int]:
    """The options that may be added to those of a prefix."""
    starts, items, colours = node_arrays(compiled)
    covered = _covered(compiled, entries)
    most = np.ones(compiled.n_items, np.int64)
    most[: compiled.n_primary] = compiled.high
    most[most >= UNLIMITED] = np.iinfo(np.int64).max
    closed = covered >= most
    colour_of = np.zeros(compiled.n_items, np.int64)
    for entry in entries:
        if entry >= 0:
            nodes = slice(int(starts[entry]), int(starts[entry + 1]))
            colour_of[items[nodes]] = colours[nodes]
    clashing = closed[items] & ~((colours > 0) & (colour_of[items] == colours))
    live = primary_lengths(compiled) > 0
    live[np.repeat(np.arange(compiled.n_options), np.diff(starts))[clashing]] = False
    for entry in entries:
        if entry < 0:
            live[~entry] = False
        elif not compiled.repeat:
            live[entry] = False
    return [int(option) for option in np.flatnonzero(live)]
