"""Which groups a clause was learned from: what a reason for "no solution" is made of.

A clause comes from the groups that its conflict and all reasons in its analysis come from, and from
those of the clauses among them. So once nothing is left, the groups that the last conflict comes
from have no solution, whatever the others say: a core, without a switch for each group (N. Eén and
N. Sörensson, "Temporal induction by incremental SAT solving", 2003) and without keeping the proof
(L. Zhang and S. Malik, "Extracting small unsatisfiable cores from unsatisfiable Boolean formula",
2003). Origins are rows of bits, one for each group. They have no length where nobody asks for them.
"""

from __future__ import annotations

from typing import Any

from ...compile import inlined, kernel_part
from .learning_propagation import reason_of
from .learning_state import (
    AT_LEVEL,
    BECAUSE,
    BY_CLAUSE,
    BY_GROUP,
    BY_LITERAL,
    DECIDED,
    FAILED_BECAUSE,
    FAILED_WHY,
    FALSE,
    ROOTED,
    TRAIL,
    WHY,
    Learner,
)


@inlined
def _include(row: Any, s: Learner) -> None:
    for k in range(len(s.origins)):
        s.origins[k] |= row[k]


@inlined
def keep_origins(row: Any, s: Learner) -> None:
    """Write the origins of what is being learned to a row."""
    for k in range(len(s.origins)):
        row[k] = s.origins[k]


@inlined
def _shared(variable: Any, other: Any, s: Learner) -> Any:
    """A group of two variables of which one at most is true."""
    for k in range(s.first_group[variable], s.first_group[variable + 1]):
        group = s.groups[k]
        if s.high[group] == 1:
            for m in range(s.first_group[other], s.first_group[other + 1]):
                if s.groups[m] == group:
                    return group
    return -1


@kernel_part
def _include_why(variable: Any, why: Any, because: Any, s: Learner) -> None:
    """Add where this reason comes from; of one literal, that of the value of ``variable``."""
    if why == BY_GROUP:
        _include(s.origins_of_group[because], s)
    elif why == BY_CLAUSE:
        _include(s.origins_of_clause[because], s)
    elif why == BY_LITERAL:
        if because & 1 == 0 and s.value[variable] == FALSE:
            _include(s.origins_of_group[_shared(variable, because >> 1, s)], s)
        else:
            # A colour belongs to its item; copies of an option, to no item.
            needed = because >> 1 if because & 1 else variable
            if needed >= len(s.option):
                _include(s.origins_of_group[s.groups[s.first_group[needed]]], s)


@inlined
def include_reason(variable: Any, s: Learner) -> None:
    """Add where the reason of a variable comes from."""
    _include_why(variable, s.known[variable, WHY], s.known[variable, BECAUSE], s)


@inlined
def include_root(variable: Any, s: Learner) -> None:
    """Add where it comes from what a variable is at the root."""
    _include(s.origins_of_root[variable], s)


@kernel_part
def include_follows(variable: Any, s: Learner) -> None:
    """Add where the reason of a variable comes from, with those at the root that it needs."""
    include_reason(variable, s)
    for k in range(reason_of(variable, s)):
        other = s.reason[k] >> 1
        if s.known[other, AT_LEVEL] == 0:
            include_root(other, s)


@kernel_part
def begin_origins(s: Learner) -> None:
    """Only those of the conflict that was found."""
    s.origins[:] = 0
    why, because = s.control[FAILED_WHY], s.control[FAILED_BECAUSE]
    _include_why(because >> 1, why, because, s)


@kernel_part
def _settle(s: Learner) -> None:
    """Find the origins of what holds at the root, in the order in which it was found."""
    for k in range(s.control[ROOTED], s.control[TRAIL]):
        variable = s.trail[k] >> 1
        if s.known[variable, WHY] != DECIDED:
            s.origins[:] = 0
            include_follows(variable, s)
            keep_origins(s.origins_of_root[variable], s)
    s.control[ROOTED] = s.control[TRAIL]


@kernel_part
def refuted(n: Any, s: Learner) -> None:
    """At the root: the origins of the clause of ``n`` literals that fails, or settle what holds."""
    for k in range(n):
        s.learned[k] = s.reason[k]
    _settle(s)
    if n > 0:
        begin_origins(s)
        for k in range(n):
            include_root(s.learned[k] >> 1, s)
