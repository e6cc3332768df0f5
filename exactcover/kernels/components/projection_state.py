"""The state of a projected search: variables, implications and components.

The problem is stated in 0-1 variables (``arrays/groups.py``): a group says how many of its members
are true, and a variable may need others. A *class* is one more group: its members are the variables
that a projection does not tell apart. How many of them are true is what it shows, so a decision of
the search is such a number.

A variable is open, true or false. Each group knows how many of its members are open, how many more
must be true, and how many more may be. Where as many are open as must be true, they are true; where
no more may be, they are false (unit propagation). The *trail* holds what is decided, in order; it
is taken back from its end.

*Components.* Two open variables belong together if a group binds both or if one needs the other. So
what is left falls into components, whose projections go with one another freely: their numbers
multiply.

The key of a component says all that its number of projections depends on: which variables are open,
and what each of their groups still says, where that differs from the beginning. A class whose
number follows from other groups (from the item that all its open members cover, say) is left out
of the key whether or not it is decided. So is the order in which decisions were made.

A component has something to decide if a projection shows one of its open variables, and the number
of its class does not follow. Without such a variable all solutions of the component have the same
projection, and whether there is one is all that matters.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ...compile import inlined, kernel_part
from ..bits.array_types import Int8s, Int32s, Int64s, Words
from ..bits.words import HALF, ZERO, bit, index, signed
from .components import (
    COMPONENTS,
    HEAD,
    LIVE,
    STAMPS,
    TRAIL,
    UNKNOWN,
    WORK,
    Room,
    apart,
    find,
    joined,
)

#: The values of a variable.
OPEN, TRUE, FALSE = range(3)
#: A class of which more than this may be true is not decided yet.
MANY = 2**28
#: What takes the place of bounds in a key: the group does not bind any more.
_FREE = 2**32 - 1


class State(NamedTuple):
    """The variables and groups (int32), and what is known of them."""

    #: The groups of variable *v* are ``groups[first_group[v]:first_group[v + 1]]``, classes too.
    first_group: Int32s
    groups: Int32s
    #: The members of a group, ascending; the variables that one needs; those that need it.
    first_member: Int32s
    members: Int32s
    first_need: Int32s
    needs: Int32s
    first_user: Int32s
    users: Int32s
    #: For each group how many more of its members must be true, if positive, and may be; how many
    #: are open; and how the first two stood at the beginning.
    low: Int32s
    high: Int32s
    n_open: Int32s
    low_stated: Int32s
    high_stated: Int32s
    #: For each variable one of ``OPEN``, ``TRUE`` and ``FALSE``; the variables that are not open.
    value: Int8s
    trail: Int32s
    #: For each variable its class, as a group from ``first_class`` on; -1 if a projection does
    #: not show it, and -2 if it is alone in its class, which then is no group.
    class_of: Int32s
    first_class: int


@kernel_part
def binds(group: Any, state: State) -> Any:
    """Whether a group says something of its open members that they do not fulfil in any case."""
    high = state.high[group]
    if state.low[group] > 0 or high < state.n_open[group]:
        return True
    return group >= state.first_class and high > MANY


@kernel_part
def assign(variable: Any, value: int, state: State, control: Int64s) -> None:
    """Decide an open variable; ``propagate`` draws the conclusions."""
    state.value[variable] = value
    state.trail[control[TRAIL]] = variable
    control[TRAIL] += 1


@kernel_part
def settle(group: Any, true: int, state: State, control: Int64s) -> bool:
    """Decide the open members of a group that has only one way left; false if it has none.

    ``true``: whether the last of its members that was decided is true (1) or false (0), or -1 if it
    has other bounds now. A true one leaves as many too few as before, and a false one as many too
    many: what follows from that was drawn before, and members need not be looked at again.
    """
    low, high, n_open = state.low[group], state.high[group], state.n_open[group]
    if high < 0 or n_open < low:
        return False
    if n_open > 0 and ((high == 0 and true != 0) or (n_open == low and true != 1)):
        value = FALSE if high == 0 else TRUE
        begin, end = state.first_member[group], state.first_member[group + 1]
        control[WORK] += end - begin
        for k in range(begin, end):
            if state.value[state.members[k]] == OPEN:
                assign(state.members[k], value, state, control)
    return True


@kernel_part
def propagate(state: State, control: Int64s) -> bool:
    """Draw all conclusions of what was assigned; false if there is a contradiction."""
    while control[HEAD] < control[TRAIL]:
        variable = state.trail[control[HEAD]]
        control[HEAD] += 1
        true = 1 if state.value[variable] == TRUE else 0
        begin, end = state.first_group[variable], state.first_group[variable + 1]
        control[WORK] += 1 + end - begin
        for k in range(begin, end):
            group = state.groups[k]
            state.n_open[group] -= 1
            state.low[group] -= true
            state.high[group] -= true
        for k in range(begin, end):
            if not settle(state.groups[k], true, state, control):
                return False
        if true:
            for k in range(state.first_need[variable], state.first_need[variable + 1]):
                if state.value[state.needs[k]] == FALSE:
                    return False
                if state.value[state.needs[k]] == OPEN:
                    assign(state.needs[k], TRUE, state, control)
        else:
            for k in range(state.first_user[variable], state.first_user[variable + 1]):
                if state.value[state.users[k]] == TRUE:
                    return False
                if state.value[state.users[k]] == OPEN:
                    assign(state.users[k], FALSE, state, control)
    return True


@kernel_part
def exclude(group: Any, without: Any, state: State, control: Int64s) -> None:
    """Decide that the open members of a group are false, but for those of the class ``without``."""
    begin, end = state.first_member[group], state.first_member[group + 1]
    control[WORK] += end - begin
    for k in range(begin, end):
        variable = state.members[k]
        if state.value[variable] == OPEN and state.class_of[variable] != without:
            assign(variable, FALSE, state, control)


@kernel_part
def undo(mark: Any, state: State, control: Int64s) -> None:
    """Open the variables of the trail from ``mark`` on."""
    while control[TRAIL] > mark:
        control[TRAIL] -= 1
        variable = state.trail[control[TRAIL]]
        if control[TRAIL] < control[HEAD]:
            true = 1 if state.value[variable] == TRUE else 0
            for k in range(state.first_group[variable], state.first_group[variable + 1]):
                group = state.groups[k]
                state.n_open[group] += 1
                state.low[group] += true
                state.high[group] += true
        state.value[variable] = OPEN
    control[HEAD] = mark


class Scratch(NamedTuple):
    """Places for each variable and each group (int32)."""

    #: Variable: another one of its component, or itself.
    parent: Int32s
    #: Variable that stands for a component: the entry of that.
    entry: Int32s
    #: Group: the first variable seen in it. Between two calls -1.
    seen: Int32s
    #: Group: how many open members of a class it has. Between two calls 0.
    common: Int32s
    #: Group: when it was last looked at, as a number that ``control`` counts; and what was found.
    stamp: Int32s
    shown: Int32s


@kernel_part
def split(
    first: int, last: int, state: State, scratch: Scratch, room: Room, control: Int64s
) -> None:
    """Put the components of the open variables ``live[first:last]`` on the stack."""
    parent, seen, live, at = scratch.parent, scratch.seen, room.live, control[COMPONENTS]
    for k in range(first, last):
        parent[live[k]], scratch.entry[live[k]] = live[k], -1
    n_trees = last - first
    for k in range(first, last):
        variable = live[k]
        begin, end = state.first_group[variable], state.first_group[variable + 1]
        control[WORK] += 1 + end - begin
        for j in range(begin, end):
            group = state.groups[j]
            if seen[group] >= 0:
                n_trees -= joined(parent, seen[group], variable)
            elif binds(group, state):
                seen[group] = variable
        for j in range(state.first_need[variable], state.first_need[variable + 1]):
            if state.value[state.needs[j]] == OPEN:
                n_trees -= joined(parent, state.needs[j], variable)
    for k in range(first, last):
        parent[live[k]] = find(parent, live[k])
        for j in range(state.first_group[live[k]], state.first_group[live[k] + 1]):
            seen[state.groups[j]] = -1
    if n_trees == 1:
        room.first[at], room.length[at], room.node[at] = first, last - first, UNKNOWN
    else:
        apart(first, last, at, parent, scratch.entry, live, room.first, room.length, room.node)
    control[LIVE], control[COMPONENTS] = last, at + n_trees


@kernel_part
def range_of(what: Any, state: State, scratch: Scratch, control: Int64s) -> Any:
    """The least and the greatest number of true ones among the open members of a class.

    A group within the class needs some of them, and one around it allows no more than some.
    """
    common = scratch.common
    n_open = state.n_open[what]
    least, most = 0, n_open
    begin, end = state.first_member[what], state.first_member[what + 1]
    for k in range(begin, end):
        variable = state.members[k]
        if state.value[variable] == OPEN:
            control[WORK] += state.first_group[variable + 1] - state.first_group[variable]
            for j in range(state.first_group[variable], state.first_group[variable + 1]):
                common[state.groups[j]] += 1
    common[what] = 0
    for k in range(begin, end):
        variable = state.members[k]
        if state.value[variable] == OPEN:
            for j in range(state.first_group[variable], state.first_group[variable + 1]):
                group = state.groups[j]
                if common[group] == n_open:
                    most = min(most, state.high[group])
                if common[group] == state.n_open[group]:
                    least = max(least, state.low[group])
                common[group] = 0
    return least, most


@inlined
def _pair(group: Any, value: Any) -> Any:
    """Two numbers below 2^32 in a word."""
    return index(group) << HALF | index(value)


@kernel_part
def key_of(
    first: int, length: int, state: State, live: Int32s, scratch: Scratch, key: Words,
    n_words: int, control: Int64s,
) -> int:  # fmt: skip
    """Write the key of a component, and return how many words it has.

    ``n_words``: the words of a row of bits with one for each variable.
    """
    control[WORK] += length
    control[STAMPS] += 1
    if length < 2 * n_words:
        key[0] = index(2 * length)
        n = 1
        for k in range(first, first + length, 2):
            other = live[k + 1] if k + 1 < first + length else 0
            key[n] = _pair(live[k], other)
            n += 1
    else:
        key[0] = index(2 * length + 1)
        n = 1 + n_words
        for word in range(1, n):
            key[word] = ZERO
        for k in range(first, first + length):
            key[1 + (live[k] >> 6)] |= bit(live[k])
    for k in range(first, first + length):
        variable = live[k]
        for j in range(state.first_group[variable], state.first_group[variable + 1]):
            group = state.groups[j]
            if scratch.stamp[group] == control[STAMPS]:
                continue
            scratch.stamp[group] = control[STAMPS]
            low, high, n_open = max(0, state.low[group]), state.high[group], state.n_open[group]
            if group >= state.first_class:
                if high > MANY:
                    continue
                least, most = range_of(group, state, scratch, control)
                if least == most and low == least and high == most:
                    continue
            elif binds(group, state):
                stated = max(0, state.low_stated[group])
                if low == stated and min(high, n_open) == min(state.high_stated[group], n_open):
                    continue
            else:
                if state.low_stated[group] <= 0:
                    continue
                low, high, n_open = _FREE, 0, 0
            key[n] = _pair(group, low)
            key[n + 1] = index(min(high, n_open))
            n += 2
    return n


@inlined
def _undecided(variable: Any, state: State, scratch: Scratch, control: Int64s) -> Any:
    """Whether a projection shows an open variable whose class has no number that follows."""
    what = state.class_of[variable]
    if what < 0:
        return what == -2
    if scratch.stamp[what] != control[STAMPS]:
        scratch.stamp[what] = control[STAMPS]
        scratch.shown[what] = 0
        if state.high[what] > MANY:
            least, most = range_of(what, state, scratch, control)
            if least != most:
                scratch.shown[what] = 1
    return scratch.shown[what] == 1


@kernel_part
def choose(
    first: int, length: int, state: State, live: Int32s, scratch: Scratch, control: Int64s
) -> Any:
    """Which variable to decide in a component, with its class; or -1 for none.

    It is one that a projection shows; among these one of the group with the fewest open members,
    the first of them.
    """
    best, best_score, found = -1, 0, -1
    control[WORK] += length
    control[STAMPS] += 1
    for k in range(first, first + length):
        variable = live[k]
        if _undecided(variable, state, scratch, control):
            if found < 0:
                found = variable
            for j in range(state.first_group[variable], state.first_group[variable + 1]):
                group = state.groups[j]
                if state.low[group] > 0:
                    score = signed(state.n_open[group]) << 32 | signed(group)
                    if best < 0 or score < best_score:
                        best, best_score, found = group, score, variable
    return found
