"""Components of a projected search: how they come apart, what they are known by, what to decide.

Two open variables belong together if a group binds both or if one needs the other. So what is left
falls into components, whose projections go with one another freely: their numbers multiply.

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
from ..bits.array_types import Int32s, Int64s, Words
from ..bits.words import HALF, ZERO, bit, index, signed
from .components import COMPONENTS, LIVE, STAMPS, UNKNOWN, WORK, Room, apart, find, joined
from .projection_state import MANY, OPEN, State, binds

#: What takes the place of bounds in a key: the group does not bind any more.
_FREE = 2**32 - 1


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
