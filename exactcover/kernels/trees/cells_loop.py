"""Sparse-set search ("dancing cells"), for problems too large for a table of clashes.

The idea. Each item keeps its live entries as a sparse set (``sparse_sets.py``): going back means
restoring sizes, where dancing links mend one link after the other. (For exact cover with colours:
C. Solnon, and D. E. Knuth's programs SSXC and SSXCC, "Dancing Cells", 2023.)

An item is *open* until it has been covered as often as it may be (a secondary item: at all); then
it is closed, and its stretch is left alone until it is opened again. An item with a colour is
closed just the same: what clashes with its colour has been removed, and what agrees needs no more
attention.

Branching takes a primary item with the fewest options to spare (the first such). If it may be
covered just once more, all its options are taken out of the other items' stretches once, for all
the alternatives. Otherwise branching is on the *first* of its options that a solution contains (see
``engines/reference.py``): an option that has been tried stays removed while the others are tried.
Each alternative then removes only what clashes on its other items. An item with no option to spare
forces one: it is chosen at the same level, without a branch.

With bounds one item more contains every option and is never closed. Where no other item needs any
more, the options chosen are a solution, and branching on this item finds what else may be chosen.

A known answer: the 12 pentominoes fill the 6 x 10 rectangle in 9,356 ways (2,339 up to symmetry).
Five queens dominate the 8 x 8 board in 4,860 ways (OEIS A002564).
"""

from __future__ import annotations

from typing import Any

from ...compile import inlined, kernel
from ..bits.array_types import Bytes, Int32Rows, Int32s, Int64s
from ..bits.words import ALL_ONES, HALF, LOW, index, signed
from . import sparse_sets as sparse
from .lowest import LISTED, NOT_OPEN, branching_rank, lowest, rank_in_need, touch
from .written_solutions import write_solution

#: Length of ``control``, and its places beside those of ``sparse_sets``: depth, nodes, 1 when done;
#: the open items of all nodes visited, and the looks at items to find those to branch on, added up;
#: the options of the path that are counted in ``low``.
CONTROL = 10
DEPTH, NODES, DONE, OPEN_ITEMS, LOOKS, COUNTED = 0, 1, 2, 7, 8, 9


@inlined
def _in_need(n_open: Any, order: int, deferred: Bytes, sets: sparse.SparseSets) -> Any:
    """The item to branch on, among so many open ones; -1 if none is in need."""
    best, least = -1, NOT_OPEN
    for k in range(n_open):
        item = signed(sets.open_items[k])
        if sets.low[item] > 0:
            spare = sets.size[item] - (1 if sets.repeat else sets.low[item])
            rank = branching_rank(spare, order, deferred, item)
            if rank < least or (rank == least and item < best):
                best, least = item, rank
    return best


@inlined
def _smallest(n_open: Any, sets: sparse.SparseSets) -> Any:
    """The same without bounds in the usual order: a loop without branches; -1 if none is open."""
    least = ALL_ONES
    for k in range(n_open):
        item = index(sets.open_items[k])
        least = min(least, (index(sets.size[item]) << HALF) | item)
    return signed(least & LOW) if n_open > 0 else -1


@kernel
def choose(sets: sparse.SparseSets, n_open: Int32s, entries: Int64s) -> None:
    """Choose these options above the root, or leave them out (~option), for good.

    The arrays are those of ``search``, as they are at first.
    """
    control = sets.control
    still_open = n_open[0]
    for entry in entries:
        alive = True
        if entry < 0 or (sets.multiple and not sets.repeat):
            sparse.remove(index(max(entry, ~entry)), ALL_ONES, sets)
        if entry >= 0:
            still_open, alive = sparse.take(index(entry), still_open, sets)
        if not alive:
            control[DONE] = 1
            break
    n_open[0] = still_open
    control[sparse.TRAIL] = 0
    control[sparse.CLOSED_TOP] = 0
    control[sparse.STAMP] += 1


