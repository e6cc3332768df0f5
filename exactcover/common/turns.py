"""Methods that take turns because nobody knows which finishes first, and their costs.

With *n* works that have equal turns, what one finds alone is found in at most *n* times that, and a
little more; where turns become longer, in twice as much (algorithm portfolios: B. Huberman,
R. Lukose and T. Hogg, "An economics approach to hard computational problems", 1997; C. Gomes and
B. Selman, 2001).

``COSTS`` is the one table by which methods are chosen and take turns. ``python -m
benchmarks.costs`` measures what a machine takes, beside what the table says. Only ratios matter,
and they need not be exact: a method that is wrongly thought to be twice as fast gets twice its
share of the time.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple, TypeVar

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


class WorkCosts(NamedTuple):
    """What work costs, in nanoseconds, most of them for a node of some search."""

    #: A node of listing deep in a tree, where little is open.
    deep_node: float = 50.0
    #: A node of ``bitset`` near the root, and each word of each item there.
    bitset_node: float = 80.0
    bitset_word: float = 0.15
    #: A node of ``cells`` near the root; looking at an item's size, and hiding an entry.
    cells_node: float = 700.0
    cells_item: float = 0.5
    cells_entry: float = 4.0
    #: A conflict of ``learning``.
    learning_node: float = 10_000.0
    #: A node of ``restarts``, and more for each entry of the problem.
    restarts_node: float = 1_500.0
    restarts_entry: float = 0.4
    #: A conflict of ``sat``, and more for each option.
    sat_node: float = 15_000.0
    sat_option: float = 21.0
    #: Counting arguments: to import them; an entry that is looked at, or whose items are tied; a
    #: row of an elimination, and each entry of its table.
    counting: float = 250_000.0
    counted_entry: float = 500.0
    tied_entry: float = 2_000.0
    eliminated_row: float = 15_000.0
    eliminated_entry: float = 0.5
    #: Giving a task to a worker elsewhere (``python -m benchmarks.scaling``).
    far_task: float = 3e6


COSTS = WorkCosts()
