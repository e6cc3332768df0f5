"""Decisions of a search with restarts: by weights that grow where items starve.

The idea. An item that is often left without options is where the difficulty lies. So each item has
a weight that grows by 1 with each dead end there, and the search branches on the item with the
fewest options for its weight (F. Boussemart, F. Hemery, C. Lecoutre and L. Sais, "Boosting
systematic search by weighting constraints", 2004). If one of the first choices was wrong, a search
in depth needs ages to come back to it. So after some dead ends this one begins again from the root,
with the weights that it has (C. Gomes, B. Selman and H. Kautz, 1998).

Of the options of the item, one that was chosen when it was last settled is tried, or else one at
random. Then that option is out, and the next item is chosen anew. Ties are broken at random. The
search ends when one of its runs is complete.
"""

from __future__ import annotations

from typing import Any

from ...compile import inlined, kernel_part
from ..bits.array_types import Floats
from .learning_state import (
    BY_GROUP,
    BY_LITERAL,
    DECIDED,
    FAILED_BECAUSE,
    FAILED_WHY,
    LEVEL,
    OPEN,
    TRUE,
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


@kernel_part
def by_weight(weight: Floats, s: Learner) -> Any:
    """The literal to decide on, or -1. ``weight`` is that of each group."""
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


@kernel_part
def turn_back(weight: Floats, s: Learner) -> None:
    """Leave a dead end: what was decided last is wrong, and the group that failed weighs more.

    That is the group of a colour, if an option needs what it cannot have; a clause has no weight.
    """
    because = s.control[FAILED_BECAUSE]
    if s.control[FAILED_WHY] == BY_GROUP:
        weight[because] += 1.0
    elif s.control[FAILED_WHY] == BY_LITERAL:
        weight[s.groups[s.first_group[because >> 1]]] += 1.0
    level = s.control[LEVEL]
    decision = s.trail[s.begins[level - 1]]
    go_back(level - 1, s)
    assign(decision ^ 1, DECIDED, 0, s)
