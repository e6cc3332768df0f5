"""Propagation by groups, links and clauses, with a reason for each consequence.

Choosing an option makes the others of its items false, an item with one option left needs that one,
and an item with none left is a conflict. A reason is written out as a clause when it is asked for,
and not before: most reasons are never asked for.
"""

from __future__ import annotations

from typing import Any

from ...compile import inlined
from .learning_state import (
    AT,
    BECAUSE,
    BY_CLAUSE,
    BY_GROUP,
    BY_LITERAL,
    FAILED_BECAUSE,
    FAILED_WHY,
    FALSE,
    NEXT,
    OPEN,
    OTHER,
    QUEUE,
    TRAIL,
    TRUE,
    WHY,
    Learner,
    assign,
    value_of,
)


@inlined
def _most_false(group: Any, s: Learner) -> Any:
    """How many of a group may be false."""
    return s.first_member[group + 1] - s.first_member[group] - s.low[group]


@inlined
def _close(group: Any, literal: Any, s: Learner) -> None:
    """As many of a group are true as may be: the others are false."""
    single = s.high[group] == 1
    for k in range(s.first_member[group], s.first_member[group + 1]):
        other = s.members[k]
        if s.value[other] == OPEN:
            if single:
                assign(2 * other + 1, BY_LITERAL, literal, s)
            else:
                assign(2 * other + 1, BY_GROUP, group, s)


@inlined
def _need(group: Any, s: Learner) -> None:
    """No more of a group are left than must be true: they are."""
    for k in range(s.first_member[group], s.first_member[group + 1]):
        other = s.members[k]
        if s.value[other] == OPEN:
            assign(2 * other, BY_GROUP, group, s)


@inlined
def _failed(why: Any, because: Any, s: Learner) -> None:
    """Note by what a conflict was found."""
    s.control[FAILED_WHY] = why
    s.control[FAILED_BECAUSE] = because


@inlined
def _some(group: Any, value: Any, number: Any, before: Any, s: Learner) -> Any:
    """Write ``number`` members that have a value, and had it before a place, as false literals."""
    n = 0
    for k in range(s.first_member[group], s.first_member[group + 1]):
        other = s.members[k]
        if s.value[other] == value and s.known[other, AT] < before:
            s.reason[n] = 2 * other if value == FALSE else 2 * other + 1
            n += 1
            if n == number:
                break
    return n


@inlined
def _clause(clause: Any, variable: Any, s: Learner) -> Any:
    """Write the literals of a clause, without that of a variable."""
    n = 0
    for k in range(s.clause_begin[clause], s.clause_begin[clause + 1]):
        if s.pool[k] >> 1 != variable:
            s.reason[n] = s.pool[k]
            n += 1
    return n


@inlined
def reason_of(variable: Any, s: Learner) -> Any:
    """Write to ``s.reason`` the false literals that made a variable what it is; how many.

    Together with the literal that holds they are a clause that holds in every solution.
    """
    because = s.known[variable, BECAUSE]
    why = s.known[variable, WHY]
    if why == BY_LITERAL:
        s.reason[0] = because ^ 1
        return 1
    if why == BY_CLAUSE:
        return _clause(because, variable, s)
    before = s.known[variable, AT]
    if s.value[variable] == TRUE:
        return _some(because, FALSE, _most_false(because, s), before, s)
    return _some(because, TRUE, s.high[because], before, s)


@inlined
def _by_clauses(failed: Any, s: Learner) -> Any:
    """What follows by the clauses that watch a literal that failed; a clause that fails, or -1."""
    before = -1
    node = s.watched[failed]
    while node >= 0:
        after = s.watch[node, NEXT]
        if value_of(s.watch[node, OTHER], s) == TRUE:
            before, node = node, after
            continue
        clause = node >> 1
        begin = s.clause_begin[clause]
        other = s.pool[begin + 1 - (node & 1)]
        value = value_of(other, s)
        if value != TRUE:
            moved = False
            for k in range(begin + 2, s.clause_begin[clause + 1]):
                literal = s.pool[k]
                if value_of(literal, s) != FALSE:
                    s.pool[begin + (node & 1)] = literal
                    s.pool[k] = failed
                    if before < 0:
                        s.watched[failed] = after
                    else:
                        s.watch[before, NEXT] = after
                    s.watch[node, NEXT] = s.watched[literal]
                    s.watch[node, OTHER] = other
                    s.watched[literal] = node
                    moved = True
                    break
            if moved:
                node = after
                continue
            if value == FALSE:
                return clause
            assign(other, BY_CLAUSE, clause, s)
        s.watch[node, OTHER] = other
        before, node = node, after
    return -1


@inlined
def _now_false(variable: Any, literal: Any, s: Learner) -> Any:
    """What follows from a variable that is false; as ``propagate``."""
    failed = -1
    for k in range(s.first_group[variable], s.first_group[variable + 1]):
        group = s.groups[k]
        spare = s.spare[group] - 1
        s.spare[group] = spare
        if spare == 0:
            _need(group, s)
        elif spare < 0:
            failed = group
    if failed >= 0:
        _failed(BY_GROUP, failed, s)
        return _some(failed, FALSE, _most_false(failed, s) + 1, len(s.trail), s)
    for k in range(s.first_user[variable], s.first_user[variable + 1]):
        user = s.users[k]
        if s.value[user] == OPEN:
            assign(2 * user + 1, BY_LITERAL, literal, s)
        elif s.value[user] == TRUE:
            _failed(BY_LITERAL, literal, s)
            s.reason[0] = 2 * user + 1
            s.reason[1] = 2 * variable
            return 2
    return 0


@inlined
def _now_true(variable: Any, literal: Any, s: Learner) -> Any:
    """What follows from a variable that is true; as ``propagate``."""
    failed = -1
    for k in range(s.first_group[variable], s.first_group[variable + 1]):
        group = s.groups[k]
        room = s.room[group] - 1
        s.room[group] = room
        if room == 0:
            _close(group, literal, s)
        elif room < 0:
            failed = group
    if failed >= 0:
        _failed(BY_GROUP, failed, s)
        return _some(failed, TRUE, s.high[failed] + 1, len(s.trail), s)
    for k in range(s.first_need[variable], s.first_need[variable + 1]):
        needed = s.needs[k]
        if s.value[needed] == OPEN:
            assign(2 * needed, BY_LITERAL, literal, s)
        elif s.value[needed] == FALSE:
            _failed(BY_LITERAL, 2 * needed + 1, s)
            s.reason[0] = 2 * variable + 1
            s.reason[1] = 2 * needed
            return 2
    return 0


@inlined
def propagate(s: Learner) -> Any:
    """Find all that follows; the length of a clause that fails, written to ``s.reason``, or 0."""
    while s.control[QUEUE] < s.control[TRAIL]:
        literal = s.trail[s.control[QUEUE]]
        s.control[QUEUE] += 1
        variable = literal >> 1
        n = _now_false(variable, literal, s) if literal & 1 else _now_true(variable, literal, s)
        if n > 0:
            return n
        clause = _by_clauses(literal ^ 1, s)
        if clause >= 0:
            _failed(BY_CLAUSE, clause, s)
            return _clause(clause, -1, s)
    return 0