@kernel
def search(
    sets: sparse.SparseSets, order: int, deferred: Bytes, ranks: Int64s, first_of: Int32s,
    many: int, n_open: Int32s, branch: Int64s, n_live: Int64s, n_branches: Int64s, tried: Int64s,
    path: Int32s, path_length: Int64s, trail_mark: Int64s, closed_mark: Int64s, max_nodes: int,
    max_found: int, solutions: Int32Rows, lengths: Int32s,
) -> Any:  # fmt: skip
    """Visit up to ``max_nodes`` nodes or find ``max_found`` solutions; returns the number found.

    The problem and the state of the items: ``sets``, of whose primary items the first
    ``n_open[depth]`` are open. ``order``, ``deferred``: see ``lowest.branching_rank``. ``ranks``
    (primary items, at first ``NOT_OPEN``), ``first_of``: which item is branched on where more than
    ``many`` are open (``lowest.py``).

    The state of the path, for levels d < depth (levels + 1, of which the last stays 0: it undoes
    everything):

    * ``branch[d]``: the item branched on, ``n_branches[d]``: in how many ways, and ``tried[d]``:
      which of them, from 0, is being tried. ``n_live[d]``: 0 if they are its live options in their
      order; otherwise how many it had. Then those tried are the last of these, the latest first.
    * ``trail_mark[d]``, ``closed_mark[d]``: trail and closed items before an alternative.
    * ``path[:path_length[d]]``, for level ``depth`` too: the options chosen above its node, and at
      the node so far, where moves were forced.

    On entry and on return the node at ``control[DEPTH]`` is still to be visited, unless the search
    is done. Solutions go to ``solutions[j, :lengths[j]]`` unless ``solutions`` has no rows.
    """
    multiple, repeat, option_of = sets.multiple, sets.repeat, sets.option_of
    first, cells, size, low = sets.first, sets.cells, sets.size, sets.low
    listed, is_listed, control = sets.listed, sets.is_listed, sets.control
    once = multiple and not repeat
    depth = control[DEPTH]
    nodes = 0
    found = 0
    while nodes < max_nodes and found < max_found and control[DONE] == 0:
        # Visit the node: it is a solution, or dead, or forced, or has an item to branch on.
        nodes += 1
        control[OPEN_ITEMS] += n_open[depth]
        best = -1
        if n_open[depth] > many:
            control[LOOKS] += 128 * listed[LISTED] + len(first_of) - len(is_listed)
            rank_in_need(size, low, sets.state, repeat, order, deferred, ranks, listed)
            best = lowest(ranks, listed, is_listed, first_of)
        else:
            control[LOOKS] += n_open[depth]
            if multiple or order != 0:
                best = _in_need(index(n_open[depth]), order, deferred, sets)
            else:
                best = _smallest(index(n_open[depth]), sets)
        if best >= 0:
            ways = signed(size[best]) - (0 if repeat else low[best] - 1)
        else:
            write_solution(path, path_length[depth], found, solutions, lengths)
            found += 1
            best = len(size) - 1
            ways = signed(size[best]) if n_open[depth] > 0 else 0

        forced = -1
        if ways <= 0:
            depth -= 1
        elif ways == 1:
            forced = signed(option_of[cells[first[best]]])
        else:
            branch[depth], n_branches[depth], tried[depth] = best, ways, -1
            n_live[depth] = size[best]
            control[sparse.STAMP] += 1
            if best < sets.n_primary and low[best] == sets.closed_at[best] + 1:
                # Close the item for all its alternatives at once.
                n_live[depth] = 0
                sets.state[best] = sparse.CLOSED
                sets.closed[control[sparse.CLOSED_TOP]] = best
                control[sparse.CLOSED_TOP] += 1
                touch(index(best), listed, is_listed)
                for k in range(index(first[best]), index(first[best] + size[best])):
                    sparse.remove(index(option_of[cells[k]]), index(cells[k]), sets)
            trail_mark[depth] = control[sparse.TRAIL]
            closed_mark[depth] = control[sparse.CLOSED_TOP]

        # Move to the next node in depth-first order.
        while True:
            # A forced move is undone together with the alternative that led here, so it goes on
            # with that one's stamp, and what is saved need not be saved again.
            chosen, gone = forced, forced if once else -1
            at = first[branch[depth]]
            if forced < 0:
                sparse.restore(trail_mark[depth], closed_mark[depth], sets)
                while control[COUNTED] > path_length[depth]:
                    control[COUNTED] -= 1
                    sparse.untake(index(path[control[COUNTED]]), sets)
                if depth < 0:
                    control[DONE] = 1
                    break
                tried[depth] += 1
                if tried[depth] == n_branches[depth]:
                    depth -= 1
                    continue
                control[sparse.STAMP] += 1
                if n_live[depth] == 0:
                    at += tried[depth]
                elif once:
                    gone = signed(option_of[cells[at]])
                elif tried[depth] > 0:
                    gone = signed(path[path_length[depth]])
                chosen = signed(option_of[cells[at]])
            if gone >= 0:
                sparse.remove(index(gone), ALL_ONES, sets)
                if forced < 0:
                    trail_mark[depth] = control[sparse.TRAIL]
                    control[sparse.STAMP] += 1
                    if repeat:
                        chosen = signed(option_of[cells[at]])
            top = path_length[depth]
            path[top] = chosen
            if multiple:
                control[COUNTED] = top + 1
            still_open, alive = sparse.take(index(chosen), n_open[depth], sets)
            if alive:
                if forced < 0:
                    depth += 1
                n_open[depth] = still_open
                path_length[depth] = top + 1
                break
            if forced >= 0:
                forced = -1
                depth -= 1
    control[DEPTH] = max(0, depth)
    control[NODES] += nodes
    return found
