"""Sparse-set search for items with multiplicities (MCC).

The idea is that of ``cells.py``: each item keeps its nodes in one stretch of an array, the live
ones first, and only sizes are saved. Here an item is closed when it has been covered as often as it
may be (a secondary item: when it is covered at all), and until then an option that is chosen, or
tried and given up, is simply removed from all its open items.

Branching is on the *first* option of an item that a solution contains (see
``engines/reference.py``): an option that has been tried stays removed while the others of
its level are tried. Which one comes first does not matter, so it is whichever stands first in the
item's stretch.

Besides the problem's own items there is one that contains every option and is never closed. It is
branched on where no item needs any more, to find what else may be chosen.

A known answer: five queens dominate the 8 x 8 board in 4,860 ways (OEIS A002564).
"""

from __future__ import annotations

from typing import Any

from .array_types import Bytes, Int32s, Int64s
from .jit import kernel
from .lowest import LISTED, NOT_OPEN, branching_rank, lowest, touch
from .multiplicity import NO_LIMIT
from .sparse_sets import (
    CLOSED,
    CLOSED_TOP,
    NO_NODE,
    OPEN,
    STAMP,
    TRAIL,
    SparseSets,
    close,
    remove,
    restore,
)
from .words import ONE, index, signed

__all__ = ["CONTROL", "DEPTH", "GIVEN_UP", "VISITED", "search"]

#: Length of ``control``, and its places beside those of ``sparse_sets``. ``VISITED``: 1 if the node
#: at the depth has been visited. ``GIVEN_UP``: how many options are given up.
CONTROL = 8
DEPTH, NODES, DONE, VISITED, GIVEN_UP = 0, 1, 2, 6, 7


