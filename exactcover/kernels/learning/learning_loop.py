"""Search that learns from conflicts on the exact cover problem itself, not on clauses.

The idea. A search in depth meets the same dead ends again and again, below different choices. So at
a dead end the reasons are traced back, and a clause is learned that says which few choices cannot
go together. It is used like the rules of the problem from then on, the search goes back as far as
it says, and now and then it starts again from the root, with what it knows. (J. Marques-Silva and
K. Sakallah, "GRASP", 1999; N. Eén and N. Sörensson, "An extensible SAT-solver", 2003.)

Decisions: the open variable that was part of the most conflicts of late, with the value that it had
last, at first true. Restarts come by the sequence of M. Luby and others (1993).

A solution is blocked by a clause of its decisions, and the search goes on.

With weights of groups nothing is learned, and these decide (``restarts.py``).

``learning_state.py`` explains the arrays.
"""

from __future__ import annotations

from typing import Any

from ...compile import inlined, kernel, kernel_part
from ..bits.array_types import Floats, Int32Rows, Int32s
from .learning_analysis import add_clause, learn, refuted
from .learning_propagation import propagate
from .learning_state import (
    BY_CLAUSE,
    CLAUSES,
    DECIDED,
    FALSE,
    LEVEL,
    TRAIL,
    USED,
    Learner,
    assign,
    go_back,
    open_variable,
)
from .restarts import by_weight, turn_back

#: Length of ``control``, and its places beside those of ``learning_state``: nodes (decisions and
#: conflicts), 1 when done, 1 if there is no room for clauses, conflicts, those since the last
#: restart, and restarts. The last place is that of ``restarts.py``.
CONTROL = 19
NODES, DONE, FULL, CONFLICTS, CLEAN_AT, SINCE, RESTARTS = 1, 2, 10, 11, 12, 13, 14

#: Places of ``amount``: what a conflict adds to an activity, by how much that grows with each, and
#: the dead ends in a unit of the sequence of restarts.
_ADDED, _GROWS, _UNIT = 0, 1, 2
#: Where activities are scaled down.
_MOST = 1e100


@inlined
def luby(number: Any) -> Any:
    """The sequence 1, 1, 2, 1, 1, 2, 4, 1, … at a number from 0 on."""
    size, power = 1, 0
    while size < number + 1:
        size = 2 * size + 1
        power += 1
    while size - 1 != number:
        size = (size - 1) >> 1
        power -= 1
        number %= size
    return 1 << power


@kernel_part
def _scale(amount: Floats, s: Learner) -> None:
    """Make all activities smaller, so that no number becomes too large."""
    for k in range(len(s.activity)):
        s.activity[k] /= _MOST
    amount[_ADDED] /= _MOST


@kernel_part
def solved(s: Learner, found: Any, solutions: Any, lengths: Any) -> Any:
    """Hand over a solution, and block it; false if nothing is left, or none is looked for."""
    n = 0
    for k in range(s.control[TRAIL]):
        literal = s.trail[k]
        if literal & 1 == 0 and literal >> 1 < len(s.option):
            if len(solutions) > 0:
                solutions[found, n] = s.option[literal >> 1]
            n += 1
    if len(solutions) > 0:
        lengths[found] = n
    level = s.control[LEVEL]
    if level == 0 or len(s.origins) > 0:
        return False
    # The decisions, the last one first: each is the first literal of its level.
    for k in range(level):
        s.learned[k] = s.trail[s.begins[level - 1 - k]] ^ 1
    go_back(level - 1, s)
    clause = add_clause(level, 0, s)
    if level == 1:
        assign(s.learned[0], DECIDED, 0, s)
    else:
        assign(s.learned[0], BY_CLAUSE, clause, s)
    return True


@kernel
def search(
    s: Learner, amount: Floats, weight: Floats, max_nodes: int, max_found: int,
    solutions: Int32Rows, solution_lengths: Int32s,
) -> Any:  # fmt: skip
    """Go on for up to ``max_nodes`` nodes or ``max_found`` solutions; the number of these.

    It also stops (``control[FULL]``), at the root, when there is no room for another clause, and
    when it is time to forget some. The arrays are those of :class:`Learner`; ``amount``: see above;
    ``weight``: that of each group where weights decide, else empty.

    Solutions go to ``solutions[j, :solution_lengths[j]]`` unless ``solutions`` has no rows.
    """
    control, begins, pool, glue = s.control, s.begins, s.pool, s.glue
    nodes = 0
    found = 0
    if control[FULL] == 1:
        return 0
    while nodes < max_nodes and found < max_found and control[DONE] == 0:
        if control[USED] + len(s.value) > len(pool) or control[CLAUSES] == len(glue):
            control[FULL] = 1
            go_back(0, s)
            break
        failed = propagate(s)
        if control[LEVEL] == 0 and len(s.origins) > 0:
            refuted(failed, s)
        if failed > 0:
            nodes += 1
            if control[LEVEL] == 0:
                control[DONE] = 1
                break
            control[SINCE] += 1
            if len(weight) > 0:
                turn_back(weight, s)
                continue
            control[CONFLICTS] += 1
            learn(failed, amount[_ADDED], s)
            amount[_ADDED] *= amount[_GROWS]
            if amount[_ADDED] > _MOST:
                _scale(amount, s)
            continue
        if control[SINCE] >= amount[_UNIT] * luby(control[RESTARTS]):
            control[SINCE] = 0
            control[RESTARTS] += 1
            go_back(0, s)
            if control[CONFLICTS] >= control[CLEAN_AT]:
                control[FULL] = 1
                break
            continue
        if len(weight) > 0:
            literal = by_weight(weight, s)
        else:
            variable = open_variable(s)
            literal = 2 * variable + (1 if variable >= 0 and s.last[variable] == FALSE else 0)
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
