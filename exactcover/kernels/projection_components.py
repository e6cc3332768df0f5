"""Components of a projected search: how they come apart, what they are known by, what to decide.

Two open variables belong together if a group binds both or if one needs the other. So what is left
falls into *components*, whose looks go with one another freely: their numbers multiply.

The *key* of a component says all that its number of looks depends on: which variables are open,
and what each of their groups still says, where that differs from the beginning. A class whose
number follows from other groups (from the item that all its open members cover, say) is left out
of the key whether or not it is decided. So is the order in which decisions were made.

A component has something to decide if a look sees one of its open variables, and the number of its
class does not follow. Without such a variable all solutions of the component look alike, and
whether there is one is all that matters.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..compile import inlined, part
from .array_types import Int32s, Int64s, Words
from .projection_state import MANY, OPEN, WORK, State, binds
from .words import HALF, ZERO, bit, index, signed

__all__ = ["Components", "Scratch", "choose", "key_of", "range_of", "split"]

#: What takes the place of bounds in a key: the group does not bind any more.
_FREE = 2**32 - 1
#: A component in which a look may see something stands behind all others.
_SEEN = 2**30


class Components(NamedTuple):
    """The stack of components (int32, a place for each)."""

    #: Where its segment of the stack of open variables begins, and how long it is.
    first: Int32s
    length: Int32s
    #: Its node in the graph, or what stands in its place.
    node: Int32s
    #: Components with a smaller weight are settled first.
    weight: Int32s


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
    #: Class: the last look at it, as a number that ``control`` counts; and what that has shown.
    stamp: Int32s
    shown: Int32s


@part
def _find(parent: Int32s, variable: Any) -> Any:
    """The variable that stands for a component, the smallest one."""
    while parent[variable] != variable:
        parent[variable] = parent[parent[variable]]
        variable = parent[variable]
    return variable


@part
def _joined(parent: Int32s, one: Any, other: Any) -> int:
    """Make one component of those of two variables; 1 if they were two."""
    one, other = _find(parent, one), _find(parent, other)
    if one == other:
        return 0
    parent[max(one, other)] = min(one, other)
    return 1


@part
def split(
    first: int, last: int, at: int, unknown: int, state: State, live: Int32s,
    components: Components, scratch: Scratch, control: Int64s,
) -> int:  # fmt: skip
    """Split the open variables of ``live[first:last]`` into components, from entry ``at`` on.

    Returns how many there are. Behind ``last`` there must be room for as many variables again, and
    for as many components as there are variables.
    """
    parent, entry, seen = scratch.parent, scratch.entry, scratch.seen
    n_live = last - first
    for k in range(first, last):
        parent[live[k]] = live[k]
    n_trees = n_live
    for k in range(first, last):
        variable = live[k]
        begin, end = state.first_group[variable], state.first_group[variable + 1]
        control[WORK] += 1 + end - begin
        for j in range(begin, end):
            group = state.groups[j]
            if seen[group] >= 0:
                n_trees -= _joined(parent, seen[group], variable)
            elif binds(group, state):
                seen[group] = variable
        for j in range(state.first_need[variable], state.first_need[variable + 1]):
            if state.value[state.needs[j]] == OPEN:
                n_trees -= _joined(parent, state.needs[j], variable)
    for k in range(first, last):
        for j in range(state.first_group[live[k]], state.first_group[live[k] + 1]):
            seen[state.groups[j]] = -1
    if n_trees == 1:
        components.first[at], components.length[at] = first, n_live
        components.node[at] = unknown
        return 1
    found = at
    for k in range(first, last):
        variable = live[k]
        live[k + n_live] = variable
        root = _find(parent, variable)
        if root == variable:
            # The root is the smallest variable, and comes first.
            entry[root] = found
            components.length[found], components.weight[found] = 0, 0
            components.node[found] = root
            found += 1
        components.length[entry[root]] += 1
        components.weight[entry[root]] += 1
        if state.class_of[variable] != -1:
            components.weight[entry[root]] |= _SEEN
    for c in range(at + 1, found):
        weight, length, root = components.weight[c], components.length[c], components.node[c]
        place = c
        while place > at and components.weight[place - 1] > weight:
            components.weight[place] = components.weight[place - 1]
            components.length[place] = components.length[place - 1]
            components.node[place] = components.node[place - 1]
            place -= 1
        components.weight[place], components.length[place] = weight, length
        components.node[place] = root
    for c in range(at, found):
        entry[components.node[c]] = c
        components.first[c] = first
        components.node[c] = first
        first += components.length[c]
    for k in range(last, last + n_live):
        c = entry[_find(parent, live[k])]
        live[components.node[c]] = live[k]
        components.node[c] += 1
    for c in range(at, found):
        components.node[c] = unknown
    return found - at


@part
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


@part
def key_of(
    first: int, length: int, state: State, live: Int32s, scratch: Scratch, key: Words,
    n_words: int, control: Int64s, look: int,
) -> int:  # fmt: skip
    """Write the key of a component, and return how many words it has.

    ``n_words``: the words of a row of bits with one for each variable. ``look``: a number that no
    call has had.
    """
    control[WORK] += length
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
            if scratch.stamp[group] == look:
                continue
            scratch.stamp[group] = look
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
def _undecided(variable: Any, state: State, scratch: Scratch, look: int, control: Int64s) -> Any:
    """Whether a look sees an open variable whose class has no number that follows."""
    what = state.class_of[variable]
    if what < 0:
        return what == -2
    if scratch.stamp[what] != look:
        scratch.stamp[what] = look
        scratch.shown[what] = 0
        if state.high[what] > MANY:
            least, most = range_of(what, state, scratch, control)
            if least != most:
                scratch.shown[what] = 1
    return scratch.shown[what] == 1


@part
def choose(
    first: int, length: int, state: State, live: Int32s, scratch: Scratch, control: Int64s,
    look: int,
) -> Any:  # fmt: skip
    """What to decide in a component: a variable, and whether a look sees it; or -1 for nothing.

    If a look sees some, the variable is one of these; its class is to be decided with it. Among
    them it is one of the group with the fewest open members, the first of these. If no group needs
    any of its members, and a look sees none, nothing is to be decided.
    """
    best, best_score, found, seen = -1, 0, -1, False
    control[WORK] += length
    for k in range(first, first + length):
        variable = live[k]
        if _undecided(variable, state, scratch, look, control):
            if not seen:
                best, found, seen = -1, variable, True
        elif seen:
            continue
        for j in range(state.first_group[variable], state.first_group[variable + 1]):
            group = state.groups[j]
            if state.low[group] > 0:
                score = signed(state.n_open[group]) << 32 | signed(group)
                if best < 0 or score < best_score:
                    best, best_score, found = group, score, variable
    return found, seen
