"""How many looks the solutions of a problem have, by a search that remembers its components.

The idea. A *look* of a solution is how many of each class of its variables are true; variables
without a class are not seen. So a search decides classes alone: it counts every look once, however
many solutions have it. Different numbers of one class are different looks, so the numbers of looks
of the branches add up; those of the components of a branch multiply. Where a component has no class
left to decide, all its solutions look alike, and the search goes on only until it has found one.
(Projected model counting: R. Aziz, G. Chu, C. Muise and P. Stuckey, "#∃SAT", SAT 2015; components
that are remembered, there: S. Sharma, S. Roy, M. Soos and K. Meel, "GANAK", IJCAI 2019.)

The graph. Node 0 is one look. A node is a *sum* over branches, or a *product* over components.
Nodes are numbered as they are finished, so children have smaller numbers. A component without
solution has -1 in place of a node.

The stacks. A *frame* is a component being worked on. Each of its branches leaves entries on the
stack of components, until they are settled or one of them proves to have no solution. Frame 0
stands for the complete problem, as if a branch led to it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..compile import kernel, part
from .array_types import Bytes, Int32Rows, Int32s, Int64s, Words
from .projection_components import Components, Scratch, choose, key_of, range_of, split
from .projection_state import (
    FALSE,
    MANY,
    OPEN,
    TRAIL,
    TRUE,
    WORK,
    State,
    assign,
    exclude,
    propagate,
    settle,
    undo,
)
from .words import ONE, free_place, hashed_row, index

__all__ = [
    "ASK", "ASKED_FROM", "BEGIN", "BUSY", "COMPONENT", "COMPONENTS", "CONTROL", "DEPTH", "DONE",
    "EDGES", "END", "FIELDS", "FULL", "KEYS", "LIVE", "NODES", "NONE", "PAUSED", "PENDING",
    "PENDING_FROM", "ROOT", "SEEN", "STATES", "UNKNOWN", "VISITED", "Known", "answer", "begin",
    "explore", "rehash",
]  # fmt: skip

#: Length of ``control``, and its places behind those of ``projection_state``. ``_LOOKS``: how often
#: stamps were used. ``ASKING``: the frame of a component whose solution is looked for, where a look
#: sees nothing of it; ``ASKED_FROM``: ``VISITED`` when that began.
CONTROL = 16
DEPTH, LIVE, COMPONENTS, PENDING, STATES, KEYS, NODES, EDGES, ROOT, VISITED, _LOOKS = range(3, 14)
ASKING, ASKED_FROM = range(14, CONTROL)

#: Fields of a frame. The entry of its component; the variable decided; its class, or -1; whether a
#: look sees it; the next number of true ones to try, and the least; how long the trail and the
#: stack of open variables were; the entries that the branch under way has left, and the first that
#: is not settled; where its branches that have solutions begin on the stack of these; whether a
#: branch is under way; the bounds of the class before.
FIELDS = 14
COMPONENT, _WHAT, _CLASS, SEEN, _NEXT, _LEAST, _MARK, _LIVE_MARK = range(8)
BEGIN, END, _ENTRY, PENDING_FROM, BUSY, _BOUND = range(8, FIELDS)

#: Why ``explore`` returned: it is done, has visited as many components as it may, needs room, or
#: has lost patience: somebody else may say whether the component of the last frame has a solution.
DONE, PAUSED, FULL, ASK = range(4)

#: What stands in place of a node: there is no solution; it is not known yet.
NONE, UNKNOWN = -1, -3


class Known(NamedTuple):
    """What is remembered, with room for more.

    Component *s* has the key ``keys[key_begin[s]:key_begin[s + 1]]`` and the node ``nodes[s]``.
    ``slots``, at first -1, is their open-addressing table, at most half full. Node *n* has the
    children ``children[begin[n]:begin[n + 1]]``, and is a product where ``product[n]`` is 1.
    """

    slots: Int32s
    keys: Words
    key_begin: Int64s
    nodes: Int32s
    begin: Int64s
    product: Bytes
    children: Int32s


@kernel
def rehash(slots: Int32s, keys: Words, key_begin: Int64s, n_states: int) -> None:
    """Fill ``slots``, all -1, whose number is a power of two, with the components."""
    for state in range(n_states):
        begin = key_begin[state]
        hashed = hashed_row(ONE, keys, begin, key_begin[state + 1] - begin)
        slots[free_place(slots, hashed)] = state


@part
def _look_up(known: Known, key: Words, length: int) -> Any:
    """The node of a component by its key, or ``UNKNOWN``."""
    places = index(len(known.slots) - 1)
    place = hashed_row(ONE, key, 0, length) & places
    while True:
        state = known.slots[place]
        if state < 0:
            return UNKNOWN
        begin = known.key_begin[state]
        if known.key_begin[state + 1] - begin == length:
            same = True
            for word in range(length):
                same = same and known.keys[begin + word] == key[word]
            if same:
                return known.nodes[state]
        place = (place + ONE) & places


@part
def _remember(known: Known, key: Words, length: int, node: Any, control: Int64s) -> None:
    """Note the node of a component, for which there is room."""
    state = control[STATES]
    known.slots[free_place(known.slots, hashed_row(ONE, key, 0, length))] = state
    for word in range(length):
        known.keys[control[KEYS] + word] = key[word]
    known.nodes[state] = node
    control[KEYS] += length
    control[STATES] += 1
    known.key_begin[state + 1] = control[KEYS]


@part
def _closed(known: Known, product: int, control: Int64s) -> Any:
    """A node of the children written since the last one."""
    node = control[NODES]
    known.product[node] = product
    control[NODES] += 1
    known.begin[node + 1] = control[EDGES]
    return node


@part
def _decide(frame: Int32s, state: State, control: Int64s) -> bool:
    """Take the next branch of a frame; false if that is a contradiction."""
    number, what = frame[_NEXT], frame[_CLASS]
    frame[_NEXT] -= 1
    if what < 0:
        assign(frame[_WHAT], TRUE if number == 1 else FALSE, state, control)
        return propagate(state, control)
    state.low[what] = state.high[what] = number
    if number > 0:
        # A group that has all open members of the class may have no others if this fills it.
        variable = frame[_WHAT]
        for k in range(state.first_group[variable], state.first_group[variable + 1]):
            group = state.groups[k]
            if group != what and state.high[group] == number:
                inside = 0
                for j in range(state.first_member[group], state.first_member[group + 1]):
                    member = state.members[j]
                    if state.value[member] == OPEN and state.class_of[member] == what:
                        inside += 1
                if inside == state.n_open[what]:
                    exclude(group, what, state, control)
    return settle(what, state, control) and propagate(state, control)


@part
def _take_back(frame: Int32s, state: State, control: Int64s) -> None:
    """Undo the branch that is under way."""
    undo(frame[_MARK], state, control)
    what = frame[_CLASS]
    if what >= 0:
        state.low[what], state.high[what] = frame[_BOUND], frame[_BOUND] + state.high_stated[what]
    control[LIVE] = frame[_LIVE_MARK]
    control[COMPONENTS] = frame[BEGIN]
    frame[BUSY] = 0


@part
def _divide(
    first: int, length: int, frame: Int32s, state: State, live: Int32s, components: Components,
    scratch: Scratch, control: Int64s,
) -> None:  # fmt: skip
    """Put what a branch has left of a segment of open variables on the stack of components."""
    begin = last = control[LIVE]
    for k in range(first, first + length):
        if state.value[live[k]] == OPEN:
            live[last] = live[k]
            last += 1
    at, found = control[COMPONENTS], 0
    if last > begin:
        found = split(begin, last, at, UNKNOWN, state, live, components, scratch, control)
    frame[BEGIN], frame[_ENTRY], frame[END], frame[BUSY] = at, at, at + found, 1
    control[LIVE], control[COMPONENTS] = last, at + found


@part
def _product(frame: Int32s, components: Components, known: Known, control: Int64s) -> Any:
    """The node of a branch whose components all have solutions."""
    several, child = 0, 0
    for k in range(frame[BEGIN], frame[END]):
        if components.node[k] > 0:
            several += 1
            child = components.node[k]
    if several < 2:
        return child
    for k in range(frame[BEGIN], frame[END]):
        if components.node[k] > 0:
            known.children[control[EDGES]] = components.node[k]
            control[EDGES] += 1
    return _closed(known, 1, control)


@part
def _sum(frame: Int32s, pending: Int32s, known: Known, control: Int64s) -> Any:
    """The node of a frame whose branches are all tried."""
    begin, end = frame[PENDING_FROM], control[PENDING]
    control[PENDING] = begin
    if begin == end:
        return NONE
    if frame[SEEN] == 0 or end == begin + 1:
        return pending[begin]
    for k in range(begin, end):
        known.children[control[EDGES]] = pending[k]
        control[EDGES] += 1
    return _closed(known, 0, control)


@part
def _groups_of(
    first: int, length: int, state: State, live: Int32s, scratch: Scratch, control: Int64s
) -> int:
    """Write the groups that need some variables of a component to ``scratch.shown``; how many."""
    control[_LOOKS] += 1
    n_groups = 0
    for k in range(first, first + length):
        begin, end = state.first_group[live[k]], state.first_group[live[k] + 1]
        control[WORK] += 1 + end - begin
        for j in range(begin, end):
            group = state.groups[j]
            if scratch.stamp[group] != control[_LOOKS]:
                scratch.stamp[group] = control[_LOOKS]
                if state.low[group] > 0:
                    scratch.shown[n_groups] = group
                    n_groups += 1
    return n_groups


@part
def _dive(
    n_groups: int, groups: Int32s, state: State, frames: Int32Rows, control: Int64s, most: int
) -> Any:
    """Look for a solution of a component straight on, with at most so many decisions.

    ``groups``: those that need some of its variables. Returns a node: 0 if there is a solution,
    ``NONE``, or ``UNKNOWN``. It decides one variable after the other and never looks at components:
    most often that suffices, and it takes a tenth of the time. The frames above the last one are
    its stack. What it has decided is undone at the end.
    """
    begin, level = control[TRAIL], control[DEPTH]
    found = UNKNOWN
    for _ in range(most):
        best, fewest, k = -1, MANY, 0
        while fewest > 2 and k < n_groups:
            group = groups[k]
            if state.low[group] > 0 and state.n_open[group] < fewest:
                best, fewest = group, state.n_open[group]
            k += 1
        control[WORK] += k
        if best < 0:
            found = 0
            break
        k = state.first_member[best]
        while state.value[state.members[k]] != OPEN:
            k += 1
        level += 1
        frames[level][_MARK], frames[level][_WHAT] = control[TRAIL], state.members[k]
        assign(state.members[k], TRUE, state, control)
        good = propagate(state, control)
        while not good and level > control[DEPTH]:
            undo(frames[level][_MARK], state, control)
            assign(frames[level][_WHAT], FALSE, state, control)
            level -= 1
            good = propagate(state, control)
        if not good:
            found = NONE
            break
    undo(begin, state, control)
    return found


@part
def _give_up(frames: Int32Rows, state: State, control: Int64s) -> None:
    """Go back to the beginning of the frame ``ASKING``."""
    while True:
        frame = frames[control[DEPTH]]
        if frame[BUSY]:
            _take_back(frame, state, control)
        control[PENDING] = frame[PENDING_FROM]
        if control[DEPTH] == control[ASKING]:
            frame[_NEXT] = 1
            break
        control[DEPTH] -= 1


@part
def _has_room(
    frame: Int32s, live: Int32s, components: Components, pending: Int32s, known: Known, key: Words,
    control: Int64s,
) -> Any:  # fmt: skip
    """Whether the next step fits everywhere, whatever it is."""
    length = components.length[frame[COMPONENT]]
    edges = max(control[PENDING] - frame[PENDING_FROM], frame[END] - frame[BEGIN])
    return (
        control[LIVE] + 2 * length <= len(live)
        and control[COMPONENTS] + length <= len(components.first)
        and control[PENDING] < len(pending)
        and 2 * (control[STATES] + 2) <= len(known.slots)
        and control[STATES] + 2 < len(known.nodes)
        and control[KEYS] + len(key) <= len(known.keys)
        and control[NODES] + 3 < len(known.begin)
        and control[EDGES] + edges <= len(known.children)
    )


@kernel
def begin(
    state: State, scratch: Scratch, never: Int32s, frames: Int32Rows, live: Int32s,
    components: Components, control: Int64s,
) -> None:  # fmt: skip
    """Propagate at the root, where the variables ``never`` are false, and make frame 0.

    ``live`` holds all variables, and has room for twice as many more.
    """
    for k in range(len(never)):
        assign(never[k], FALSE, state, control)
    good = propagate(state, control)
    for group in range(len(state.low)):
        good = good and settle(group, state, control) and propagate(state, control)
    n = len(state.value)
    control[ROOT], control[NODES], control[LIVE] = UNKNOWN if good else NONE, 1, n
    frames[0][SEEN] = 1
    if good:
        _divide(0, n, frames[0], state, live, components, scratch, control)


@kernel
def answer(frames: Int32Rows, pending: Int32s, control: Int64s, solvable: bool) -> None:
    """Say whether the component of the last frame, of which nothing is seen, has a solution."""
    frame = frames[control[DEPTH]]
    frame[_NEXT] = frame[_LEAST] - 1
    if solvable:
        pending[control[PENDING]] = 0
        control[PENDING] += 1


@kernel
def explore(
    state: State, scratch: Scratch, n_words: int, key: Words, frames: Int32Rows, live: Int32s,
    components: Components, pending: Int32s, known: Known, control: Int64s, dive: int,
    patience: int, most: int,
) -> Any:  # fmt: skip
    """Visit up to ``most`` components; returns why it stopped.

    ``dive``: decisions of a first search for one solution (``_dive``). ``patience``: components to
    visit in search of it before somebody else is asked.
    ``n_words``: words of a row of bits with one for each variable. ``key``: scratch, 1 + n_words
    words and two for each group. Stacks, as ``begin`` makes them: ``frames``, with a row for each
    variable and group and two more; ``live``, of open variables; ``components``; ``pending``, nodes
    of branches that have solutions.
    """
    visited = 0
    while control[ROOT] == UNKNOWN:
        frame = frames[control[DEPTH]]
        if not _has_room(frame, live, components, pending, known, key, control):
            return FULL
        if frame[BUSY]:
            # Settle the components that the branch has left.
            entry, last = frame[_ENTRY], frame[END]
            while entry < last:
                if components.node[entry] == UNKNOWN:
                    control[_LOOKS] += 1
                    length = key_of(
                        components.first[entry], components.length[entry], state, live, scratch,
                        key, n_words, control, control[_LOOKS],
                    )  # fmt: skip
                    components.node[entry] = _look_up(known, key, length)
                if components.node[entry] < 0:
                    break
                entry += 1
            frame[_ENTRY] = entry
            if entry < last and components.node[entry] == UNKNOWN:
                if visited >= most:
                    return PAUSED
                if not frame[SEEN] and control[VISITED] - control[ASKED_FROM] > patience:
                    _give_up(frames, state, control)
                    return ASK
                visited += 1
                control[VISITED] += 1
                control[_LOOKS] += 1
                variable, seen = choose(
                    components.first[entry], components.length[entry], state, live, scratch,
                    control, control[_LOOKS],
                )  # fmt: skip
                if variable < 0:
                    # No group needs anything, so there is a solution.
                    components.node[entry] = 0
                    continue
                if frame[SEEN] and not seen:
                    n_groups = _groups_of(
                        components.first[entry], components.length[entry], state, live, scratch,
                        control,
                    )  # fmt: skip
                    node = _dive(n_groups, scratch.shown, state, frames, control, dive)
                    if node != UNKNOWN:
                        # Its key is still there from when it was looked up.
                        _remember(known, key, length, node, control)
                        components.node[entry] = node
                        continue
                control[DEPTH] += 1
                below = frames[control[DEPTH]]
                below[COMPONENT], below[_WHAT], below[_CLASS] = entry, variable, -1
                below[SEEN], below[_NEXT], below[_LEAST] = 1 if seen else 0, 1, 0
                if frame[SEEN] and not seen:
                    control[ASKING], control[ASKED_FROM] = control[DEPTH], control[VISITED]
                if seen and state.class_of[variable] >= 0:
                    what = state.class_of[variable]
                    below[_CLASS] = what
                    below[_LEAST], below[_NEXT] = range_of(what, state, scratch, control)
                    below[_BOUND] = state.low[what]
                below[_MARK], below[_LIVE_MARK] = control[TRAIL], control[LIVE]
                below[PENDING_FROM], below[BUSY] = control[PENDING], 0
                below[BEGIN], below[END] = control[COMPONENTS], control[COMPONENTS]
                continue
            if control[DEPTH] == 0:
                found = NONE
                if entry == last:
                    found = _product(frame, components, known, control)
                control[ROOT] = found
                break
            if entry == last:
                pending[control[PENDING]] = _product(frame, components, known, control)
                control[PENDING] += 1
                if not frame[SEEN]:
                    frame[_NEXT] = frame[_LEAST] - 1
            _take_back(frame, state, control)
            continue
        entry = frame[COMPONENT]
        first, count = components.first[entry], components.length[entry]
        if frame[_NEXT] >= frame[_LEAST]:
            if _decide(frame, state, control):
                _divide(first, count, frame, state, live, components, scratch, control)
            else:
                _take_back(frame, state, control)
            continue
        # All branches are tried: the component is settled.
        node = _sum(frame, pending, known, control)
        control[_LOOKS] += 1
        length = key_of(first, count, state, live, scratch, key, n_words, control, control[_LOOKS])
        _remember(known, key, length, node, control)
        components.node[entry] = node
        control[DEPTH] -= 1
    return DONE
