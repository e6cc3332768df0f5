"""Sparse-set search for items with multiplicities (MCC).

The idea is that of ``cells.py``: each item keeps its nodes in one stretch of an array, the live
ones first, and only sizes are saved. Here an item is closed when it has been covered as often as it
may be (a secondary item: when it is covered at all). As long as it is open, an option that is
chosen, or tried and given up, is simply removed from it.

Branching is on the *first* option of an item that a solution contains (see
``engines/reference.py``): an option that has been tried stays removed while the others of
its level are tried. Which one comes first does not matter, so it is whichever stands first in the
item's stretch.

Besides the items of the problem there is one that contains every option and is never closed. It is
branched on where no item needs any more, to find what else may be chosen.

A known answer: five queens dominate the 8 x 8 board in 4,860 ways (OEIS A002564).
"""

from __future__ import annotations

from typing import Any

from ..compile import kernel
from . import sparse_sets as sparse
from .array_types import Bytes, Int32Rows, Int32s, Int64s
from .lowest import NOT_OPEN, branching_rank, lowest, touch
from .multiplicity import NO_LIMIT, rank_in_need
from .solutions import write_solution
from .words import ALL_ONES, ONE, index, signed

__all__ = ["CONTROL", "DEPTH", "GIVEN_UP", "VISITED", "search"]

#: Length of ``control``, and its places beside those of ``sparse_sets``: depth, nodes, 1 when done,
#: 1 if the node has been visited, the options given up.
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
    control: Int64s, max_nodes: int, max_found: int, solutions: Int32Rows, lengths: Int32s,
) -> Any:  # fmt: skip
    """Visit up to ``max_nodes`` nodes or find ``max_found`` solutions; returns the number found.

    The arrays are those of ``cells.search``, with one item more, the last one, which every option
    contains at the end of its nodes. ``repeat``: whether an option may be chosen again. ``low[i]``,
    ``high[i]`` (primary items; at first the bounds): how often item *i* must (if positive) and may
    still be covered.

    The state of the path, for levels d < depth, and for ``depth`` when it has been visited:

    * ``branch[d]``: the item branched on, or -1 if there is nothing to try; ``least[d]``: the
      least number of live options with which it is worth trying one.
    * ``path[d]``: the option being tried.
    * ``trail_mark[d]``, ``closed_mark[d]``: trail and closed items before an alternative.
    * ``given_up[given_mark[d]:given_mark[d+1]]`` (options + levels): the options tried before
      ``path[d]``; at the last level up to ``control[GIVEN_UP]``.

    Solutions go to ``solutions[j, :lengths[j]]`` unless ``solutions`` has no rows.
    """
    sets = sparse.SparseSets(
        n_primary, starts, items, first, cells, place, size, state, stamp, trail_item, trail_size,
        closed, listed, is_listed, control,
    )  # fmt: skip
    depth = control[DEPTH]
    visited = control[VISITED]
    everything = len(size) - 1
    nodes = 0
    found = 0
    while nodes < max_nodes and found < max_found and control[DONE] == 0:
        if visited == 0:
            visited = 1
            nodes += 1
            best, best_rank = -1, NOT_OPEN
            if n_open[depth] > many:
                rank_in_need(size, low, repeat, order, deferred, ranks, listed)
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
            trail_mark[depth] = control[sparse.TRAIL]
            closed_mark[depth] = control[sparse.CLOSED_TOP]
            given_mark[depth] = control[GIVEN_UP]
            branch[depth] = best
            if best == -1:
                write_solution(path, depth, found, solutions, lengths)
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
                sparse.restore(trail_mark[depth], closed_mark[depth], sets)
                option = index(path[depth])
                for node in range(starts[option], starts[option + ONE]):
                    if items[node] < n_primary:
                        low[items[node]] += 1
                        touch(index(items[node]), listed, is_listed)
                        if high[items[node]] < NO_LIMIT:
                            high[items[node]] += 1
                control[sparse.STAMP] += 1
                sparse.remove(option, ALL_ONES, sets)
                trail_mark[depth] = control[sparse.TRAIL]
                given_up[given_mark[depth + 1]] = option
                control[GIVEN_UP] = given_mark[depth + 1] + 1
                continue
            if nodes >= max_nodes or found >= max_found:
                break
            option = index(option_of[cells[first[branch[depth]]]])
            path[depth] = option
            control[sparse.STAMP] += 1
            if not repeat:
                sparse.remove(option, ALL_ONES, sets)
            still_open = n_open[depth]
            for node in range(index(starts[option]), index(starts[option + ONE]) - ONE):
                item = index(items[node])
                if item < index(n_primary):
                    low[item] -= 1
                    touch(item, listed, is_listed)
                    if high[item] == NO_LIMIT:
                        continue
                    high[item] -= 1
                    if high[item] > 0:
                        continue
                    still_open -= 1
                    sparse.close(item, still_open, open_items, open_place)
                elif state[item] == sparse.CLOSED:
                    continue
                state[item] = sparse.CLOSED
                closed[control[sparse.CLOSED_TOP]] = item
                control[sparse.CLOSED_TOP] += 1
                colour = colours[node]
                for k in range(index(first[item]), index(first[item] + size[item])):
                    rival = index(cells[k])
                    if colour == 0 or colours[rival] != colour:
                        sparse.remove(index(option_of[rival]), index(rival), sets)
            depth += 1
            n_open[depth] = still_open
            visited = 0
            break
        if depth < 0:
            control[DONE] = 1
            depth = 0
            sparse.restore(0, 0, sets)
    control[DEPTH] = depth
    control[VISITED] = visited
    control[NODES] += nodes
    return found
