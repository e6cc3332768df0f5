"""Rosters of nurses: who works when, as close to their wishes as can be.

Every nurse has one shift a day, early, late or night, or is free. A day needs so many nurses in
each shift. After a late shift comes no early one, after a night no other shift but a night, and two
days after a night no early one. Each of these is stated as most people would: a secondary item for
each two shifts of a nurse that exclude each other. Costs measure how much
a nurse dislikes a shift. The number of working days in a row is not limited: that takes rules.
"""

from __future__ import annotations

import random
from itertools import product

from .costly import Costly

__all__ = ["roster"]

_SHIFTS = "ELN-"
#: Shifts that exclude each other, so many days apart.
_APART = [("L", "E", 1), ("N", "E", 1), ("N", "L", 1), ("N", "E", 2)]


def roster(nurses: int, days: int, seed: int) -> Costly:
    """A roster in which each shift needs a fifth of the nurses."""
    draw = random.Random(seed)
    names = list(product(range(nurses), range(days), _SHIFTS))
    number = {name: k for k, name in enumerate(names)}
    #: What a nurse dislikes in general, and on a day.
    usual = {(n, s): draw.randint(0, 6) for n in range(nurses) for s in _SHIFTS}
    costs = [usual[n, s] + draw.choice([0, 0, 0, 1, 2, 10]) for n, _, s in names]
    needed = max(1, nurses // 5)
    items: list[tuple[int, int]] = [(1, 1)] * (nurses * days)
    options = [[n * days + d] for n, d, _ in names]
    for d, s in product(range(days), "ELN"):
        for n in range(nurses):
            options[number[n, d, s]].append(len(items))
        items.append((needed, needed))
    for n, d, (one, other, later) in product(range(nurses), range(days), _APART):
        if d + later < days:
            for name in ((n, d, one), (n, d + later, other)):
                options[number[name]].append(len(items))
            items.append((0, 1))
    return Costly(len(items), options, costs, bounds=items)
