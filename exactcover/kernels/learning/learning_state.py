"""The state of the learning search: the value of each variable, and how to undo it.

A *variable* is an option, or a colour of a secondary item. An option that may be chosen *n* times
is *n* variables. A variable is true, false, or open. A *literal* is a variable with a sign:
``2 v`` says that *v* is true, ``2 v + 1`` that it is false.

What a problem states is of two kinds, and neither is turned into clauses:

* a *group*: at least ``low`` and at most ``high`` of some variables are true. An item is a group of
  its options; a secondary item of its colours, and of the options that have none there;
* a *need*: if one variable is true, so is another. An option needs the colour that it gives an
  item, and to be chosen twice it needs to be chosen once.

What has been learned are *clauses*: one of some literals holds. Each is watched at two of its
literals, which stand first, so that it is looked at when one of these fails and not before
(M. Moskewicz and others, "Chaff: Engineering an efficient SAT solver", 2001).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ...compile import inlined, kernel_part
from ..bits.array_types import ByteRows, Bytes, Floats, Int8s, Int32Rows, Int32s, Int64s

#: What is known of a variable.
FALSE, OPEN, TRUE = -1, 0, 1
#: Why: by a decision (or at the root), by a group, by one literal, by a clause.
DECIDED, BY_GROUP, BY_LITERAL, BY_CLAUSE = 0, 1, 2, 3

#: Places of ``control``, beside those of the search: how much of the trail is filled, and how much
#: of it has been propagated; the level; the variables in the heap; the clauses, and the literals in
#: them; the number of the last step of analysis; by what a conflict was found, as for a variable
#: (of a need, the literal that is false); how much of the trail has origins.
TRAIL, QUEUE, LEVEL, HEAP, CLAUSES, USED, STEP = 3, 4, 5, 6, 7, 8, 9
FAILED_WHY, FAILED_BECAUSE, ROOTED = 15, 16, 17

#: Places of what is known of a variable.
AT_LEVEL, AT, WHY, BECAUSE = 0, 1, 2, 3

#: Where a variable is that is not in the heap.
OUT, NEVER = -1, -2

#: Places of a node of a watched literal.
NEXT, OTHER = 0, 1


class Learner(NamedTuple):
    """The arrays, for V variables, G groups and C places for clauses."""

    #: The variables of group *g* are ``members[first_member[g]:first_member[g + 1]]``.
    first_member: Int64s
    members: Int32s
    #: The groups of variable *v* are ``groups[first_group[v]:first_group[v + 1]]``.
    first_group: Int64s
    groups: Int32s
    #: How many of a group must be true, and may be (G).
    low: Int32s
    high: Int32s
    #: What variable *v* needs, and what needs it, likewise.
    first_need: Int64s
    needs: Int32s
    first_user: Int64s
    users: Int32s
    #: The option of each variable that is one; those from ``len(option)`` on are colours.
    option: Int32s
    #: FALSE, OPEN or TRUE (V).
    value: Int8s
    #: The level of the decision that settled it, its place on the trail, and why (V x 4).
    known: Int32Rows
    #: The literals that hold, in the order in which they were found (V); where each level begins.
    trail: Int32s
    begins: Int32s
    #: How many variables of a group may still become true, and false; those that have been
    #: propagated are counted (G).
    room: Int32s
    spare: Int32s
    #: A heap of variables to decide on, the most active first; the place of each in it, or OUT, or
    #: NEVER; how active each is; the value it had last (V). A colour is never decided on if some
    #: solutions may give its item none: it stays open then.
    heap: Int32s
    heap_place: Int32s
    activity: Floats
    last: Int8s
    #: Clause *c* is ``pool[clause_begin[c]:clause_begin[c + 1]]`` (C + 1).
    pool: Int32s
    clause_begin: Int64s
    #: The number of levels of its literals when it was last of use; 0: it is kept for ever (C).
    glue: Int32s
    #: Clause *c* is watched by the nodes ``2 c`` and ``2 c + 1``: ``watched[l]`` is the first node
    #: of literal *l* (2 V). Of a node, ``NEXT`` is the one after it, -1 at the end, and ``OTHER``
    #: some other literal of the clause: while that holds, there is nothing to do (2 C x 2).
    watched: Int32s
    watch: Int32Rows
    #: Scratch for analysis: marks, literals, and a stack (V + 1, 2 V, V + 1).
    seen: Bytes
    learned: Int32s
    reason: Int32s
    stack: Int32s
    #: The step at which a level was last counted (V + 1).
    counted: Int64s
    #: The groups that each clause comes from, each variable at the root, each group, and what is
    #: being learned (``learning_analysis.py``): rows of bits (C x B, V x B, G x B, B).
    origins_of_clause: ByteRows
    origins_of_root: ByteRows
    origins_of_group: ByteRows
    origins: Bytes
    control: Int64s


@inlined
def value_of(literal: Any, s: Learner) -> Any:
    """TRUE, OPEN or FALSE."""
    value = s.value[literal >> 1]
    return -value if literal & 1 else value


@inlined
def assign(literal: Any, why: Any, because: Any, s: Learner) -> None:
    """Let an open literal hold; it is propagated later."""
    variable = literal >> 1
    top = s.control[TRAIL]
    s.value[variable] = FALSE if literal & 1 else TRUE
    s.known[variable, AT_LEVEL] = s.control[LEVEL]
    s.known[variable, AT] = top
    s.known[variable, WHY] = why
    s.known[variable, BECAUSE] = because
    s.trail[top] = literal
    s.control[TRAIL] = top + 1


@kernel_part
def go_back(level: Any, s: Learner) -> None:
    """Undo what was found above a level."""
    if s.control[LEVEL] <= level:
        return
    begin = s.begins[level]
    propagated = s.control[QUEUE]
    for k in range(s.control[TRAIL] - 1, begin - 1, -1):
        literal = s.trail[k]
        variable = literal >> 1
        if k < propagated:
            left = s.spare if literal & 1 else s.room
            for g in range(s.first_group[variable], s.first_group[variable + 1]):
                left[s.groups[g]] += 1
        s.last[variable] = s.value[variable]
        s.value[variable] = OPEN
        if s.heap_place[variable] == OUT:
            place = s.control[HEAP]
            s.control[HEAP] = place + 1
            s.heap[place] = variable
            s.heap_place[variable] = place
            _up(place, s)
    s.control[TRAIL] = begin
    s.control[QUEUE] = min(propagated, begin)
    s.control[LEVEL] = level


@inlined
def _up(place: Any, s: Learner) -> None:
    """Move a variable of the heap up to where it belongs."""
    variable = s.heap[place]
    activity = s.activity[variable]
    while place > 0:
        above = (place - 1) >> 1
        other = s.heap[above]
        if s.activity[other] >= activity:
            break
        s.heap[place] = other
        s.heap_place[other] = place
        place = above
    s.heap[place] = variable
    s.heap_place[variable] = place


@inlined
def _first(s: Learner) -> Any:
    """Take the most active variable out of the heap."""
    first = s.heap[0]
    s.heap_place[first] = OUT
    n = s.control[HEAP] - 1
    s.control[HEAP] = n
    if n > 0:
        variable = s.heap[n]
        activity = s.activity[variable]
        place = 0
        while True:
            below = 2 * place + 1
            if below >= n:
                break
            if below + 1 < n and s.activity[s.heap[below + 1]] > s.activity[s.heap[below]]:
                below += 1
            other = s.heap[below]
            if s.activity[other] <= activity:
                break
            s.heap[place] = other
            s.heap_place[other] = place
            place = below
        s.heap[place] = variable
        s.heap_place[variable] = place
    return first


@inlined
def bump(variable: Any, amount: Any, s: Learner) -> None:
    """A variable was part of a conflict."""
    s.activity[variable] += amount
    if s.heap_place[variable] >= 0:
        _up(s.heap_place[variable], s)


@kernel_part
def open_variable(s: Learner) -> Any:
    """The most active open variable, or -1."""
    while s.control[HEAP] > 0:
        variable = _first(s)
        if s.value[variable] == OPEN:
            return variable
    return -1
