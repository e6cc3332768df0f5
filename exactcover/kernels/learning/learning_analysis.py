"""Learning a clause from a conflict, by which the search backtracks.

The clause that fails is resolved with the reasons of its literals, the last found first, until one
literal of the last level is left (the first unique implication point: J. Marques-Silva and K.
Sakallah, "GRASP", 1999; L. Zhang and others, "Efficient conflict driven learning", 2001). Literals
that follow from the others are left out (N. Sörensson and A. Biere, "Minimizing learned clauses",
2009). Its *glue* is the number of levels that it joins (G. Audemard and L. Simon, "Predicting
learnt clauses quality in modern SAT solvers", 2009).

A clause comes from the groups that its conflict and all reasons in its analysis come from, and from
those of the clauses among them. So once nothing is left, the groups that the last conflict comes
from have no solution, whatever the others say: a core, without a switch for each group (N. Eén and
N. Sörensson, "Temporal induction by incremental SAT solving", 2003) and without keeping the proof
(L. Zhang and S. Malik, "Extracting small unsatisfiable cores from unsatisfiable Boolean formula",
2003). These *origins* are rows of bits, one for each group. They have no length where nobody asks
for them.
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
    CLAUSES,
    DECIDED,
    FAILED_BECAUSE,
    FAILED_WHY,
    FALSE,
    LEVEL,
    NEXT,
    OTHER,
    ROOTED,
    STEP,
    TRAIL,
    USED,
    WHY,
    Learner,
    assign,
    bump,
    go_back,
)


@inlined
def _levels(n: Any, literals: Any, s: Learner) -> Any:
    """The number of levels of some literals."""
    s.control[STEP] += 1
    step = s.control[STEP]
    found = 0
    for k in range(n):
        level = s.known[literals[k] >> 1, AT_LEVEL]
        if s.counted[level] != step:
            s.counted[level] = step
            found += 1
    return found


@kernel_part
def _follows(literal: Any, n_marked: Any, s: Learner) -> Any:
    """Whether a literal of the clause follows from others; marks what does, below; how much is
    marked then."""
    top = 1
    s.stack[0] = literal >> 1
    marked = n_marked
    step = s.control[STEP]
    while top > 0:
        top -= 1
        n = reason_of(s.stack[top], s)
        for k in range(n):
            other = s.reason[k] >> 1
            if s.seen[other] or s.known[other, AT_LEVEL] == 0:
                continue
            if s.known[other, WHY] == DECIDED or s.counted[s.known[other, AT_LEVEL]] != step:
                for m in range(n_marked, marked):
                    s.seen[s.learned[m] >> 1] = 0
                return -1
            s.seen[other] = 1
            s.learned[marked] = 2 * other
            marked += 1
            s.stack[top] = other
            top += 1
    return marked


@kernel_part
def _resolved(n: Any, amount: Any, s: Learner) -> Any:
    """Resolve the clause in ``s.reason``; the learned one is in ``s.learned``, that of the last
    level first. Its length."""
    level = s.control[LEVEL]
    place = s.control[TRAIL]
    length = 1
    open_paths = 0
    traced = len(s.origins) > 0
    if traced:
        begin_origins(s)
    while True:
        for k in range(n):
            literal = s.reason[k]
            variable = literal >> 1
            if s.seen[variable]:
                continue
            if s.known[variable, AT_LEVEL] == 0:
                include_root(variable, s)
                continue
            s.seen[variable] = 1
            bump(variable, amount, s)
            if s.known[variable, AT_LEVEL] == level:
                open_paths += 1
            else:
                s.learned[length] = literal
                length += 1
        place -= 1
        while s.seen[s.trail[place] >> 1] == 0:
            place -= 1
        variable = s.trail[place] >> 1
        open_paths -= 1
        if open_paths == 0:
            s.learned[0] = s.trail[place] ^ 1
            return length
        s.seen[variable] = 0
        if s.known[variable, WHY] == BY_CLAUSE and s.glue[s.known[variable, BECAUSE]] > 2:
            clause = s.known[variable, BECAUSE]
            begin, end = s.clause_begin[clause], s.clause_begin[clause + 1]
            glue = _levels(end - begin, s.pool[begin:end], s)
            if glue < s.glue[clause]:
                s.glue[clause] = glue
        if traced:
            include_reason(variable, s)
        n = reason_of(variable, s)


@kernel_part
def _shortened(length: Any, s: Learner) -> Any:
    """Leave out literals that follow from the others; clears the marks. The new length."""
    _levels(length, s.learned, s)
    marked = length
    kept = 1
    # What is kept moves down, and the marks of all are cleared in the end: they stand behind.
    for k in range(1, length):
        literal = s.learned[k]
        drop = False
        if s.known[literal >> 1, WHY] != DECIDED:
            now = _follows(literal, marked, s)
            if now >= 0:
                drop = True
                if len(s.origins) > 0:
                    include_follows(literal >> 1, s)
                    for m in range(marked, now):
                        include_follows(s.learned[m] >> 1, s)
                marked = now
        if not drop:
            s.learned[k] = s.learned[kept]
            s.learned[kept] = literal
            kept += 1
    for k in range(marked):
        s.seen[s.learned[k] >> 1] = 0
    return kept


@kernel_part
def add_clause(length: Any, glue: Any, s: Learner) -> Any:
    """Keep the clause in ``s.learned``, watched at its first two literals; its number.

    A clause of one literal is kept for the record.
    """
    clause = s.control[CLAUSES]
    begin = s.control[USED]
    for k in range(length):
        s.pool[begin + k] = s.learned[k]
    s.clause_begin[clause + 1] = begin + length
    s.glue[clause] = glue
    keep_origins(s.origins_of_clause[clause], s)
    for k in range(2 if length > 1 else 0):
        s.watch[2 * clause + k, NEXT] = s.watched[s.learned[k]]
        s.watch[2 * clause + k, OTHER] = s.learned[1 - k]
        s.watched[s.learned[k]] = 2 * clause + k
    s.control[CLAUSES] = clause + 1
    s.control[USED] = begin + length
    return clause


@kernel_part
def learn(n: Any, amount: Any, s: Learner) -> Any:
    """Learn from the clause in ``s.reason``, go back, and let the new literal hold; the glue."""
    length = _shortened(_resolved(n, amount, s), s)
    first = s.learned[0]
    if length == 1:
        go_back(0, s)
        add_clause(1, 0, s)
        assign(first, DECIDED, 0, s)
        keep_origins(s.origins_of_root[first >> 1], s)
        return 1
    highest = 1
    for k in range(2, length):
        if s.known[s.learned[k] >> 1, AT_LEVEL] > s.known[s.learned[highest] >> 1, AT_LEVEL]:
            highest = k
    second = s.learned[highest]
    s.learned[highest] = s.learned[1]
    s.learned[1] = second
    glue = _levels(length, s.learned, s)
    go_back(s.known[second >> 1, AT_LEVEL], s)
    assign(first, BY_CLAUSE, add_clause(length, glue, s), s)
    return glue


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
