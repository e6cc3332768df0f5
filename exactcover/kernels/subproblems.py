"""The solutions of a problem as a graph of subproblems, each solved once and remembered.

The idea. After some choices what is left is a set of live options. Where no live option of one part
touches an item of the other, the parts are independent *components*: their solutions multiply. So a
*subproblem* is one component. It branches on one of its items (that with the fewest live options,
or the next of a fixed order), and each option leaves subproblems that are looked up before they are
solved. The item depends on the subproblem alone and not on how the search came there; so an equal
subproblem is the same node. (Algorithm X with a memo: T. Nishino, N. Yasuda, S. Minato and M.
Nagata, "Dancing with decision diagrams", AAAI 2017; with colours, "Exact cover with colors by
dancing with decision diagrams" of the same school, IJCAI 2021; components as in counters for SAT:
R. Bayardo and J. Pehoushek, "Counting models using connected components", AAAI 2000.)

What is remembered. Without secondary items that constrain, the open primary items of a component
say all; with them, its live options do. Either is a string of bits, its key (``components.py``).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..compile import inlined, kernel, part
from .array_types import Bytes, Int32Rows, Int32s, Int64s, Words
from .components import (
    AGAIN,
    COMPONENTS,
    DEPTH,
    DONE,
    LIVE,
    NONE,
    PAUSED,
    PENDING,
    ROOT,
    UNKNOWN,
    VISITED,
    WORK,
    Room,
    apart,
    branch,
    choice,
    find,
    full,
    look_up,
    product,
    remember,
)
from .words import ZERO, bit

#: Fields of a frame. The entry of its component; where in its segment the next option is looked
#: for; the option being tried, or -1; the entries that this left, and the first that is not
#: settled; how long the stack of live options was, and that of branches.
FIELDS = 8
_COMPONENT, _CURSOR, _OPTION, _BEGIN, _END, _ENTRY, _LIVE_MARK, _PENDING_FROM = range(FIELDS)


class Problem(NamedTuple):
    """The options: arrays as in ``Compiled``, and how to go about them."""

    starts: Int64s
    items: Int32s
    colours: Int32s
    #: The primary items of each option.
    lengths: Int64s
    #: For each option a row of bits, the options that cannot go with it, and itself.
    clash: Words
    n_primary: int
    #: Branch on the item of the smallest number, not on that with the fewest options.
    fixed: bool
    #: Keys are the live options, not the open primary items.
    by_options: bool


class Scratch(NamedTuple):
    """A place for each item, and in ``tree`` for each option."""

    #: How many live options the item has. Between two calls 0.
    size: Int32s
    #: Another item of its component, or itself; see ``find``.
    parent: Int32s
    #: The colour of the first option that has it.
    shade: Int32s
    #: 1 for an item whose options have to do with each other: a secondary one is not, as long as
    #: they agree on one colour.
    binds: Bytes
    #: The items with live options.
    touched: Int32s
    #: For ``apart``.
    entry: Int32s
    tree: Int32s


@part
def _key(first: int, length: int, live: Int32s, problem: Problem, key: Words) -> None:
    """``key`` becomes that of the component with the live options from ``first`` on."""
    for word in range(len(key)):
        key[word] = ZERO
    for k in range(first, first + length):
        option = live[k]
        if problem.by_options:
            key[option >> 6] |= bit(option)
        else:
            for node in range(problem.starts[option], problem.starts[option + 1]):
                item = problem.items[node]
                key[item >> 6] |= bit(item)


@inlined
def _better(best: Any, item: Any, size: Int32s, fixed: bool) -> Any:
    """Which of two items to branch on; ``best`` is -1 if there is none yet."""
    if best < 0:
        return item
    if fixed or size[item] == size[best]:
        return min(best, item)
    return item if size[item] < size[best] else best


@inlined
def _split(
    first: Any, last: Any, n_open: Any, problem: Problem, scratch: Scratch, room: Room,
    control: Int64s,
) -> Any:  # fmt: skip
    """Put the components of the live options ``live[first:last]`` on the stack.

    False if some of the ``n_open`` open primary items has no live option.
    """
    starts, items, colours, _, _, n_primary, fixed, _ = problem
    size, parent, shade, binds, touched, entry, tree = scratch
    live, at = room.live, control[COMPONENTS]
    n_touched, n_found, n_trees = 0, 0, 0
    for k in range(first, last):
        for node in range(starts[live[k]], starts[live[k] + 1]):
            item = items[node]
            if size[item] == 0:
                touched[n_touched] = item
                n_touched += 1
                parent[item], entry[item] = item, -1
                shade[item] = colours[node]
                binds[item] = 0
                if item < n_primary:
                    binds[item] = 1
                    n_found += 1
                    n_trees += 1
            elif binds[item] == 0 and (colours[node] == 0 or colours[node] != shade[item]):
                binds[item] = 1
                n_trees += 1
            size[item] += 1
    if n_found == n_open and n_found > 0:
        k = first
        while n_trees > 1 and k < last:
            root = -1
            for node in range(starts[live[k]], starts[live[k] + 1]):
                if binds[items[node]] == 1:
                    other = find(parent, items[node])
                    if root < 0:
                        root = other
                    elif other != root:
                        parent[max(root, other)] = min(root, other)
                        root = min(root, other)
                        n_trees -= 1
            k += 1
        control[LIVE], control[COMPONENTS] = last, at + n_trees
        if n_trees == 1:
            room.first[at], room.length[at], room.node[at] = first, last - first, UNKNOWN
            best = -1
            for k in range(n_touched):
                if touched[k] < n_primary:
                    best = _better(best, touched[k], size, fixed)
            room.n_open[at], room.item[at] = n_found, best
        else:
            for k in range(first, last):
                node = starts[live[k]]
                while binds[items[node]] == 0:
                    node += 1
                tree[live[k]] = find(parent, items[node])
            apart(first, last, at, tree, entry, live, room.first, room.length, room.node)
            for c in range(at, at + n_trees):
                room.n_open[c], room.item[c] = 0, -1
            for k in range(n_touched):
                if touched[k] < n_primary:
                    c = entry[find(parent, touched[k])]
                    room.n_open[c] += 1
                    room.item[c] = _better(room.item[c], touched[k], size, fixed)
    for k in range(n_touched):
        size[touched[k]] = 0
    return n_found == n_open


@inlined
def _next_option(frame: Int32s, problem: Problem, room: Room) -> Any:
    """The next live option of the item branched on, or -1."""
    component, found = frame[_COMPONENT], -1
    cursor, length, item = frame[_CURSOR], room.length[component], room.item[component]
    while cursor < length and found < 0:
        option = room.live[room.first[component] + cursor]
        for node in range(problem.starts[option], problem.starts[option + 1]):
            if problem.items[node] == item:
                found = option
                break
        cursor += 1
    frame[_CURSOR] = cursor
    return found


@inlined
def _take(
    option: Any, frame: Int32s, problem: Problem, scratch: Scratch, room: Room, control: Int64s
) -> None:
    """Try an option of a component: what it leaves comes on the stacks."""
    component, live = frame[_COMPONENT], room.live
    first, length = room.first[component], room.length[component]
    begin = last = control[LIVE]
    row = option * (len(problem.clash) // len(problem.lengths))
    for k in range(first, first + length):
        other = live[k]
        if problem.clash[row + (other >> 6)] & bit(other) == ZERO:
            live[last] = other
            last += 1
    control[WORK] += length
    at, still_open = control[COMPONENTS], room.n_open[component] - problem.lengths[option]
    if _split(begin, last, still_open, problem, scratch, room, control):
        frame[_OPTION] = option
        frame[_BEGIN], frame[_ENTRY], frame[_END] = at, at, control[COMPONENTS]


@kernel
def begin(
    problem: Problem, scratch: Scratch, frames: Int32Rows, room: Room, control: Int64s
) -> None:
    """Split the problem, and make frame 0.

    ``live`` holds all options with primary items, and has room for twice as many more.
    """
    n_live, n_open = control[LIVE], problem.n_primary
    good = _split(0, n_live, n_open, problem, scratch, room, control)
    control[ROOT] = UNKNOWN if good else NONE
    frames[0][_END] = control[COMPONENTS]


@kernel
def explore(
    problem: Problem, scratch: Scratch, key: Words, frames: Int32Rows, room: Room, control: Int64s,
    until: int,
) -> Any:  # fmt: skip
    """Visit subproblems until so many are visited; returns why it stopped.

    ``key``: scratch, as long as a key. ``frames``: two more rows than primary items.
    """
    while control[ROOT] == UNKNOWN:
        frame = frames[control[DEPTH]]
        length = room.length[frame[_COMPONENT]]
        n_edges = 1 + control[PENDING] - frame[_PENDING_FROM] + frame[_END] - frame[_BEGIN]
        why = full(room, length, len(key), n_edges, control)
        if why != DONE:
            return why
        if frame[_OPTION] >= 0:
            # Settle the components that the option being tried has left.
            entry, last = frame[_ENTRY], frame[_END]
            while entry < last:
                if room.node[entry] == UNKNOWN:
                    _key(room.first[entry], room.length[entry], room.live, problem, key)
                    room.node[entry] = look_up(room, key, len(key))
                    control[AGAIN] += room.node[entry] != UNKNOWN
                if room.node[entry] < 0:
                    break
                entry += 1
            frame[_ENTRY] = entry
            if entry < last and room.node[entry] == UNKNOWN:
                if control[VISITED] >= until:
                    return PAUSED
                control[VISITED] += 1
                control[DEPTH] += 1
                below = frames[control[DEPTH]]
                below[_COMPONENT], below[_CURSOR], below[_OPTION] = entry, 0, -1
                below[_BEGIN], below[_END] = control[COMPONENTS], control[COMPONENTS]
                below[_LIVE_MARK], below[_PENDING_FROM] = control[LIVE], control[PENDING]
                continue
            found = product(frame[_BEGIN], last, room, control) if entry == last else NONE
            if control[DEPTH] == 0:
                control[ROOT] = found
                break
            if found >= 0:
                branch(frame[_OPTION], found, room, control)
            frame[_OPTION] = -1
            control[COMPONENTS], control[LIVE] = frame[_BEGIN], frame[_LIVE_MARK]
        option = _next_option(frame, problem, room)
        if option >= 0:
            _take(option, frame, problem, scratch, room, control)
            continue
        # All options of the item are tried: the subproblem is solved.
        entry = frame[_COMPONENT]
        node = choice(frame[_PENDING_FROM], room, control)
        _key(room.first[entry], room.length[entry], room.live, problem, key)
        remember(room, key, len(key), node, control)
        room.node[entry] = node
        control[DEPTH] -= 1
    return DONE
