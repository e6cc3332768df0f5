"""Sparse sets: the live entries of every item, and how to undo removals.

The idea. Each item keeps its entries (its occurrences in options) in one stretch of an array, the
live ones first, with their number as its *size*. Removing an entry swaps it with the last live one
and lowers the size. Nothing beyond the size moves until the size is raised again, so restoring the
sizes of some moment puts back every entry removed since. Sizes are saved on a trail, once for each
item and choice. (P. Briggs and L. Torczon, 1993. Names in brackets are those of D. E. Knuth's
programs SSXC and SSXCC, "Dancing Cells", 2023.)
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ...compile import inlined
from ..bits.array_types import Bytes, Int32s, Int64s
from ..bits.words import ONE, index
from .lowest import touch

#: Places of ``control``: the tops of the trail and of the stack of closed items, the number of the
#: choice, and with bounds the number of items that must still be covered.
TRAIL, CLOSED_TOP, STAMP, IN_NEED = 3, 4, 5, 6

#: States of an item. A closing item is one of the option being chosen whose stretch has not been
#: gone through yet: it still loses entries, and being empty is not a failure.
OPEN, CLOSED, CLOSING = 0, 1, 2


class SparseSets(NamedTuple):
    """The problem, and the state of its items."""

    n_primary: int
    #: Whether items have bounds, and whether an option may be chosen again.
    multiple: bool
    repeat: bool
    #: As in ``Compiled``. With bounds every option has one entry more at its end, of an item that
    #: contains all options and is never closed.
    starts: Int64s
    items: Int32s
    colours: Int32s
    #: The option of each entry.
    option_of: Int32s
    #: Where the stretch of each item begins (items + 1).
    first: Int64s
    #: [set] The entries of item *i* are ``cells[first[i]:first[i+1]]`` in some order (entries).
    cells: Int32s
    #: [loc] The inverse: ``cells[place[k]] == k`` (entries).
    place: Int32s
    #: [size] How many entries of item *i* are live, if it is open (items).
    size: Int32s
    #: Open, closing, or closed by what was chosen on the path (items; at first ``OPEN``).
    state: Bytes
    #: How often primary item *i* must still be covered (if positive), and what that is when it may
    #: not be covered again. Without bounds they are 1 and 0, and do not change.
    low: Int64s
    closed_at: Int64s
    #: [item] The primary items, the open ones first, and [pos] the place of each among them.
    open_items: Int32s
    open_place: Int32s
    #: The choice at which the size of *i* was last saved (items; at first -1).
    stamp: Int64s
    #: [savestack] Items and their saved sizes, up to ``control[TRAIL]`` (entries + 1).
    trail_item: Int32s
    trail_size: Int32s
    #: Items closed, in order, up to ``control[CLOSED_TOP]`` (items + 1).
    closed: Int32s
    #: As in ``lowest.py``.
    listed: Int32s
    is_listed: Bytes
    #: The places above, and those of the kernel.
    control: Int64s


@inlined
def remove(option: Any, kept: Any, sets: SparseSets) -> Any:
    """Remove an option from its items that are not closed; false if one in need has none left.

    Its entry ``kept`` stays where it is (``ALL_ONES`` for none).
    """
    alive = True
    for entry in range(index(sets.starts[option]), index(sets.starts[option + ONE])):
        item = index(sets.items[entry])
        if entry == kept or sets.state[item] == CLOSED:
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
        here = index(sets.place[entry])
        there = index(sets.first[item]) + index(old) - ONE
        last = index(sets.cells[there])
        sets.cells[here] = last
        sets.place[last] = here
        sets.cells[there] = entry
        sets.place[entry] = there
        if old == 1 and item < index(sets.n_primary):
            alive = alive and (sets.state[item] != OPEN or sets.low[item] <= 0)
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
def take(option: Any, still_open: Any, sets: SparseSets) -> Any:
    """Choose an option: close the items that may not be covered again, and remove what clashes.

    An option that may not be chosen again has been removed itself, if items have bounds.
    ``still_open`` primary items were open before. Returns how many are open now, and false if one
    in need has no option left.
    """
    begin, end = index(sets.starts[option]), index(sets.starts[option + 1])
    if sets.multiple:
        end -= ONE
    for entry in range(begin, end):
        item = index(sets.items[entry])
        if item < index(sets.n_primary):
            touch(item, sets.listed, sets.is_listed)
            if sets.multiple:
                sets.low[item] -= 1
                sets.control[IN_NEED] -= sets.low[item] == 0
                if sets.low[item] > sets.closed_at[item]:
                    continue
            # Move it behind the items left open.
            still_open -= 1
            last = index(sets.open_items[still_open])
            here = sets.open_place[item]
            sets.open_items[here] = last
            sets.open_place[last] = here
            sets.open_items[still_open] = item
            sets.open_place[item] = still_open
        if sets.state[item] == OPEN:
            sets.state[item] = CLOSING
            sets.closed[sets.control[CLOSED_TOP]] = item
            sets.control[CLOSED_TOP] += 1
    alive = True
    for entry in range(begin, end):
        item = index(sets.items[entry])
        if not alive or sets.state[item] != CLOSING:
            continue
        sets.state[item] = CLOSED
        colour = sets.colours[entry]
        if colour == 0 and sets.control[IN_NEED] > 0 and sets.size[item] == sets.size[-1]:
            alive = False  # nothing that is live goes with it
            break
        for k in range(index(sets.first[item]), index(sets.first[item] + sets.size[item])):
            rival = index(sets.cells[k])
            if colour != 0 and sets.colours[rival] == colour:
                continue
            # All items of the option itself are closed, unless it could be chosen again.
            if rival == entry and not sets.repeat:
                continue
            if not remove(index(sets.option_of[rival]), rival, sets):
                alive = False
                break
    return still_open, alive


@inlined
def untake(option: Any, sets: SparseSets) -> None:
    """Undo what an option changed of the bounds of its items."""
    for entry in range(index(sets.starts[option]), index(sets.starts[option + 1]) - ONE):
        item = index(sets.items[entry])
        if item < index(sets.n_primary):
            sets.low[item] += 1
            sets.control[IN_NEED] += sets.low[item] == 1
            touch(item, sets.listed, sets.is_listed)
