"""Sparse-set search ("dancing cells"): for problems too large for a table of all clashes.

The idea. Each item keeps its nodes (its occurrences in options) in one stretch of an array, the
live ones first, with their number as its *size*. Removing a node swaps it with the last live one
and lowers the size; since nothing beyond the size moves until the size is raised again, putting
back everything removed since some moment means restoring the sizes of that moment. So only sizes
are saved, on a trail, once for each item and choice, instead of links being mended one by one.
(Sparse sets: Briggs and Torczon 1993. For exact cover with colours: C. Solnon, and D. E. Knuth's
programs SSXC and SSXCC, "Dancing Cells", 2023; names in brackets below are Knuth's.)

An item is *open* until an option that contains it is chosen; then it is closed, and its stretch is
left alone until it is opened again. An item with a colour is closed just the same: what clashes
with its colour has been removed, and what agrees needs no more attention.

Branching takes an open primary item with the fewest live options (the first such). All its options
are taken out of the other items' stretches once, for all the alternatives; each alternative then
removes only what clashes on its other items.

An item with one option left forces it: the option is chosen at the same level, without a branch,
and sizes saved for the alternative that led here are not saved again.

A known answer: the 12 pentominoes fill the 6 x 10 rectangle in 9,356 ways (2,339 up to symmetry).
"""

from __future__ import annotations

from typing import Any

from .jit import inlined, kernel
from .lowest import LISTED, NOT_OPEN, lowest, touch
from .words import ONE, index, signed

__all__ = ["CONTROL", "LOOKS", "OPEN_ITEMS", "choose", "search"]


#: Length of ``control``, and its places.
CONTROL = 8
DEPTH, NODES, DONE, TRAIL, CLOSED, STAMP, OPEN_ITEMS, LOOKS = 0, 1, 2, 3, 4, 5, 6, 7

# States of an item. A closing item is one of the option being chosen whose own stretch has not
# been gone through yet: it still loses nodes, and being empty is no failure.
_CLOSED, _CLOSING, _OPEN = 0, 1, 2


@inlined
def _hide(
    node: Any,
    starts: Any,
    items: Any,
    option_of: Any,
    first: Any,
    n_primary: Any,
    cells: Any,
    place: Any,
    size: Any,
    state: Any,
    stamp: Any,
    trail_item: Any,
    trail_size: Any,
    listed: Any,
    is_listed: Any,
    control: Any,
) -> Any:
    """Remove the option of ``node`` from its other items; false if an open one has none left."""
    option = index(option_of[node])
    alive = True
    for other in range(index(starts[option]), index(starts[option + ONE])):
        item = index(items[other])
        if other == index(node) or state[item] == _CLOSED:
            continue
        old = size[item]
        if stamp[item] != control[STAMP]:
            stamp[item] = control[STAMP]
            top = index(control[TRAIL])
            trail_item[top] = item
            trail_size[top] = old
            control[TRAIL] += 1
        size[item] = old - 1
        if len(is_listed) > 0 and item < index(n_primary):
            touch(item, listed, is_listed)
        here = index(place[other])
        there = index(first[item]) + index(old) - ONE
        last = index(cells[there])
        cells[here] = last
        place[last] = here
        cells[there] = other
        place[other] = there
        if old == 1 and item < index(n_primary) and state[item] == _OPEN:
            alive = False
    return alive


@inlined
def _restore(
    n_primary: Any,
    trail_mark: Any,
    closed_mark: Any,
    size: Any,
    state: Any,
    trail_item: Any,
    trail_size: Any,
    closed: Any,
    listed: Any,
    is_listed: Any,
    control: Any,
) -> None:
    """Undo all hiding and closing since the marks."""
    while control[TRAIL] > trail_mark:
        control[TRAIL] -= 1
        item = trail_item[control[TRAIL]]
        size[item] = trail_size[control[TRAIL]]
        if len(is_listed) > 0 and item < n_primary:
            touch(index(item), listed, is_listed)
    while control[CLOSED] > closed_mark:
        control[CLOSED] -= 1
        item = closed[control[CLOSED]]
        state[item] = _OPEN
        if len(is_listed) > 0 and item < n_primary:
            touch(index(item), listed, is_listed)


