"""What is left of a search with multiplicities that was given up halfway.

At a node on the path some options have been tried and given up, one is being tried, and the rest is
still to do. The rest are the solutions that contain what was chosen above, and neither the options
tried nor the one being tried: one prefix that leaves these out, whatever the node branches on. Only
where no item needs any more it is otherwise: there what was chosen above is a solution itself,
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
from ...arrays.views import node_arrays, primary_lengths
from ..kernel_search import KernelSearch
from ..prefix import Levels, OpenPrefixes

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

    def open_prefixes(self) -> OpenPrefixes:
        """What is left of the search: prefixes whose subtrees, in order, are still to visit."""
        if self.done:
            return OpenPrefixes()
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
) -> OpenPrefixes:
    """The open prefixes of a search below the prefix ``entries``, in the order of the search.

    ``path``: the options chosen; ``visited``: whether the node below them has been visited;
    ``given_up[marks[d]:marks[d + 1]]``: the options tried at level *d* before, at the last level up
    to the end.
    """
    above = list(entries)
    covered = _covered(compiled, entries)
    depth = len(path)
    levels: Levels = []
    for level in range(depth + visited):
        # Where the node below has not been visited, its mark is not set yet.
        last = level == depth or (level == depth - 1 and not visited)
        tried = list(given_up[marks[level] : None if last else marks[level + 1]])
        if level < depth:
            tried.append(path[level])
        out = tuple(~option for option in tried)
        # Prefixes further down have the option at work instead of the last one left out.
        kept = len(out) - 1 if level < depth else 0
        needy = _needy(compiled, covered)
        if needy is not None and tried:
            levels.append((2, [(len(above) + kept, out[kept:])]))
        elif needy is not None:
            # Nothing was tried: to give back the node itself would be no progress.
            option = _cover(compiled, above, needy)
            tails = [] if option is None else [(option,), (~option,)]
            levels.append((2, [(len(above), tail) for tail in tails]))
        else:
            rest = [option for option in _live(compiled, above) if option not in tried]
            here = [(len(above) + kept, (*out[kept:], option)) for option in rest[:1]]
            for k, (before, option) in enumerate(itertools.pairwise(rest), len(above) + len(out)):
                here.append((k, (~before, option)))
            levels.append((len(rest) + 1, here))
        if level < depth:
            above += [*out[:-1], path[level]]
            _cover_more(compiled, covered, path[level])
    if not visited:
        levels.append((1, [(len(above), ())]))
    return OpenPrefixes.below(above, levels)


def _cover(compiled: Compiled, entries: Sequence[int], item: int) -> int | None:
    """An option that covers an item and may be added to those of a prefix; None if none may."""
    starts, items, _ = node_arrays(compiled)
    for option in _live(compiled, entries):
        if item in items[starts[option] : starts[option + 1]]:
            return option
    return None


def _covered(compiled: Compiled, entries: Sequence[int]) -> Any:
    """How often each item is covered by the options of a prefix."""
    covered = np.zeros(compiled.n_items, np.int64)
    for entry in entries:
        if entry >= 0:
            _cover_more(compiled, covered, entry)
    return covered


def _cover_more(compiled: Compiled, covered: Any, option: int) -> None:
    """Add the items of one more option."""
    starts, items, _ = node_arrays(compiled)
    covered[items[starts[option] : starts[option + 1]]] += 1


def _needy(compiled: Compiled, covered: Any) -> int | None:
    """An item that must still be covered; None if there is none."""
    needy = np.flatnonzero(covered[: compiled.n_primary] < np.asarray(compiled.low))
    return int(needy[0]) if len(needy) else None


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
