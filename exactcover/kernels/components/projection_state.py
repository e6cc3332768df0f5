"""Variables, groups and classes of a projected search, and what follows from a decision.

The problem is stated in 0-1 variables, as ``arrays/groups.py`` makes them: a group says how many of
its members are true, and a variable may need others. A *class* is one more group: its members are
the variables that a projection does not tell apart. How many of them are true is what it shows, so
a decision of the search is such a number.

A variable is open, true or false. Each group knows how many of its members are open, how many more
must be true, and how many more may be. Where as many are open as must be true, they are true; where
no more may be, they are false (unit propagation). The *trail* holds what is decided, in order; it
is taken back from its end.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ...compile import kernel_part
from ..bits.array_types import Int8s, Int32s, Int64s
from .components import HEAD, TRAIL, WORK

#: The values of a variable.
OPEN, TRUE, FALSE = range(3)
#: A class of which more than this may be true is not decided yet.
MANY = 2**28


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