@inlined
def _rank(item: Any, size: Any, order: Any, late: Any) -> Any:
    """What branching takes the least of."""
    rank = signed(size[item])
    if order != 0 and rank > 1:
        rank = 1 + (1 << 30) * signed(late[item])
        if order == 2:
            rank += size[item]
    return rank


@kernel
def choose(
    prefix: Any,
    starts: Any,
    items: Any,
    colours: Any,
    option_of: Any,
    first: Any,
    cells: Any,
    place: Any,
    size: Any,
    state: Any,
) -> None:
    """Choose the options of ``prefix`` above the root: close their items, and remove what clashes,
    for good. The arrays are those of ``search``."""
    for option in prefix:
        for node in range(starts[option], starts[option + 1]):
            item, colour = items[node], colours[node]
            if state[item] == _CLOSED:
                continue
            state[item] = _CLOSED
            for k in range(first[item], first[item] + size[item]):
                rival = cells[k]
                if colour != 0 and colours[rival] == colour:
                    continue
                gone = option_of[rival]
                for other in range(starts[gone], starts[gone + 1]):
                    its_item = items[other]
                    if state[its_item] == _CLOSED:
                        continue
                    size[its_item] -= 1
                    here, there = place[other], first[its_item] + size[its_item]
                    last = cells[there]
                    cells[here], place[last] = last, here
                    cells[there], place[other] = other, there


