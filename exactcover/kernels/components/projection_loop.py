"""Counting projections with a search that remembers its components.

The idea. A *projection* of a solution is how many of each class of its variables are true; it does
not show variables without a class. So a search decides classes alone: it counts every projection
once, however many solutions have it. Different numbers of one class are different projections, so
the numbers of projections of the branches add up; those of the components of a branch multiply.
Where a component has no class left to decide, all its solutions have the same projection, and only
whether there is one is asked: by a short search here, and then by an engine. (Projected model
counting: R. Aziz, G. Chu, C. Muise and P. Stuckey, "#∃SAT", SAT 2015; components that are
remembered, there: S. Sharma, S. Roy, M. Soos and K. Meel, "GANAK", IJCAI 2019.)

Stacks, keys and the graph are those of ``components.py``; a node of choice is a sum over branches.
"""

from __future__ import annotations

from typing import Any

from ...compile import kernel, kernel_part
from ..bits.array_types import Int32Rows, Int32s, Int64s, Words
from .components import (
    ANSWER,
    COMPONENTS,
    DEPTH,
    DONE,
    LIVE,
    NONE,
    PAUSED,
    PENDING,
    ROOT,
    STAMPS,
    TRAIL,
    UNKNOWN,
    VISITED,
    WORK,
    Room,
    branch,
    choice,
    full,
    look_up,
    product,
    remember,
)
from .projection_state import (
    FALSE,
    MANY,
    OPEN,
    TRUE,
    Scratch,
    State,
    assign,
    choose,
    exclude,
    key_of,
    propagate,
    range_of,
    settle,
    split,
    undo,
)

#: Fields of a frame. The entry of its component; the variable decided; its class, or -1; the next
#: number of true ones to try, and the least; how long the trail and the stack of open variables
#: were; the entries that the branch under way has left, and the first that is not settled; where
#: its branches that have solutions begin on the stack of these; whether a branch is under way; the
#: bounds of the class before.
FIELDS = 13
COMPONENT, _WHAT, _CLASS, _NEXT, _LEAST, _MARK, _LIVE_MARK = range(7)
BEGIN, END, ENTRY, PENDING_FROM, BUSY, _BOUND = range(7, FIELDS)

#: Why ``explore`` returned, besides the reasons of ``components.py``: somebody else has to say
#: whether the component ``ENTRY`` of the last frame has a solution, by 0 or ``NONE`` as ``ANSWER``.
ASK = -1


@kernel_part
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
    return settle(what, -1, state, control) and propagate(state, control)


@kernel_part
def _take_back(frame: Int32s, state: State, control: Int64s) -> None:
    """Undo the branch that is under way."""
    undo(frame[_MARK], state, control)
    what = frame[_CLASS]
    if what >= 0:
        state.low[what], state.high[what] = frame[_BOUND], frame[_BOUND] + state.high_stated[what]
    control[LIVE] = frame[_LIVE_MARK]
    control[COMPONENTS] = frame[BEGIN]
    frame[BUSY] = 0


@kernel_part
def _divide(
    first: int, length: int, frame: Int32s, state: State, scratch: Scratch, room: Room,
    control: Int64s,
) -> None:  # fmt: skip
    """Put what a branch has left of a segment of open variables on the stack of components."""
    begin = last = control[LIVE]
    for k in range(first, first + length):
        if state.value[room.live[k]] == OPEN:
            room.live[last] = room.live[k]
            last += 1
    frame[BEGIN], frame[ENTRY], frame[BUSY] = control[COMPONENTS], control[COMPONENTS], 1
    split(begin, last, state, scratch, room, control)
    frame[END] = control[COMPONENTS]


@kernel_part
def _groups_of(
    first: int, length: int, state: State, live: Int32s, scratch: Scratch, control: Int64s
) -> int:
    """Write the groups that need some variables of a component to ``scratch.shown``; how many."""
    control[STAMPS] += 1
    n_groups = 0
    for k in range(first, first + length):
        begin, end = state.first_group[live[k]], state.first_group[live[k] + 1]
        control[WORK] += 1 + end - begin
        for j in range(begin, end):
            group = state.groups[j]
            if scratch.stamp[group] != control[STAMPS]:
                scratch.stamp[group] = control[STAMPS]
                if state.low[group] > 0:
                    scratch.shown[n_groups] = group
                    n_groups += 1
    return n_groups


@kernel_part
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


