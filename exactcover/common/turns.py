"""Works that take turns, since nobody knows beforehand which of them will be done first.

With *n* works that have equal turns, what one finds alone is found in at most *n* times that, and a
little more; where turns become longer, in twice as much (algorithm portfolios: B. Huberman,
R. Lukose and T. Hogg, "An economics approach to hard computational problems", 1997; C. Gomes and
B. Selman, 2001).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TypeVar

Work = TypeVar("Work")


def turns(works: list[Work], first: float, most: float = math.inf) -> Iterator[tuple[Work, float]]:
    """Whose turn it is, and what that work may have cost in all at the end of it.

    Turns are measured in work and not in time, so every run does the same. In the first round each
    work may cost ``first``, then twice as much from round to round, or more by ``most``. Works may
    join the list at its end, and leave it; one that takes another's place has its turn. It ends
    when none is left.
    """
    if first <= 0:
        raise ValueError(f"{first}: a turn takes some work")
    length, at = first, 0
    while works:
        if at >= len(works):
            length, at = length + min(length, most), 0
        work = works[at]
        yield work, length
        at += at < len(works) and works[at] is work
