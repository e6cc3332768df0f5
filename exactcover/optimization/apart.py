"""A problem that falls apart: parts without a common item, each with cheapest solutions of its own.

A tree that divides one part would search all the others again in each of its branches. The cheapest
solutions of the whole follow from those of the parts.
"""

from __future__ import annotations

import heapq
from array import array
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ..arrays.compiled import Compiled
from ..arrays.core import Core
from ..arrays.views import node_arrays, nodes_of, primary_lengths, repeated, sums_before

#: A solution of a part: (cost, options).
Found = tuple[int, tuple[int, ...]]


def parts_of(compiled: Compiled, whole: Any) -> list[Core]:
    """The parts; an empty list if there is but one, or if an item that is needed has no option.

    ``whole``: which options the linear program chooses in whole numbers (bool, options). Parts in
    which it chooses all like this are one part, since it needs no search. O(entries) for each
    round; each doubles the distance from which an item gets its label.
    """
    starts, items, colours = node_arrays(compiled)
    # An option without primary items is never chosen.
    options = np.flatnonzero(primary_lengths(compiled))
    nodes = nodes_of(starts, options)
    of, members = repeated(options, np.diff(starts)[options]), items[nodes]
    low, high = np.array(compiled.bounds, np.int64)
    used = np.bincount(members, minlength=compiled.n_items) > 0
    if (low[~used[: compiled.n_primary]] > 0).any():
        return []
    # Items of the same part get the number of its first item: each takes the least of its
    # neighbours', and then the number that this one has.
    label, least = np.arange(compiled.n_items), np.zeros(compiled.n_options, np.int64)
    while True:
        least[:] = compiled.n_items
        np.minimum.at(least, of, label[members])
        lower = label.copy()
        np.minimum.at(lower, members, least[of])
        lower = lower[lower]
        if (lower == label).all():
            break
        label = lower
    alone = np.zeros(compiled.n_items, bool)
    alone[least[options[~whole[options]]]] = True
    alone[label[members[colours[nodes] != 0]]] = True
    part = np.where(alone[least[options]], least[options], -1)
    order = np.argsort(part, kind="stable")
    cuts = np.flatnonzero(np.diff(part[order])) + 1
    if not len(cuts):
        return []
    return [_part(compiled, options[each], low, high) for each in np.split(order, cuts)]


def _part(compiled: Compiled, options: Any, low: Any, high: Any) -> Core:
    """The part with these options, which share no item with others."""
    starts, items, colours = node_arrays(compiled)
    nodes = nodes_of(starts, options)
    kept, members = np.unique(items[nodes], return_inverse=True)
    primary = kept[kept < compiled.n_primary]
    part = replace(
        compiled,
        n_primary=len(primary),
        n_items=len(kept),
        starts=array("q", sums_before(np.diff(starts)[options]).tobytes()),
        items=array("i", members.astype(np.int32).tobytes()),
        colours=array("i", colours[nodes].tobytes()),
        deferred=b"",
    )
    if compiled.multiple:
        low, high = (array("i", each[primary].astype(np.int32).tobytes()) for each in (low, high))
        part = replace(part, low=low, high=high)
    return Core(part, options.tolist(), kept.tolist())


def cheapest_of_all(
    parts: Sequence[Sequence[Found]], k: int | None, within: int | None
) -> list[Found]:
    """The solutions of the whole, the cheapest first: k, or all that cost at most ``within``.

    Each part has its k cheapest, or all that any of these may need. O(parts k log k).
    """
    best: Sequence[Found] = [(0, ())]
    # What the parts to come cost at least.
    left = sum(found[0][0] for found in parts if found)
    for found in parts:
        heap = [(best[0][0] + found[0][0], 0, 0)] if best and found else []
        left -= found[0][0] if found else 0
        sums: list[Found] = []
        while heap and (k is None or len(sums) < k):
            cost, i, j = heapq.heappop(heap)
            if within is not None and cost + left > within:
                break
            sums.append((cost, best[i][1] + found[j][1]))
            if j + 1 < len(found):
                heapq.heappush(heap, (best[i][0] + found[j + 1][0], i, j + 1))
            if not j and i + 1 < len(best):
                heapq.heappush(heap, (best[i + 1][0] + found[0][0], i + 1, 0))
        best = sums
    return list(best)