@kernel
def begin(
    state: State, scratch: Scratch, never: Int32s, frames: Int32Rows, room: Room, control: Int64s
) -> None:
    """Propagate at the root, where the variables ``never`` are false, and make frame 0.

    ``live`` holds all variables, and has room for twice as many more.
    """
    for k in range(len(never)):
        assign(never[k], FALSE, state, control)
    good = propagate(state, control)
    for group in range(len(state.low)):
        good = good and settle(group, -1, state, control) and propagate(state, control)
    control[ROOT] = UNKNOWN if good else NONE
    if good:
        _divide(0, len(state.value), frames[0], state, scratch, room, control)


@kernel
def explore(
    state: State, scratch: Scratch, n_words: int, key: Words, frames: Int32Rows, room: Room,
    control: Int64s, dive: int, until: int, worked: int,
) -> Any:  # fmt: skip
    """Visit components until so many are visited or so much is done; returns why it stopped.

    ``dive``: decisions of a search for one solution (``_dive``) before somebody else is asked.
    ``n_words``: words of a row of bits with one for each variable. ``key``: scratch, 1 + n_words
    words and two for each group. ``frames``: a row for each variable and group and two more.
    """
    before = control[VISITED]
    while control[ROOT] == UNKNOWN:
        frame = frames[control[DEPTH]]
        first, count = room.first[frame[COMPONENT]], room.length[frame[COMPONENT]]
        n_edges = 1 + control[PENDING] - frame[PENDING_FROM] + frame[END] - frame[BEGIN]
        why = full(room, count, len(key), n_edges, control)
        if why != DONE:
            return why
        if frame[BUSY]:
            # Settle the components that the branch has left.
            entry, last = frame[ENTRY], frame[END]
            while entry < last:
                if room.node[entry] == UNKNOWN:
                    length = key_of(
                        room.first[entry], room.length[entry], state, room.live, scratch, key,
                        n_words, control,
                    )  # fmt: skip
                    room.node[entry] = look_up(room, key, length)
                if room.node[entry] < 0:
                    break
                entry += 1
            frame[ENTRY] = entry
            if entry < last and room.node[entry] == UNKNOWN:
                visited = control[VISITED]
                if visited >= until or (visited > before and control[WORK] >= worked):
                    return PAUSED
                variable = choose(
                    room.first[entry], room.length[entry], state, room.live, scratch, control
                )
                if variable < 0:
                    # A projection shows nothing of it.
                    node, control[ANSWER] = control[ANSWER], UNKNOWN
                    if node == UNKNOWN:
                        n_groups = _groups_of(
                            room.first[entry], room.length[entry], state, room.live, scratch,
                            control,
                        )  # fmt: skip
                        node = _dive(n_groups, scratch.shown, state, frames, control, dive)
                    if node == UNKNOWN:
                        return ASK
                    remember(room, key, length, node, control)
                    room.node[entry] = node
                    control[VISITED] += 1
                    continue
                control[VISITED] += 1
                control[DEPTH] += 1
                below = frames[control[DEPTH]]
                below[COMPONENT], below[_WHAT], below[_CLASS] = entry, variable, -1
                below[_NEXT], below[_LEAST] = 1, 0
                what = state.class_of[variable]
                if what >= 0:
                    below[_CLASS] = what
                    below[_LEAST], below[_NEXT] = range_of(what, state, scratch, control)
                    below[_BOUND] = state.low[what]
                below[_MARK], below[_LIVE_MARK] = control[TRAIL], control[LIVE]
                below[PENDING_FROM], below[BUSY] = control[PENDING], 0
                below[BEGIN], below[END] = control[COMPONENTS], control[COMPONENTS]
                continue
            found = product(frame[BEGIN], last, room, control) if entry == last else NONE
            if control[DEPTH] == 0:
                control[ROOT] = found
                break
            if found >= 0:
                branch(-1, found, room, control)
            _take_back(frame, state, control)
            continue
        if frame[_NEXT] >= frame[_LEAST]:
            if _decide(frame, state, control):
                _divide(first, count, frame, state, scratch, room, control)
            else:
                _take_back(frame, state, control)
            continue
        # All branches are tried: the component is settled.
        node = choice(frame[PENDING_FROM], room, control)
        length = key_of(first, count, state, room.live, scratch, key, n_words, control)
        remember(room, key, length, node, control)
        room.node[frame[COMPONENT]] = node
        control[DEPTH] -= 1
    return DONE