@kernel
def search(
    n_primary: Any,
    order: Any,
    late: Any,
    starts: Any,
    items: Any,
    colours: Any,
    option_of: Any,
    first: Any,
    cells: Any,
    place: Any,
    size: Any,
    state: Any,
    stamp: Any,
    open_items: Any,
    open_place: Any,
    trail_item: Any,
    trail_size: Any,
    closed: Any,
    ranks: Any,
    listed: Any,
    is_listed: Any,
    first_of: Any,
    many: Any,
    n_open: Any,
    branch: Any,
    tried: Any,
    path: Any,
    path_length: Any,
    trail_mark: Any,
    closed_mark: Any,
    control: Any,
    max_nodes: Any,
    max_found: Any,
    solutions: Any,
    lengths: Any,
) -> Any:
    """Visit up to ``max_nodes`` nodes or find ``max_found`` solutions; returns the number found.

    The problem: ``n_primary``; ``order`` and ``late`` as in the bitset kernel; ``starts``,
    ``items``, ``colours`` as in ``Compiled``; ``option_of[k]`` the option of node *k*;
    ``first[i]`` where the stretch of item *i* begins.

    The state of the items:

    * ``cells`` [set]: the nodes of item *i* are ``cells[first[i]:first[i+1]]`` in some order, and
      the live ones stand first. ``place`` [loc] is its inverse: ``cells[place[k]] == k``.
    * ``size[i]`` [size]: how many are live, if item *i* is open.
    * ``state[i]``: open, or closed by an option chosen on the path.
    * ``stamp[i]``: the choice (``control[STAMP]``) at which the size of *i* was last saved.
    * ``open_items`` [item]: a permutation of the primary items, ``open_place`` [pos] its inverse;
      the first ``n_open[depth]`` are open.
    * ``trail_item``, ``trail_size`` [savestack]: saved sizes, up to ``control[TRAIL]``.
    * ``closed``: items closed, in order, up to ``control[CLOSED]``.
    * ``ranks`` (int64, primary items), ``listed``, ``is_listed``, ``first_of``: where more than
      ``many`` items are open, which one is branched on (``lowest.py``).

    The state of the path, for levels d < depth:

    * ``branch[d]``: the item branched on; ``tried[d]``: which of its live options, from 0, is
      being tried.
    * ``trail_mark[d]``, ``closed_mark[d]``: trail and closed items after level *d* closed its item,
      before an alternative.
    * ``path[:path_length[d]]``, for level ``depth`` too: the options chosen above its node, and at
      the node so far, where moves were forced.
    * ``control``: depth, nodes, done, the tops of the stacks, the number of the choice, the open
      items of all nodes visited, added up, and the looks at items to find those to branch on. On
      entry and on return the node
      at ``control[DEPTH]`` is still to be visited, unless the search is done.

    Solutions go to ``solutions[j, :lengths[j]]`` unless ``solutions`` has no rows.
    """
    depth = control[DEPTH]
    nodes = 0
    found = 0
    keep = solutions.shape[0] > 0
    while nodes < max_nodes and found < max_found and control[DONE] == 0:
        # Visit the node: it is a solution, or dead, or forced, or has an item to branch on.
        nodes += 1
        control[OPEN_ITEMS] += n_open[depth]
        best = -1
        forced = -1
        if n_open[depth] == 0:
            if keep:
                for k in range(path_length[depth]):
                    solutions[found, k] = path[k]
                lengths[found] = path_length[depth]
            found += 1
        elif n_open[depth] > many:
            control[LOOKS] += 128 * listed[LISTED] + len(first_of) - len(is_listed)
            for k in range(1, listed[LISTED] + 1):
                for item in range(64 * listed[k], min(n_primary, 64 * listed[k] + 64)):
                    open_now = state[item] == _OPEN
                    ranks[item] = _rank(item, size, order, late) if open_now else NOT_OPEN
            best = lowest(ranks, listed, is_listed, first_of)
            if size[best] == 0:
                best = -1
        else:
            control[LOOKS] += n_open[depth]
            least = 1 << 40
            for k in range(index(n_open[depth])):
                item = index(open_items[k])
                rank = _rank(item, size, order, late)
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
            control[STAMP] += 1
            state[best] = _CLOSED
            closed[control[CLOSED]] = best
            control[CLOSED] += 1
            if len(is_listed) > 0:
                touch(index(best), listed, is_listed)
            for k in range(index(first[best]), index(first[best] + size[best])):
                _hide(
                    cells[k], starts, items, option_of, first, n_primary, cells, place, size,
                    state, stamp, trail_item, trail_size, listed, is_listed, control,
                )  # fmt: skip
            trail_mark[depth] = control[TRAIL]
            closed_mark[depth] = control[CLOSED]

        # Move to the next node in depth-first order.
        while depth >= 0:
            if forced >= 0:
                # Leaving this node undoes the move together with the alternative that led here,
                # so it goes on with that one's stamp, and what is saved need not be saved again.
                chosen = forced
            else:
                _restore(
                    n_primary, trail_mark[depth], closed_mark[depth], size, state, trail_item,
                    trail_size, closed, listed, is_listed, control,
                )  # fmt: skip
                item = branch[depth]
                tried[depth] += 1
                if tried[depth] == size[item]:
                    depth -= 1
                    continue
                control[STAMP] += 1
                chosen = option_of[cells[first[item] + tried[depth]]]

            # Choose the option: close its items, then remove what clashes on each.
            still_open = n_open[depth]
            for node in range(starts[chosen], starts[chosen + 1]):
                other = items[node]
                if other < n_primary:
                    still_open -= 1
                    last = open_items[still_open]
                    here = open_place[other]
                    open_items[here] = last
                    open_place[last] = here
                    open_items[still_open] = other
                    open_place[other] = still_open
                    if len(is_listed) > 0:
                        touch(index(other), listed, is_listed)
                if state[other] == _OPEN:
                    state[other] = _CLOSING
                    closed[control[CLOSED]] = other
                    control[CLOSED] += 1
            alive = True
            for node in range(index(starts[chosen]), index(starts[chosen + 1])):
                other = index(items[node])
                if not alive or state[other] != _CLOSING:
                    continue
                state[other] = _CLOSED
                colour = colours[node]
                for k in range(index(first[other]), index(first[other] + size[other])):
                    rival = index(cells[k])
                    if rival == node or (colour != 0 and colours[rival] == colour):
                        continue
                    if not _hide(
                        rival, starts, items, option_of, first, n_primary, cells, place, size,
                        state, stamp, trail_item, trail_size, listed, is_listed, control,
                    ):  # fmt: skip
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
            _restore(
                n_primary, 0, 0, size, state, trail_item, trail_size, closed, listed, is_listed,
                control,
            )  # fmt: skip
    control[DEPTH] = depth
    control[NODES] += nodes
    return found
