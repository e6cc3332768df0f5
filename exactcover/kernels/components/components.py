"""Components of a problem, each solved once and remembered, for ``projection.py``.

After some choices what is left is a set of *members*, open variables. Where no member of one part
has to do with one of another, the parts are independent *components*: their solutions multiply. A
component is known by its *key*, a row of words that says all that its solutions depend on. Keys are
found by hashing and compared in full. (Components as in counters for SAT: R. Bayardo and J.
Pehoushek, "Counting models using connected components", AAAI 2000.)

The graph (``graphs.py``). Node 0 is the end. A node of *choice* has an edge for each branch that
leads to a solution, with its option or -1. A node of *components* has at least two, whose solutions
multiply, and an edge ``PRODUCT`` to each of them. Nodes are numbered as they are finished, so
children have smaller numbers.

The stacks. A *frame* is a component being worked on. Its members are a segment of the stack of
members. A branch that is tried leaves entries above on the stack of components, until they are
solved or one of them proves to have no solution. Frame 0 stands for the complete problem, as if a
branch led to it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ...compile import inlined, kernel, kernel_part
from ..bits.array_types import Int32s, Int64s, Words
from ..bits.words import HALF, LOW, ONE, free_place, hashed_row, index, signed
from ..graphs.graphs import PRODUCT

#: Length of ``control``, and its places; ``WORK``: members looked at so far.
CONTROL = 15
DEPTH, LIVE, COMPONENTS, PENDING, STATES, KEYS, NODES, EDGES = range(8)
ROOT, VISITED, WORK, TRAIL, HEAD, STAMPS, ANSWER = range(8, CONTROL)

#: Why a search returned: it is done, has visited as many components as it may, or needs room.
DONE, PAUSED, LIVE_FULL, COMPONENTS_FULL, PENDING_FULL, STATES_FULL, KEYS_FULL, GRAPH_FULL = range(
    8
)

#: What stands in place of a node: there is no solution; it is not known yet.
NONE, UNKNOWN = -1, -3


class Room(NamedTuple):
    """What grows."""

    #: The stack of members.
    live: Int32s
    #: The stack of components: where a component's segment begins, and how long it is; its node, or
    #: what stands in its place.
    first: Int32s
    length: Int32s
    node: Int32s
    #: The branches that have solutions, of all frames: option, or -1, and node.
    pending_option: Int32s
    pending_child: Int32s
    #: What is remembered of a component stands in ``keys``: a word with the length of its key, and
    #: its node plus 1 in the lower half; then the key. ``slots``, at first -1, is the
    #: open-addressing table of where these begin, at most half full.
    slots: Int32s
    keys: Words
    #: Node *n* has the edges ``begin[n]`` to ``begin[n + 1]`` of ``option`` and ``child``.
    begin: Int64s
    option: Int32s
    child: Int32s


#: What grows together, by the answer of a search that asks for it.
FULL = {
    LIVE_FULL: ("live",),
    COMPONENTS_FULL: ("first", "length", "node"),
    PENDING_FULL: ("pending_option", "pending_child"),
    STATES_FULL: ("slots",),
    KEYS_FULL: ("keys",),
    GRAPH_FULL: ("begin", "option", "child"),
}


@inlined
def full(room: Room, length: Any, n_words: Any, n_edges: Any, control: Int64s) -> Any:
    """What lacks room for the next step, whatever it is; ``DONE`` for nothing.

    That makes two nodes at most, with ``n_edges`` in all. ``length``: members of the component
    worked on; ``n_words``: words of a key at most.
    """
    if control[LIVE] + 2 * length > len(room.live):
        return LIVE_FULL
    if control[COMPONENTS] + length > len(room.first):
        return COMPONENTS_FULL
    if control[PENDING] == len(room.pending_child):
        return PENDING_FULL
    if 2 * (control[STATES] + 2) > len(room.slots):
        return STATES_FULL
    if control[KEYS] + n_words >= len(room.keys):
        return KEYS_FULL
    if control[NODES] + 3 > len(room.begin) or control[EDGES] + n_edges > len(room.child):
        return GRAPH_FULL
    return DONE


# -- how members come apart ------------------------------------------------------------------------


@kernel_part
def find(parent: Int32s, one: Any) -> Any:
    """What stands for the tree that something is in, the smallest of it."""
    while parent[one] != one:
        parent[one] = parent[parent[one]]
        one = parent[one]
    return one


@kernel_part
def joined(parent: Int32s, one: Any, other: Any) -> int:
    """Make one tree of those of two; 1 if they were two."""
    one, other = find(parent, one), find(parent, other)
    if one == other:
        return 0
    parent[max(one, other)] = min(one, other)
    return 1


@kernel_part
def apart(
    first: int, last: int, at: int, tree: Int32s, entry: Int32s, live: Int32s, firsts: Int32s,
    lengths: Int32s, nodes: Int32s,
) -> None:  # fmt: skip
    """Put components of the members ``live[first:last]`` on the stack, from entry ``at`` on.

    ``tree[m]``: the tree that member *m* is in. Segments come shortest first, and else in order.
    ``entry``: at first -1 for each tree; it becomes their entry on the stack. Behind ``last`` there
    must be room for as many members again.
    """
    n_live = last - first
    # ``node`` holds the tree of each component first, and then where its next member goes.
    found = at
    for k in range(first, last):
        live[k + n_live] = live[k]
        root = tree[live[k]]
        if entry[root] < 0:
            lengths[found], nodes[found], entry[root] = 0, root, found
            found += 1
        lengths[entry[root]] += 1
    for c in range(at + 1, found):
        length, root, place = lengths[c], nodes[c], c
        while place > at and lengths[place - 1] > length:
            lengths[place], nodes[place] = lengths[place - 1], nodes[place - 1]
            place -= 1
        lengths[place], nodes[place] = length, root
    for c in range(at, found):
        entry[nodes[c]] = c
        firsts[c] = nodes[c] = first
        first += lengths[c]
    for k in range(last, last + n_live):
        c = entry[tree[live[k]]]
        live[nodes[c]] = live[k]
        nodes[c] += 1
    for c in range(at, found):
        nodes[c] = UNKNOWN


# -- what is remembered ----------------------------------------------------------------------------


@kernel
def rehash(slots: Int32s, keys: Words, n_states: int) -> None:
    """Fill ``slots``, all -1, whose number is a power of two, with the components."""
    at = 0
    for _ in range(n_states):
        length = signed(keys[at] >> HALF)
        slots[free_place(slots, hashed_row(ONE, keys, at + 1, length))] = at
        at += 1 + length


@inlined
def look_up(room: Room, key: Words, length: int) -> Any:
    """The node of a component by its key of so many words, or ``UNKNOWN``."""
    places = index(len(room.slots) - 1)
    place = hashed_row(ONE, key, 0, length) & places
    while True:
        at = room.slots[place]
        if at < 0:
            return UNKNOWN
        head = room.keys[at]
        if head >> HALF == index(length):
            same = True
            for word in range(length):
                same = same and room.keys[at + 1 + word] == key[word]
            if same:
                return signed(head & LOW) - 1
        place = (place + ONE) & places


@inlined
def remember(room: Room, key: Words, length: int, node: Any, control: Int64s) -> None:
    """Note the node of a component, for which there is room."""
    at = control[KEYS]
    room.slots[free_place(room.slots, hashed_row(ONE, key, 0, length))] = at
    room.keys[at] = index(length) << HALF | index(node + 1)
    for word in range(length):
        room.keys[at + 1 + word] = key[word]
    control[KEYS] += 1 + length
    control[STATES] += 1


# -- the graph -------------------------------------------------------------------------------------


@inlined
def _edge(room: Room, option: Any, child: Any, control: Int64s) -> None:
    room.option[control[EDGES]], room.child[control[EDGES]] = option, child
    control[EDGES] += 1


@inlined
def _closed(room: Room, control: Int64s) -> Any:
    """A node of the edges written since the last one."""
    node = control[NODES]
    control[NODES] += 1
    room.begin[node + 1] = control[EDGES]
    return node


@inlined
def product(first: int, last: int, room: Room, control: Int64s) -> Any:
    """The node of a branch that has left some components, which all have solutions."""
    several, child = 0, 0
    for k in range(first, last):
        if room.node[k] > 0:
            several += 1
            child = room.node[k]
    if several < 2:
        return child
    for k in range(first, last):
        if room.node[k] > 0:
            _edge(room, PRODUCT, room.node[k], control)
    return _closed(room, control)


@inlined
def branch(option: Any, child: Any, room: Room, control: Int64s) -> None:
    """Note a branch that has solutions."""
    place = control[PENDING]
    room.pending_option[place], room.pending_child[place] = option, child
    control[PENDING] += 1


@inlined
def choice(begin: int, room: Room, control: Int64s) -> Any:
    """The node of a component by its branches, noted from ``begin`` on; or ``NONE``."""
    end = control[PENDING]
    control[PENDING] = begin
    if begin == end:
        return NONE
    if end == begin + 1 and room.pending_option[begin] < 0:
        return room.pending_child[begin]
    for k in range(begin, end):
        _edge(room, room.pending_option[k], room.pending_child[k], control)
    return _closed(room, control)
