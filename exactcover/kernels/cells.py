"""Sparse-set search ("dancing cells"): for problems too large for a table of all clashes.

The idea. Each item keeps its live nodes as a sparse set (``sparse_sets.py``): going back means
restoring sizes, where dancing links mend one link after the other. (For exact cover with colours:
C. Solnon, and D. E. Knuth's programs SSXC and SSXCC, "Dancing Cells", 2023.)

An item is *open* until an option that contains it is chosen; then it is closed, and its stretch is
left alone until it is opened again. An item with a colour is closed just the same: what clashes
with its colour has been removed, and what agrees needs no more attention.

Branching takes an open primary item with the fewest live options (the first such). All its options
are taken out of the other items' stretches once, for all the alternatives; each alternative then
removes only what clashes on its other items. An item with one option left forces it: the option is
chosen at the same level, without a branch.

A known answer: the 12 pentominoes fill the 6 x 10 rectangle in 9,356 ways (2,339 up to symmetry).
"""

from __future__ import annotations

from typing import Any

from ..compile import kernel
from . import sparse_sets as sparse
from .array_types import Bytes, Int32Rows, Int32s, Int64s
from .lowest import LISTED, NOT_OPEN, branching_rank, lowest, touch
from .solutions import write_solution
from .words import index, signed

__all__ = ["CONTROL", "LOOKS", "OPEN_ITEMS", "choose", "search"]


#: Length of ``control``, and its places beside those of ``sparse_sets``: depth, nodes, 1 when done;
#: the open items of all nodes visited, and the looks at items to find those to branch on, added up.
CONTROL = 8
DEPTH, NODES, DONE, OPEN_ITEMS, LOOKS = 0, 1, 2, 6, 7


@kernel
def choose(
    n_primary: int, starts: Int64s, items: Int32s, colours: Int32s, option_of: Int32s,
    first: Int64s, cells: Int32s, place: Int32s, size: Int32s, state: Bytes, stamp: Int64s,
    trail_item: Int32s, trail_size: Int32s, closed: Int32s, listed: Int32s, is_listed: Bytes,
    control: Int64s, chosen: Int64s,
) -> None:  # fmt: skip
    """Choose these options above the root: nothing restores what they remove.

    The other arrays are those of ``search``, as they are at first.
    """
    sets = sparse.SparseSets(
        n_primary, starts, items, first, cells, place, size, state, stamp, trail_item, trail_size,
        closed, listed, is_listed, control,
    )  # fmt: skip
    for option in chosen:
        for node in range(starts[option], starts[option + 1]):
            item, colour = items[node], colours[node]
            if state[item] == sparse.CLOSED:
                continue
            state[item] = sparse.CLOSED
            for k in range(first[item], first[item] + size[item]):
                rival = cells[k]
                if colour == 0 or colours[rival] != colour:
                    sparse.remove(index(option_of[rival]), index(rival), sets)
    control[sparse.TRAIL] = 0
    control[sparse.STAMP] += 1


