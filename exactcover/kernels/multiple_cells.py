"""Sparse-set search where items are covered between so and so many times (MCC).

The idea is that of ``cells.py``: each item keeps its nodes in one stretch of an array, the live
ones first, and only sizes are saved. Here an item is closed when it has been covered as often as it
may be (a secondary item: when it is covered at all), and until then an option that is chosen, or
tried and given up, is simply removed from all its open items.

Branching is on the *first* option of an item that a solution contains (see
``engines/multiple_reference.py``): an option that has been tried stays removed while the others of
its level are tried. Which one comes first does not matter, so it is whichever stands first in the
item's stretch.

Besides the problem's own items there is one that contains every option and is never closed. It is
branched on where no item needs any more, to find what else may be chosen.

A known answer: five queens dominate the 8 x 8 board in 4,860 ways (OEIS A002564).
"""

from __future__ import annotations

from typing import Any

from .jit import inlined, kernel
from .lowest import LISTED, NOT_OPEN, lowest, touch
from .words import ONE, index, signed

__all__ = ["CONTROL", "DEPTH", "GIVEN_UP", "VISITED", "search"]

#: Length of ``control``, and its places: as in ``cells.py``, 1 if the node at the depth has been
#: visited, and the options given up.
CONTROL = 8
DEPTH, NODES, DONE, TRAIL, CLOSED, STAMP, VISITED, GIVEN_UP = 0, 1, 2, 3, 4, 5, 6, 7

_NO_LIMIT = 1 << 30
_CLOSED, _OPEN = 0, 2


@inlined
def _remove(
    option: Any,
    starts: Any,
    items: Any,
    first: Any,
    cells: Any,
    place: Any,
    size: Any,
    state: Any,
    stamp: Any,
    trail_item: Any,
    trail_size: Any,
    n_primary: Any,
    listed: Any,
    is_listed: Any,
    control: Any,
) -> None:
    """Remove an option from its open items."""
    for node in range(index(starts[option]), index(starts[option + ONE])):
        item = index(items[node])
        if state[item] == _CLOSED:
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
        here = index(place[node])
        there = index(first[item]) + index(old) - ONE
        last = index(cells[there])
        cells[here] = last
        place[last] = here
        cells[there] = node
        place[node] = there


@inlined
def _rank(
    item: Any, repeat: Any, low: Any, size: Any, order: Any, late: Any, in_question: Any
) -> Any:
    """What branching takes the least of; negative at a dead end."""
    rank = NOT_OPEN
    if in_question:
        rank = signed(size[item]) - (1 if repeat else signed(low[item]))
        if order != 0 and rank > 0:
            spare = rank
            rank = 1 + (1 << 32) * signed(late[item])
            if order == 2:
                rank += spare
    return rank


@kernel
def search(
    n_primary: Any,
    repeat: Any,
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
    low: Any,
    high: Any,
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
    least: Any,
    path: Any,
    trail_mark: Any,
    closed_mark: Any,
    given_up: Any,
    given_mark: Any,
    control: Any,
    max_nodes: Any,
    max_found: Any,
    solutions: Any,
    lengths: Any,
) -> Any:
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
                        open_now = state[item] == _OPEN and low[item] > 0
                        ranks[item] = _rank(item, repeat, low, size, order, late, open_now)
                best = lowest(ranks, listed, is_listed, first_of)
                if best >= 0 and ranks[best] < 0:
                    best = -2
            else:
                for k in range(index(n_open[depth])):
                    item = signed(open_items[k])
                    rank = _rank(item, repeat, low, size, order, late, low[item] > 0)
                    if rank < 0:
                        best = -2
                        break
                    if rank < best_rank or (rank == best_rank and item < best):
                        best, best_rank = item, rank
            trail_mark[depth] = control[TRAIL]
            closed_mark[depth] = control[CLOSED]
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
                while control[TRAIL] > trail_mark[depth]:
                    control[TRAIL] -= 1
                    saved = trail_item[control[TRAIL]]
                    size[saved] = trail_size[control[TRAIL]]
                    if len(is_listed) > 0 and saved < n_primary:
                        touch(index(saved), listed, is_listed)
                while control[CLOSED] > closed_mark[depth]:
                    control[CLOSED] -= 1
                    state[closed[control[CLOSED]]] = _OPEN
                option = index(path[depth])
                for node in range(starts[option], starts[option + ONE]):
                    if items[node] < n_primary:
                        low[items[node]] += 1
                        if len(is_listed) > 0:
                            touch(index(items[node]), listed, is_listed)
                        if high[items[node]] < _NO_LIMIT:
                            high[items[node]] += 1
                control[STAMP] += 1
                _remove(
                    option, starts, items, first, cells, place, size, state, stamp, trail_item,
                    trail_size, n_primary, listed, is_listed, control,
                )  # fmt: skip
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
                _remove(
                    option, starts, items, first, cells, place, size, state, stamp, trail_item,
                    trail_size, n_primary, listed, is_listed, control,
                )  # fmt: skip
            still_open = n_open[depth]
            for node in range(index(starts[option]), index(starts[option + ONE]) - ONE):
                item = index(items[node])
                if item < index(n_primary):
                    low[item] -= 1
                    if len(is_listed) > 0:
                        touch(item, listed, is_listed)
                    if high[item] == _NO_LIMIT:
                        continue
                    high[item] -= 1
                    if high[item] > 0:
                        continue
                    still_open -= 1
                    last = index(open_items[still_open])
                    here = open_place[item]
                    open_items[here] = last
                    open_place[last] = here
                    open_items[still_open] = item
                    open_place[item] = still_open
                elif state[item] == _CLOSED:
                    continue
                state[item] = _CLOSED
                closed[control[CLOSED]] = item
                control[CLOSED] += 1
                colour = colours[node]
                for k in range(index(first[item]), index(first[item] + size[item])):
                    rival = index(cells[k])
                    if colour == 0 or colours[rival] != colour:
                        _remove(
                            index(option_of[rival]), starts, items, first, cells, place, size,
                            state, stamp, trail_item, trail_size, n_primary, listed, is_listed,
                            control,
                        )  # fmt: skip
            depth += 1
            n_open[depth] = still_open
            visited = 0
            break
        if depth < 0:
            control[DONE] = 1
            depth = 0
            while control[TRAIL] > 0:
                control[TRAIL] -= 1
                size[trail_item[control[TRAIL]]] = trail_size[control[TRAIL]]
    control[DEPTH] = depth
    control[VISITED] = visited
    control[NODES] += nodes
    return found
