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
say all; with them, its live options do. Either is a string of bits, its *key*; keys are found by
hashing and compared in full.

The graph. Node 0 is the end. A node of *choice* has an edge for each option of its item that leads
to a solution. A node of *components* has at least two, whose solutions multiply, and an edge to
each of them, numbered -2. Nodes are numbered as they are finished, so children have smaller
numbers.

The stacks. A *frame* is a choice being worked on. Its component is an entry of the stack of
components, a segment of the stack of live options. An option that is tried leaves entries above,
until they are solved or one of them proves to have no solution. Frame 0 stands for the complete
problem, tried as if by an option without items.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..compile import inlined, kernel, part
from .array_types import Int32s, Int64s, Words
from .graphs import PRODUCT
from .words import ONE, ZERO, bit, free_place, hashed_row

__all__ = ["CONTROL", "DONE", "PAUSED", "explore", "rehash"]

#: Length of ``control``, and its places. ``_WORK``: options looked at so far. ``_AGAIN``: how many
#: components were known when they were met.
CONTROL = 11
_DEPTH, _LIVE, _COMPONENTS, _PENDING, _STATES, _NODES, _EDGES = range(7)
_ROOT, _VISITED, _WORK, _AGAIN = range(7, CONTROL)

#: Why ``explore`` returned: it is done; has visited as many subproblems as it may; or which of its
#: arrays needs room.
DONE, PAUSED, LIVE_FULL, COMPONENTS_FULL, PENDING_FULL, STATES_FULL, GRAPH_FULL = range(7)

#: What stands in place of a node: there is no solution; it is not known yet.
_NONE, _UNKNOWN = -1, -3


class _Options(NamedTuple):
    """The options: arrays as in ``Compiled``, and how to choose an item among theirs."""

    starts: Int64s
    items: Int32s
    colours: Int32s
    n_primary: int
    #: Branch on the item of the smallest number, not on that with the fewest options.
    fixed: bool


class _Components(NamedTuple):
    """The stack of components (int32, a place for each)."""

    #: Where its segment of the stack of live options begins, and how long it is.
    first: Int32s
    length: Int32s
    #: How many items it has open, and that to branch on.
    n_open: Int32s
    item: Int32s
    #: Its node in the graph, or ``_NONE`` or ``_UNKNOWN``.
    node: Int32s


class _Scratch(NamedTuple):
    """A place for each item (int32). Only ``size`` has a value between two calls, which is 0."""

    #: How many live options the item has.
    size: Int32s
    #: Another item of its component, or itself; see ``_find``.
    parent: Int32s
    #: The colour of the first option that has it.
    shade: Int32s
    #: 1 for a secondary item with options that do not agree on one colour.
    apart: Int32s
    #: The items with live options.
    touched: Int32s


@kernel
def rehash(slots: Int32s, keys: Words, n_words: int, n_states: int) -> None:
    """Fill ``slots``, all -1, whose number is a power of two, with the states."""
    for state in range(n_states):
        slots[free_place(slots, hashed_row(ONE, keys, state * n_words, n_words))] = state


@part
def _find(parent: Int32s, item: Any) -> Any:
    """The item that stands for a component, the smallest one."""
    while parent[item] != item:
        parent[item] = parent[parent[item]]
        item = parent[item]
    return item


@part
def _component(option: int, options: _Options, parent: Int32s) -> Any:
    """The item that stands for an option's component: all its items are in one, so any will do."""
    node = options.starts[option]
    while options.items[node] >= options.n_primary:
        node += 1
    return _find(parent, options.items[node])


@inlined
def _better(best: Any, item: Any, size: Int32s, fixed: bool) -> Any:
    """Which of two items to branch on; ``best`` is -1 if there is none yet."""
    if best < 0:
        return item
    if fixed or size[item] == size[best]:
        return min(best, item)
    return item if size[item] < size[best] else best


@part
def _key(
    first: int, length: int, live: Int32s, options: _Options, by_options: bool, key: Words,
    n_words: int,
) -> None:  # fmt: skip
    """``key`` becomes that of the component with the live options from ``first`` on."""
    for word in range(n_words):
        key[word] = ZERO
    for k in range(first, first + length):
        option = live[k]
        if by_options:
            key[option >> 6] |= bit(option)
        else:
            for node in range(options.starts[option], options.starts[option + 1]):
                item = options.items[node]
                if item < options.n_primary:
                    key[item >> 6] |= bit(item)