@kernel
def search(
    n_primary: int, order: int, deferred: Bytes, starts: Int64s, items: Int32s, colours: Int32s,
    option_of: Int32s, first: Int64s, cells: Int32s, place: Int32s, size: Int32s, state: Bytes,
    stamp: Int64s, open_items: Int32s, open_place: Int32s, trail_item: Int32s, trail_size: Int32s,
    closed: Int32s, ranks: Int64s, listed: Int32s, is_listed: Bytes, first_of: Int32s, many: int,
    n_open: Int32s, branch: Int64s, tried: Int64s, path: Int32s, path_length: Int64s,
    trail_mark: Int64s, closed_mark: Int64s, control: Int64s, max_nodes: int, max_found: int,
    solutions: Int32Rows, lengths: Int32s,
) -> Any:  # fmt: skip
    """Visit up to ``max_nodes`` nodes or find ``max_found`` solutions; returns the number found.

    The problem: ``starts``, ``items``, ``colours`` as in ``Compiled``; ``option_of[k]``, the option
    of node *k*; ``order``, ``deferred``: see ``lowest.branching_rank``.

    The state of the items: the arrays of ``SparseSets``; ``open_items``, ``open_place``: see
    ``sparse_sets.close``, the first ``n_open[depth]`` are open. ``ranks`` (primary items, at first
    ``NOT_OPEN``), ``listed``, ``is_listed``, ``first_of``: which item is branched on where more
    than ``many`` are open (``lowest.py``).

    The state of the path, for levels d < depth (levels + 1):

    * ``branch[d]``: the item branched on; ``tried[d]``: which of its live options, from 0, is
      being tried.
    * ``trail_mark[d]``, ``closed_mark[d]``: trail and closed items after level *d* closed its item,
      before an alternative.
    * ``path[:path_length[d]]``, for level ``depth`` too: the options chosen above its node, and at
      the node so far, where moves were forced.

    On entry and on return the node at ``control[DEPTH]`` is still to be visited, unless the search
    is done. Solutions go to ``solutions[j, :lengths[j]]`` unless ``solutions`` has no rows.
    """
    sets = sparse.SparseSets(
        n_primary, starts, items, first, cells, place, size, state, stamp, trail_item, trail_size,
        closed, listed, is_listed, control,
    )  # fmt: skip
    depth = control[DEPTH]
    nodes = 0
    found = 0
    while nodes < max_nodes and found < max_found and control[DONE] == 0:
        # Visit the node: it is a solution, or dead, or forced, or has an item to branch on.
        nodes += 1
        control[OPEN_ITEMS] += n_open[depth]
        best = -1
        forced = -1
        if n_open[depth] == 0:
            write_solution(path, path_length[depth], found, solutions, lengths)
            found += 1
        elif n_open[depth] > many:
            control[LOOKS] += 128 * listed[LISTED] + len(first_of) - len(is_listed)
            for k in range(1, listed[LISTED] + 1):
                for item in range(64 * listed[k], min(n_primary, 64 * listed[k] + 64)):
                    open_now = state[item] == sparse.OPEN
                    rank = branching_rank(size[item] - 1, order, deferred, item)
                    ranks[item] = rank if open_now else NOT_OPEN
            best = lowest(ranks, listed, is_listed, first_of)
            if size[best] == 0:
                best = -1
        else:
            control[LOOKS] += n_open[depth]
            least = NOT_OPEN
            for k in range(index(n_open[depth])):
                item = index(open_items[k])
                rank = signed(size[item])
                if order != 0:  # asked here, outside the rank: the loop is a fifth faster for it
                    rank = 1 + branching_rank(rank - 1, order, deferred, item)
                if rank < least or (rank == least and signed(item) < best):
                    least = rank
                    best = signed(item)
                    if least == 0:
                        best = -1
                        break

        if best < 0:
            depth -= 1
        elif size[best] == 1:
            forced = option_of[cells[first[best]]]
        else:
            # Close the item for all its alternatives at once.
            branch[depth] = best
            tried[depth] = -1
            control[sparse.STAMP] += 1
            state[best] = sparse.CLOSED
            closed[control[sparse.CLOSED_TOP]] = best
            control[sparse.CLOSED_TOP] += 1
            touch(index(best), listed, is_listed)
            for k in range(index(first[best]), index(first[best] + size[best])):
                sparse.remove(index(option_of[cells[k]]), index(cells[k]), sets)
            trail_mark[depth] = control[sparse.TRAIL]
            closed_mark[depth] = control[sparse.CLOSED_TOP]

        # Move to the next node in depth-first order.
        while depth >= 0:
            if forced >= 0:
                # Leaving this node undoes the move together with the alternative that led here,
                # so it goes on with that one's stamp, and what is saved need not be saved again.
                chosen = forced
            else:
                sparse.restore(trail_mark[depth], closed_mark[depth], sets)
                item = branch[depth]
                tried[depth] += 1
                if tried[depth] == size[item]:
                    depth -= 1
                    continue
                control[sparse.STAMP] += 1
                chosen = option_of[cells[first[item] + tried[depth]]]

            # Choose the option: close its items, then remove what clashes on each.
            still_open = n_open[depth]
            for node in range(starts[chosen], starts[chosen + 1]):
                other = items[node]
                if other < n_primary:
                    still_open -= 1
                    sparse.close(other, still_open, open_items, open_place)
                    touch(index(other), listed, is_listed)
                if state[other] == sparse.OPEN:
                    state[other] = sparse.CLOSING
                    closed[control[sparse.CLOSED_TOP]] = other
                    control[sparse.CLOSED_TOP] += 1
            alive = True
            for node in range(index(starts[chosen]), index(starts[chosen + 1])):
                other = index(items[node])
                if not alive or state[other] != sparse.CLOSING:
                    continue
                state[other] = sparse.CLOSED
                colour = colours[node]
                for k in range(index(first[other]), index(first[other] + size[other])):
                    rival = index(cells[k])
                    if rival == node or (colour != 0 and colours[rival] == colour):
                        continue
                    if not sparse.remove(index(option_of[rival]), rival, sets):
                        alive = False
                        break
            if alive:
                top = path_length[depth]
                path[top] = chosen
                if forced < 0:
                    depth += 1
                n_open[depth] = still_open
                path_length[depth] = top + 1
                break
            if forced >= 0:
                forced = -1
                depth -= 1
        if depth < 0:
            control[DONE] = 1
            depth = 0
            sparse.restore(0, 0, sets)
    control[DEPTH] = depth
    control[NODES] += nodes
    return found
