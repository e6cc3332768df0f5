"""Sparse sets: the live nodes of every item, and what undoes the removal of some of them.

The idea. Each item keeps its nodes (its occurrences in options) in one stretch of an array, the
live ones first, with their number as its *size*. Removing a node swaps it with the last live one
and lowers the size. Nothing beyond the size moves until the size is raised again, so restoring the
sizes of some moment puts back every node removed since. Sizes are saved on a trail, once for each
item and choice. (P. Briggs and L. Torczon, 1993. Names in brackets are those of D. E. Knuth's
programs SSXC and SSXCC, "Dancing Cells", 2023.)
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..compile import inlined
from .array_types import Bytes, Int32s, Int64s
from .lowest import touch
from .words import ONE, index

#: Places of ``control``: the tops of the trail and of the stack of closed items, and the number of
#: the choice.
TRAIL, CLOSED_TOP, STAMP = 3, 4, 5

#: States of an item. A closing item is one of the option being chosen whose stretch has not been
#: gone through yet: it still loses nodes, and being empty is no failure.
CLOSED, CLOSING, OPEN = 0, 1, 2


class SparseSets(NamedTuple):
    """The arrays; kernels take them one by one, since a call hands over a tuple more slowly."""

    n_primary: int
    #: As in ``Compiled``.
    starts: Int64s
    items: Int32s
    #: Where the stretch of each item begins (items + 1).
    first: Int64s
    #: [set] The nodes of item *i* are ``cells[first[i]:first[i+1]]`` in some order (nodes).
    cells: Int32s
    #: [loc] The inverse: ``cells[place[k]] == k`` (nodes).
    place: Int32s
    #: [size] How many nodes of item *i* are live, if it is open (int32 or int64, items).
    size: Any
    #: Open, closing, or closed by an option chosen on the path (items; at first ``OPEN``).
    state: Bytes
    #: The choice at which the size of *i* was last saved (items; at first -1).
    stamp: Int64s
    #: [savestack] Items and their saved sizes, up to ``control[TRAIL]`` (nodes + 1).
    trail_item: Any
    trail_size: Any
    #: Items closed, in order, up to ``control[CLOSED_TOP]`` (items + 1).
    closed: Int32s
    #: As in ``lowest.py``.
    listed: Int32s
    is_listed: Bytes
    #: The places above, and those of the kernel.
    control: Int64s


@inlined
def remove(option: Any, kept: Any, sets: SparseSets) -> Any:
    """Remove an option from its items that are not closed; false if an open one has none left.

    Its node ``kept`` stays where it is (``ALL_ONES`` for none).
    """
    alive = True
    for node in range(index(sets.starts[option]), index(sets.starts[option + ONE])):
        item = index(sets.items[node])
        if node == kept or sets.state[item] == CLOSED:
            continue
        old = sets.size[item]
        if sets.stamp[item] != sets.control[STAMP]:
            sets.stamp[item] = sets.control[STAMP]
            top = index(sets.control[TRAIL])
            sets.trail_item[top] = item
            sets.trail_size[top] = old
            sets.control[TRAIL] += 1
        sets.size[item] = old - 1
        if item < index(sets.n_primary):
            touch(item, sets.listed, sets.is_listed)
        here = index(sets.place[node])
        there = index(sets.first[item]) + index(old) - ONE
        last = index(sets.cells[there])
        sets.cells[here] = last
        sets.place[last] = here
        sets.cells[there] = node
        sets.place[node] = there
        if old == 1 and item < index(sets.n_primary) and sets.state[item] == OPEN:
            alive = False
    return alive


@inlined
def restore(trail_mark: Any, closed_mark: Any, sets: SparseSets) -> None:
    """Undo all removing and closing since the marks."""
    while sets.control[TRAIL] > trail_mark:
        sets.control[TRAIL] -= 1
        item = sets.trail_item[sets.control[TRAIL]]
        sets.size[item] = sets.trail_size[sets.control[TRAIL]]
        if item < sets.n_primary:
            touch(index(item), sets.listed, sets.is_listed)
    while sets.control[CLOSED_TOP] > closed_mark:
        sets.control[CLOSED_TOP] -= 1
        item = sets.closed[sets.control[CLOSED_TOP]]
        sets.state[item] = OPEN
        if item < sets.n_primary:
            touch(index(item), sets.listed, sets.is_listed)


@inlined
def close(item: Any, still_open: Any, open_items: Int32s, open_place: Int32s) -> None:
    """Move an item behind the ``still_open`` items left open.

    ``open_items`` [item] is a permutation of the primary items, ``open_place`` [pos] its inverse.
    """
    last = index(open_items[still_open])
    here = open_place[item]
    open_items[here] = last
    open_place[last] = here
    open_items[still_open] = item
    open_place[item] = still_open