@part
def _split(
    first: int, last: int, n_open: int, at: int, options: _Options, live: Int32s,
    components: _Components, scratch: _Scratch,
) -> Any:  # fmt: skip
    """Divide ``live[first:last]`` into components, entries from ``at`` on; returns how many.

    Returns -1 if some of the ``n_open`` open primary items has no live option. Segments come
    shortest first, in ``live`` from ``first`` on; there must be room behind ``last`` for as many
    options again.
    """
    starts, items, colours, n_primary, fixed = options
    size, parent, shade, apart, touched = scratch
    n_touched, n_found, n_trees = 0, 0, 0
    for k in range(first, last):
        for node in range(starts[live[k]], starts[live[k] + 1]):
            item = items[node]
            if size[item] == 0:
                touched[n_touched] = item
                n_touched += 1
                parent[item] = item
                shade[item] = colours[node]
                apart[item] = 0
                if item < n_primary:
                    n_found += 1
                    n_trees += 1
            elif item < n_primary or apart[item] == 1:
                pass
            elif colours[node] == 0 or colours[node] != shade[item]:
                # They do not agree on a colour, and so have to do with each other.
                apart[item] = 1
                n_trees += 1
            size[item] += 1
    n_components = 0
    if n_found < n_open:
        n_components = -1
    elif n_found > 0:
        k = first
        while n_trees > 1 and k < last:
            root = -1
            for node in range(starts[live[k]], starts[live[k] + 1]):
                item = items[node]
                if item < n_primary or apart[item] == 1:
                    other = _find(parent, item)
                    if root < 0:
                        root = other
                    elif other != root:
                        parent[max(root, other)] = min(root, other)
                        root = min(root, other)
                        n_trees -= 1
            k += 1
        n_components = n_trees
        if n_components == 1:
            components.first[at], components.length[at] = first, last - first
            components.n_open[at], components.node[at] = n_found, _UNKNOWN
            best = -1
            for k in range(n_touched):
                if touched[k] < n_primary:
                    best = _better(best, touched[k], size, fixed)
            components.item[at] = best
        else:
            _sort(first, last, at, options, live, components, scratch, n_touched)
    for k in range(n_touched):
        size[touched[k]] = 0
    return n_components


@part
def _sort(
    first: int, last: int, at: int, options: _Options, live: Int32s, components: _Components,
    scratch: _Scratch, n_touched: int,
) -> None:  # fmt: skip
    """The part of ``_split`` for several components; ``shade`` of a root becomes its entry + 1."""
    size, parent, shade, _, touched = scratch
    n_live = last - first
    # ``node`` holds the root of each entry first, and then where its next option goes.
    found = at
    for k in range(first, last):
        live[k + n_live] = live[k]
        root = _component(live[k], options, parent)
        if shade[root] <= 0:
            # Primary items have no colour, so these places are free.
            components.length[found], components.node[found] = 0, root
            found += 1
            shade[root] = found
        components.length[shade[root] - 1] += 1
    # Shortest first, and else in the order in which they were found.
    for c in range(at + 1, found):
        length, root, place = components.length[c], components.node[c], c
        while place > at and components.length[place - 1] > length:
            components.length[place] = components.length[place - 1]
            components.node[place] = components.node[place - 1]
            place -= 1
        components.length[place], components.node[place] = length, root
    for c in range(at, found):
        shade[components.node[c]] = c + 1
        components.n_open[c], components.item[c] = 0, -1
        components.first[c] = first
        components.node[c] = first
        first += components.length[c]
    for k in range(n_touched):
        item = touched[k]
        if item < options.n_primary:
            c = shade[_find(parent, item)] - 1
            components.n_open[c] += 1
            components.item[c] = _better(components.item[c], item, size, options.fixed)
    for k in range(last, last + n_live):
        c = shade[_component(live[k], options, parent)] - 1
        live[components.node[c]] = live[k]
        components.node[c] += 1
    for c in range(at, found):
        components.node[c] = _UNKNOWN


