"""Search with restarts, by weights that grow where items starve.

The idea. An item that is often left without options is where the difficulty lies. So each item has
a weight that grows by 1 with each dead end there, and the search branches on the item with the
fewest options for its weight (F. Boussemart, F. Hemery, C. Lecoutre and L. Sais, "Boosting
systematic search by weighting constraints", 2004). If one of the first choices was wrong, a search
in depth needs ages to come back to it. So after some dead ends this one begins again from the root,
with the weights that it has (C. Gomes, B. Selman and H. Kautz, 1998). When, says the sequence of
M. Luby and others (1993).

Of the options of the item, one that was chosen when it was last settled is tried, or else one at
random. Then that option is out, and the next item is chosen anew. Ties are broken at random.

A solution is blocked by a clause of its decisions, as in ``learning_loop.py``, whose state and
propagation this search has. It ends when one of its runs is complete.
"""

from __future__ import annotations

from typing import Any

from ...compile import inlined, kernel
from ..bits.array_types import Floats, Int32Rows, Int32s
from .learning_loop import DONE, FULL, NODES, RESTARTS, SINCE, luby, solved
from .learning_propagation import propagate
from .learning_state import (
    BY_GROUP,
    BY_LITERAL,
    CLAUSES,
    DECIDED,
    FAILED_BECAUSE,
    FAILED_WHY,
    LEVEL,
    OPEN,
    TRAIL,
    TRUE,
    USED,
    Learner,
    assign,
    go_back,
)

#: The place of the last random number in ``control``, beside those of ``learning_loop.py``.
RANDOM = 18


@inlined
def _random(n: Any, s: Learner) -> Any:
    """A number below ``n``, which is small (S. Park and K. Miller, 1988)."""
    drawn = s.control[RANDOM] * 48_271 % 0x7FFF_FFFF
    s.control[RANDOM] = drawn
    return drawn % n


@inlined
def _group(weight: Floats, s: Learner) -> Any:
    """Of the groups that need a variable one with the fewest left for its weight, or -1."""
    best, least, n = -1, 0.0, 0
    for group in range(len(s.low)):
        if s.low[group] - s.high[group] + s.room[group] <= 0:
            continue
        score = (s.spare[group] + 1) / weight[group]
        if best < 0 or score < least:
            best, least, n = group, score, 1
        elif score == least:
            n += 1
            if _random(n, s) == 0:
                best = group
    return best


@inlined
def _decision(weight: Floats, s: Learner) -> Any:
    """The literal to decide on, or -1."""
    group = _group(weight, s)
    if group < 0:
        # All items have what they need; what else may be chosen is left out first.
        for variable in range(len(s.option)):
            if s.value[variable] == OPEN:
                return 2 * variable + 1
        return -1
    chosen, n = -1, 0
    for k in range(s.first_member[group], s.first_member[group + 1]):
        variable = s.members[k]
        if s.value[variable] != OPEN:
            continue
        if s.last[variable] == TRUE:
            return 2 * variable
        n += 1
        if _random(n, s) == 0:
            chosen = variable
    return 2 * chosen


@inlined
def _starved(s: Learner) -> Any:
    """The group that failed last; that of a colour, if an option needs what it cannot have; or -1
    for a clause."""
    because = s.control[FAILED_BECAUSE]
    if s.control[FAILED_WHY] == BY_GROUP:
        return because
    if s.control[FAILED_WHY] == BY_LITERAL:
        return s.groups[s.first_group[because >> 1]]
    return -1


@kernel
def search(
    s: Learner, weight: Floats, unit: int, max_nodes: int, max_found: int,
    solutions: Int32Rows, solution_lengths: Int32s,
) -> Any:  # fmt: skip
    """Go on for up to ``max_nodes`` nodes or ``max_found`` solutions; the number of these.

    As in ``learning_loop.py``, it stops when there is no room for another clause, too. ``weight``
    is that of each group, and ``unit`` the dead ends in a unit of the sequence of restarts.
    """
    control, trail, begins, pool, glue = s.control, s.trail, s.begins, s.pool, s.glue
    nodes = 0
    found = 0
    if control[FULL] == 1:
        return 0
    while nodes < max_nodes and found < max_found and control[DONE] == 0:
        if control[USED] + len(s.value) > len(pool) or control[CLAUSES] == len(glue):
            control[FULL] = 1
            go_back(0, s)
            break
        if propagate(s) > 0:
            nodes += 1
            level = control[LEVEL]
            if level == 0:
                control[DONE] = 1
                break
            starved = _starved(s)
            if starved >= 0:
                weight[starved] += 1.0
            control[SINCE] += 1
            decision = trail[begins[level - 1]]
            go_back(level - 1, s)
            assign(decision ^ 1, DECIDED, 0, s)
            continue
        if control[SINCE] >= unit * luby(control[RESTARTS]):
            control[SINCE] = 0
            control[RESTARTS] += 1
            go_back(0, s)
            continue
        literal = _decision(weight, s)
        if literal < 0:
            if not solved(s, found, solutions, solution_lengths):
                control[DONE] = 1
            found += 1
            continue
        nodes += 1
        begins[control[LEVEL]] = control[TRAIL]
        control[LEVEL] += 1
        assign(literal, DECIDED, 0, s)
    control[NODES] += nodes
    return found
