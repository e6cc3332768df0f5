"""What a conflict teaches: a clause by which the search goes back and turns elsewhere.

The clause that fails is resolved with the reasons of its literals, the last found first, until one
literal of the last level is left (the first unique implication point: J. Marques-Silva and K.
Sakallah, "GRASP", 1999; L. Zhang and others, "Efficient conflict driven learning", 2001). Literals
that follow from the others are left out (N. Sörensson and A. Biere, "Minimizing learned clauses",
2009). Its *glue* is the number of levels that it joins (G. Audemard and L. Simon, "Predicting
learnt clauses quality in modern SAT solvers", 2009).
"""

from __future__ import annotations

from typing import Any

from ...compile import inlined, kernel_part
from .learning_origins import (
    begin_origins,
    include_follows,
    include_reason,
    include_root,
    keep_origins,
)
from .learning_propagation import reason_of
from .learning_state import (
    AT_LEVEL,
    BECAUSE,
    BY_CLAUSE,
    CLAUSES,
    DECIDED,
    LEVEL,
    NEXT,
    OTHER,
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