@kernel
def explore(
    starts: Int64s, items: Int32s, colours: Int32s, lengths: Int64s, n_primary: int, clash: Words,
    row_words: int, fixed: bool, by_options: bool, n_words: int, slots: Int32s, keys: Words,
    nodes: Int32s, live: Int32s, comp_first: Int32s, comp_length: Int32s, comp_open: Int32s,
    comp_item: Int32s, comp_node: Int32s, frame_comp: Int32s, frame_cursor: Int32s,
    frame_option: Int32s, frame_begin: Int32s, frame_end: Int32s, frame_next: Int32s,
    frame_pending: Int32s, pending_option: Int32s, pending_child: Int32s, begin: Int64s,
    edge_option: Int32s, edge_child: Int32s, size: Int32s, parent: Int32s, shade: Int32s,
    apart: Int32s, touched: Int32s, key: Words, control: Int64s, most: int,
) -> Any:  # fmt: skip
    """Visit up to ``most`` subproblems; returns why it stopped.

    The problem: ``starts``, ``items``, ``colours`` as in ``Compiled``, ``lengths[o]`` the primary
    items of option *o*; ``clash[o * row_words:]``, the options that cannot go with *o*, and itself.
    ``fixed``: branch on the item of the smallest number, not on that with the fewest options.
    ``by_options``: keys are the live options; else the open primary items. Keys have ``n_words``.

    What is known, with room for more: subproblem *s* has ``keys[s * n_words:]`` and the node
    ``nodes[s]``, -1 without solutions; ``slots``, at first -1, is their open-addressing table, at
    most half full. Node *n* has the edges ``begin[n]`` to ``begin[n + 1]`` of ``edge_option`` and
    ``edge_child``.

    The stacks, in parallel arrays by their first words: ``live``, at first all options with primary
    items; ``comp_*``: see ``_Components``; and the frames (primary items + 2): ``frame_comp``, the
    entry worked on; ``frame_cursor``, where in its segment the next option is looked for;
    ``frame_option``, the option being tried, or -1; ``frame_begin`` to ``frame_end``, the entries
    that this left; ``frame_next``, the first of them that is not settled; ``frame_pending``, where
    its edges begin on the stack ``pending_*``. Scratch: ``size`` … ``touched`` (see ``_Scratch``),
    ``key``.

    ``control`` at first: depth -1, the number of options in ``live``, and one node, the end.
    """
    options = _Options(starts, items, colours, n_primary, fixed)
    components = _Components(comp_first, comp_length, comp_open, comp_item, comp_node)
    scratch = _Scratch(size, parent, shade, apart, touched)
    depth, n_live = control[_DEPTH], control[_LIVE]
    n_comps, n_pending = control[_COMPONENTS], control[_PENDING]
    n_states, n_nodes, n_edges = control[_STATES], control[_NODES], control[_EDGES]
    places = np.uint64(len(slots) - 1)
    visited = 0
    why = DONE
    if depth == -1:
        n_found = _split(0, n_live, n_primary, 0, options, live, components, scratch)
        frame_option[0], frame_begin[0], frame_end[0], frame_next[0] = 0, 0, max(0, n_found), 0
        frame_pending[0] = 0
        depth, n_comps = 0, max(0, n_found)
        control[_ROOT] = _UNKNOWN if n_found >= 0 else _NONE
    while control[_ROOT] == _UNKNOWN:
        if frame_option[depth] >= 0:
            # Settle the components that the option being tried has left.
            entry, last = frame_next[depth], frame_end[depth]
            while entry < last:
                if comp_node[entry] == _UNKNOWN:
                    first, length = comp_first[entry], comp_length[entry]
                    _key(first, length, live, options, by_options, key, n_words)
                    place = hashed_row(ONE, key, 0, n_words) & places
                    while True:
                        state = slots[place]
                        if state < 0:
                            break
                        same = True
                        for word in range(n_words):
                            same = same and keys[state * n_words + word] == key[word]
                        if same:
                            comp_node[entry] = nodes[state]
                            control[_AGAIN] += 1
                            break
                        place = (place + ONE) & places
                if comp_node[entry] < 0:
                    break
                entry += 1
            frame_next[depth] = entry
            if entry < last and comp_node[entry] == _UNKNOWN:
                if visited >= most:
                    why = PAUSED
                    break
                visited += 1
                depth += 1
                frame_comp[depth], frame_cursor[depth] = entry, 0
                frame_option[depth], frame_pending[depth] = -1, n_pending
                frame_begin[depth], frame_end[depth], frame_next[depth] = n_comps, n_comps, n_comps
                continue
            if n_pending == len(pending_option):
                why = PENDING_FULL
                break
            child = _NONE
            if entry == last:
                first = frame_begin[depth]
                if last == first:
                    child = 0
                elif last == first + 1:
                    child = comp_node[first]
                else:
                    if n_nodes + 2 > len(begin) or n_edges + last - first > len(edge_option):
                        why = GRAPH_FULL
                        break
                    for k in range(first, last):
                        edge_option[n_edges] = PRODUCT
                        edge_child[n_edges] = comp_node[k]
                        n_edges += 1
                    child = n_nodes
                    n_nodes += 1
                    begin[n_nodes] = n_edges
            if child >= 0 and depth > 0:
                pending_option[n_pending] = frame_option[depth]
                pending_child[n_pending] = child
                n_pending += 1
            if depth == 0:
                control[_ROOT] = child
                break
            frame_option[depth] = -1
            n_comps = frame_begin[depth]
            entry = frame_comp[depth]
            n_live = comp_first[entry] + comp_length[entry]
            # Components beside this one stand behind it.
            for k in range(entry + 1, n_comps):
                n_live = max(n_live, comp_first[k] + comp_length[k])
        entry = frame_comp[depth]
        first, length, item = comp_first[entry], comp_length[entry], comp_item[entry]
        # The next option of the item.
        cursor, option = frame_cursor[depth], -1
        while cursor < length and option < 0:
            candidate = live[first + cursor]
            for n in range(starts[candidate], starts[candidate + 1]):
                if items[n] == item:
                    option = candidate
                    break
            cursor += 1
        if option >= 0:
            if n_live + 2 * length > len(live):
                why = LIVE_FULL
                break
            if n_comps + comp_open[entry] > len(comp_first):
                why = COMPONENTS_FULL
                break
            frame_cursor[depth] = cursor
            control[_WORK] += length
            last = n_live
            for k in range(first, first + length):
                other = live[k]
                if clash[option * row_words + (other >> 6)] & bit(other) == ZERO:
                    live[last] = other
                    last += 1
            still_open = comp_open[entry] - lengths[option]
            n_found = _split(n_live, last, still_open, n_comps, options, live, components, scratch)
            if n_found >= 0:
                frame_option[depth] = option
                frame_begin[depth], frame_next[depth] = n_comps, n_comps
                n_comps += n_found
                frame_end[depth] = n_comps
                n_live = last
            continue
        # All options of the item are tried: the node is finished.
        if 2 * (n_states + 1) > len(slots) or n_states == len(nodes):
            why = STATES_FULL
            break
        n_new = n_pending - frame_pending[depth]
        if n_nodes + 2 > len(begin) or n_edges + n_new > len(edge_option):
            why = GRAPH_FULL
            break
        node = _NONE
        if n_new > 0:
            for k in range(frame_pending[depth], n_pending):
                edge_option[n_edges] = pending_option[k]
                edge_child[n_edges] = pending_child[k]
                n_edges += 1
            n_pending = frame_pending[depth]
            node = n_nodes
            n_nodes += 1
            begin[n_nodes] = n_edges
        _key(first, length, live, options, by_options, key, n_words)
        slots[free_place(slots, hashed_row(ONE, key, 0, n_words))] = n_states
        for word in range(n_words):
            keys[n_states * n_words + word] = key[word]
        nodes[n_states] = node
        n_states += 1
        comp_node[entry] = node
        depth -= 1
    control[_DEPTH], control[_LIVE] = depth, n_live
    control[_COMPONENTS], control[_PENDING] = n_comps, n_pending
    control[_STATES], control[_NODES], control[_EDGES] = n_states, n_nodes, n_edges
    control[_VISITED] += visited
    return why