@kernel
def search(
    n_primary: int, repeat: bool, order: int, deferred: Bytes, starts: Int64s, items: Int32s,
    colours: Int32s, option_of: Int32s, first: Int64s, cells: Int32s, place: Int32s, size: Int64s,
    state: Bytes, stamp: Int64s, low: Int64s, high: Int64s, open_items: Int32s, open_place: Int32s,
    trail_item: Int64s, trail_size: Int64s, closed: Int32s, ranks: Int64s, listed: Int32s,
    is_listed: Bytes, first_of: Int32s, many: int, n_open: Int64s, branch: Int64s, least: Int64s,
    path: Int64s, trail_mark: Int64s, closed_mark: Int64s, given_up: Int64s, given_mark: Int64s,
    control: Int64s, max_nodes: int, max_found: int, solutions: Int32s, lengths: Int32s,
) -> Any:  # fmt: skip
    """Visit up to ``max_nodes`` nodes or find ``max_found`` solutions; returns the number found.

    The problem: as in ``cells.py``, with one item more, the last one, which every option contains
    at the end of its nodes. ``repeat``: whether an option may be chosen again.

    The state of the items is that of ``cells.py`` too; besides, ``low[i]`` and ``high[i]`` tell how
    often primary item *i* must (if positive) and may still be covered. ``ranks``, ``listed``,
    ``is_listed``, ``first_of``, ``many``: as in ``cells.py``.

    The state of the path, for levels d < depth, and for ``depth`` when it has been visited:

    * ``branch[d]``: the item branched on, or -1 if there is nothing to try; ``least[d]``: the
      least number of live options with which it is worth trying one.
    * ``path[d]``: the option being tried.
    * ``trail_mark[d]``, ``closed_mark[d]``: trail and closed items before an alternative.
    * ``given_up[given_mark[d]:given_mark[d+1]]``: the options tried before ``path[d]``; at the last
      level up to ``control[GIVEN_UP]``.
    * ``control``: depth, nodes, done, the tops of the stacks, the number of the choice, and whether
      the node has been visited.

    Solutions go to ``solutions[j, :lengths[j]]`` unless ``solutions`` has no rows.
    """
    sets = SparseSets(
        n_primary, starts, items, first, cells, place, size, state, stamp, trail_item, trail_size,
        closed, listed, is_listed, control,
    )  # fmt: skip
    depth = control[DEPTH]
    visited = control[VISITED]
    everything = len(size) - 1
    nodes = 0
    found = 0
    keep = solutions.shape[0] > 0
    while nodes < max_nodes and found < max_found and control[DONE] == 0:
        if visited == 0:
            visited = 1
            nodes += 1
            best, best_rank = -1, NOT_OPEN
            if n_open[depth] > many:
                for k in range(1, listed[LISTED] + 1):
                    for item in range(64 * listed[k], min(n_primary, 64 * listed[k] + 64)):
                        open_now = state[item] == OPEN and low[item] > 0
                        spare = size[item] - (1 if repeat else low[item])
                        rank = branching_rank(spare, order, deferred, item)
                        ranks[item] = rank if open_now else NOT_OPEN
                best = lowest(ranks, listed, is_listed, first_of)
                if best >= 0 and ranks[best] < 0:
                    best = -2
            else:
                for k in range(index(n_open[depth])):
                    item = signed(open_items[k])
                    if low[item] <= 0:
                        continue
                    rank = signed(size[item]) - (1 if repeat else low[item])
                    if order != 0:
                        rank = branching_rank(rank, order, deferred, item)
                    if rank < 0:
                        best = -2
                        break
                    if rank < best_rank or (rank == best_rank and item < best):
                        best, best_rank = item, rank
            trail_mark[depth] = control[TRAIL]
            closed_mark[depth] = control[CLOSED_TOP]
            given_mark[depth] = control[GIVEN_UP]
            branch[depth] = best
            if best == -1:
                if keep:
                    for k in range(depth):
                        solutions[found, k] = path[k]
                    lengths[found] = depth
                found += 1
                branch[depth] = everything
                least[depth] = 1
            elif best >= 0:
                least[depth] = 1 if repeat else low[best]

        # Move to the next node in depth-first order.
        while depth >= 0:
            if branch[depth] < 0 or size[branch[depth]] < least[depth]:
                depth -= 1
                if depth < 0:
                    break
                # Undo the choice, and leave its option out from now on.
                restore(trail_mark[depth], closed_mark[depth], sets)
                option = index(path[depth])
                for node in range(starts[option], starts[option + ONE]):
                    if items[node] < n_primary:
                        low[items[node]] += 1
                        if len(is_listed) > 0:
                            touch(index(items[node]), listed, is_listed)
                        if high[items[node]] < NO_LIMIT:
                            high[items[node]] += 1
                control[STAMP] += 1
                remove(option, NO_NODE, sets)
                trail_mark[depth] = control[TRAIL]
                given_up[given_mark[depth + 1]] = option
                control[GIVEN_UP] = given_mark[depth + 1] + 1
                continue
            if nodes >= max_nodes or found >= max_found:
                break
            option = index(option_of[cells[first[branch[depth]]]])
            path[depth] = option
            control[STAMP] += 1
            if not repeat:
                remove(option, NO_NODE, sets)
            still_open = n_open[depth]
            for node in range(index(starts[option]), index(starts[option + ONE]) - ONE):
                item = index(items[node])
                if item < index(n_primary):
                    low[item] -= 1
                    if len(is_listed) > 0:
                        touch(item, listed, is_listed)
                    if high[item] == NO_LIMIT:
                        continue
                    high[item] -= 1
                    if high[item] > 0:
                        continue
                    still_open -= 1
                    close(item, still_open, open_items, open_place)
                elif state[item] == CLOSED:
                    continue
                state[item] = CLOSED
                closed[control[CLOSED_TOP]] = item
                control[CLOSED_TOP] += 1
                colour = colours[node]
                for k in range(index(first[item]), index(first[item] + size[item])):
                    rival = index(cells[k])
                    if colour == 0 or colours[rival] != colour:
                        remove(index(option_of[rival]), index(rival), sets)
            depth += 1
            n_open[depth] = still_open
            visited = 0
            break
        if depth < 0:
            control[DONE] = 1
            depth = 0
            restore(0, 0, sets)
    control[DEPTH] = depth
    control[VISITED] = visited
    control[NODES] += nodes
    return found
